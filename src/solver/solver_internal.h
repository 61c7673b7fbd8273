/* solver_internal.h - what the solver's files share: the workspace and one entry a game. */
#ifndef RUMMERY_SOLVER_INTERNAL_H
#define RUMMERY_SOLVER_INTERNAL_H

#include "core/inspect.h"
#include "solver.h"

/* Debug builds and all tests ask the core about every answer before it leaves the solver. What
 * the core would refuse is a fault of ours. The program as it is shipped does without: it would
 * pay for it with every thought of a computer player. */
bool solver_judges(void);
#ifdef RUMMERY_NO_ASSERT
#define JUDGE(condition) ((void)(false && (condition)))
#else
#define JUDGE(condition) ASSERT(!solver_judges() || (condition))
#endif

/* Whether the core accepts an action of the seat on turn. */
bool action_is_legal(const struct state *state, const struct action *action);
/* Whether the core accepts the play of the seat on turn, which has drawn where its turn begins
 * with that. Cards of its rack that are unknown are never laid. */
bool play_is_legal(const struct state *state, const struct play *play);

/* What the solver of exclusiv needs of the workspace (lattice.h). */
struct lattice;
size_t lattice_size(void);
struct lattice *workspace_lattice(struct workspace *work);

/* The k best plays have a room of their own in the workspace. */
struct many;
size_t many_size(void);
struct many *workspace_many(struct workspace *work);

bool exclusiv_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out);

/* Lays the whole rack, of which every card is known, or nothing. */
bool exclusiv_solve_all(struct workspace *work, const struct state *state,
                        const struct weights *weights, struct play *out);

/* Rearranges a play so that more melds of the table lie as they were. */
void exclusiv_settle(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct play *play);

#endif
