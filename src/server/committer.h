/* committer.h - the one thread that owns the store while the server runs, so that waiting for
 * the disk never holds up the loop. Jobs are done in the order they came; their results are
 * handed back on the loop. */
#ifndef RUMMERY_COMMITTER_H
#define RUMMERY_COMMITTER_H

#include <uv.h>

#include "store/store.h"

/* Called on the loop. Texts and entries are valid during the call only. */
struct committer_report {
    void *context;
    void (*committed)(void *context, enum store_result result, const char *problem,
                      uint64_t took_us);
    void (*log_read)(void *context, uint64_t ticket, bool is_read,
                     const struct store_write *entries, size_t count);
    void (*checked)(void *context, bool is_there, const char *problem);
};

struct committer;

/* Nobody else may use the store until committer_stop(). NULL if there is no thread or memory
 * to be had. */
struct committer *committer_start(uv_loop_t *loop, struct store *store,
                                  const struct committer_report *report);
/* The writes stay valid until `committed` is called. `is_again`: the same ones failed before. */
void committer_commit(struct committer *committer, const struct store_write *writes,
                      size_t count, bool is_again);
void committer_read_log(struct committer *committer, uint64_t table, uint64_t ticket);
/* Has a look whether the store's files are where they were; reported to `checked`. Nothing if
 * the last look is not over yet. */
void committer_check(struct committer *committer);
/* Waits for the jobs that are there, forgets their results, and gives the store back. The
 * memory is released when the loop has run once more. */
void committer_stop(struct committer *committer);

#endif
