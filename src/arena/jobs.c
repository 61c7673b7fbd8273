/* jobs.c - a window of tasks that are begun and not taken yet. Threads take the next number and
 * put what came of it into the window; the caller's thread takes them out in order. */
#include "arena/jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wire/memory.h"

enum { WINDOW_PER_JOB = 8, WAIT_MS = 100 };

struct slot {
    uint64_t task;
    bool is_done;
};

struct jobs {
    const struct jobs_work *work;
    pthread_mutex_t lock;
    pthread_cond_t done, room; /* a result came; there is something to begin, or no more ever */
    uint64_t next, taken, end;
    unsigned window, begun; /* begun: tasks that threads are at */
    bool is_stopping;
    struct slot *slots;
    char *results; /* of the slots */
    unsigned started;
};

static void *result_at(const struct jobs *jobs, uint64_t task)
{
    return &jobs->results[task % jobs->window * jobs->work->result_size];
}

/* The next task, once there is room for it; TASK_NONE when there are no more. */
static uint64_t begin(struct jobs *jobs)
{
    while (!jobs->is_stopping && jobs->next < jobs->end &&
           jobs->next >= jobs->taken + jobs->window)
        pthread_cond_wait(&jobs->room, &jobs->lock);
    if (jobs->is_stopping || jobs->next >= jobs->end)
        return TASK_NONE;
    jobs->begun++;
    return jobs->next++;
}

static void *work(void *context)
{
    struct jobs *jobs = context;
    void *result = memory_new(jobs->work->result_size);
    pthread_mutex_lock(&jobs->lock);
    unsigned number = jobs->started++;
    for (uint64_t task; (task = begin(jobs)) != TASK_NONE;) {
        pthread_mutex_unlock(&jobs->lock);
        jobs->work->play(jobs->work->context, number, task, result);
        pthread_mutex_lock(&jobs->lock);
        jobs->begun--;
        if (task >= jobs->taken) { /* else it was passed over meanwhile */
            memcpy(result_at(jobs, task), result, jobs->work->result_size);
            jobs->slots[task % jobs->window] = (struct slot){task, true};
        }
        pthread_cond_signal(&jobs->done);
    }
    pthread_mutex_unlock(&jobs->lock);
    free(result);
    return NULL;
}

static void wait_a_little(struct jobs *jobs)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&jobs->done, &jobs->lock, &until);
}

static bool is_done(const struct jobs *jobs)
{
    const struct slot *slot = &jobs->slots[jobs->taken % jobs->window];
    return slot->is_done && slot->task == jobs->taken;
}

/* Takes what is there, in order. The lock is held, but not while it is taken. */
static void take_all(struct jobs *jobs)
{
    while (jobs->taken < jobs->end && is_done(jobs)) {
        uint64_t task = jobs->taken;
        pthread_mutex_unlock(&jobs->lock);
        uint64_t wanted = jobs->work->take(jobs->work->context, task, result_at(jobs, task));
        pthread_mutex_lock(&jobs->lock);
        jobs->slots[task % jobs->window].is_done = false;
        if (wanted == TASK_NONE) {
            jobs->is_stopping = true;
            jobs->end = task;
            return;
        }
        jobs->taken = wanted;
        if (jobs->next < wanted)
            jobs->next = wanted;
        pthread_cond_broadcast(&jobs->room);
    }
}

static void run(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    while (jobs->taken < jobs->end) {
        take_all(jobs);
        if (jobs->taken >= jobs->end || (jobs->is_stopping && jobs->begun == 0))
            break;
        if (!is_done(jobs))
            wait_a_little(jobs);
        pthread_mutex_unlock(&jobs->lock);
        bool goes_on = jobs->work->goes_on(jobs->work->context);
        pthread_mutex_lock(&jobs->lock);
        jobs->is_stopping = jobs->is_stopping || !goes_on;
        pthread_cond_broadcast(&jobs->room);
    }
    take_all(jobs);
    jobs->is_stopping = true;
    pthread_cond_broadcast(&jobs->room);
    pthread_mutex_unlock(&jobs->lock);
}

uint64_t jobs_run(const struct jobs_work *work_given, unsigned count, uint64_t first,
                  uint64_t end)
{
    struct jobs jobs = {.work = work_given,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .done = PTHREAD_COND_INITIALIZER,
                        .room = PTHREAD_COND_INITIALIZER,
                        .next = first,
                        .taken = first,
                        .end = end,
                        .window = count * WINDOW_PER_JOB};
    pthread_t threads[JOBS_MAX];
    unsigned running = 0;
    jobs.slots = memory_new(jobs.window * sizeof *jobs.slots);
    jobs.results = memory_new(jobs.window * work_given->result_size);
    while (running < count && pthread_create(&threads[running], NULL, work, &jobs) == 0)
        running++;
    if (running > 0)
        run(&jobs);
    for (unsigned i = 0; i < running; i++)
        pthread_join(threads[i], NULL);
    free(jobs.slots);
    free(jobs.results);
    return running == 0 && first < end ? TASK_NONE : jobs.taken;
}
