/* candidates.h - what is worth thinking about in a turn. */
#ifndef RUMMERY_CANDIDATES_H
#define RUMMERY_CANDIDATES_H

#include "core/core.h"
#include "solver/solver.h"

enum { CANDIDATES_MAX = 24 };

struct candidates {
    struct action at[CANDIDATES_MAX];
    unsigned count;
};

/* Legal actions of the seat on turn; the greedy player's is the first. */
void candidates_list(struct workspace *work, const struct view *view, unsigned plays_max,
                     struct candidates *out);

#endif
