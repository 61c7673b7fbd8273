/* princess_solver.h - the solver and the greedy player of Princess Rummy. */
#ifndef RUMMERY_PRINCESS_SOLVER_H
#define RUMMERY_PRINCESS_SOLVER_H

#include "core/games/princess.h"
#include "solver.h"

/* Kinds, a bit each, that lie in a meld that can be made of these. */
uint32_t princess_in_melds(uint32_t held);
/* The kinds of a hand that can be laid at all, and perhaps some more: in a new meld, or onto
 * the table, alone or beside others. */
uint32_t princess_layable(const struct table *table, uint32_t held);

/* What both need of the workspace. */
size_t princess_solver_size(void);

/* The heaviest legal play of the seat on turn, all of *out filled in; false where nothing of
 * a weight above zero can be laid. `points` are those into own melds. The hand is taken as
 * it is, whatever the phase; it may hold cards that are unknown. */
bool princess_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out);

/* What a greedy player does in PHASE_START, PHASE_DRAWN or PHASE_LAID. It looks only at what
 * the seat on turn sees. */
void princess_greedy(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct action *out);

/* Which card it would discard: the least useful one that may be, among equals the highest. */
card princess_choose_discard(const struct state *state);
/* The same, where melds to come count by their points. */
card princess_choose_discard_by_points(const struct state *state);

#endif
