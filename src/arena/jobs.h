/* jobs.h - tasks shared out over threads whose results are taken in order, so that what comes of
 * them does not depend on how many threads there were. */
#ifndef RUMMERY_JOBS_H
#define RUMMERY_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOBS_MAX = 256 };
#define TASK_NONE UINT64_MAX

struct jobs_work {
    void *context;
    size_t result_size;
    /* On a thread of its own, `worker` being its number. */
    void (*play)(void *context, unsigned worker, uint64_t task, void *result);
    /* On the caller's thread, task after task. Returns the next task that is wanted, which may
     * be further on; TASK_NONE: none is, and what was begun is dropped. */
    uint64_t (*take)(void *context, uint64_t task, const void *result);
    /* Asked a few times a second; once it says false no more tasks are begun, but those that
     * were begun are played and taken. */
    bool (*goes_on)(void *context);
};

/* Tasks from `first` up to before `end`. Returns the first that was not taken; false from the
 * system, which has no threads, is TASK_NONE. */
uint64_t jobs_run(const struct jobs_work *work, unsigned count, uint64_t first, uint64_t end);

#endif
