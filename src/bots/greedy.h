/* greedy.h - the simplest player worth meeting: it plays the solver's best play each turn.
 * Like all bots it is given a view, never the state. */
#ifndef RUMMERY_GREEDY_H
#define RUMMERY_GREEDY_H

#include "core/core.h"
#include "solver/solver.h"

/* What the seat that the view belongs to does now; it must be on turn. The same view gives
 * the same action. */
void greedy_decide(struct workspace *work, const struct view *view, struct action *out);
/* The same in a round that a bot imagines; only the cards of the seat on turn are looked at. */
void greedy_imagine(struct workspace *work, const struct state *seen, struct action *out);
/* What is done in a game without a discard pile where nothing is laid: exclusiv draws, or passes
 * on an empty stock; photo draws, and then passes. */
void greedy_lay_nothing(const struct state *seen, struct action *out);

#endif
