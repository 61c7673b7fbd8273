/* practice.c - a position is dealt out, played from and begun again. */
#include "practice/practice.h"

#include "core/inspect.h"
#include "wire/position_text.h"

/* ---- Beginning ---- */

static void take_known(struct cards *unseen, const card *at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (at[i] != CARD_UNKNOWN)
            cards_remove(unseen, at[i]);
}

static void deal_unknown(struct cards *unseen, card *at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (at[i] == CARD_UNKNOWN)
            at[i] = unseen->at[--unseen->count];
}

/* Cards that everybody has seen are in their rack. */
static void show_known(struct state *state, struct cards *unseen)
{
    for (unsigned seat = 0; seat < state->seats; seat++) {
        struct cards *rack = &state->rack[seat];
        const struct cards *shown = &state->shown[seat];
        for (unsigned i = 0; i < shown->count; i++) {
            bool is_there = cards_count_of(rack, shown->at[i]) >=
                            cards_count_of(shown, shown->at[i]);
            if (is_there || !cards_remove(rack, CARD_UNKNOWN))
                continue;
            cards_add(rack, shown->at[i]);
            cards_remove(unseen, shown->at[i]);
        }
    }
}

/* Every card that the seat cannot see becomes one that lies nowhere; those to be drawn first are in
 * the stock. */
static bool deal_out(struct state *state, const struct cards *next, struct random *random)
{
    struct cards unseen;
    struct stock *stock = &state->stock;
    game_pack(state_game(state), &state->options, &unseen);
    take_known(&unseen, state->table.at, table_card_count(&state->table));
    take_known(&unseen, state->discard.at, state->discard.count);
    for (unsigned seat = 0; seat < state->seats; seat++)
        take_known(&unseen, state->rack[seat].at, state->rack[seat].count);
    show_known(state, &unseen);
    for (unsigned i = 0; i < next->count; i++)
        if (!cards_remove(&unseen, next->at[i]))
            return false;
    random_shuffle(random, &unseen);
    for (unsigned seat = 0; seat < state->seats; seat++)
        deal_unknown(&unseen, state->rack[seat].at, state->rack[seat].count);
    for (unsigned i = 0; i < next->count; i++)
        cards_add(&unseen, next->at[i]);
    for (unsigned i = 0; i < STACKS_MAX; i++)
        deal_unknown(&unseen, &stock->at[stock->start[i]], stock->count[i]);
    state->viewer = SEAT_NONE;
    return unseen.count == 0 && state_check(state) == NULL;
}

bool practice_from_view(struct practice *practice, const struct view *view,
                        const struct places *places, const struct cards *next, uint64_t seed)
{
    const struct state *seen = &view->seen;
    if (seen->phase == PHASE_OVER || seen->viewer >= seen->seats || seen->viewer != seen->seat)
        return false;
    if (cards_count_of(&seen->rack[seen->seat], CARD_UNKNOWN) > 0)
        return false;
    memset(practice, 0, sizeof *practice);
    random_seed(&practice->random, seed);
    practice->seat = seen->seat;
    practice->begun = *seen;
    practice->begun_places = *places;
    if (next->count > stock_count(&seen->stock) ||
        !deal_out(&practice->begun, next, &practice->random))
        return false;
    practice->next = *next;
    practice_again(practice);
    return true;
}

bool practice_begin(struct practice *practice, struct text position, uint64_t seed)
{
    struct view view;
    struct places places;
    struct cards next;
    return position_text_read(position, &view, &places, &next) &&
           practice_from_view(practice, &view, &places, &next, seed);
}

void practice_again(struct practice *practice)
{
    practice->state = practice->begun;
    practice->places = practice->begun_places;
    practice->drawn_count = practice->done = 0;
}

/* ---- Playing ---- */

/* The card that is drawn next comes to the top of the stack that is drawn from. */
static void bring_up(struct practice *practice, struct stock *stock, const struct action *action)
{
    bool is_named = action->kind == ACTION_DRAW && action->from != FROM_DISCARD &&
                    practice->drawn_count < practice->next.count;
    unsigned stack = action->from == FROM_STOCK ? 0 : action->from - 1U;
    if (!is_named || stack >= STACKS_MAX || stock->count[stack] == 0)
        return;
    card *top = &stock->at[stock->start[stack] + stock->count[stack] - 1], was = *top;
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < stock->count[i]; j++) {
            card *at = &stock->at[stock->start[i] + j];
            if (*at != practice->next.at[practice->drawn_count])
                continue;
            *at = was;
            *top = practice->next.at[practice->drawn_count];
            return;
        }
}

static void reshuffle(struct state *state, struct random *random)
{
    struct cards stock = state->discard;
    struct error ignored;
    stock.at[--stock.count] = 0;
    random_shuffle(random, &stock);
    state_shuffle(state, &stock, &ignored);
}

bool practice_act(struct practice *practice, struct action *action, struct error *error)
{
    struct state next = practice->state;
    struct action named = *action;
    struct state tried = next;
    /* a draw is completed by being tried: then it is known which stack it takes from */
    if (!state_apply(&tried, practice->seat, &named, error))
        return false;
    bring_up(practice, &next.stock, &named);
    state_apply(&next, practice->seat, &named, error);
    practice->is_shuffled = next.phase == PHASE_SHUFFLE;
    if (practice->is_shuffled)
        reshuffle(&next, &practice->random);
    places_follow(&practice->state.table, &next.table, &practice->places);
    if (next.took > 0 && named.from != FROM_DISCARD)
        practice->drawn_count++;
    practice->done |= (uint8_t)(1U << named.kind);
    practice->last = *action = named;
    practice->state = next;
    return true;
}

bool practice_is_on(const struct practice *practice)
{
    return practice->state.phase != PHASE_OVER && practice->state.seat == practice->seat;
}

void practice_view(const struct practice *practice, struct view *out)
{
    view_of(&practice->state, practice->seat, out);
}
