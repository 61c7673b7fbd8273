/* position_text.c - a position as one short line: it becomes lines for the one reader of positions,
 * and what it leaves out is filled in before the whole is judged. */
#include "wire/position_text.h"

#include "core/freestanding.h"
#include "core/inspect.h"
#include "wire/view_write.h"

/* ---- Reading ---- */

/* `match` comes before them, and each mark is the end of one. */
size_t position_text_lines(struct text line, char out[POSITION_TEXT_MAX])
{
    static const char first[] = "match ";
    size_t size = sizeof first - 1;
    memcpy(out, first, size);
    for (size_t i = 0; i < line.size; i++) {
        bool is_edge = out[size - 1] == '\n' || size == sizeof first - 1;
        if (line.at[i] == ' ' && is_edge)
            continue;
        if (line.at[i] == '\n' || size == POSITION_TEXT_MAX - 1)
            return 0;
        out[size++] = line.at[i];
        if (line.at[i] == ';')
            out[size - 1] = '\n';
    }
    return size;
}

static uint8_t owners_of(const struct table *table)
{
    unsigned owners = 0;
    for (unsigned i = 0; i < table->meld_count; i++)
        if (table->owner[i] != SEAT_NONE)
            owners |= 1U << table->owner[i];
    return (uint8_t)owners;
}

static void take_racks(struct told_position *told)
{
    struct state *state = &told->state;
    const struct game *game = state_game(state);
    bool is_told = told->count[FIELD_RACKS] > 0;
    for (unsigned seat = 0; seat < state->seats && !is_told; seat++) {
        state->rack[seat].count = (uint8_t)game->deal_size(&state->options);
        memset(state->rack[seat].at, CARD_UNKNOWN, state->rack[seat].count);
    }
    if (told->count[FIELD_RACK] > 0)
        state->rack[state->viewer] = told->rack;
}

/* All that lies nowhere else. */
static bool take_stock(struct told_position *told)
{
    const struct state *state = &told->state;
    const struct game *game = state_game(state);
    unsigned deck = game_deck_size(game, &state->options);
    unsigned named = table_card_count(&state->table) + state->discard.count;
    for (unsigned seat = 0; seat < state->seats; seat++)
        named += state->rack[seat].count;
    if (told->count[FIELD_STACKS] > 0)
        return true;
    if (named > deck)
        return false;
    told->count[FIELD_STACKS] = STACKS_MAX;
    game_stack_sizes(game, deck - named, told->stacks);
    return true;
}

/* The card of this turn is the last of the rack, from the stock. */
static void take_turn(struct told_position *told)
{
    struct state *state = &told->state;
    const struct cards *rack = &state->rack[state->seat];
    bool is_taken = state->phase == PHASE_DRAWN && told->count[FIELD_TAKEN] == 0;
    if (!is_taken || !state_game(state)->has_discard || rack->count == 0)
        return;
    state->taken = rack->at[rack->count - 1];
    state->taken_from = TAKEN_STOCK;
}

static bool fill_in(struct told_position *told)
{
    struct state *state = &told->state;
    uint8_t owners = owners_of(&state->table);
    if (told->count[FIELD_SEAT] == 0)
        state->seat = state->phase == PHASE_OVER ? SEAT_NONE : 0;
    if (told->count[FIELD_VIEWER] == 0)
        state->viewer = state->seat < state->seats ? state->seat : 0;
    told->count[FIELD_SEAT] = state->seat < state->seats ? 1 : 0;
    told->count[FIELD_VIEWER] = 1;
    if (told->count[FIELD_OPENED] == 1)
        state->opened = (uint8_t)(state->opened << state->viewer);
    state->opened |= owners;
    if (told->count[FIELD_LAID] == 0)
        state->laid = owners;
    if (told->count[FIELD_LAID_SINCE_SHUFFLE] == 0)
        state->laid_since_shuffle = state_game(state)->has_discard;
    take_racks(told);
    if (state->seat < state->seats)
        take_turn(told);
    return take_stock(told);
}

bool position_text_read(struct text line, struct view *out, struct places *places,
                        struct cards *next)
{
    char lines[POSITION_TEXT_MAX];
    size_t size = position_text_lines(line, lines), end = 0;
    struct match match;
    struct error ignored;
    struct told_position told;
    struct position_fault fault;
    while (end < size && lines[end] != '\n')
        end++;
    size_t behind = end < size ? end + 1 : end;
    if (size == 0 || !match_header_read(lines, end, &match, &ignored))
        return false;
    told_begin(&told, &match.state);
    if (!position_fields_read(&told, (struct text){&lines[behind], size - behind}, &fault) ||
        !fill_in(&told) || !told_view(&told, out, places))
        return false;
    if (next != NULL)
        *next = told.next;
    return true;
}

/* ---- Writing ---- */

static void put_name(struct writer *writer, enum position_field field)
{
    writer_word(writer, "; ");
    writer_word(writer, position_field_name(field));
    writer_word(writer, " ");
}

static void put_number(struct writer *writer, enum position_field field, unsigned number)
{
    put_name(writer, field);
    writer_number(writer, number);
}

static void put_flags(struct writer *writer, enum position_field field, unsigned seats,
                      unsigned bits)
{
    for (unsigned seat = 0; seat < seats; seat++)
        put_number(writer, field, bits >> seat & 1);
}

static void put_cards(struct writer *writer, enum position_field field,
                      const struct game *game, const struct cards *cards)
{
    char text[TEXT_MAX];
    put_name(writer, field);
    writer_put(writer, text, cards_print(game, cards, text));
}

static void put_table(struct writer *writer, enum position_field field,
                      const struct game *game, const struct table *table)
{
    char text[TEXT_MAX];
    if (table->meld_count == 0)
        return;
    put_name(writer, field);
    writer_put(writer, text, table_print(game, table, text));
}

static void put_turn(struct writer *writer, const struct state *state)
{
    bool is_over = state->phase == PHASE_OVER;
    unsigned seat = is_over ? 0 : state->seat;
    if (!is_over && seat != 0)
        put_number(writer, FIELD_SEAT, seat);
    if (state->viewer != seat)
        put_number(writer, FIELD_VIEWER, state->viewer);
    if (state->phase != PHASE_START) {
        put_name(writer, FIELD_PHASE);
        writer_word(writer, phase_names[state->phase]);
    }
    if (state->winner < state->seats)
        put_number(writer, FIELD_WINNER, state->winner);
    if (state->opened != owners_of(&state->table))
        put_flags(writer, FIELD_OPENED, state->seats, state->opened);
}

/* Where the stacks are as even as they can be nobody needs to say so. */
static void put_stacks(struct writer *writer, const struct state *state)
{
    const struct game *game = state_game(state);
    uint8_t even[STACKS_MAX];
    game_stack_sizes(game, stock_count(&state->stock), even);
    for (unsigned i = 0; i < game->stack_count; i++)
        if (memcmp(even, state->stock.count, sizeof even) != 0)
            put_number(writer, FIELD_STACKS, state->stock.count[i]);
}

static void put_discard(struct writer *writer, const struct state *state)
{
    const struct game *game = state_game(state);
    char text[TEXT_MAX];
    if (state->discard.count > 0)
        put_cards(writer, FIELD_DISCARD, game, &state->discard);
    if (state->laid != owners_of(&state->table))
        put_flags(writer, FIELD_LAID, state->seats, state->laid);
    if (state->laid_since_shuffle == 0)
        put_number(writer, FIELD_LAID_SINCE_SHUFFLE, 0);
    if (state->idle_turns > 0)
        put_number(writer, FIELD_IDLE, state->idle_turns);
    if (state->taken_from != TAKEN_NOTHING) {
        put_name(writer, FIELD_TAKEN);
        writer_put(writer, text, card_print(game, state->taken, text));
        put_name(writer, FIELD_FROM);
        writer_word(writer, taken_from_names[state->taken_from]);
    }
    if (state->phase != PHASE_LAID)
        return;
    put_table(writer, FIELD_BEFORE_TABLE, game, &state->table_before);
    put_flags(writer, FIELD_BEFORE_OPENED, state->seats, state->opened_before);
    put_flags(writer, FIELD_BEFORE_LAID, state->seats, state->laid_before);
    put_number(writer, FIELD_BEFORE_LAID_SINCE_SHUFFLE, state->laid_since_shuffle_before);
}

static bool is_unknown(const struct cards *rack, unsigned count)
{
    return rack->count == count && cards_count_of(rack, CARD_UNKNOWN) == count;
}

/* The own rack, and those of the others unless they hold what they were dealt. */
static void put_racks(struct writer *writer, const struct state *state)
{
    const struct game *game = state_game(state);
    unsigned dealt = game->deal_size(&state->options);
    bool is_plain = state->viewer < state->seats;
    for (unsigned seat = 0; seat < state->seats; seat++)
        is_plain = is_plain && (seat == state->viewer || is_unknown(&state->rack[seat], dealt));
    if (is_plain) {
        put_cards(writer, FIELD_RACK, game, &state->rack[state->viewer]);
        return;
    }
    for (unsigned seat = 0; seat < state->seats; seat++)
        put_cards(writer, FIELD_RACKS, game, &state->rack[seat]);
}

static void put_shown(struct writer *writer, const struct state *state)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < state->seats; seat++)
        count += state->shown[seat].count;
    for (unsigned seat = 0; seat < state->seats && count > 0; seat++)
        put_cards(writer, FIELD_SHOWN, state_game(state), &state->shown[seat]);
}

void position_text_write(struct writer *writer, const struct view *view)
{
    struct match match = {.state = view->seen};
    const struct game *game = state_game(&view->seen);
    char header[TEXT_MAX];
    size_t size = match_header_print(&match, header), match_size = sizeof "match " - 1;
    writer_put(writer, header + match_size, size - match_size);
    put_turn(writer, &view->seen);
    put_table(writer, FIELD_TABLE, game, &view->seen.table);
    put_stacks(writer, &view->seen);
    if (game->has_discard)
        put_discard(writer, &view->seen);
    put_shown(writer, &view->seen);
    put_racks(writer, &view->seen);
}
