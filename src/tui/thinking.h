/* thinking.h - a computer player's decision, on a worker thread of the loop. */
#ifndef RUMMERY_THINKING_H
#define RUMMERY_THINKING_H

#include <stdatomic.h>
#include <uv.h>

#include "room/room.h"
#include "tui/programs.h"

struct thinking {
    uv_work_t work;
    bool is_working;
    atomic_bool is_hurried; /* nobody waits for a program's answer any more */
    struct workspace *workspace;
    struct thought thought;
    struct random random;
    struct programs *programs; /* they decide for their seats; NULL: there are none */
    void (*decided)(struct thinking *thinking);
    void *context;
};

/* Begins to think it; `decided` is called on the loop. One at a time. */
void thinking_begin(struct thinking *thinking, uv_loop_t *loop, const struct thought *thought,
                    uint64_t seed);
void thinking_free(struct thinking *thinking);

#endif
