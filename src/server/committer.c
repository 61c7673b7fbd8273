/* committer.c - the thread that writes to the store. Two queues under one lock: jobs go in, done
 * jobs come back; uv_async wakes the loop. */
#include "server/committer.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    const struct store_write *writes; /* the caller's */
    size_t count;
    /* the result */
    enum store_result result;
    uint64_t took_us;
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
    bool is_committing;    /* only the loop looks at it */
    struct job commit_job; /* there is never more than one, so it needs no memory of its own */
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
    job->result = store_commit(store, job->writes, job->count, job->problem);
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
    /* the hub may hand over its next commit at once */
    committer->is_committing = false;
    to->committed(to->context, job->result, job->problem, job->took_us);
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
        return NULL;
    }
    if (pthread_create(&committer->thread, NULL, work, committer) != 0) {
        uv_close((uv_handle_t *)&committer->async, release);
        return NULL;
    }
    return committer;
}

void committer_commit(struct committer *committer, const struct store_write *writes,
                      size_t count)
{
    assert(!committer->is_committing);
    struct job *job = &committer->commit_job;
    *job = (struct job){.writes = writes, .count = count};
    committer->is_committing = true;
    hand_over(committer, job);
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
