/* committer.c - writes to the store, and looks whether it is there, on one thread. */
#include "server/committer.h"

#include <assert.h>
#include <stdlib.h>

#include "server/worker.h"

enum errand_kind { ERRAND_COMMIT, ERRAND_CHECK };

struct errand {
    struct job job;
    enum errand_kind kind;
    const struct store_write *writes; /* commit: the caller's */
    size_t count;
    bool is_again;
    /* the result */
    enum store_result result;
    const uint64_t *lost; /* the store's, until the next commit */
    size_t lost_count;
    uint64_t took_us;
    enum store_result there; /* of a look */
    bool has_rewind;
    struct store_rewind rewind;
    struct store_server others[STORE_OTHERS_MAX];
    size_t others_count;
    char problem[STORE_PROBLEM_MAX];
};

struct committer {
    struct worker *worker;
    struct store *store;
    struct committer_report report;
    bool is_committing, is_checking;
    /* there is never more than one of these, so that they need no memory of their own */
    struct errand commit, check;
};

static uint64_t errand_do(void *context, struct job *job, void *own)
{
    struct store *store = ((struct committer *)context)->store;
    struct errand *errand = (struct errand *)job;
    uint64_t start_ns = uv_hrtime();
    (void)own;
    switch (errand->kind) {
    case ERRAND_COMMIT:
        errand->result = (errand->is_again ? store_commit_again : store_commit)(
            store, errand->writes, errand->count, errand->problem);
        errand->lost_count = errand->result == STORE_LOST ? store_lost(store, &errand->lost) : 0;
        break;
    case ERRAND_CHECK:
        errand->there = store_is_there(store, errand->problem);
        errand->others_count = store_others(store, errand->others);
        break;
    }
    errand->has_rewind = store_rewound(store, &errand->rewind);
    errand->took_us = (uv_hrtime() - start_ns) / 1000;
    return 0;
}

static void errand_report(void *context, struct job *job)
{
    struct committer *committer = context;
    struct errand *errand = (struct errand *)job;
    const struct committer_report *to = &committer->report;
    if (errand->has_rewind && to->rewound != NULL)
        to->rewound(to->context, &errand->rewind);
    free(errand->rewind.tables);
    errand->rewind.tables = NULL;
    switch (errand->kind) {
    case ERRAND_COMMIT:
        /* the hub may hand over its next commit at once */
        committer->is_committing = false;
        if (errand->result == STORE_LOST)
            to->lost(to->context, errand->lost, errand->lost_count);
        to->committed(to->context, errand->result, errand->problem, errand->took_us);
        break;
    case ERRAND_CHECK:
        committer->is_checking = false;
        if (to->met != NULL)
            to->met(to->context, errand->others, errand->others_count);
        to->checked(to->context, errand->there, errand->problem);
        break;
    }
}

struct committer *committer_start(uv_loop_t *loop, struct store *store,
                                  const struct committer_report *report)
{
    struct committer *committer = calloc(1, sizeof *committer);
    const struct worker_config config = {.context = committer, .work = errand_do,
                                         .report = errand_report, .threads = 1,
                                         .finishes = true};
    if (committer == NULL)
        return NULL;
    committer->store = store;
    committer->report = *report;
    committer->worker = worker_start(loop, &config);
    if (committer->worker != NULL)
        return committer;
    free(committer);
    return NULL;
}

void committer_commit(struct committer *committer, const struct store_write *writes,
                      size_t count, bool is_again)
{
    assert(!committer->is_committing);
    committer->is_committing = true;
    committer->commit = (struct errand){
        .kind = ERRAND_COMMIT, .writes = writes, .count = count, .is_again = is_again};
    worker_do(committer->worker, &committer->commit.job);
}

void committer_check(struct committer *committer)
{
    if (committer->is_checking)
        return;
    committer->is_checking = true;
    committer->check = (struct errand){.kind = ERRAND_CHECK};
    worker_do(committer->worker, &committer->check.job);
}

void committer_stop(struct committer *committer)
{
    if (committer == NULL)
        return;
    worker_stop(committer->worker);
    free(committer->commit.rewind.tables); /* that nobody was told of any more */
    free(committer->check.rewind.tables);
    free(committer);
}
