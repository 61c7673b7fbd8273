/* position.c - reads a position line by line. Whatever does not hold together is refused, so
 * that nothing the browser sends can trip the core or the solver. */
#include "wasm/position.h"

#include "core/internal.h"
#include "wasm/lines.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/view_write.h"

struct view position;
bool has_position;
bool has_rules;

/* The rules alone, from `match ...`: enough to judge melds. 0, or -1 if they cannot be read. */
int EXPORT(rules_set)(int size);
int EXPORT(position_set)(int size);

/* A position while it is being read. */
struct reading {
    struct state state;
    const struct game *game;
};

/* ---- Values ---- */

static bool read_cards(const struct reading *r, struct stretch value, bool unknown_allowed,
                       struct cards *out)
{
    struct error ignored;
    return cards_read(r->game, unknown_allowed, value.at, value.size, out, &ignored);
}

static bool read_table(const struct reading *r, struct stretch value, struct table *out)
{
    struct error ignored;
    return table_read(r->game, value.at, value.size, out, &ignored);
}

static bool read_word(struct stretch value, const char *const *words, unsigned count,
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

static bool read_flag(struct stretch value, unsigned seat, uint8_t *bits)
{
    uint8_t flag;
    if (!number_read(value, &flag) || flag > 1)
        return false;
    *bits = (uint8_t)(*bits | (unsigned)flag << seat);
    return true;
}

/* ---- Fields; `index` counts the lines of a list ---- */

static bool field_viewer(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.viewer);
}

static bool field_seat(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.seat);
}

static bool field_winner(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.winner);
}

static bool field_phase(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return read_word(value, phase_names, PHASE_OVER + 1, &r->state.phase) &&
           r->state.phase != PHASE_DEAL && r->state.phase != PHASE_SHUFFLE;
}

static bool field_racks(struct reading *r, unsigned index, struct stretch value)
{
    return read_cards(r, value, true, &r->state.rack[index]);
}

static bool field_shown(struct reading *r, unsigned index, struct stretch value)
{
    return read_cards(r, value, false, &r->state.shown[index]);
}

static bool field_table(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return read_table(r, value, &r->state.table);
}

static bool field_opened(struct reading *r, unsigned index, struct stretch value)
{
    return read_flag(value, index, &r->state.opened);
}

static bool field_stacks(struct reading *r, unsigned index, struct stretch value)
{
    struct stock *stock = &r->state.stock;
    unsigned start = index == 0 ? 0 : stock->start[index - 1] + stock->count[index - 1];
    if (index >= r->game->stack_count || !number_read(value, &stock->count[index]) ||
        start + stock->count[index] > CARDS_MAX)
        return false;
    stock->start[index] = (uint8_t)start;
    memset(&stock->at[start], CARD_UNKNOWN, stock->count[index]);
    /* stacks that a game does not have begin where the others end */
    for (unsigned i = index + 1; i < STACKS_MAX; i++)
        stock->start[i] = (uint8_t)(start + stock->count[index]);
    return true;
}

static bool field_discard(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return read_cards(r, value, false, &r->state.discard);
}

static bool field_laid(struct reading *r, unsigned index, struct stretch value)
{
    return read_flag(value, index, &r->state.laid);
}

static bool field_laid_since_shuffle(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.laid_since_shuffle);
}

static bool field_idle(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.idle_turns);
}

static bool field_taken(struct reading *r, unsigned index, struct stretch value)
{
    struct cards taken;
    (void)index;
    if (!read_cards(r, value, true, &taken) || taken.count != 1)
        return false;
    r->state.taken = taken.at[0];
    return true;
}

static bool field_from(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return read_word(value, taken_from_names, TAKEN_DISCARD + 1, &r->state.taken_from);
}

static bool field_before_table(struct reading *r, unsigned index, struct stretch value)
{
    (void)index;
    return read_table(r, value, &r->state.table_before);
}

static bool field_before_opened(struct reading *r, unsigned index, struct stretch value)
{
    return read_flag(value, index, &r->state.opened_before);
}

static bool field_before_laid(struct reading *r, unsigned index, struct stretch value)
{
    return read_flag(value, index, &r->state.laid_before);
}

static bool field_before_laid_since_shuffle(struct reading *r, unsigned index,
                                            struct stretch value)
{
    (void)index;
    return number_read(value, &r->state.laid_since_shuffle_before);
}

/* How many lines a field may have: one, or as many as there are seats or stacks. */
enum often { ONCE, A_SEAT, A_STACK };

static const struct {
    const char *name;
    bool (*read)(struct reading *r, unsigned index, struct stretch value);
    uint8_t often; /* enum often */
} fields[] = {{"viewer", field_viewer, ONCE},
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
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static bool read_field(struct reading *r, const struct lines *line, unsigned counts[FIELD_COUNT])
{
    const unsigned often[] = {
        [ONCE] = 1, [A_SEAT] = r->state.seats, [A_STACK] = r->game->stack_count};
    unsigned i = 0;
    while (i < FIELD_COUNT && !line_is(line, fields[i].name))
        i++;
    if (i == FIELD_COUNT || counts[i] == often[fields[i].often])
        return false;
    return fields[i].read(r, counts[i]++, line->value);
}

/* ---- The whole ---- */

static bool read_rules(struct stretch header, struct state *out)
{
    struct match match;
    struct error ignored;
    if (!match_header_read(header.at, header.size, &match, &ignored))
        return false;
    *out = match.state;
    return true;
}

/* A view accounts for every card, and holds what any state holds. */
static bool view_holds(const struct state *state)
{
    unsigned sum = stock_count(&state->stock) + state->discard.count;
    for (unsigned seat = 0; seat < state->seats; seat++)
        sum += state->rack[seat].count;
    return sum + table_card_count(&state->table) ==
               game_deck_size(state_game(state), &state->options) &&
           state_check(state) == NULL;
}

int rules_set(int size)
{
    has_position = false;
    has_rules = text_fits(size) &&
                read_rules((struct stretch){text, (size_t)size}, &position.seen);
    if (has_rules)
        refusal_of_game(state_game(&position.seen));
    return has_rules ? 0 : -1;
}

int position_set(int size)
{
    struct reading r = {0};
    unsigned counts[FIELD_COUNT] = {0};
    has_rules = has_position = false;
    if (!text_fits(size))
        return -1;
    struct lines lines = lines_of(text, (size_t)size);
    bool has_header = lines_next(&lines);
    struct stretch header = {text, (size_t)(&lines.value.at[lines.value.size] - text)};
    if (!has_header || !read_rules(header, &r.state))
        return -1;
    r.game = state_game(&r.state);
    r.state.viewer = SEAT_WATCHER;
    r.state.seat = SEAT_NONE;
    r.state.phase = PHASE_START;
    while (lines_next(&lines))
        if (!read_field(&r, &lines, counts))
            return -1;
    if (!view_holds(&r.state))
        return -1;
    position.seen = r.state;
    refusal_of_game(r.game);
    has_rules = has_position = true;
    return 0;
}

const struct game *position_game(void)
{
    return state_game(&position.seen);
}

bool position_is_on_turn(void)
{
    const struct state *seen = &position.seen;
    return has_position && seen->phase != PHASE_OVER && seen->viewer == seen->seat;
}
