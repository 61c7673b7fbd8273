/* committer.h - the one thread that writes to the store while the server runs, so that waiting
 * for the disk never holds up the loop. The result is handed back on the loop. */
#ifndef RUMMERY_COMMITTER_H
#define RUMMERY_COMMITTER_H

#include <uv.h>

#include "store/store.h"

/* Called on the loop. Texts are valid during the call only. */
struct committer_report {
    void *context;
    void (*committed)(void *context, enum store_result result, const char *problem,
                      uint64_t took_us);
    void (*checked)(void *context, enum store_result there, const char *problem);
    /* Before `checked`: the other servers that are alive. May be NULL. */
    void (*met)(void *context, const struct store_server *others, size_t count);
    /* Before `committed` with STORE_LOST: for which tables. */
    void (*lost)(void *context, const uint64_t *tables, size_t count);
    /* Before the others: the store is not what it was. May be NULL. */
    void (*rewound)(void *context, const struct store_rewind *what);
};

struct committer;

/* Nobody else may use the store until committer_stop(), but to read logs. NULL if there is no
 * thread or memory to be had. */
struct committer *committer_start(uv_loop_t *loop, struct store *store,
                                  const struct committer_report *report);
/* The writes stay valid until `committed` is called. `is_again`: the same ones failed before. */
void committer_commit(struct committer *committer, const struct store_write *writes,
                      size_t count, bool is_again);
/* Has a look whether the store's files are where they were; reported to `checked`. Nothing if
 * the last look is not over yet. */
void committer_check(struct committer *committer);
/* Waits for what is under way, forgets its result, and gives the store back. The
 * memory is released when the loop has run once more. */
void committer_stop(struct committer *committer);

#endif
