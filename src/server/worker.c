/* worker.c - threads with two queues under one lock: jobs go in, done jobs come back; uv_async
 * wakes the loop. */
#include "server/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static const uint64_t SECOND_NS = 1000000000;

struct queue {
    struct job *first, *last;
    unsigned count;
};

struct thread {
    pthread_t id;
    struct worker *worker;
    void *own;
};

struct worker {
    uv_async_t async; /* first, so that its address is the worker's */
    struct worker_config config;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue waiting, done; /* under the lock, as the next */
    bool is_ending;
    unsigned thread_count;
    struct thread threads[];
};

static void queue_add(struct queue *queue, struct job *job)
{
    job->next = NULL;
    if (queue->first == NULL)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
    queue->count++;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;
    if (job == NULL)
        return NULL;
    queue->first = job->next;
    queue->count--;
    return job;
}

/* ---- On the threads ---- */

/* Under the lock, which others may have meanwhile; the end is not held up. */
static void rest(struct worker *worker, uint64_t rest_ns)
{
    uint64_t until_ns = uv_hrtime() + rest_ns; /* CLOCK_MONOTONIC, as the condition has it */
    const struct timespec until = {(time_t)(until_ns / SECOND_NS), (long)(until_ns % SECOND_NS)};
    int result = 0;
    while (!worker->is_ending && result == 0)
        result = pthread_cond_timedwait(&worker->changed, &worker->lock, &until);
}

static void *thread_run(void *context)
{
    const struct thread *thread = context;
    struct worker *worker = thread->worker;
    const struct worker_config *config = &worker->config;
    if (config->niceness != 0)
        setpriority(PRIO_PROCESS, 0, config->niceness); /* on Linux, of this thread alone */
    pthread_mutex_lock(&worker->lock);
    while (!worker->is_ending || (config->finishes && worker->waiting.first != NULL)) {
        struct job *job = queue_take(&worker->waiting);
        if (job == NULL) {
            pthread_cond_wait(&worker->changed, &worker->lock);
            continue;
        }
        pthread_mutex_unlock(&worker->lock);
        uint64_t rest_ns = config->work(config->context, job, thread->own);
        pthread_mutex_lock(&worker->lock);
        queue_add(&worker->done, job);
        uv_async_send(&worker->async);
        if (rest_ns > 0)
            rest(worker, rest_ns);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

/* ---- On the loop ---- */

static void on_async(uv_async_t *async)
{
    struct worker *worker = (struct worker *)async;
    struct job *job;
    do {
        pthread_mutex_lock(&worker->lock);
        job = queue_take(&worker->done);
        pthread_mutex_unlock(&worker->lock);
        if (job != NULL)
            worker->config.report(worker->config.context, job);
    } while (job != NULL);
}

static void release(uv_handle_t *handle)
{
    struct worker *worker = (struct worker *)handle;
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

static bool thread_start(struct worker *worker)
{
    struct thread *thread = &worker->threads[worker->thread_count];
    size_t size = worker->config.own_size;
    *thread = (struct thread){.worker = worker, .own = size > 0 ? calloc(1, size) : NULL};
    if ((size == 0 || thread->own != NULL) &&
        pthread_create(&thread->id, NULL, thread_run, thread) == 0) {
        worker->thread_count++;
        return true;
    }
    free(thread->own);
    return false;
}

struct worker *worker_start(uv_loop_t *loop, const struct worker_config *config)
{
    struct worker *worker = calloc(1, sizeof *worker + config->threads * sizeof *worker->threads);
    pthread_condattr_t monotonic;
    if (worker == NULL)
        return NULL;
    worker->config = *config;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&worker->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (uv_async_init(loop, &worker->async, on_async) != 0) {
        release((uv_handle_t *)&worker->async);
        /* cppcheck-suppress memleak ; release frees what the handle is the first member of */
        return NULL;
    }
    while (worker->thread_count < config->threads && thread_start(worker))
        continue;
    if (worker->thread_count > 0)
        return worker;
    uv_close((uv_handle_t *)&worker->async, release);
    return NULL;
}

void worker_do(struct worker *worker, struct job *job)
{
    unsigned most = worker->config.waiting_max;
    pthread_mutex_lock(&worker->lock);
    if (most == 0 || worker->waiting.count < most) {
        queue_add(&worker->waiting, job);
        pthread_cond_signal(&worker->changed);
    } else {
        queue_add(&worker->done, job);
        uv_async_send(&worker->async);
    }
    pthread_mutex_unlock(&worker->lock);
}

void worker_stop(struct worker *worker)
{
    struct queue *const queues[] = {&worker->waiting, &worker->done};
    pthread_mutex_lock(&worker->lock);
    worker->is_ending = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    for (unsigned i = 0; i < worker->thread_count; i++) {
        pthread_join(worker->threads[i].id, NULL);
        free(worker->threads[i].own);
    }
    for (unsigned i = 0; i < 2; i++)
        for (struct job *job; (job = queue_take(queues[i])) != NULL;)
            if (worker->config.forget != NULL)
                worker->config.forget(worker->config.context, job);
    uv_close((uv_handle_t *)&worker->async, release);
}
