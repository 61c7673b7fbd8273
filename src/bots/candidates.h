/* candidates.h - what is worth thinking about in a turn. */
#ifndef RUMMERY_CANDIDATES_H
#define RUMMERY_CANDIDATES_H

#include "effort.h"
#include "solver/solver.h"

enum { CANDIDATES_MAX = 24 };

struct candidates {
    struct action at[CANDIDATES_MAX];
    unsigned count;
};

/* Legal actions of the seat on turn; the first is what it would do without thinking: by the
 * effort's policy, or where waiting does not pay what the greedy player does. */
void candidates_list(struct workspace *work, const struct view *view,
                     const struct effort *effort, struct candidates *out);

#endif
