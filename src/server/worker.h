/* worker.h - threads beside the loop: jobs are handed over on the loop and done on a thread, first
 * come first, and what became of them is reported on the loop. Committer, fetcher, reader and
 * thinker are such workers, each with jobs of its own. */
#ifndef RUMMERY_WORKER_H
#define RUMMERY_WORKER_H

#include <stdbool.h>
#include <uv.h>

/* The first member of whatever is to be done. Between worker_do() and its report, or forgetting,
 * it is the worker's. */
struct job {
    struct job *next;
};

struct worker_config {
    void *context;
    /* On a thread, with that thread's own memory. How long it is to rest then, in nanoseconds. */
    uint64_t (*work)(void *context, struct job *job, void *own);
    /* On the loop; more may be handed over. */
    void (*report)(void *context, struct job *job);
    /* At the end: a job that nobody is told of. NULL: there is nothing to free. */
    void (*forget)(void *context, struct job *job);
    unsigned threads;
    size_t own_size;      /* of each thread's memory, zero at first: who lacks it does not start */
    unsigned waiting_max; /* a job beyond these is reported without being done; 0: any number */
    int niceness;         /* towards other threads */
    bool finishes;        /* at the end what waits is done first */
};

struct worker;

/* As many of the threads as are to be had. NULL if there is none, or no memory. */
struct worker *worker_start(uv_loop_t *loop, const struct worker_config *config);
void worker_do(struct worker *worker, struct job *job);
/* Waits for what is under way, and forgets it and the rest. Nothing is called afterwards; the
 * worker's own memory is released when the loop has run once more. */
void worker_stop(struct worker *worker);

#endif
