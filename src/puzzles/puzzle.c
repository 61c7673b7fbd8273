/* puzzle.c - one door to both kinds of puzzles, whether one is solved, and the limits of the
 * grades. */
#include "puzzles/puzzle.h"

#include "core/inspect.h"

enum puzzle_fault puzzle_judge(struct workspace *work, const struct view *view,
                               struct puzzle *out)
{
    return state_game(&view->seen)->melds_are_owned ? choice_judge(work, view, out)
                                                    : lay_judge(work, view, out);
}

bool solver_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
                  struct random *random)
{
    ASSERT(solver < SOLVERS);
    return puzzle->task == TASK_LAY ? lay_tries(work, puzzle, solver, random)
                                    : choice_tries(work, puzzle, solver, random);
}

bool puzzle_is_solved(const struct puzzle *puzzle, const struct action *action)
{
    const struct state *seen = &puzzle->view.seen;
    struct state after = *seen;
    struct action tried = *action;
    struct change change;
    struct error error;
    if (!state_apply(&after, seen->seat, &tried, &error))
        return false;
    if (puzzle->task == TASK_LAY) {
        change_of(seen, &action->table, &change);
        return action->kind == ACTION_PLAY && change.laid_count >= puzzle->cards;
    }
    return action->kind == puzzle->answer.kind && action->from == puzzle->answer.from &&
           action->what == puzzle->answer.what;
}

/* From this hardness on it is grade 2, 3, 4 and 5: about as many puzzles in each, and in the
 * middle one twice as many. */
static const uint16_t common_table[GRADES - 1] = {24, 36, 53, 75};
static const uint16_t own_melds[GRADES - 1] = {38, 48, 63, 83};

unsigned grade_of(const struct game *game, unsigned hardness)
{
    const uint16_t *limits = game->melds_are_owned ? own_melds : common_table;
    unsigned grade = 1;
    while (grade < GRADES && hardness >= limits[grade - 1])
        grade++;
    return grade;
}
