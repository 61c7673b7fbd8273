/* position.c - a position from the fields of a line: the state as one seat sees
 * it. Whatever is not told is unknown. */
#include "wire/position.h"

#include <string.h>

#include "wire/reasons.h"
#include "wire/view_write.h"

/* ---- Texts in the notation ---- */

static bool text_problem(struct question *q, const char *field, const struct error *error)
{
    char words[EXPLAINED_MAX];
    reason_explain(q->game, error, words);
    return problem_set(&q->problem, "%s: %s", field, words);
}

static bool read_cards_text(struct question *q, const char *field, const char *text,
                            bool unknown_allowed, struct cards *out)
{
    struct error error;
    if (!cards_read(q->game, unknown_allowed, text, strlen(text), out, &error))
        return text_problem(q, field, &error);
    return true;
}

static bool read_cards_field(struct question *q, const char *field, struct cards *out)
{
    const char *text = "";
    return json_get_text(q->line, field, &text, &q->problem) &&
           read_cards_text(q, field, text, false, out);
}

static bool read_table_of(struct question *q, const cJSON *object, struct table *out)
{
    const char *text = "-";
    struct error error;
    if (!json_get_text(object, "table", &text, &q->problem))
        return false;
    if (!table_read(q->game, text, strlen(text), out, &error))
        return text_problem(q, "table", &error);
    for (unsigned i = 0; i < out->meld_count; i++) {
        struct meld meld = table_meld(out, i);
        if (!meld_judge(q->game, &q->options, meld, &error)) {
            error.meld = (uint8_t)i;
            return text_problem(q, "table", &error);
        }
        if (q->game->melds_are_owned && meld.owner >= q->seats)
            return problem_set(&q->problem, "table: there is no seat %u", meld.owner);
    }
    return true;
}

bool position_read_table(struct question *q, struct state *state)
{
    return read_table_of(q, q->line, &state->table);
}

/* A list of cards for each seat. */
static bool read_cards_by_seat(struct question *q, const char *field, bool unknown_allowed,
                               struct cards *of_seat, bool *is_given)
{
    const cJSON *list = json_field(q->line, field), *text;
    unsigned seat = 0;
    *is_given = list != NULL;
    if (list == NULL)
        return true;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)q->seats)
        return problem_set(&q->problem, "%s must be a list of %u texts", field, q->seats);
    cJSON_ArrayForEach(text, list)
    {
        if (!cJSON_IsString(text))
            return problem_set(&q->problem, "%s must be a list of %u texts", field, q->seats);
        if (!read_cards_text(q, field, text->valuestring, unknown_allowed, &of_seat[seat++]))
            return false;
    }
    return true;
}

bool position_read_racks(struct question *q, struct state *state, bool *is_given)
{
    return read_cards_by_seat(q, "racks", true, state->rack, is_given);
}

static bool is_same_cards(const struct cards *a, const struct cards *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (cards_count_of(a, a->at[i]) != cards_count_of(b, a->at[i]))
            return false;
    return a->count == b->count;
}

/* `rack` is the rack of the seat on turn; with `racks` it must say the same. */
static bool read_rack(struct question *q, struct position *out)
{
    const char *text = NULL;
    struct cards *rack = &out->state.rack[out->seat], own;
    if (!position_read_racks(q, &out->state, &out->racks_known) ||
        !json_get_text(q->line, "rack", &text, &q->problem))
        return false;
    if (text == NULL && !out->racks_known)
        return problem_set(&q->problem, "the rack is missing");
    if (text == NULL)
        return true;
    if (!read_cards_text(q, "rack", text, true, &own))
        return false;
    if (out->racks_known && !is_same_cards(&own, rack))
        return problem_set(&q->problem, "rack and racks[%u] differ", out->seat);
    *rack = own;
    return true;
}

/* ---- Flags by seat ---- */

/* A list of true and false, one for each seat, as bits. */
static bool read_flags(struct question *q, const char *field, const cJSON *list, uint8_t *out)
{
    const cJSON *value;
    unsigned seat = 0;
    *out = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)q->seats)
        return problem_set(&q->problem, "%s must have one value for each seat", field);
    cJSON_ArrayForEach(value, list)
    {
        if (!cJSON_IsBool(value))
            return problem_set(&q->problem, "%s must be true or false", field);
        *out = (uint8_t)(*out | (cJSON_IsTrue(value) ? 1U : 0U) << seat++);
    }
    return true;
}

static uint8_t owners_of(const struct table *table)
{
    unsigned owners = 0;
    for (unsigned i = 0; i < table->meld_count; i++)
        if (table->owner[i] != SEAT_NONE)
            owners |= 1U << table->owner[i];
    return (uint8_t)owners;
}

static bool read_opened(struct question *q, struct position *out)
{
    const cJSON *opened = json_field(q->line, "opened");
    uint8_t *bits = &out->state.opened;
    if (cJSON_IsBool(opened))
        *bits = (uint8_t)((cJSON_IsTrue(opened) ? 1U : 0U) << out->seat);
    else if (opened != NULL && !read_flags(q, "opened", opened, bits))
        return false;
    *bits |= owners_of(&out->state.table);
    return true;
}

bool position_read_laid(struct question *q, struct state *state)
{
    const cJSON *laid = json_field(q->line, "laid");
    state->laid = owners_of(&state->table);
    return laid == NULL || read_flags(q, "laid", laid, &state->laid);
}

bool position_read_bracelets(struct question *q)
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

/* ---- The stock ---- */

static bool read_stack_sizes(struct question *q, const cJSON *stacks, uint8_t *sizes)
{
    const cJSON *value;
    unsigned stack = 0;
    if (!cJSON_IsArray(stacks) || cJSON_GetArraySize(stacks) != q->game->stack_count)
        return problem_set(&q->problem, "stacks must be a list of %u sizes",
                           q->game->stack_count);
    cJSON_ArrayForEach(value, stacks)
    {
        long size;
        if (!json_int_value(value, "stacks", 0, CARDS_MAX, &size, &q->problem))
            return false;
        sizes[stack++] = (uint8_t)size;
    }
    return true;
}

static bool read_stock(struct question *q, struct position *out)
{
    struct stock *stock = &out->state.stock;
    const cJSON *stacks = q->game->stack_count > 1 ? json_field(q->line, "stacks") : NULL;
    long deck_size = game_deck_size(q->game, &q->options);
    long count = deck_size - (long)(q->seats * q->game->deal_size(&q->options));
    if (q->game->has_discard)
        count--;
    if (!json_get_int(q->line, "stock", 0, deck_size, &count, &q->problem))
        return false;
    game_stack_sizes(q->game, (unsigned)count, stock->count);
    if (stacks != NULL && !read_stack_sizes(q, stacks, stock->count))
        return false;
    count = stock_count(stock);
    if (count > deck_size)
        return problem_set(&q->problem, "the stacks hold more than %ld cards", deck_size);
    if (!read_cards_field(q, "next", &out->next))
        return false;
    for (unsigned i = 0, start = 0; i < q->game->stack_count; i++) {
        stock->start[i] = (uint8_t)start;
        memset(&stock->at[start], CARD_UNKNOWN, stock->count[i]);
        start += stock->count[i];
        /* a turn draws one card at most, from whichever stack */
        if (stock->count[i] > 0 && out->next.count > 0)
            stock->at[start - 1] = out->next.at[0];
    }
    for (unsigned i = q->game->stack_count; i < STACKS_MAX; i++)
        stock->start[i] = (uint8_t)count;
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

/* ---- What goes with some games only ---- */

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
        return problem_set(&q->problem, "%s is named more often than it exists", name);
    }
    if (sum > game_deck_size(q->game, &q->options))
        return problem_set(&q->problem, "more cards are named than there are");
    return true;
}

static bool read_discard_game(struct question *q, struct position *out)
{
    bool laid_since_shuffle = true;
    if (!q->game->has_discard)
        return true;
    if (!read_cards_field(q, "discard", &out->state.discard) ||
        !position_read_laid(q, &out->state) ||
        !json_get_bool(q->line, "laid_since_shuffle", &laid_since_shuffle, &q->problem))
        return false;
    out->state.laid_since_shuffle = laid_since_shuffle;
    return true;
}

/* ---- What a view has besides ---- */

/* One of the words, or none where the field is missing. */
static bool read_word(struct question *q, const char *field, const char *const *words,
                      unsigned count, uint8_t *out)
{
    const char *text = NULL;
    if (!json_get_text(q->line, field, &text, &q->problem))
        return false;
    for (unsigned i = 0; text != NULL && i < count; i++) {
        if (strcmp(text, words[i]) != 0)
            continue;
        *out = (uint8_t)i;
        return true;
    }
    return text == NULL || problem_set(&q->problem, "%s cannot be '%.40s'", field, text);
}

static bool read_flags_of(struct question *q, const cJSON *object, const char *field,
                          uint8_t *out)
{
    const cJSON *list = json_field(object, field);
    return list == NULL || read_flags(q, field, list, out);
}

/* What a time-out goes back to when cards were laid this turn. */
static bool read_before(struct question *q, struct state *state)
{
    const cJSON *before = json_field(q->line, "before");
    bool laid_since_shuffle = false;
    if (before == NULL || state->phase != PHASE_LAID)
        return true;
    if (!cJSON_IsObject(before))
        return problem_set(&q->problem, "before must be an object");
    if (!read_table_of(q, before, &state->table_before) ||
        !read_flags_of(q, before, "opened", &state->opened_before) ||
        !read_flags_of(q, before, "laid", &state->laid_before) ||
        !json_get_bool(before, "laid_since_shuffle", &laid_since_shuffle, &q->problem))
        return false;
    state->laid_since_shuffle_before = laid_since_shuffle;
    return true;
}

static bool read_taken(struct question *q, struct state *state)
{
    struct cards taken;
    const char *text = "";
    long idle = 0;
    if (!q->game->has_discard)
        return true;
    if (!json_get_text(q->line, "taken", &text, &q->problem) ||
        !read_cards_text(q, "taken", text, true, &taken) ||
        !read_word(q, "from", taken_from_names, TAKEN_DISCARD + 1, &state->taken_from) ||
        !json_get_int(q->line, "idle", 0, UINT8_MAX, &idle, &q->problem))
        return false;
    if (taken.count > 1)
        return problem_set(&q->problem, "taken must be one card");
    state->taken = taken.count == 1 ? taken.at[0] : CARD_NONE;
    state->idle_turns = (uint8_t)idle;
    return read_before(q, state);
}

/* A seat, or null for `nobody`. */
static bool read_seat(struct question *q, const char *field, unsigned nobody, uint8_t *out)
{
    long seat = nobody;
    if (!json_get_int(q->line, field, 0, q->seats - 1L, &seat, &q->problem))
        return false;
    *out = (uint8_t)seat;
    return true;
}

static bool read_turn(struct question *q, struct state *state)
{
    state->phase = PHASE_START;
    if (!read_word(q, "phase", phase_names, PHASE_OVER + 1, &state->phase) ||
        !read_seat(q, "winner", SEAT_NONE, &state->winner))
        return false;
    if (state->phase == PHASE_DEAL || state->phase == PHASE_SHUFFLE)
        return problem_set(&q->problem, "nobody is on turn in this phase");
    return true;
}

static bool read_drawn(struct question *q, struct position *out)
{
    struct state *state = &out->state;
    const struct cards *rack = &state->rack[out->seat];
    bool drawn = false;
    if (json_field(q->line, "phase") != NULL)
        return read_turn(q, state) && read_taken(q, state);
    if (!json_get_bool(q->line, "drawn", &drawn, &q->problem))
        return false;
    /* a game without a card drawn first ends its turn by drawing: nothing to remember */
    if (!drawn || q->game->draw_ends_turn)
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

/* ---- The whole ---- */

static bool read_all(struct question *q, struct position *out)
{
    return position_read_table(q, &out->state) && read_rack(q, out) && read_opened(q, out) &&
           read_stock(q, out) && read_discard_game(q, out);
}

bool position_read(struct question *q, struct position *out)
{
    long seat = 0;
    memset(out, 0, sizeof *out);
    if (!json_get_int(q->line, "seat", 0, q->seats - 1L, &seat, &q->problem) ||
        !position_read_bracelets(q))
        return false;
    out->seat = (unsigned)seat;
    state_init(&out->state, q->game_index, q->seats, &q->options, out->seat);
    out->state.viewer = (uint8_t)seat;
    out->state.phase = PHASE_START;
    if (!read_all(q, out) || !read_drawn(q, out) || !next_is_possible(q, out))
        return false;
    if (out->state.phase == PHASE_OVER)
        return problem_set(&q->problem, "the round is over");
    bool next_is_in_stock = stock_count(&out->state.stock) > 0;
    return position_supply_holds(q, &out->state, next_is_in_stock ? &out->next : NULL);
}
