/* thinker.c - computer players on threads of their own. Each thread has a solver's workspace from
 * the beginning on: whoever lacks memory does not start, rather than play worse than it said. */
#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>

#include "bots/bot.h"
#include "server/worker.h"
#include "wire/memory.h"

enum { THREADS_DEFAULT_MAX = 8 };

struct errand {
    struct job job;
    struct thought thought;
};

struct thinker {
    struct worker *worker;
    struct thinker_report report;
};

static uint64_t errand_do(void *context, struct job *job, void *workspace)
{
    struct thought *thought = &((struct errand *)job)->thought;
    unsigned level = thought->level < LEVEL_MIN ? LEVEL_MIN : thought->level;
    struct circumstances circumstances = {.standing = &thought->standing};
    struct random random;
    uint64_t seed;
    (void)context;
    randombytes_buf(&seed, sizeof seed);
    random_seed(&random, seed);
    bot_decide(workspace, &thought->view, level, &circumstances, &random, &thought->action);
    thought->is_decided = true;
    return 0;
}

static void errand_report(void *context, struct job *job)
{
    const struct thinker_report *to = &((struct thinker *)context)->report;
    to->thought(to->context, &((struct errand *)job)->thought);
    free(job);
}

static void errand_forget(void *context, struct job *job)
{
    (void)context;
    free(job);
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
    threads = threads == 0 ? default_threads() : threads;
    const struct worker_config config = {
        .context = thinker, .work = errand_do, .report = errand_report, .forget = errand_forget,
        .threads = threads < THINKERS_MAX ? threads : THINKERS_MAX,
        .own_size = workspace_size(), .waiting_max = waiting_max};
    if (thinker == NULL)
        return NULL;
    thinker->report = *report;
    thinker->worker = worker_start(loop, &config);
    if (thinker->worker != NULL)
        return thinker;
    free(thinker);
    return NULL;
}

void thinker_think(struct thinker *thinker, const struct thought *thought)
{
    struct errand *errand = memory_new(sizeof *errand);
    errand->thought = *thought;
    errand->thought.is_decided = false;
    worker_do(thinker->worker, &errand->job);
}

void thinker_stop(struct thinker *thinker)
{
    if (thinker == NULL)
        return;
    worker_stop(thinker->worker);
    free(thinker);
}
