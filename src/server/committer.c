/* committer.c - the thread that writes to the store. Two queues under one lock: jobs go in, done
 * jobs come back; uv_async wakes the loop. */
#include "server/committer.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum job_kind { JOB_COMMIT, JOB_CHECK };

struct job {
    struct job *next;
    enum job_kind kind;
    const struct store_write *writes; /* commit: the caller's */
    size_t count;
    bool is_again;
    /* the result */
    enum store_result result;
    const uint64_t *lost; /* the store's, until the next commit */
    size_t lost_count;
    uint64_t took_us;
    bool is_there;
    struct store_server others[STORE_OTHERS_MAX];
    size_t others_count;
    char problem[STORE_PROBLEM_MAX];
};

struct queue {
    struct job *first, *last;
};

struct committer {
    uv_async_t async; /* first, so that its address is the committer's */
    struct store *store;
    struct committer_report report;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue waiting, done;
    bool is_ending;
    bool is_committing, is_checking; /* only the loop looks at them */
    /* there is never more than one of these, so that they need no memory of their own */
    struct job commit_job, check_job;
};

static void queue_add(struct queue *queue, struct job *job)
{
    job->next = NULL;
    if (queue->first == NULL)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;
    if (job != NULL)
        queue->first = job->next;
    return job;
}

/* ---- On the committer's thread -------------------------------------------------------- */

static void job_do(struct store *store, struct job *job)
{
    uint64_t start_ns = uv_hrtime();
    job->problem[0] = '\0';
    switch (job->kind) {
    case JOB_COMMIT:
        job->result = (job->is_again ? store_commit_again : store_commit)(
            store, job->writes, job->count, job->problem);
        job->lost_count = job->result == STORE_LOST ? store_lost(store, &job->lost) : 0;
        break;
    case JOB_CHECK:
        job->is_there = store_is_there(store, job->problem);
        job->others_count = store_others(store, job->others);
        break;
    }
    job->took_us = (uv_hrtime() - start_ns) / 1000;
}

static void *work(void *context)
{
    struct committer *committer = context;
    pthread_mutex_lock(&committer->lock);
    for (;;) {
        struct job *job = queue_take(&committer->waiting);
        if (job == NULL && committer->is_ending)
            break;
        if (job == NULL) {
            pthread_cond_wait(&committer->changed, &committer->lock);
            continue;
        }
        pthread_mutex_unlock(&committer->lock);
        job_do(committer->store, job);
        pthread_mutex_lock(&committer->lock);
        queue_add(&committer->done, job);
        uv_async_send(&committer->async);
    }
    pthread_mutex_unlock(&committer->lock);
    return NULL;
}

/* ---- On the loop ---------------------------------------------------------------------- */

static void report(struct committer *committer, struct job *job)
{
    const struct committer_report *to = &committer->report;
    switch (job->kind) {
    case JOB_COMMIT:
        /* the hub may hand over its next commit at once */
        committer->is_committing = false;
        if (job->result == STORE_LOST)
            to->lost(to->context, job->lost, job->lost_count);
        to->committed(to->context, job->result, job->problem, job->took_us);
        break;
    case JOB_CHECK:
        committer->is_checking = false;
        if (to->met != NULL)
            to->met(to->context, job->others, job->others_count);
        to->checked(to->context, job->is_there, job->problem);
        break;
    }
}

static void on_async(uv_async_t *async)
{
    struct committer *committer = (struct committer *)async;
    struct job *job;
    do {
        pthread_mutex_lock(&committer->lock);
        job = queue_take(&committer->done);
        pthread_mutex_unlock(&committer->lock);
        if (job != NULL)
            report(committer, job);
    } while (job != NULL);
}

static void hand_over(struct committer *committer, struct job *job)
{
    pthread_mutex_lock(&committer->lock);
    queue_add(&committer->waiting, job);
    pthread_cond_signal(&committer->changed);
    pthread_mutex_unlock(&committer->lock);
}

static void release(uv_handle_t *handle)
{
    struct committer *committer = (struct committer *)handle;
    pthread_cond_destroy(&committer->changed);
    pthread_mutex_destroy(&committer->lock);
    free(committer);
}

struct committer *committer_start(uv_loop_t *loop, struct store *store,
                                  const struct committer_report *to)
{
    struct committer *committer = calloc(1, sizeof *committer);
    if (committer == NULL)
        return NULL;
    committer->store = store;
    committer->report = *to;
    pthread_mutex_init(&committer->lock, NULL);
    pthread_cond_init(&committer->changed, NULL);
    if (uv_async_init(loop, &committer->async, on_async) != 0) {
        release((uv_handle_t *)&committer->async);
        /* cppcheck-suppress memleak ; release frees what the handle is the first member of */
        return NULL;
    }
    if (pthread_create(&committer->thread, NULL, work, committer) != 0) {
        uv_close((uv_handle_t *)&committer->async, release);
        return NULL;
    }
    return committer;
}

void committer_commit(struct committer *committer, const struct store_write *writes,
                      size_t count, bool is_again)
{
    assert(!committer->is_committing);
    struct job *job = &committer->commit_job;
    *job = (struct job){
        .kind = JOB_COMMIT, .writes = writes, .count = count, .is_again = is_again};
    committer->is_committing = true;
    hand_over(committer, job);
}

void committer_check(struct committer *committer)
{
    if (committer->is_checking)
        return;
    committer->is_checking = true;
    committer->check_job = (struct job){.kind = JOB_CHECK};
    hand_over(committer, &committer->check_job);
}

void committer_stop(struct committer *committer)
{
    if (committer == NULL)
        return;
    pthread_mutex_lock(&committer->lock);
    committer->is_ending = true;
    pthread_cond_signal(&committer->changed);
    pthread_mutex_unlock(&committer->lock);
    pthread_join(committer->thread, NULL);
    uv_close((uv_handle_t *)&committer->async, release);
}
