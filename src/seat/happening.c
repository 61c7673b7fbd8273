/* happening.c - what an action did to the table, as one seat saw it. */
#include "seat/happening.h"

#include "core/freestanding.h"

static const struct {
    uint8_t kind; /* enum happening_kind */
    const char *stem;
} moves[] = {[ACTION_DRAW] = {HAPPENED_DREW, "drew"},
             [ACTION_PLAY] = {HAPPENED_PLAYED, "played"},
             [ACTION_PASS] = {HAPPENED_PASSED, "passed"},
             [ACTION_DISCARD] = {HAPPENED_DISCARDED, "discarded"},
             [ACTION_TIMEOUT] = {HAPPENED_TIMEOUT, "timeout"}};
enum { MOVE_COUNT = sizeof moves / sizeof *moves };

const char *happening_stem(enum happening_kind kind)
{
    for (unsigned i = 0; i < MOVE_COUNT; i++)
        if (moves[i].kind == kind)
            return moves[i].stem;
    if (kind == HAPPENED_FOUND_NONE)
        return "found_none";
    return kind == HAPPENED_TOOK ? "took" : NULL;
}

/* The cards of one table that another has not. */
static void cards_beyond(const struct table *table, const struct table *other, struct cards *out)
{
    unsigned count[KINDS_MAX] = {0};
    for (unsigned i = 0; i < table_card_count(other); i++)
        count[other->at[i]]++;
    for (unsigned i = 0; i < table_card_count(table); i++) {
        if (count[table->at[i]] > 0)
            count[table->at[i]]--;
        else
            cards_add(out, table->at[i]);
    }
}

/* The card a draw has brought, as far as it is seen. */
static card drawn_card(const struct state *before, const struct state *after, unsigned seat)
{
    struct cards rack = after->rack[seat];
    if (before->viewer != seat)
        return CARD_UNKNOWN;
    for (unsigned i = 0; i < before->rack[seat].count; i++)
        cards_remove(&rack, before->rack[seat].at[i]);
    return rack.count == 1 ? rack.at[0] : (card)CARD_UNKNOWN;
}

static void draw_of(const struct state *before, const struct state *after,
                    const struct action *action, struct happening *out)
{
    if (action->from == FROM_DISCARD) {
        out->kind = HAPPENED_TOOK;
        out->what = before->discard.at[before->discard.count - 1];
        return;
    }
    if (after->rack[out->seat].count == before->rack[out->seat].count) {
        out->kind = HAPPENED_FOUND_NONE;
        return;
    }
    out->stack = game_at(before->game)->stack_count > 1 ? action->from : 0;
    out->what = drawn_card(before, after, out->seat);
}

void happening_of_action(const struct view *before, const struct view *after, unsigned seat,
                         const struct action *action, struct happening *out)
{
    ASSERT(action->kind < MOVE_COUNT);
    memset(out, 0, sizeof *out);
    out->kind = moves[action->kind].kind;
    out->seat = (uint8_t)seat;
    out->what = CARD_NONE;
    cards_beyond(&after->seen.table, &before->seen.table, &out->laid);
    cards_beyond(&before->seen.table, &after->seen.table, &out->taken_up);
    if (action->kind == ACTION_DISCARD)
        out->what = action->what;
    if (action->kind == ACTION_DRAW)
        draw_of(&before->seen, &after->seen, action, out);
}
