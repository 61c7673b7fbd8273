/* follow.c - a view, followed move by move. */
#include "seat/follow.h"

#include "core/freestanding.h"
#include "core/short_table.h"

/* The drawer alone is told the card; in its view it lies on top of the stock. */
static bool reveal(struct state *seen, const struct action *action, card drawn)
{
    const struct game *game = game_at(seen->game);
    unsigned stack = action->from == FROM_STOCK ? 0 : action->from - 1U;
    if (drawn == CARD_NONE || seen->viewer != seen->seat || action->kind != ACTION_DRAW ||
        action->from == FROM_DISCARD)
        return true;
    if (stack >= game->stack_count || seen->stock.count[stack] == 0)
        return false;
    seen->stock.at[seen->stock.start[stack] + seen->stock.count[stack] - 1] = drawn;
    return true;
}

/* What the drawer was not told cannot be followed from its seat. */
static bool is_hidden(const struct state *seen, const struct room_message *move)
{
    const struct cards *rack = &seen->rack[move->seat];
    return move->over == NULL && seen->viewer == move->seat && seen->took > 0 &&
           rack->at[rack->count - 1] == CARD_UNKNOWN;
}

static bool open_racks(struct state *seen, const struct message_over *over)
{
    if (seen->phase != PHASE_OVER || over->seats != seen->seats)
        return false;
    memcpy(seen->rack, over->racks, seen->seats * sizeof *seen->rack);
    return true;
}

bool follow_told(const struct view *before, const struct view *after, enum table_why why,
                 struct action *done)
{
    bool is_shuffled = why == WHY_SHUFFLE;
    if ((!is_shuffled && why != WHY_TIMEOUT) || before->seen.seat >= before->seen.seats)
        return false;
    memset(done, 0, sizeof *done);
    /* a new stock is made for a draw, which leaves the seat on turn, or for a time-out */
    bool has_drawn = is_shuffled && after->seen.seat == before->seen.seat;
    done->kind = has_drawn ? ACTION_DRAW : ACTION_TIMEOUT;
    return true;
}

bool follow_action(const struct view *before, const struct room_message *move, struct action *out)
{
    struct error ignored;
    if (move->action != NULL) {
        *out = *move->action;
        return true;
    }
    return short_action_read(game_at(before->seen.game), &before->seen.table,
                             move->short_action.at, move->short_action.size, out, &ignored);
}

enum followed follow_move(struct view *view, const struct room_message *move,
                          const struct action *action)
{
    struct state next = view->seen;
    struct action done = *action;
    struct error ignored;
    if (!reveal(&next, &done, move->drawn) || !state_apply(&next, move->seat, &done, &ignored))
        return NOT_FOLLOWED;
    if (next.phase == PHASE_SHUFFLE) {
        view->seen = next;
        return FOLLOWED_BY_TABLE;
    }
    bool agrees = move->over != NULL ? open_racks(&next, move->over)
                                     : next.phase != PHASE_OVER && next.seat == move->turn;
    if (!agrees || is_hidden(&next, move))
        return NOT_FOLLOWED;
    view->seen = next;
    return FOLLOWED;
}
