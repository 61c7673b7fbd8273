/* photo_solver.h - the best play in Photo Rummy. The seat on turn has drawn. */
#ifndef RUMMERY_PHOTO_SOLVER_H
#define RUMMERY_PHOTO_SOLVER_H

#include "solver.h"

/* How large the workspace has to be; what it holds does not matter. */
size_t photo_sweep_size(void);

/* False where no play is worth more than nothing. Writes the table only. No weight may be
 * below zero. */
bool photo_solve(struct workspace *work, const struct state *state,
                 const struct weights *weights, struct play *out);

/* The same, but lays the whole rack or nothing. Every card of it is known. */
bool photo_solve_all(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct play *out);

#endif
