/* thinking.c - a computer player's decision, on a worker thread of the loop. */
#include "tui/thinking.h"

#include <assert.h>
#include <stdlib.h>

#include "bots/bot.h"
#include "wire/memory.h"

static void think(uv_work_t *work)
{
    struct thinking *thinking = work->data;
    struct thought *thought = &thinking->thought;
    struct circumstances circumstances = {.standing = &thought->standing};
    if (thinking->programs != NULL &&
        programs_think(thinking->programs, thought, &thinking->random, &thinking->is_hurried))
        return;
    if (thinking->workspace == NULL)
        thinking->workspace = memory_new(workspace_size());
    bot_decide(thinking->workspace, &thought->view, thought->level, &circumstances,
               &thinking->random, &thought->action);
    thought->is_decided = true;
}

static void on_done(uv_work_t *work, int status)
{
    struct thinking *thinking = work->data;
    (void)status;
    thinking->is_working = false;
    thinking->decided(thinking);
}

void thinking_begin(struct thinking *thinking, uv_loop_t *loop, const struct thought *thought,
                    uint64_t seed)
{
    assert(!thinking->is_working);
    thinking->work.data = thinking;
    thinking->thought = *thought;
    thinking->is_working = true;
    atomic_store(&thinking->is_hurried, false);
    random_seed(&thinking->random, seed);
    if (uv_queue_work(loop, &thinking->work, think, on_done) != 0)
        abort();
}

void thinking_free(struct thinking *thinking)
{
    assert(!thinking->is_working);
    free(thinking->workspace);
    thinking->workspace = NULL;
}
