/* position_fields.c - a position from its fields: one table of them, and what a value of each kind
 * has to be. A view is refused unless it holds together, so that nothing that comes from outside
 * can trip the core or the solver. */
#include "wire/position_fields.h"

#include "core/freestanding.h"
#include "wire/view_write.h"

/* How many values a field has. */
enum often { ONCE, A_SEAT, A_SEAT_OR_ONCE, A_STACK, A_MELD };

/* What a value is. */
enum kind { SEAT, PHASE, CARDS, CARDS_SEEN, CARD, TABLE, SEATS, FLAG, COUNT, BYTE, FROM, FIELDS };

/* Which games have it. */
enum games { ALL, STACKS, DISCARDS };

#define IN(member) offsetof(struct told_position, member)
static const struct {
    const char *name;
    uint8_t kind, often, games;
    size_t offset;
} known[FIELD_COUNT] = {
    [FIELD_VIEWER] = {"viewer", SEAT, ONCE, ALL, IN(state.viewer)},
    [FIELD_SEAT] = {"seat", SEAT, ONCE, ALL, IN(state.seat)},
    [FIELD_PHASE] = {"phase", PHASE, ONCE, ALL, IN(state.phase)},
    [FIELD_WINNER] = {"winner", SEAT, ONCE, ALL, IN(state.winner)},
    [FIELD_RACKS] = {"racks", CARDS, A_SEAT, ALL, IN(state.rack)},
    [FIELD_RACK] = {"rack", CARDS, ONCE, ALL, IN(rack)},
    [FIELD_SHOWN] = {"shown", CARDS_SEEN, A_SEAT, ALL, IN(state.shown)},
    [FIELD_TABLE] = {"table", TABLE, ONCE, ALL, IN(state.table)},
    [FIELD_PLACES] = {"places", BYTE, A_MELD, ALL, IN(places)},
    [FIELD_OPENED] = {"opened", SEATS, A_SEAT_OR_ONCE, ALL, IN(state.opened)},
    [FIELD_STOCK] = {"stock", COUNT, ONCE, ALL, IN(stock)},
    [FIELD_STACKS] = {"stacks", COUNT, A_STACK, STACKS, IN(stacks)},
    [FIELD_NEXT] = {"next", CARDS_SEEN, ONCE, ALL, IN(next)},
    [FIELD_DRAWN] = {"drawn", FLAG, ONCE, ALL, IN(is_drawn)},
    [FIELD_DISCARD] = {"discard", CARDS_SEEN, ONCE, DISCARDS, IN(state.discard)},
    [FIELD_LAID] = {"laid", SEATS, A_SEAT, DISCARDS, IN(state.laid)},
    [FIELD_LAID_SINCE_SHUFFLE] = {"laid_since_shuffle", FLAG, ONCE, DISCARDS,
                                  IN(state.laid_since_shuffle)},
    [FIELD_IDLE] = {"idle", BYTE, ONCE, DISCARDS, IN(state.idle_turns)},
    [FIELD_TAKEN] = {"taken", CARD, ONCE, DISCARDS, IN(state.taken)},
    [FIELD_FROM] = {"from", FROM, ONCE, DISCARDS, IN(state.taken_from)},
    [FIELD_BEFORE] = {"before", FIELDS, ONCE, DISCARDS, 0},
    [FIELD_BEFORE_TABLE] = {"before.table", TABLE, ONCE, DISCARDS, IN(state.table_before)},
    [FIELD_BEFORE_OPENED] = {"before.opened", SEATS, A_SEAT, DISCARDS,
                             IN(state.opened_before)},
    [FIELD_BEFORE_LAID] = {"before.laid", SEATS, A_SEAT, DISCARDS, IN(state.laid_before)},
    [FIELD_BEFORE_LAID_SINCE_SHUFFLE] = {"before.laid_since_shuffle", FLAG, ONCE, DISCARDS,
                                         IN(state.laid_since_shuffle_before)},
};
#undef IN

const char *position_field_name(enum position_field field)
{
    return known[field].name;
}

enum position_field position_field_find(const struct game *game, struct text name)
{
    unsigned field = 0;
    while (field < FIELD_COUNT && !text_is(name, known[field].name))
        field++;
    if (field == FIELD_COUNT || (known[field].games == STACKS && game->stack_count == 1) ||
        (known[field].games == DISCARDS && !game->has_discard))
        return FIELD_COUNT;
    return (enum position_field)field;
}

enum value_kind position_field_kind(enum position_field field)
{
    static const uint8_t kinds[] = {
        [SEAT] = VALUE_NUMBER, [PHASE] = VALUE_TEXT, [CARDS] = VALUE_TEXT,
        [CARDS_SEEN] = VALUE_TEXT, [CARD] = VALUE_TEXT, [TABLE] = VALUE_TEXT,
        [SEATS] = VALUE_FLAG, [FLAG] = VALUE_FLAG, [COUNT] = VALUE_NUMBER,
        [BYTE] = VALUE_NUMBER, [FROM] = VALUE_TEXT, [FIELDS] = VALUE_FIELDS};
    return (enum value_kind)kinds[known[field].kind];
}

unsigned position_field_values(const struct state *state, enum position_field field,
                               bool is_list)
{
    const unsigned counts[][2] = {[ONCE] = {1, 0},
                                  [A_SEAT] = {0, state->seats},
                                  [A_SEAT_OR_ONCE] = {1, state->seats},
                                  [A_STACK] = {0, game_at(state->game)->stack_count},
                                  [A_MELD] = {0, VALUES_ANY}};
    return counts[known[field].often][is_list ? 1 : 0];
}

/* ---- Values ---- */

/* A value while it is being read: of which field, the how many-th, and where it goes. */
struct reading {
    const struct state *state;
    struct text value;
    unsigned index;
    void *out;
    struct position_fault *fault;
};

static bool refuse(const struct reading *r, enum fault_kind kind, unsigned limit)
{
    r->fault->kind = (uint8_t)kind;
    r->fault->limit = limit;
    r->fault->value = r->value;
    return false;
}

static bool read_number(const struct reading *r, unsigned index, unsigned limit)
{
    uint8_t number = 0;
    if (!field_number(r->value, &number) || number > limit)
        return refuse(r, FAULT_NUMBER, limit);
    ((uint8_t *)r->out)[index] = number;
    return true;
}

static bool read_seat(const struct reading *r)
{
    return read_number(r, 0, r->state->seats - 1U);
}

static bool read_count(const struct reading *r)
{
    return read_number(r, r->index,
                       game_deck_size(game_at(r->state->game), &r->state->options));
}

static bool read_byte(const struct reading *r)
{
    return read_number(r, r->index, UINT8_MAX);
}

static bool read_flag(const struct reading *r)
{
    return read_number(r, 0, 1);
}

static bool read_seats(const struct reading *r)
{
    uint8_t flag = 0, *bits = r->out;
    struct reading one = *r;
    one.out = &flag;
    if (!read_flag(&one))
        return false;
    *bits = (uint8_t)((r->index == 0 ? 0U : *bits) | (unsigned)flag << r->index);
    return true;
}

static bool read_word(const struct reading *r, const char *const *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!word_equals(words[i], r->value.at, r->value.size))
            continue;
        *(uint8_t *)r->out = (uint8_t)i;
        return true;
    }
    return refuse(r, FAULT_WORD, 0);
}

static bool read_phase(const struct reading *r)
{
    const uint8_t *phase = r->out;
    if (!read_word(r, phase_names, PHASE_OVER + 1))
        return false;
    /* nobody is on turn in these */
    return (*phase != PHASE_DEAL && *phase != PHASE_SHUFFLE) || refuse(r, FAULT_WORD, 0);
}

static bool read_from(const struct reading *r)
{
    return read_word(r, taken_from_names, TAKEN_DISCARD + 1);
}

static bool read_some(const struct reading *r, bool unknown_allowed, struct cards *out)
{
    return cards_read(game_at(r->state->game), unknown_allowed, r->value.at, r->value.size, out,
                      &r->fault->error) ||
           refuse(r, FAULT_TEXT, 0);
}

static bool read_cards(const struct reading *r)
{
    return read_some(r, true, (struct cards *)r->out + r->index);
}

static bool read_cards_seen(const struct reading *r)
{
    return read_some(r, false, (struct cards *)r->out + r->index);
}

static bool read_card(const struct reading *r)
{
    struct cards cards;
    if (!read_some(r, true, &cards))
        return false;
    if (cards.count != 1)
        return refuse(r, FAULT_ONE, 0);
    *(card *)r->out = cards.at[0];
    return true;
}

/* What lies there is correct. */
static bool read_table(const struct reading *r)
{
    const struct game *game = game_at(r->state->game);
    struct error *error = &r->fault->error;
    struct table *out = r->out;
    if (!table_read(game, r->value.at, r->value.size, out, error))
        return refuse(r, FAULT_TEXT, 0);
    for (unsigned i = 0; i < out->meld_count; i++) {
        struct meld meld = table_meld(out, i);
        if (!meld_judge(game, &r->state->options, meld, error)) {
            error->meld = (uint8_t)i;
            return refuse(r, FAULT_TEXT, 0);
        }
        if (game->melds_are_owned && meld.owner >= r->state->seats)
            return refuse(r, FAULT_OWNER, meld.owner);
    }
    return true;
}

static bool read_fields(const struct reading *r)
{
    return refuse(r, FAULT_KIND, VALUE_FIELDS);
}

static bool (*const read_kind[])(const struct reading *) = {
    [SEAT] = read_seat, [PHASE] = read_phase, [CARDS] = read_cards,
    [CARDS_SEEN] = read_cards_seen, [CARD] = read_card, [TABLE] = read_table,
    [SEATS] = read_seats, [FLAG] = read_flag, [COUNT] = read_count, [BYTE] = read_byte,
    [FROM] = read_from, [FIELDS] = read_fields};

/* ---- What is told ---- */

void told_begin(struct told_position *told, const struct state *empty)
{
    memset(told, 0, sizeof *told);
    told->state = *empty;
    told->state.phase = PHASE_START;
}

static bool has_values(const struct told_position *told, unsigned field, unsigned count)
{
    enum position_field which = (enum position_field)field;
    unsigned one = position_field_values(&told->state, which, false);
    unsigned list = position_field_values(&told->state, which, true);
    return count == 0 || count == one || count == list || list == VALUES_ANY;
}

/* The lists are as long as they have to be. */
static bool is_whole(const struct told_position *told, struct position_fault *fault)
{
    for (unsigned field = 0; field < FIELD_COUNT; field++) {
        if (has_values(told, field, told->count[field]))
            continue;
        fault->field = (uint8_t)field;
        fault->kind = FAULT_COUNT;
        fault->limit = position_field_values(&told->state, (enum position_field)field, true);
        return false;
    }
    return true;
}

bool position_fields_read(struct told_position *told, struct text lines,
                          struct position_fault *fault)
{
    const struct game *game = game_at(told->state.game);
    struct fields line = fields_of(lines);
    memset(fault, 0, sizeof *fault);
    while (fields_next(&line)) {
        enum position_field field = position_field_find(game, line.name);
        if (field == FIELD_COUNT)
            continue;
        struct reading r = {&told->state, line.value, told->count[field]++,
                            (char *)told + known[field].offset, fault};
        unsigned one = position_field_values(&told->state, field, false);
        unsigned list = position_field_values(&told->state, field, true);
        fault->field = (uint8_t)field;
        if (r.index >= (one > list ? one : list))
            return refuse(&r, FAULT_COUNT, list);
        if (!read_kind[known[field].kind](&r))
            return false;
    }
    return is_whole(told, fault);
}

bool told_stock(struct state *state, const uint8_t sizes[STACKS_MAX])
{
    struct stock *stock = &state->stock;
    unsigned count = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++)
        count += sizes[i];
    if (count > game_deck_size(game_at(state->game), &state->options))
        return false;
    memcpy(stock->count, sizes, sizeof stock->count);
    memset(stock->at, CARD_UNKNOWN, count);
    /* stacks that a game does not have begin where the others end */
    for (unsigned i = 0, start = 0; i < STACKS_MAX; start += sizes[i++])
        stock->start[i] = (uint8_t)start;
    return true;
}

/* ---- A view ---- */

/* Who is on turn has cards, and among them the one just drawn, until something was laid. */
static bool turn_holds(const struct state *state)
{
    if (state->phase == PHASE_OVER)
        return true;
    const struct cards *rack = &state->rack[state->seat];
    if (rack->count == 0)
        return false;
    return state->taken == CARD_NONE || state->phase == PHASE_LAID ||
           cards_count_of(rack, state->taken) > 0 || cards_count_of(rack, CARD_UNKNOWN) > 0;
}

/* A view accounts for every card, and holds what any state holds. */
static bool view_holds(const struct state *state)
{
    unsigned sum = stock_count(&state->stock) + state->discard.count;
    for (unsigned seat = 0; seat < state->seats; seat++)
        sum += state->rack[seat].count;
    return sum + table_card_count(&state->table) ==
               game_deck_size(game_at(state->game), &state->options) &&
           state_check(state) == NULL && turn_holds(state);
}

static void read_places(const struct told_position *told, struct places *out)
{
    static const struct table empty;
    const struct table *table = &told->state.table;
    *out = told->places;
    if (told->count[FIELD_PLACES] != 2U * table->meld_count || !places_hold(table, out))
        places_follow(&empty, table, out);
}

bool told_view(const struct told_position *told, struct view *out, struct places *places)
{
    struct state state = told->state;
    uint8_t one_stack[STACKS_MAX] = {told->stock};
    if (told->count[FIELD_VIEWER] == 0)
        state.viewer = SEAT_WATCHER;
    if (told->count[FIELD_SEAT] == 0)
        state.seat = SEAT_NONE;
    if (!told_stock(&state, told->count[FIELD_STACKS] > 0 ? told->stacks : one_stack) ||
        !view_holds(&state))
        return false;
    out->seen = state;
    if (places != NULL)
        read_places(told, places);
    return true;
}

bool view_fields_read(const struct state *empty, struct text lines, struct view *out,
                      struct places *places)
{
    struct told_position told;
    struct position_fault ignored;
    told_begin(&told, empty);
    return position_fields_read(&told, lines, &ignored) && told_view(&told, out, places);
}
