/* thinker.c - computer players on threads of their own. Each thread has a solver's workspace from
 * the beginning on: whoever lacks memory does not start, rather than play worse than it said. */
#include "server/thinker.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>

#include "bots/bot.h"
#include "wire/memory.h"

enum { THREADS_DEFAULT_MAX = 8 };

struct wait {
    struct wait *next;
    struct thought thought;
};

struct line {
    struct wait *first, *last;
};

struct thinking_thread {
    pthread_t id;
    struct thinker *thinker;
    struct workspace *work;
};

struct thinker {
    uv_async_t async; /* first, so that its address is the thinker's */
    struct thinker_report report;
    struct thinking_thread threads[THINKERS_MAX];
    unsigned thread_count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct line waiting, done;
    unsigned waiting_count, waiting_max;
    bool is_ending;
};

static void line_add(struct line *line, struct wait *wait)
{
    wait->next = NULL;
    if (line->first == NULL)
        line->first = wait;
    else
        line->last->next = wait;
    line->last = wait;
}

static struct wait *line_take(struct line *line)
{
    struct wait *wait = line->first;
    if (wait != NULL)
        line->first = wait->next;
    return wait;
}

/* ---- On the thinker's threads ---------------------------------------------------------- */

static void decide(struct workspace *work, struct thought *thought)
{
    unsigned level = thought->level < LEVEL_MIN ? LEVEL_MIN : thought->level;
    struct circumstances circumstances = {.standing = &thought->standing};
    struct random random;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    random_seed(&random, seed);
    bot_decide(work, &thought->view, level, &circumstances, &random, &thought->action);
}

static void *work(void *context)
{
    const struct thinking_thread *thread = context;
    struct thinker *thinker = thread->thinker;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->is_ending) {
        struct wait *wait = line_take(&thinker->waiting);
        if (wait == NULL) {
            pthread_cond_wait(&thinker->changed, &thinker->lock);
            continue;
        }
        thinker->waiting_count--;
        pthread_mutex_unlock(&thinker->lock);
        decide(thread->work, &wait->thought);
        wait->thought.is_decided = true;
        pthread_mutex_lock(&thinker->lock);
        line_add(&thinker->done, wait);
        uv_async_send(&thinker->async);
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

/* ---- On the loop ----------------------------------------------------------------------- */

static void on_async(uv_async_t *async)
{
    struct thinker *thinker = (struct thinker *)async;
    struct wait *wait;
    do {
        pthread_mutex_lock(&thinker->lock);
        wait = line_take(&thinker->done);
        pthread_mutex_unlock(&thinker->lock);
        if (wait != NULL)
            thinker->report.thought(thinker->report.context, &wait->thought);
        free(wait);
    } while (wait != NULL);
}

static void release(uv_handle_t *handle)
{
    struct thinker *thinker = (struct thinker *)handle;
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}

static bool start_thread(struct thinker *thinker)
{
    struct thinking_thread *thread = &thinker->threads[thinker->thread_count];
    *thread = (struct thinking_thread){.thinker = thinker, .work = calloc(1, workspace_size())};
    if (thread->work != NULL && pthread_create(&thread->id, NULL, work, thread) == 0) {
        thinker->thread_count++;
        return true;
    }
    free(thread->work);
    return false;
}

static unsigned default_threads(void)
{
    unsigned processors = uv_available_parallelism();
    if (processors > THREADS_DEFAULT_MAX)
        return THREADS_DEFAULT_MAX;
    return processors > 1 ? processors - 1 : 1;
}

struct thinker *thinker_start(uv_loop_t *loop, unsigned threads, unsigned waiting_max,
                              const struct thinker_report *report)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (thinker == NULL)
        return NULL;
    threads = threads == 0 ? default_threads() : threads;
    thinker->report = *report;
    thinker->waiting_max = waiting_max;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->changed, NULL);
    if (uv_async_init(loop, &thinker->async, on_async) != 0) {
        release((uv_handle_t *)&thinker->async);
        /* cppcheck-suppress memleak ; release frees what the handle is the first member of */
        return NULL;
    }
    while (thinker->thread_count < threads && thinker->thread_count < THINKERS_MAX &&
           start_thread(thinker))
        continue;
    if (thinker->thread_count == 0) {
        uv_close((uv_handle_t *)&thinker->async, release);
        return NULL;
    }
    return thinker;
}

void thinker_think(struct thinker *thinker, const struct thought *thought)
{
    struct wait *wait = memory_new(sizeof *wait);
    wait->thought = *thought;
    wait->thought.is_decided = false;
    pthread_mutex_lock(&thinker->lock);
    if (thinker->waiting_count < thinker->waiting_max) {
        line_add(&thinker->waiting, wait);
        thinker->waiting_count++;
        pthread_cond_signal(&thinker->changed);
    } else {
        line_add(&thinker->done, wait);
        uv_async_send(&thinker->async);
    }
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_stop(struct thinker *thinker)
{
    struct wait *wait;
    if (thinker == NULL)
        return;
    pthread_mutex_lock(&thinker->lock);
    thinker->is_ending = true;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    for (unsigned i = 0; i < thinker->thread_count; i++) {
        pthread_join(thinker->threads[i].id, NULL);
        free(thinker->threads[i].work);
    }
    while ((wait = line_take(&thinker->waiting)) != NULL)
        free(wait);
    while ((wait = line_take(&thinker->done)) != NULL)
        free(wait);
    uv_close((uv_handle_t *)&thinker->async, release);
}
