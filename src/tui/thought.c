/* thought.c - one decision of a computer player, on a worker thread of the loop. */
#include "tui/thought.h"

#include <assert.h>
#include <stdlib.h>

#include "bots/bot.h"

static unsigned spent(void *context)
{
    struct thought *thought = context;
    return atomic_load(&thought->is_hurried) ? ALL_SPENT : 0;
}

/* Without memory for a workspace it is NULL, and everybody plays simply: a match must go on. */
static void think(uv_work_t *work)
{
    struct thought *thought = work->data;
    struct circumstances circumstances = {&thought->standing, spent, thought};
    if (thought->workspace == NULL)
        thought->workspace = calloc(1, workspace_size());
    bot_decide(thought->workspace, &thought->view, thought->level, &circumstances,
               &thought->random, &thought->action);
}

static void on_done(uv_work_t *work, int status)
{
    struct thought *thought = work->data;
    (void)status;
    thought->is_working = false;
    thought->decided(thought);
}

void thought_begin(struct thought *thought, uv_loop_t *loop, const struct match *match,
                   unsigned level, uint64_t seed)
{
    assert(!thought->is_working);
    thought->work.data = thought;
    view_of(&match->state, match->state.seat, &thought->view);
    thought->standing = standing_of(match);
    thought->level = level;
    thought->is_working = true;
    atomic_store(&thought->is_hurried, false);
    random_seed(&thought->random, seed);
    if (uv_queue_work(loop, &thought->work, think, on_done) != 0)
        abort();
}

void thought_free(struct thought *thought)
{
    assert(!thought->is_working);
    free(thought->workspace);
    thought->workspace = NULL;
}
