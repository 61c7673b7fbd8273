/* fetcher.c - the thread that fetches tables. Two queues under one lock: what is wanted goes in,
 * what was fetched comes back; uv_async wakes the loop. */
#include "server/fetcher.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub/rooms.h"
#include "wire/memory.h"

struct job {
    struct job *next;
    struct fetched fetched; /* only what is wanted, at first */
    struct looked *looked;  /* the same; NULL: a table is to be fetched */
};

struct queue {
    struct job *first, **end;
};

struct fetcher {
    uv_async_t async; /* first, so that its address is the fetcher's */
    struct store *store;
    uint8_t secret[STORE_SECRET_SIZE];
    struct fetcher_report report;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue waiting, done;
    bool is_ending;
};

static void queue_add(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;
    if (job == NULL)
        return NULL;
    queue->first = job->next;
    if (queue->first == NULL)
        queue->end = &queue->first;
    return job;
}

static void job_do(const struct fetcher *fetcher, struct job *job)
{
    if (job->looked != NULL) {
        struct look wanted = job->looked->wanted;
        table_look(fetcher->store, &wanted, job->looked);
    } else {
        struct fetch wanted = job->fetched.wanted;
        table_fetch(fetcher->store, fetcher->secret, &wanted, &job->fetched);
    }
}

static void job_free(struct job *job)
{
    if (job != NULL)
        free(job->looked);
    free(job);
}

static void *work(void *context)
{
    struct fetcher *fetcher = context;
    pthread_mutex_lock(&fetcher->lock);
    while (!fetcher->is_ending) {
        struct job *job = queue_take(&fetcher->waiting);
        if (job == NULL) {
            pthread_cond_wait(&fetcher->changed, &fetcher->lock);
            continue;
        }
        pthread_mutex_unlock(&fetcher->lock);
        job_do(fetcher, job);
        pthread_mutex_lock(&fetcher->lock);
        queue_add(&fetcher->done, job);
        uv_async_send(&fetcher->async);
    }
    pthread_mutex_unlock(&fetcher->lock);
    return NULL;
}

/* More may be wanted from the report. */
static void on_async(uv_async_t *async)
{
    struct fetcher *fetcher = (struct fetcher *)async;
    struct job *job;
    do {
        pthread_mutex_lock(&fetcher->lock);
        job = queue_take(&fetcher->done);
        pthread_mutex_unlock(&fetcher->lock);
        if (job != NULL && job->looked != NULL)
            fetcher->report.looked(fetcher->report.context, job->looked);
        else if (job != NULL)
            fetcher->report.fetched(fetcher->report.context, &job->fetched);
        job_free(job);
    } while (job != NULL);
}

static void release(uv_handle_t *handle)
{
    struct fetcher *fetcher = (struct fetcher *)handle;
    struct queue *const queues[] = {&fetcher->waiting, &fetcher->done};
    for (unsigned i = 0; i < 2; i++)
        for (struct job *job; (job = queue_take(queues[i])) != NULL; job_free(job))
            room_free(job->fetched.room);
    pthread_cond_destroy(&fetcher->changed);
    pthread_mutex_destroy(&fetcher->lock);
    sodium_memzero(fetcher->secret, sizeof fetcher->secret);
    free(fetcher);
}

struct fetcher *fetcher_start(uv_loop_t *loop, struct store *store,
                              const uint8_t secret[STORE_SECRET_SIZE],
                              const struct fetcher_report *report)
{
    struct fetcher *fetcher = calloc(1, sizeof *fetcher);
    if (fetcher == NULL)
        return NULL;
    fetcher->store = store;
    fetcher->report = *report;
    memcpy(fetcher->secret, secret, STORE_SECRET_SIZE);
    fetcher->waiting.end = &fetcher->waiting.first;
    fetcher->done.end = &fetcher->done.first;
    pthread_mutex_init(&fetcher->lock, NULL);
    pthread_cond_init(&fetcher->changed, NULL);
    if (uv_async_init(loop, &fetcher->async, on_async) != 0) {
        release((uv_handle_t *)&fetcher->async);
        return NULL;
    }
    if (pthread_create(&fetcher->thread, NULL, work, fetcher) != 0) {
        uv_close((uv_handle_t *)&fetcher->async, release);
        return NULL;
    }
    return fetcher;
}

static void hand_over(struct fetcher *fetcher, struct job *job)
{
    pthread_mutex_lock(&fetcher->lock);
    queue_add(&fetcher->waiting, job);
    pthread_cond_signal(&fetcher->changed);
    pthread_mutex_unlock(&fetcher->lock);
}

void fetcher_fetch(struct fetcher *fetcher, const struct fetch *wanted)
{
    struct job *job = memory_new(sizeof *job);
    job->fetched.wanted = *wanted;
    hand_over(fetcher, job);
}

void fetcher_look(struct fetcher *fetcher, const struct look *wanted)
{
    struct job *job = memory_new(sizeof *job);
    job->looked = memory_new(sizeof *job->looked);
    job->looked->wanted = *wanted;
    hand_over(fetcher, job);
}

void fetcher_stop(struct fetcher *fetcher)
{
    if (fetcher == NULL)
        return;
    pthread_mutex_lock(&fetcher->lock);
    fetcher->is_ending = true;
    pthread_cond_signal(&fetcher->changed);
    pthread_mutex_unlock(&fetcher->lock);
    pthread_join(fetcher->thread, NULL);
    uv_close((uv_handle_t *)&fetcher->async, release);
}
