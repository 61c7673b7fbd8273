/* riddle.c - see riddle.h. Apart from the midend, which needs neither solver nor players. */
#include "midend/riddle.h"

#include "bots/bot.h"
#include "core/freestanding.h"
#include "seat/hint.h"
#include "solver/solver.h"

/* What somebody who misses nothing would draw or discard. */
static void decide(struct workspace *work, struct riddle *riddle)
{
    struct random random;
    random_seed(&random, 1);
    bot_decide(work, &riddle->view, LEVEL_GREEDY, NULL, &random, &riddle->action);
    riddle->has_action =
        riddle->action.kind == ACTION_DRAW || riddle->action.kind == ACTION_DISCARD;
}

void riddle_solve(struct workspace *work, struct riddle *riddle)
{
    struct play play;
    const struct game *game = game_at(riddle->view.seen.game);
    bool is_out = false;
    memset(&play, 0, sizeof play);
    riddle->is_found = solver_knows(game) &&
                       (riddle->kind == RIDDLE_OUT
                            ? hint_out(work, &riddle->view, &play)
                            : hint_find(work, &riddle->view, &play, &is_out));
    riddle->is_out = riddle->is_found && (is_out || riddle->kind == RIDDLE_OUT);
    memset(&riddle->laid, 0, sizeof riddle->laid);
    if (riddle->is_found)
        hint_laid(&play, &riddle->laid);
    riddle->table = play.table;
    riddle->has_action = false;
    if (!riddle->is_found && riddle->kind == RIDDLE_HINT && game->has_discard)
        decide(work, riddle);
}
