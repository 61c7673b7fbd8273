/* thought.h - one decision of a computer player, on a worker thread of the loop. */
#ifndef RUMMERY_THOUGHT_H
#define RUMMERY_THOUGHT_H

#include <stdatomic.h>
#include <uv.h>

#include "bots/effort.h"

struct thought {
    uv_work_t work;
    bool is_working;
    atomic_bool is_hurried; /* decide with what is known by now */
    struct workspace *workspace;
    struct view view;
    struct standing standing; /* of the match */
    unsigned level;
    struct random random;
    struct action action; /* what was decided */
    void (*decided)(struct thought *thought);
    void *context;
};

/* Begins to think for the seat on turn, from its view; `decided` is called on the loop. One at
 * a time. */
void thought_begin(struct thought *thought, uv_loop_t *loop, const struct match *match,
                   unsigned level, uint64_t seed);
void thought_free(struct thought *thought);

#endif
