/* greedy.c - the best play of each turn, without a thought for the next. */
#include "greedy.h"

#include "core/inspect.h"

static void draw(struct action *out)
{
    out->kind = ACTION_DRAW;
    out->from = FROM_STOCK;
}

void greedy_lay_nothing(const struct state *seen, struct action *out)
{
    bool has_drawn = seen->phase == PHASE_DRAWN;
    bool must_draw = seen->phase == PHASE_START && !state_game(seen)->draw_ends_turn;
    if (has_drawn || (!must_draw && stock_count(&seen->stock) == 0))
        out->kind = ACTION_PASS;
    else
        draw(out);
}

void greedy_decide(struct workspace *work, const struct view *view, struct action *out)
{
    ASSERT(view->seen.viewer == view->seen.seat);
    greedy_imagine(work, &view->seen, out);
}

void greedy_imagine(struct workspace *work, const struct state *seen, struct action *out)
{
    const struct game *game = state_game(seen);
    const struct weights *weights = weights_of_cards(work, game);
    struct play play;
    if (solve_turn(work, seen, weights, out))
        return;
    memset(out, 0, sizeof *out);
    if (seen->phase == PHASE_START && !game->draw_ends_turn) {
        draw(out);
        return;
    }
    if (!solve(work, seen, weights, &play)) {
        greedy_lay_nothing(seen, out);
        return;
    }
    out->kind = ACTION_PLAY;
    out->table = play.table;
}
