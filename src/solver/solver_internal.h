/* solver_internal.h - what the solver's files share: the workspace and one entry a game. */
#ifndef RUMMERY_SOLVER_INTERNAL_H
#define RUMMERY_SOLVER_INTERNAL_H

#include "core/internal.h"
#include "solver.h"

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
