/* position.c - reads a position line by line. Whatever does not hold together is refused, so
 * that nothing the browser sends can trip the core or the solver. */
#include "wasm/position.h"

#include "core/internal.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wasm/words.h"

struct view position;
bool has_position;
bool has_rules;

/* The rules alone, from `match ...`: enough to judge melds. 0, or -1 if they cannot be read. */
int EXPORT(rules_set)(int size);
/* A whole position (position.h). 0, or -1 if it does not hold together. */
int EXPORT(position_set)(int size);

/* A position while it is being read: the next seats of `rack` and `shown`. */
struct reading {
    struct state state;
    const struct game *game;
    unsigned racks, shown;
};

struct value {
    const char *at;
    size_t size;
};

/* ---- Values ---- */

static bool read_cards(const struct reading *r, struct value value, bool unknown_allowed,
                       struct cards *out)
{
    struct error ignored;
    return cards_read(r->game, unknown_allowed, value.at, value.size, out, &ignored);
}

static bool read_table(const struct reading *r, struct value value, struct table *out)
{
    struct error ignored;
    return table_read(r->game, value.at, value.size, out, &ignored);
}

/* A number of at most three digits, taken off the front with the spaces before it. */
static bool take_number(struct value *value, uint8_t *out)
{
    unsigned number = 0, digits = 0;
    for (; value->size > 0 && *value->at == ' '; value->at++)
        value->size--;
    for (; value->size > 0 && *value->at >= '0' && *value->at <= '9'; value->at++, digits++) {
        number = number * 10 + (unsigned)(*value->at - '0');
        value->size--;
        if (number > UINT8_MAX)
            return false;
    }
    *out = (uint8_t)number;
    return digits > 0;
}

static bool read_number(struct value value, uint8_t *out)
{
    return take_number(&value, out) && value.size == 0;
}

static bool read_seat(struct value value, uint8_t nobody, uint8_t *out)
{
    *out = nobody;
    return word_equals("-", value.at, value.size) || read_number(value, out);
}

static bool read_word(struct value value, const char *const *words, unsigned count, uint8_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (!word_equals(words[i], value.at, value.size))
            continue;
        *out = (uint8_t)i;
        return true;
    }
    return false;
}

static bool read_flags(const struct reading *r, struct value value, uint8_t *out)
{
    unsigned bits = 0;
    if (value.size != r->state.seats)
        return false;
    for (unsigned seat = 0; seat < r->state.seats; seat++) {
        if (value.at[seat] != '0' && value.at[seat] != '1')
            return false;
        bits |= (unsigned)(value.at[seat] - '0') << seat;
    }
    *out = (uint8_t)bits;
    return true;
}

/* ---- Lines ---- */

static bool line_viewer(struct reading *r, struct value value)
{
    return read_seat(value, SEAT_WATCHER, &r->state.viewer);
}

static bool line_seat(struct reading *r, struct value value)
{
    return read_seat(value, SEAT_NONE, &r->state.seat);
}

static bool line_winner(struct reading *r, struct value value)
{
    return read_seat(value, SEAT_NONE, &r->state.winner);
}

static bool line_phase(struct reading *r, struct value value)
{
    return read_word(value, phase_words, PHASE_OVER + 1, &r->state.phase) &&
           r->state.phase != PHASE_DEAL && r->state.phase != PHASE_SHUFFLE;
}

static bool line_rack(struct reading *r, struct value value)
{
    return r->racks < r->state.seats &&
           read_cards(r, value, true, &r->state.rack[r->racks++]);
}

static bool line_shown(struct reading *r, struct value value)
{
    return r->shown < r->state.seats &&
           read_cards(r, value, false, &r->state.shown[r->shown++]);
}

static bool line_table(struct reading *r, struct value value)
{
    return read_table(r, value, &r->state.table);
}

static bool line_opened(struct reading *r, struct value value)
{
    return read_flags(r, value, &r->state.opened);
}

static bool line_stacks(struct reading *r, struct value value)
{
    struct stock *stock = &r->state.stock;
    unsigned start = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++) {
        stock->start[i] = (uint8_t)start;
        if (i >= r->game->stack_count)
            continue;
        if (!take_number(&value, &stock->count[i]) || start + stock->count[i] > CARDS_MAX)
            return false;
        memset(&stock->at[start], CARD_UNKNOWN, stock->count[i]);
        start += stock->count[i];
    }
    return value.size == 0;
}

static bool line_discard(struct reading *r, struct value value)
{
    return read_cards(r, value, false, &r->state.discard);
}

static bool line_laid(struct reading *r, struct value value)
{
    return read_flags(r, value, &r->state.laid);
}

static bool line_laid_since_shuffle(struct reading *r, struct value value)
{
    return read_number(value, &r->state.laid_since_shuffle);
}

static bool line_idle(struct reading *r, struct value value)
{
    return read_number(value, &r->state.idle_turns);
}

static bool line_taken(struct reading *r, struct value value)
{
    struct cards taken;
    if (!read_cards(r, value, true, &taken) || taken.count != 1)
        return false;
    r->state.taken = taken.at[0];
    return true;
}

static bool line_from(struct reading *r, struct value value)
{
    return read_word(value, from_words, TAKEN_DISCARD + 1, &r->state.taken_from);
}

static bool line_before(struct reading *r, struct value value)
{
    return read_table(r, value, &r->state.table_before);
}

static bool line_opened_before(struct reading *r, struct value value)
{
    return read_flags(r, value, &r->state.opened_before);
}

static bool line_laid_before(struct reading *r, struct value value)
{
    return read_flags(r, value, &r->state.laid_before);
}

static bool line_fresh_before(struct reading *r, struct value value)
{
    return read_number(value, &r->state.laid_since_shuffle_before);
}

static const struct {
    const char *name;
    bool (*read)(struct reading *r, struct value value);
} lines[] = {{"viewer", line_viewer},
             {"seat", line_seat},
             {"phase", line_phase},
             {"winner", line_winner},
             {"rack", line_rack},
             {"shown", line_shown},
             {"table", line_table},
             {"opened", line_opened},
             {"stacks", line_stacks},
             {"discard", line_discard},
             {"laid", line_laid},
             {"laid_since_shuffle", line_laid_since_shuffle},
             {"idle", line_idle},
             {"taken", line_taken},
             {"from", line_from},
             {"before", line_before},
             {"opened_before", line_opened_before},
             {"laid_before", line_laid_before},
             {"fresh_before", line_fresh_before}};

static bool read_line(struct reading *r, const char *line, size_t size)
{
    size_t name_size = 0;
    while (name_size < size && line[name_size] != ' ')
        name_size++;
    size_t skipped = name_size < size ? name_size + 1 : size;
    struct value value = {&line[skipped], size - skipped};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (word_equals(lines[i].name, line, name_size))
            return lines[i].read(r, value);
    return false;
}

/* ---- The whole ---- */

static size_t line_end(size_t at, size_t size)
{
    while (at < size && text[at] != '\n')
        at++;
    return at;
}

static bool read_rules(size_t size, struct state *out)
{
    struct match match;
    struct error ignored;
    if (!match_header_read(text, size, &match, &ignored))
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
    has_rules = text_fits(size) && read_rules((size_t)size, &position.seen);
    if (has_rules)
        refusal_of_game(state_game(&position.seen));
    return has_rules ? 0 : -1;
}

int position_set(int size)
{
    struct reading r = {0};
    has_rules = has_position = false;
    if (!text_fits(size))
        return -1;
    size_t end = line_end(0, (size_t)size);
    if (!read_rules(end, &r.state))
        return -1;
    r.game = state_game(&r.state);
    r.state.phase = PHASE_START;
    for (size_t at = end + 1; at < (size_t)size; at = end + 1) {
        end = line_end(at, (size_t)size);
        if (!read_line(&r, &text[at], end - at))
            return -1;
    }
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
