/* hint.c - help in three steps, from the solver on a worker thread of the loop. Only the latest
 * question counts: answers to older ones are dropped. */
#include "tui/hint.h"

#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"

struct asked_play {
    struct view view;
    unsigned number;
    bool is_looking_back;
    unsigned laid;
};

struct hint_worker {
    uv_work_t work;
    uv_loop_t *loop;
    struct hints *hints; /* NULL once nobody wants to know */
    void (*changed)(void *context);
    void *context;
    bool is_working;
    bool has_next;
    unsigned asked; /* the number of the latest question */
    struct asked_play now, next;
    struct workspace *workspace;
    struct play play;
    bool is_found;
};

/* ---- On the worker's thread ---- */

static bool is_legal(const struct view *view, const struct table *table)
{
    struct state next = view->seen;
    struct action action = {.kind = ACTION_PLAY, .table = *table};
    struct error ignored;
    return state_apply(&next, next.viewer, &action, &ignored);
}

static void work(uv_work_t *request)
{
    struct hint_worker *worker = request->data;
    const struct state *seen = &worker->now.view.seen;
    struct weights weights;
    if (worker->workspace == NULL)
        worker->workspace = calloc(1, workspace_size());
    worker->is_found = false;
    if (worker->workspace == NULL)
        return;
    weights_of_goal(game_at(seen->game), GOAL_CARDS, &weights);
    if (!solve(worker->workspace, seen, &weights, &worker->play))
        return;
    solve_calmly(worker->workspace, seen, &weights, &worker->play);
    /* photo, princess: laid already, or not drawn yet */
    worker->is_found = is_legal(&worker->now.view, &worker->play.table);
}

/* ---- On the loop ---- */

static void worker_free(struct hint_worker *worker)
{
    free(worker->workspace);
    free(worker);
}

static void take_answer(struct hints *hints, const struct hint_worker *worker)
{
    unsigned cards = worker->is_found ? worker->play.cards : 0;
    if (worker->now.is_looking_back) {
        hints->possible = cards > worker->now.laid ? cards : 0;
        return;
    }
    hints->step = cards == 0 ? HINT_NOTHING : HINT_COUNT;
    hints->cards = cards;
    hints->table = worker->play.table;
    memset(&hints->laid, 0, sizeof hints->laid);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = 0; i < worker->play.laid.of[kind]; i++)
            cards_add(&hints->laid, (card)kind);
}

static void begin(struct hint_worker *worker);

static void on_done(uv_work_t *request, int status)
{
    struct hint_worker *worker = request->data;
    (void)status;
    worker->is_working = false;
    if (worker->hints == NULL) {
        worker_free(worker);
        return;
    }
    if (worker->now.number == worker->asked) {
        take_answer(worker->hints, worker);
        worker->changed(worker->context);
    }
    if (worker->has_next)
        begin(worker);
}

static void begin(struct hint_worker *worker)
{
    worker->now = worker->next;
    worker->has_next = false;
    worker->is_working = true;
    worker->work.data = worker;
    if (uv_queue_work(worker->loop, &worker->work, work, on_done) != 0)
        abort();
}

static void ask(struct hints *hints, const struct view *view, bool is_looking_back,
                unsigned laid)
{
    struct hint_worker *worker = hints->worker;
    worker->next = (struct asked_play){*view, worker->asked, is_looking_back, laid};
    worker->has_next = true;
    if (!worker->is_working)
        begin(worker);
}

void hints_init(struct hints *hints, uv_loop_t *loop, void (*changed)(void *context),
                void *context)
{
    memset(hints, 0, sizeof *hints);
    hints->worker = calloc(1, sizeof *hints->worker);
    if (hints->worker == NULL)
        abort();
    hints->worker->loop = loop;
    hints->worker->hints = hints;
    hints->worker->changed = changed;
    hints->worker->context = context;
}

void hints_more(struct hints *hints, const struct view *view)
{
    if (hints->step == HINT_COUNT) {
        hints->step = HINT_CARDS;
    } else if (hints->step == HINT_CARDS) {
        hints->step = HINT_TABLE;
    } else if (hints->step == HINT_OFF || hints->step == HINT_NOTHING) {
        hints->step = HINT_ASKING;
        hints->worker->asked++;
        ask(hints, view, false, 0);
    }
}

void hints_close(struct hints *hints)
{
    hints->worker->asked++;
    hints->step = HINT_OFF;
    hints->possible = 0;
}

void hints_look_back(struct hints *hints, const struct view *view, unsigned laid)
{
    hints_close(hints);
    ask(hints, view, true, laid);
}

void hints_free(struct hints *hints)
{
    struct hint_worker *worker = hints->worker;
    hints->worker = NULL;
    worker->hints = NULL;
    worker->has_next = false;
    if (!worker->is_working)
        worker_free(worker);
}
