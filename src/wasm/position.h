/* position.h - what one seat sees, as lines of text: read from the browser, and printed for it.
 * It says the same as a VIEW of docs/protocol.md, in words that need no JSON here:
 *
 *     match princess players=2        game, players and options as in a record; first
 *     viewer 0                        or - for a watcher
 *     seat 1                          who is on turn, or -
 *     phase drawn                     start, drawn, laid, over
 *     winner -                        when it is over
 *     rack g4 g5 y1                   one line a seat, in order; ? is not known
 *     shown g4                        likewise
 *     table 0[b1 b2 b3]
 *     opened 10                       one digit a seat, 1 is yes
 *     stacks 31                       sizes; photo has five
 *
 * and in princess `discard`, `laid`, `laid_since_shuffle`, `idle`, `taken`, `from`, and in phase
 * laid what the turn began with: `before`, `opened_before`, `laid_before`, `fresh_before`.
 * What is left out is empty, zero or nobody. */
#ifndef RUMMERY_WASM_POSITION_H
#define RUMMERY_WASM_POSITION_H

#include "core/core.h"

/* The position in hand, and whether one is there; the rules alone may be there before it. */
extern struct view position;
extern bool has_position;
extern bool has_rules;

const struct game *position_game(void);
/* Whether the viewer is on turn, so that it can be asked what to do. */
bool position_is_on_turn(void);

#endif
