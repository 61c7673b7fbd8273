/* state_check.c - every invariant of a state, for tests, fuzzing and files from outside:
 * each card exactly once, phases that fit, melds that are correct, unused places zero. */
#include "game.h"

static bool is_zero(const uint8_t *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (at[i] != 0)
            return false;
    return true;
}

static bool cards_are_sound(const struct cards *cards)
{
    if (cards->count > CARDS_MAX)
        return false;
    for (unsigned i = 0; i < cards->count; i++)
        if (cards->at[i] >= KINDS_MAX)
            return false;
    return is_zero(&cards->at[cards->count], CARDS_CAP - cards->count);
}

static bool table_is_sound(const struct table *table)
{
    unsigned start = 0;
    if (table->meld_count > CARDS_MAX)
        return false;
    for (unsigned i = 0; i < table->meld_count; i++) {
        if (table->end[i] < start || table->end[i] > CARDS_MAX)
            return false;
        start = table->end[i];
    }
    for (unsigned i = 0; i < start; i++)
        if (table->at[i] >= CARD_UNKNOWN)
            return false;
    return is_zero(&table->at[start], CARDS_CAP - start) &&
           is_zero(&table->end[table->meld_count], CARDS_CAP - table->meld_count);
}

static bool stock_is_sound(const struct stock *stock, unsigned stack_count)
{
    unsigned start = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++) {
        if (stock->start[i] < start || stock->start[i] + stock->count[i] > CARDS_MAX)
            return false;
        if (i >= stack_count && stock->count[i] != 0)
            return false;
        for (; start < stock->start[i]; start++)
            if (stock->at[start] != 0)
                return false;
        for (; start < (unsigned)(stock->start[i] + stock->count[i]); start++)
            if (stock->at[start] >= KINDS_MAX)
                return false;
    }
    return is_zero(&stock->at[start], CARDS_CAP - start);
}

/* Every card of the pack, wherever it lies. */
static void count_all(const struct state *state, struct bag *out)
{
    bag_of_table(&state->table, out);
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < state->stock.count[i]; j++)
            out->of[state->stock.at[state->stock.start[i] + j]]++;
    for (unsigned i = 0; i < state->discard.count; i++)
        out->of[state->discard.at[i]]++;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        for (unsigned i = 0; i < state->rack[seat].count; i++)
            out->of[state->rack[seat].at[i]]++;
}

/* Exactly once in a state, at most once in a view. */
static bool cards_are_all_there(const struct state *state)
{
    const struct game *game = state_game(state);
    struct bag bag;
    count_all(state, &bag);
    for (unsigned kind = 0; kind < CARD_UNKNOWN; kind++) {
        unsigned copies = game->copies(&state->options, (card)kind);
        if (bag.of[kind] > copies)
            return false;
        if (state->viewer == SEAT_NONE && bag.of[kind] < copies)
            return false;
    }
    return state->viewer != SEAT_NONE || bag.of[CARD_UNKNOWN] == 0;
}

static bool shown_are_held(const struct state *state, unsigned seat)
{
    struct bag shown, rack;
    bag_of_cards(&state->shown[seat], &shown);
    bag_of_cards(&state->rack[seat], &rack);
    for (unsigned kind = 0; kind < CARD_UNKNOWN; kind++)
        if (shown.of[kind] > rack.of[kind] + rack.of[CARD_UNKNOWN])
            return false;
    return shown.of[CARD_UNKNOWN] == 0;
}

static bool melds_are_correct(const struct state *state)
{
    const struct game *game = state_game(state);
    struct error ignored;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        if (game->melds_are_owned ? meld.owner >= state->seats : meld.owner != SEAT_NONE)
            return false;
        if (game->meld_kinds(&state->options, meld, &ignored) == 0)
            return false;
    }
    return true;
}

static bool turn_is_sound(const struct state *state)
{
    bool is_over = state->phase == PHASE_OVER;
    if (is_over ? state->seat != SEAT_NONE : state->seat >= state->seats)
        return false;
    if (state->winner != SEAT_NONE &&
        (!is_over || state->winner >= state->seats || state->rack[state->winner].count != 0))
        return false;
    if ((state->opened | state->laid) >> state->seats != 0)
        return false;
    if (state->phase == PHASE_SHUFFLE && (stock_count(&state->stock) > 0 ||
                                          state->discard.count < 2))
        return false;
    bool is_taken = state->taken_from != TAKEN_NOTHING;
    if (is_taken != (state->taken != CARD_NONE) || state->taken_from > TAKEN_DISCARD)
        return false;
    return state->phase == PHASE_LAID ||
           is_zero((const uint8_t *)&state->table_before, sizeof state->table_before);
}

const char *state_check(const struct state *state)
{
    if (state->game >= game_count())
        return "the game is known";
    if (!options_fit(state_game(state), &state->options, state->seats))
        return "the options fit the players";
    if (state->phase > PHASE_OVER || state->took > 1)
        return "the phase is known";
    if (state->viewer < SEAT_WATCHER && state->viewer >= state->seats)
        return "the viewer has a seat";
    if (!table_is_sound(&state->table) || !table_is_sound(&state->table_before) ||
        !cards_are_sound(&state->discard) ||
        !stock_is_sound(&state->stock, state_game(state)->stack_count))
        return "lists end within their room, and zeros follow";
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!cards_are_sound(&state->rack[seat]) || !cards_are_sound(&state->shown[seat]))
            return "lists end within their room, and zeros follow";
        if (seat >= state->seats && state->rack[seat].count > 0)
            return "only players hold cards";
        if (!shown_are_held(state, seat))
            return "cards everybody has seen are in the rack";
    }
    if (!turn_is_sound(state))
        return "the turn fits the phase";
    if (!melds_are_correct(state))
        return "only correct melds lie on the table";
    if (state->phase != PHASE_DEAL && !cards_are_all_there(state))
        return "every card is there exactly once";
    return NULL;
}
