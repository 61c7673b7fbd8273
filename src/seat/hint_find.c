/* hint_find.c - the play that a hint shows: as many cards as the solver can lay, and the table left
 * as it is as far as that goes. Apart from hint.c, so that who only shows hints needs no solver. */
#include "core/freestanding.h"
#include "seat/hint.h"
#include "solver/solver.h"

/* photo, princess: laid already, or not drawn yet */
static bool is_legal(const struct view *view, const struct table *table)
{
    struct state next = view->seen;
    struct action action = {.kind = ACTION_PLAY, .table = *table};
    struct error ignored;
    return state_apply(&next, next.viewer, &action, &ignored);
}

bool hint_find(struct workspace *work, const struct view *view, struct play *out, bool *is_out)
{
    struct weights weights;
    weights_of_goal(game_at(view->seen.game), GOAL_CARDS, &weights);
    *is_out = solve_out(work, &view->seen, out);
    if (!*is_out && !solve(work, &view->seen, &weights, out))
        return false;
    solve_calmly(work, &view->seen, &weights, out);
    return is_legal(view, &out->table);
}

bool hint_out(struct workspace *work, const struct view *view, struct play *out)
{
    return solve_out(work, &view->seen, out) && is_legal(view, &out->table);
}

void hint_laid(const struct play *play, struct cards *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = 0; i < play->laid.of[kind]; i++)
            cards_add(out, (card)kind);
}
