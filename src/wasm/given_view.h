/* given_view.h - what one seat sees, as the browser hands it over: the first line of a record says
 * game, players and options (`match princess players=2`), and then come the fields of a VIEW of
 * docs/protocol.md as wire/fields.h has them. */
#ifndef RUMMERY_WASM_GIVEN_VIEW_H
#define RUMMERY_WASM_GIVEN_VIEW_H

#include "places/places.h"

/* The position in hand, and whether one is there; the rules alone may be there before it. */
extern struct view position;
extern bool has_position;
extern bool has_rules;

/* Reads the rules alone from the buffer, the first line of a record; false if they cannot be. */
bool given_rules_read(int size);
/* Reads a whole position from the buffer, and where its melds lie unless `places` is NULL; false if
 * it does not hold together. */
bool given_view_read(int size, struct places *places);

const struct game *position_game(void);
/* Whether the viewer is on turn, so that it can be asked what to do. */
bool position_is_on_turn(void);

#endif
