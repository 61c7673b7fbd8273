/* hint.c - help in three steps, and what a turn could have been, from the solver on a worker
 * thread of the loop. Of each kind only the latest question counts: answers to older ones are
 * dropped. */
#include "tui/hint.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "seat/arrange.h"
#include "solver/solver.h"
#include "wire/memory.h"

enum purpose { FOR_HINT, FOR_LOOKING_BACK, PURPOSE_COUNT };

struct asked_play {
    struct view view;
    unsigned number;
    enum purpose purpose;
    unsigned laid;
};

struct hint_worker {
    uv_work_t work;
    uv_loop_t *loop;
    struct hints *hints; /* NULL once nobody wants to know */
    void (*changed)(void *context);
    void *context;
    bool is_working;
    unsigned asked[PURPOSE_COUNT]; /* the number of the latest question */
    bool has_next[PURPOSE_COUNT];
    struct asked_play now, next[PURPOSE_COUNT];
    struct workspace *workspace;
    struct play play;
    bool is_found, is_out, has_advice;
    struct action advice;
};

/* ---- On the worker's thread ---- */

static void work(uv_work_t *request)
{
    struct hint_worker *worker = request->data;
    if (worker->workspace == NULL)
        worker->workspace = calloc(1, workspace_size());
    worker->is_found = worker->workspace != NULL &&
                       hint_find(worker->workspace, &worker->now.view, &worker->play,
                                 &worker->is_out);
    worker->has_advice = worker->workspace != NULL && !worker->is_found &&
                         worker->now.purpose == FOR_HINT &&
                         game_at(worker->now.view.seen.game)->has_discard;
    struct random random;
    if (!worker->has_advice)
        return;
    /* the same question has the same answer */
    random_seed(&random, 1);
    bot_decide(worker->workspace, &worker->now.view, LEVEL_GREEDY, NULL, &random,
               &worker->advice);
    worker->has_advice = worker->advice.kind == ACTION_DRAW ||
                         worker->advice.kind == ACTION_DISCARD;
}

/* ---- On the loop ---- */

static void worker_free(struct hint_worker *worker)
{
    free(worker->workspace);
    free(worker);
}

static void take_answer(struct hints *hints, const struct hint_worker *worker)
{
    struct cards laid = {0};
    if (worker->is_found)
        hint_laid(&worker->play, &laid);
    if (worker->now.purpose == FOR_HINT) {
        hint_take(&hints->hint, &laid, &worker->play.table, worker->is_out);
        const struct cards *pile = &worker->now.view.seen.discard;
        hints->top = pile->count == 0 ? (card)CARD_NONE : pile->at[pile->count - 1];
        hints->advice = worker->advice;
        hints->has_advice = hints->hint.step == HINT_NOTHING && worker->has_advice;
    } else
        hints->possible = laid.count > worker->now.laid ? laid.count : 0;
}

static void begin(struct hint_worker *worker);

static void on_done(uv_work_t *request, int status)
{
    struct hint_worker *worker = request->data;
    (void)status;
    if (worker->hints != NULL && worker->now.number == worker->asked[worker->now.purpose]) {
        take_answer(worker->hints, worker);
        worker->changed(worker->context);
    }
    /* whoever was told may have ended it */
    worker->is_working = false;
    if (worker->hints == NULL)
        worker_free(worker);
    else
        begin(worker);
}

/* The next question, if there is one: who waits for a hint comes first. */
static void begin(struct hint_worker *worker)
{
    enum purpose purpose = worker->has_next[FOR_HINT] ? FOR_HINT : FOR_LOOKING_BACK;
    if (worker->is_working || !worker->has_next[purpose])
        return;
    worker->now = worker->next[purpose];
    worker->has_next[purpose] = false;
    worker->is_working = true;
    worker->work.data = worker;
    if (uv_queue_work(worker->loop, &worker->work, work, on_done) != 0)
        abort();
}

static void ask(struct hints *hints, const struct view *view, enum purpose purpose,
                unsigned laid)
{
    struct hint_worker *worker = hints->worker;
    unsigned number = ++worker->asked[purpose];
    worker->next[purpose] = (struct asked_play){*view, number, purpose, laid};
    worker->has_next[purpose] = true;
    begin(worker);
}

void hints_init(struct hints *hints, uv_loop_t *loop, void (*changed)(void *context),
                void *context)
{
    memset(hints, 0, sizeof *hints);
    hints->worker = calloc(1, sizeof *hints->worker);
    if (hints->worker == NULL)
        memory_gone();
    hints->worker->loop = loop;
    hints->worker->hints = hints;
    hints->worker->changed = changed;
    hints->worker->context = context;
}

void hints_more(struct hints *hints, const struct view *view)
{
    if (hint_more(&hints->hint))
        ask(hints, view, FOR_HINT, 0);
}

void hints_close(struct hints *hints)
{
    hints->worker->asked[FOR_HINT]++;
    hints->worker->has_next[FOR_HINT] = false;
    hint_close(&hints->hint);
    hints->has_advice = false;
}

void hints_look_back(struct hints *hints, const struct view *view, unsigned laid)
{
    ask(hints, view, FOR_LOOKING_BACK, laid);
}

void hints_free(struct hints *hints)
{
    struct hint_worker *worker = hints->worker;
    hints->worker = NULL;
    worker->hints = NULL;
    if (!worker->is_working)
        worker_free(worker);
}

bool hints_can(const struct view *view)
{
    const struct game *game = game_at(view->seen.game);
    return solver_knows(game) && view->seen.seat == view->seen.viewer &&
           (game->has_discard || arrange_lay_refusal(view) == REASON_NONE);
}
