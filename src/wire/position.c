/* position.c - a position for a question: what position_fields.c has read, and in place of
 * whatever is not told, what that means. */
#include "wire/position.h"

#include <string.h>

#include "wire/position_values.h"
#include "wire/position_words.h"

/* The colours of all seats in one word are an option of their own. */
static bool read_bracelets(struct question *q)
{
    const char *letters = NULL;
    if (options_find(q->game, "bracelets", strlen("bracelets")) == NULL)
        return true;
    if (!json_get_text(q->line, "bracelets", &letters, &q->problem))
        return false;
    if (letters != NULL && (strlen(letters) < q->seats ||
                            !options_set_word(q->game, &q->options, "bracelets",
                                              strlen("bracelets"), letters, strlen(letters))))
        return problem_set(&q->problem, "bracelets must be different colours, one a seat");
    return true;
}

/* ---- What is told and what follows from it ---- */

static uint8_t owners_of(const struct table *table)
{
    unsigned owners = 0;
    for (unsigned i = 0; i < table->meld_count; i++)
        if (table->owner[i] != SEAT_NONE)
            owners |= 1U << table->owner[i];
    return (uint8_t)owners;
}

static bool read_fields(struct question *q, struct told_position *out)
{
    struct state empty;
    struct position_fault fault;
    struct writer lines = {0};
    state_init(&empty, q->game_index, q->seats, &q->options, 0);
    bool is_read = position_values_read(q->line, &empty, &lines, out, &fault);
    if (!is_read)
        position_fault_explain(q->game, &fault, q->problem.text, sizeof q->problem.text);
    writer_free(&lines);
    return is_read;
}

bool position_read_told(struct question *q, struct told_position *out)
{
    if (!read_bracelets(q) || !read_fields(q, out))
        return false;
    if (out->count[FIELD_LAID] == 0)
        out->state.laid = owners_of(&out->state.table);
    if (out->count[FIELD_LAID_SINCE_SHUFFLE] == 0)
        out->state.laid_since_shuffle = q->game->has_discard;
    return true;
}

static bool is_same_cards(const struct cards *a, const struct cards *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (cards_count_of(a, a->at[i]) != cards_count_of(b, a->at[i]))
            return false;
    return a->count == b->count;
}

/* `rack` is the rack of the seat on turn; with `racks` it must say the same. */
static bool take_rack(struct question *q, const struct told_position *told,
                      struct position *out)
{
    struct cards *rack = &out->state.rack[out->seat];
    bool is_given = told->count[FIELD_RACK] > 0;
    out->racks_known = told->count[FIELD_RACKS] > 0;
    if (!is_given && !out->racks_known)
        return problem_set(&q->problem, "the rack is missing");
    if (is_given && out->racks_known && !is_same_cards(&told->rack, rack))
        return problem_set(&q->problem, "rack and racks[%u] differ", out->seat);
    if (is_given)
        *rack = told->rack;
    return true;
}

/* `opened` is of the seat on turn where it is one value; who has melds has opened. */
static void take_opened(const struct told_position *told, struct position *out)
{
    uint8_t *opened = &out->state.opened;
    if (told->count[FIELD_OPENED] == 1)
        *opened = (uint8_t)(*opened << out->seat);
    *opened |= owners_of(&out->state.table);
}

/* ---- The stock ---- */

static bool take_stock(struct question *q, const struct told_position *told,
                       struct position *out)
{
    struct stock *stock = &out->state.stock;
    uint8_t sizes[STACKS_MAX];
    unsigned deck_size = game_deck_size(q->game, &q->options);
    unsigned dealt = q->seats * q->game->deal_size(&q->options) + q->game->has_discard;
    game_stack_sizes(q->game, told->count[FIELD_STOCK] > 0 ? told->stock : deck_size - dealt,
                     sizes);
    if (!told_stock(&out->state, told->count[FIELD_STACKS] > 0 ? told->stacks : sizes))
        return problem_set(&q->problem, "the stacks hold more than %u cards", deck_size);
    out->next = told->next;
    /* a turn draws one card at most, from whichever stack */
    for (unsigned i = 0; i < q->game->stack_count; i++)
        if (stock->count[i] > 0 && out->next.count > 0)
            stock->at[stock->start[i] + stock->count[i] - 1] = out->next.at[0];
    return true;
}

/* Cards named next come from the stock; with an empty one, from under the top discard. */
static bool next_is_possible(struct question *q, struct position *out)
{
    struct cards below = out->state.discard;
    unsigned in_stock = stock_count(&out->state.stock);
    if (below.count > 0)
        below.at[--below.count] = 0;
    for (unsigned i = in_stock; i < out->next.count; i++)
        if (!cards_remove(&below, out->next.at[i]))
            return problem_set(&q->problem, "next names more cards than there are to draw");
    if (out->next.count > in_stock)
        out->next.count = (uint8_t)(in_stock > 0 ? in_stock : out->next.count);
    return true;
}

/* ---- Cards there are ---- */

bool position_supply_holds(struct question *q, const struct state *state,
                           const struct cards *further)
{
    unsigned counts[KINDS_MAX] = {0}, sum = 0;
    const struct cards *lists[SEATS_MAX + 2] = {&state->rack[0], &state->rack[1],
                                                &state->rack[2], &state->rack[3],
                                                &state->discard, further};
    for (unsigned i = 0; i < table_card_count(&state->table); i++)
        counts[state->table.at[i]]++;
    for (unsigned i = 0; i < SEATS_MAX + 2; i++)
        for (unsigned j = 0; lists[i] != NULL && j < lists[i]->count; j++)
            counts[lists[i]->at[j]]++;
    for (unsigned kind = 0; kind < KINDS_MAX; kind++) {
        char name[TEXT_MAX];
        sum += counts[kind];
        if (kind == CARD_UNKNOWN || counts[kind] <= q->game->copies(&q->options, (card)kind))
            continue;
        card_print(q->game, (card)kind, name);
        return problem_set(&q->problem, "there are not that many %s in the game", name);
    }
    if (sum > game_deck_size(q->game, &q->options))
        return problem_set(&q->problem, "more cards are named than there are");
    return true;
}

/* ---- The turn ---- */

/* Without a phase the turn has just begun, or its card was taken, as `drawn` says. */
static bool take_turn(struct question *q, const struct told_position *told,
                      struct position *out)
{
    struct state *state = &out->state;
    const struct cards *rack = &state->rack[out->seat];
    if (told->count[FIELD_PHASE] > 0)
        return state->phase != PHASE_OVER || problem_set(&q->problem, "the round is over");
    state->winner = SEAT_NONE;
    state->taken = CARD_NONE;
    state->taken_from = TAKEN_NOTHING;
    state->idle_turns = 0;
    /* a game without a card drawn first ends its turn by drawing: nothing to remember */
    if (!told->is_drawn || q->game->draw_ends_turn)
        return true;
    if (rack->count == 0)
        return problem_set(&q->problem, "the card drawn this turn must be in the rack");
    state->phase = PHASE_DRAWN;
    if (q->game->has_discard) {
        state->taken = rack->at[rack->count - 1];
        state->taken_from = TAKEN_STOCK;
    }
    return true;
}

/* What a time-out goes back to is there when cards were laid this turn. */
static void take_before(struct state *state)
{
    if (state->phase == PHASE_LAID)
        return;
    memset(&state->table_before, 0, sizeof state->table_before);
    state->opened_before = state->laid_before = state->laid_since_shuffle_before = 0;
}

/* ---- The whole ---- */

bool position_read(struct question *q, struct position *out)
{
    struct told_position told;
    memset(out, 0, sizeof *out);
    if (!position_read_told(q, &told))
        return false;
    out->state = told.state;
    out->seat = told.count[FIELD_SEAT] > 0 ? told.state.seat : 0;
    out->state.seat = out->state.viewer = (uint8_t)out->seat;
    memset(out->state.shown, 0, sizeof out->state.shown);
    take_opened(&told, out);
    if (!take_rack(q, &told, out) || !take_stock(q, &told, out) || !take_turn(q, &told, out) ||
        !next_is_possible(q, out))
        return false;
    take_before(&out->state);
    bool next_is_in_stock = stock_count(&out->state.stock) > 0;
    return position_supply_holds(q, &out->state, next_is_in_stock ? &out->next : NULL);
}
