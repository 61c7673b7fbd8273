/* solver.c - the best plays of whoever is on turn, kept until the next question. */
#include <stdlib.h>

#include "core/inspect.h"
#include "library/library.h"

_Static_assert((int)RUMMERY_PLAYS_MAX == (int)MANY_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_GOAL_CARDS == (int)GOAL_CARDS, "the same goals outside");
_Static_assert((int)RUMMERY_GOAL_POINTS == (int)GOAL_VALUE, "the same goals outside");
_Static_assert(sizeof(struct rummery_play) == 32, "part of the ABI");

struct rummery_solver *rummery_solver_new(void)
{
    struct rummery_solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return NULL;
    solver->work = calloc(1, workspace_size());
    if (solver->work != NULL)
        return solver;
    free(solver);
    return NULL;
}

void rummery_solver_free(struct rummery_solver *solver)
{
    if (solver != NULL)
        free(solver->work);
    free(solver);
}

/* The play as it may be made now; false where it may not: not drawn yet, or laid already. */
static bool note_play(const struct state *seen, const struct play *play, bool *is_out)
{
    struct state after = *seen;
    struct action action = {.kind = ACTION_PLAY, .table = play->table};
    struct error ignored;
    const struct cards *rack = &after.rack[seen->seat];
    if (!state_apply(&after, seen->seat, &action, &ignored))
        return false;
    *is_out = after.phase == PHASE_OVER || (after.phase == PHASE_LAID && rack->count == 1);
    return true;
}

static int begin(struct rummery_solver *solver, const struct rummery_view *view,
                 struct rummery_error *error)
{
    if (solver == NULL)
        return fail_null(error);
    int code = check_on_turn(view, error);
    if (code != RUMMERY_OK)
        return code;
    solver->count = 0;
    solver->game = state_game(&view->view.seen);
    return RUMMERY_OK;
}

int rummery_solver_solve(struct rummery_solver *solver, const struct rummery_view *view, int goal,
                         int count, struct rummery_error *error)
{
    struct weights weights;
    int code = begin(solver, view, error);
    if (code != RUMMERY_OK)
        return code;
    if (goal != RUMMERY_GOAL_CARDS && goal != RUMMERY_GOAL_POINTS)
        return fail(error, RUMMERY_ARGUMENT, "there is no such goal");
    if (count < 1 || count > RUMMERY_PLAYS_MAX)
        return fail(error, RUMMERY_ARGUMENT, "from 1 to 256 plays can be asked for");
    const struct state *seen = &view->view.seen;
    if (!solver_knows(solver->game))
        return 0;
    weights_of_goal(solver->game, (enum goal)goal, &weights);
    unsigned found = 0;
    if (count == 1)
        found = solve(solver->work, seen, &weights, solver->plays) ? 1 : 0;
    else
        found = solve_many(solver->work, seen, &weights, solver->plays, (unsigned)count);
    while (solver->count < found &&
           note_play(seen, &solver->plays[solver->count], &solver->is_out[solver->count]))
        solver->count++;
    return (int)solver->count;
}

int rummery_solver_out(struct rummery_solver *solver, const struct rummery_view *view,
                       struct rummery_error *error)
{
    int code = begin(solver, view, error);
    if (code != RUMMERY_OK)
        return code;
    const struct state *seen = &view->view.seen;
    if (solver_knows(solver->game) && solve_out(solver->work, seen, solver->plays) &&
        note_play(seen, solver->plays, solver->is_out))
        solver->count = 1;
    return (int)solver->count;
}

static bool has_play(const struct rummery_solver *solver, int index)
{
    return solver != NULL && index >= 0 && index < (int)solver->count;
}

int rummery_solver_action(const struct rummery_solver *solver, int index, char *out, size_t room)
{
    char words[TEXT_MAX];
    if (!has_play(solver, index) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    struct action action = {.kind = ACTION_PLAY, .table = solver->plays[index].table};
    size_t size = action_print(solver->game, &action, words);
    return give((struct text){words, size}, out, room);
}

int rummery_solver_play(const struct rummery_solver *solver, int index, struct rummery_play *out)
{
    if (!has_play(solver, index) || out == NULL)
        return RUMMERY_ARGUMENT;
    const struct play *play = &solver->plays[index];
    *out = (struct rummery_play){.cards = (int32_t)play->cards,
                                 .points = play->points,
                                 .is_exact = play->is_exact,
                                 .is_out = solver->is_out[index]};
    return RUMMERY_OK;
}
