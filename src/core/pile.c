/* pile.c - turns with a discard pile and melds of one's own: a card is drawn from stock or pile,
 * melds are laid that only grow from then on, and a card ends on the pile. What such a turn needs
 * to remember is in the state; which rules are broken, the game says. */
#include "game.h"

/* ---- Own melds ---- */

/* A run goes on at its ends, a set gets further cards; nothing else moves. */
static bool meld_extends(struct meld old, struct meld new, bool is_set)
{
    if (old.owner != new.owner || old.count > new.count)
        return false;
    if (!is_set) {
        unsigned same = 0, shift = 0;
        for (; shift + old.count <= new.count && same < old.count; shift++)
            for (same = 0; same < old.count && new.at[shift + same] == old.at[same];)
                same++;
        return same == old.count;
    }
    for (unsigned i = 0, j; i < old.count; i++) {
        for (j = 0; j < new.count && new.at[j] != old.at[i]; j++) {
        }
        if (j == new.count)
            return false;
    }
    return true;
}

/* Most melds lie as they lay: the game need not be asked about them. */
static bool meld_stays(struct meld old, struct meld new, bool (*is_set)(struct meld meld))
{
    unsigned same = 0;
    if (old.owner == new.owner && old.count == new.count)
        while (same < old.count && old.at[same] == new.at[same])
            same++;
    return same == old.count || meld_extends(old, new, is_set(old));
}

static bool refuse_meld(struct error *error, enum rule rule, enum reason reason, unsigned meld)
{
    refuse(error, rule, reason);
    error->meld = (uint8_t)meld;
    return false;
}

bool own_melds_hold(const struct state *state, const struct table *after,
                    const struct change *change, const struct own_rules *rules,
                    struct error *error)
{
    unsigned old_count = state->table.meld_count;
    card missing = missing_from_rack(state, &change->laid);
    if (!supply_holds(state, after, missing, error))
        return false;
    for (unsigned i = 0; i < old_count; i++) {
        struct meld old = table_meld(&state->table, i);
        if (i >= after->meld_count || !meld_stays(old, table_meld(after, i), rules->is_set))
            return refuse_meld(error, rules->meld_stays, REASON_MELD_CHANGED, i);
    }
    if (missing != CARD_NONE)
        return refuse_card(error, rules->not_in_rack, REASON_NOT_IN_RACK, missing);
    for (unsigned i = old_count; i < after->meld_count; i++)
        if (after->owner[i] != state->seat)
            return refuse_meld(error, rules->not_own, REASON_MELD_OF_ANOTHER_SEAT, i);
    return melds_hold(state, after, change, error);
}

/* ---- Drawing ---- */

void pile_begin(struct state *state)
{
    cards_add(&state->discard, stock_take(&state->stock, 0));
}

static void took_card(struct state *state, card what, enum taken_from from)
{
    state->taken = what;
    state->taken_from = (uint8_t)from;
    state->took = 1;
    state->phase = PHASE_DRAWN;
}

void pile_take(struct state *state)
{
    struct cards *discard = &state->discard;
    card what = discard->at[discard->count - 1];
    discard->at[--discard->count] = 0;
    turn_take_up(state, what);
    took_card(state, what, TAKEN_DISCARD);
}

void pile_draw(struct state *state)
{
    const struct cards *rack = &state->rack[state->seat];
    turn_draw(state, 0);
    took_card(state, rack->at[rack->count - 1], TAKEN_STOCK);
}

void pile_ask_shuffle(struct state *state, enum action_kind for_what)
{
    state->phase = PHASE_SHUFFLE;
    state->shuffle_for = (uint8_t)for_what;
}

/* ---- A play that a time-out takes back ---- */

void pile_note_play(struct state *state)
{
    memcpy(&state->table_before, &state->table, sizeof state->table);
    state->opened_before = state->opened;
    state->laid_before = state->laid;
    state->laid_since_shuffle_before = state->laid_since_shuffle;
}

void pile_forget_play(struct state *state)
{
    memset(&state->table_before, 0, sizeof state->table_before);
    state->opened_before = 0;
    state->laid_before = 0;
    state->laid_since_shuffle_before = 0;
}

void pile_undo_play(struct state *state)
{
    struct bag before, after;
    bag_of_table(&state->table_before, &before);
    bag_of_table(&state->table, &after);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = before.of[kind]; i < after.of[kind]; i++)
            turn_take_up(state, (card)kind);
    state->table = state->table_before;
    state->opened = state->opened_before;
    state->laid = state->laid_before;
    state->laid_since_shuffle = state->laid_since_shuffle_before;
    state->phase = PHASE_DRAWN;
    pile_forget_play(state);
}
