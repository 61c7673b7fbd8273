/* solver_internal.h - what the solver's files share: the workspace and one entry a game. */
#ifndef RUMMERY_SOLVER_INTERNAL_H
#define RUMMERY_SOLVER_INTERNAL_H

#include "core/internal.h"
#include "solver.h"

struct sweep;

struct sweep *workspace_sweep(struct workspace *work);

bool exclusiv_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out);

#endif
