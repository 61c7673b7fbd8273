/* view_fields.c - a view from its fields. Whatever does not hold together is refused, so that
 * nothing that comes from outside can trip the core or the solver. */
#include "wire/view_fields.h"

#include "core/freestanding.h"
#include "wire/view_write.h"

/* A view while it is being read. */
struct reading {
    struct state state;
    const struct game *game;
};

/* ---- Values ---- */

static bool read_cards(const struct reading *r, struct text value, bool unknown_allowed,
                       struct cards *out)
{
    struct error ignored;
    return cards_read(r->game, unknown_allowed, value.at, value.size, out, &ignored);
}

/* What lies there is correct. */
static bool read_table(const struct reading *r, struct text value, struct table *out)
{
    struct error ignored;
    if (!table_read(r->game, value.at, value.size, out, &ignored))
        return false;
    for (unsigned i = 0; i < out->meld_count; i++) {
        struct meld meld = table_meld(out, i);
        if (!meld_judge(r->game, &r->state.options, meld, &ignored) ||
            (r->game->melds_are_owned && meld.owner >= r->state.seats))
            return false;
    }
    return true;
}

static bool read_word(struct text value, const char *const *words, unsigned count,
                      uint8_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (!word_equals(words[i], value.at, value.size))
            continue;
        *out = (uint8_t)i;
        return true;
    }
    return false;
}

static bool read_flag(struct text value, unsigned seat, uint8_t *bits)
{
    uint8_t flag;
    if (!field_number(value, &flag) || flag > 1)
        return false;
    *bits = (uint8_t)(*bits | (unsigned)flag << seat);
    return true;
}

/* ---- Fields; `index` counts the lines of a list ---- */

static bool field_viewer(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return field_number(value, &r->state.viewer);
}

static bool field_seat(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return field_number(value, &r->state.seat);
}

static bool field_winner(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return field_number(value, &r->state.winner);
}

static bool field_phase(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return read_word(value, phase_names, PHASE_OVER + 1, &r->state.phase) &&
           r->state.phase != PHASE_DEAL && r->state.phase != PHASE_SHUFFLE;
}

static bool field_racks(struct reading *r, unsigned index, struct text value)
{
    return read_cards(r, value, true, &r->state.rack[index]);
}

static bool field_shown(struct reading *r, unsigned index, struct text value)
{
    return read_cards(r, value, false, &r->state.shown[index]);
}

static bool field_table(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return read_table(r, value, &r->state.table);
}

static bool field_opened(struct reading *r, unsigned index, struct text value)
{
    return read_flag(value, index, &r->state.opened);
}

static bool field_stacks(struct reading *r, unsigned index, struct text value)
{
    struct stock *stock = &r->state.stock;
    unsigned start = index == 0 ? 0 : stock->start[index - 1] + stock->count[index - 1];
    if (index >= r->game->stack_count || !field_number(value, &stock->count[index]) ||
        start + stock->count[index] > CARDS_MAX)
        return false;
    stock->start[index] = (uint8_t)start;
    memset(&stock->at[start], CARD_UNKNOWN, stock->count[index]);
    /* stacks that a game does not have begin where the others end */
    for (unsigned i = index + 1; i < STACKS_MAX; i++)
        stock->start[i] = (uint8_t)(start + stock->count[index]);
    return true;
}

static bool field_discard(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return read_cards(r, value, false, &r->state.discard);
}

static bool field_laid(struct reading *r, unsigned index, struct text value)
{
    return read_flag(value, index, &r->state.laid);
}

static bool field_laid_since_shuffle(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return field_number(value, &r->state.laid_since_shuffle);
}

static bool field_idle(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return field_number(value, &r->state.idle_turns);
}

static bool field_taken(struct reading *r, unsigned index, struct text value)
{
    struct cards taken;
    (void)index;
    if (!read_cards(r, value, true, &taken) || taken.count != 1)
        return false;
    r->state.taken = taken.at[0];
    return true;
}

static bool field_from(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return read_word(value, taken_from_names, TAKEN_DISCARD + 1, &r->state.taken_from);
}

static bool field_before_table(struct reading *r, unsigned index, struct text value)
{
    (void)index;
    return read_table(r, value, &r->state.table_before);
}

static bool field_before_opened(struct reading *r, unsigned index, struct text value)
{
    return read_flag(value, index, &r->state.opened_before);
}

static bool field_before_laid(struct reading *r, unsigned index, struct text value)
{
    return read_flag(value, index, &r->state.laid_before);
}

static bool field_before_laid_since_shuffle(struct reading *r, unsigned index,
                                            struct text value)
{
    (void)index;
    return field_number(value, &r->state.laid_since_shuffle_before);
}

/* How many lines a field may have: one, or as many as there are seats or stacks. */
enum often { ONCE, A_SEAT, A_STACK };

static const struct {
    const char *name;
    bool (*read)(struct reading *r, unsigned index, struct text value);
    uint8_t often; /* enum often */
} known[] = {{"viewer", field_viewer, ONCE},
             {"seat", field_seat, ONCE},
             {"phase", field_phase, ONCE},
             {"winner", field_winner, ONCE},
             {"racks", field_racks, A_SEAT},
             {"shown", field_shown, A_SEAT},
             {"table", field_table, ONCE},
             {"opened", field_opened, A_SEAT},
             {"stock", field_stacks, ONCE},
             {"stacks", field_stacks, A_STACK},
             {"discard", field_discard, ONCE},
             {"laid", field_laid, A_SEAT},
             {"laid_since_shuffle", field_laid_since_shuffle, ONCE},
             {"idle", field_idle, ONCE},
             {"taken", field_taken, ONCE},
             {"from", field_from, ONCE},
             {"before.table", field_before_table, ONCE},
             {"before.opened", field_before_opened, A_SEAT},
             {"before.laid", field_before_laid, A_SEAT},
             {"before.laid_since_shuffle", field_before_laid_since_shuffle, ONCE}};
enum { FIELD_COUNT = sizeof known / sizeof *known };

/* Fields that nobody knows are ignored: a later server may say more. */
static bool read_field(struct reading *r, const struct fields *field,
                       unsigned counts[FIELD_COUNT])
{
    const unsigned often[] = {
        [ONCE] = 1, [A_SEAT] = r->state.seats, [A_STACK] = r->game->stack_count};
    unsigned i = 0;
    while (i < FIELD_COUNT && !text_is(field->name, known[i].name))
        i++;
    if (i == FIELD_COUNT)
        return true;
    return counts[i] < often[known[i].often] && known[i].read(r, counts[i]++, field->value);
}

/* ---- The whole ---- */

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

bool view_fields_read(const struct state *empty, struct text lines, struct view *out)
{
    struct reading r = {*empty, game_at(empty->game)};
    unsigned counts[FIELD_COUNT] = {0};
    struct fields field = fields_of(lines);
    r.state.viewer = SEAT_WATCHER;
    r.state.seat = SEAT_NONE;
    r.state.phase = PHASE_START;
    while (fields_next(&field))
        if (!read_field(&r, &field, counts))
            return false;
    if (!view_holds(&r.state))
        return false;
    out->seen = r.state;
    return true;
}

void view_places_read(struct text lines, const struct table *table, struct places *out)
{
    static const struct table empty;
    struct fields field = fields_of(lines);
    unsigned count = 0;
    bool is_told = true;
    memset(out, 0, sizeof *out);
    while (fields_next(&field)) {
        if (!text_is(field.name, "places"))
            continue;
        struct place *place = &out->at[count / 2 % CARDS_CAP];
        is_told = is_told &&
                  field_number(field.value, count % 2 == 0 ? &place->row : &place->column);
        count++;
    }
    if (!is_told || count != 2U * table->meld_count || !places_hold(table, out))
        places_follow(&empty, table, out);
}
