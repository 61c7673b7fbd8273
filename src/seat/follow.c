/* follow.c - a view, followed move by move. */
#include "seat/follow.h"

#include "core/freestanding.h"
#include "core/short_table.h"

/* The drawer alone is told the card; in its view it lies on top of the stock. */
static bool reveal(struct state *seen, const struct action *action, struct text told)
{
    const struct game *game = game_at(seen->game);
    unsigned stack = action->from == FROM_STOCK ? 0 : action->from - 1U;
    struct cards cards;
    struct error error;
    if (told.size == 0 || seen->viewer != seen->seat || action->kind != ACTION_DRAW ||
        action->from == FROM_DISCARD)
        return true;
    if (!cards_read(game, false, told.at, told.size, &cards, &error) || cards.count != 1 ||
        stack >= game->stack_count || seen->stock.count[stack] == 0)
        return false;
    seen->stock.at[seen->stock.start[stack] + seen->stock.count[stack] - 1] = cards.at[0];
    return true;
}

/* What the drawer was not told cannot be followed from its seat. */
static bool is_hidden(const struct state *seen, const struct told_move *told)
{
    const struct cards *rack = &seen->rack[told->seat];
    return !told->is_over && seen->viewer == told->seat && seen->took > 0 &&
           rack->at[rack->count - 1] == CARD_UNKNOWN;
}

static bool open_racks(struct state *seen, const struct told_move *told)
{
    struct error error;
    if (seen->phase != PHASE_OVER || told->rack_count != seen->seats)
        return false;
    for (unsigned seat = 0; seat < seen->seats; seat++)
        if (!cards_read(game_at(seen->game), false, told->racks[seat].at,
                        told->racks[seat].size, &seen->rack[seat], &error))
            return false;
    return true;
}

bool follow_told(const struct view *before, const struct view *after, struct text why,
                 struct action *done)
{
    bool is_shuffled = text_is(why, "shuffle");
    if ((!is_shuffled && !text_is(why, "timeout")) || before->seen.seat >= before->seen.seats)
        return false;
    memset(done, 0, sizeof *done);
    /* a new stock is made for a draw, which leaves the seat on turn, or for a time-out */
    bool has_drawn = is_shuffled && after->seen.seat == before->seen.seat;
    done->kind = has_drawn ? ACTION_DRAW : ACTION_TIMEOUT;
    return true;
}

enum followed follow_move(struct view *view, const struct told_move *told, struct action *done)
{
    struct state next = view->seen;
    const struct game *game = game_at(next.game);
    struct action action;
    struct error error;
    if (!short_action_read(game, &next.table, told->action.at, told->action.size, &action,
                           &error) ||
        !reveal(&next, &action, told->card) || !state_apply(&next, told->seat, &action, &error))
        return NOT_FOLLOWED;
    if (done != NULL)
        *done = action;
    if (next.phase == PHASE_SHUFFLE) {
        view->seen = next;
        return FOLLOWED_BY_TABLE;
    }
    bool agrees = told->is_over ? open_racks(&next, told)
                                : next.phase != PHASE_OVER && next.seat == told->turn;
    if (!agrees || is_hidden(&next, told))
        return NOT_FOLLOWED;
    view->seen = next;
    return FOLLOWED;
}
