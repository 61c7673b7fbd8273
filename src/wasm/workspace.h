/* workspace.h - the solver's memory in a module that has a solver. */
#ifndef RUMMERY_WASM_WORKSPACE_H
#define RUMMERY_WASM_WORKSPACE_H

#include "solver/solver.h"

/* Made at its first use; NULL where the browser has no more memory. */
struct workspace *workspace_get(void);

#endif
