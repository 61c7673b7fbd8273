/* fetcher.h - the thread that brings tables back from the store (fetch.h) beside the committer,
 * first come first. Whoever wants to sit down waits for it, so it does nothing else. */
#ifndef RUMMERY_FETCHER_H
#define RUMMERY_FETCHER_H

#include <uv.h>

#include "hub/fetch.h"

/* Called on the loop. The room that was fetched is whose it is handed to. */
struct fetcher_report {
    void *context;
    void (*fetched)(void *context, struct fetched *fetched);
    void (*looked)(void *context, const struct looked *looked);
};

struct fetcher;

/* Nobody else may call store_fetch(), store_next() and store_look() until fetcher_stop(). NULL
 * if there is no thread or memory to be had. */
struct fetcher *fetcher_start(uv_loop_t *loop, struct store *store,
                              const uint8_t secret[STORE_SECRET_SIZE],
                              const struct fetcher_report *report);
void fetcher_fetch(struct fetcher *fetcher, const struct fetch *wanted);
void fetcher_look(struct fetcher *fetcher, const struct look *wanted);
/* Waits for what is being read and forgets it, and what waits. The memory is released when the
 * loop has run once more. */
void fetcher_stop(struct fetcher *fetcher);

#endif
