/* riddles.c - answers to riddles, from the solver on a worker thread. */
#include "tui/riddles.h"

#include <stdlib.h>

#include "bots/bot.h"
#include "solver/solver.h"
#include "wire/memory.h"

struct riddles {
    uv_work_t work;
    uv_loop_t *loop;
    void (*answered)(void *context, const struct riddle *answer); /* NULL: nobody listens */
    void *context;
    bool is_working;
    bool has_next[RIDDLE_COUNT];
    struct riddle now, next[RIDDLE_COUNT];
    struct workspace *workspace;
};

/* On the worker's thread. */
static void riddles_work(uv_work_t *work)
{
    struct riddles *riddles = work->data;
    if (riddles->workspace == NULL)
        riddles->workspace = memory_new(workspace_size());
    riddle_solve(riddles->workspace, &riddles->now);
}

static void riddles_drop(struct riddles *riddles)
{
    free(riddles->workspace);
    free(riddles);
}

static void riddles_begin(struct riddles *riddles);

static void on_done(uv_work_t *work, int status)
{
    struct riddles *riddles = work->data;
    (void)status;
    if (riddles->answered != NULL)
        riddles->answered(riddles->context, &riddles->now);
    /* whoever was told may have ended it */
    riddles->is_working = false;
    if (riddles->answered == NULL)
        riddles_drop(riddles);
    else
        riddles_begin(riddles);
}

static void riddles_begin(struct riddles *riddles)
{
    unsigned kind = 0;
    while (kind < RIDDLE_COUNT && !riddles->has_next[kind])
        kind++;
    if (riddles->is_working || kind == RIDDLE_COUNT)
        return;
    riddles->now = riddles->next[kind];
    riddles->has_next[kind] = false;
    riddles->is_working = true;
    riddles->work.data = riddles;
    if (uv_queue_work(riddles->loop, &riddles->work, riddles_work, on_done) != 0)
        abort();
}

struct riddles *riddles_new(uv_loop_t *loop,
                            void (*answered)(void *context, const struct riddle *answer),
                            void *context)
{
    struct riddles *riddles = memory_new(sizeof *riddles);
    riddles->loop = loop;
    riddles->answered = answered;
    riddles->context = context;
    return riddles;
}

void riddles_ask(struct riddles *riddles, const struct riddle *riddle)
{
    riddles->next[riddle->kind] = *riddle;
    riddles->has_next[riddle->kind] = true;
    riddles_begin(riddles);
}

void riddles_free(struct riddles *riddles)
{
    riddles->answered = NULL;
    if (!riddles->is_working)
        riddles_drop(riddles);
}
