/* view_write.c - options and a view as JSON objects (docs/protocol.md). Reading them is in
 * view_json.c, with a parser that needs a C library. */
#include "wire/view_write.h"

const char *const phase_names[PHASE_OVER + 1] = {
    [PHASE_DEAL] = "deal",   [PHASE_START] = "start", [PHASE_SHUFFLE] = "shuffle",
    [PHASE_DRAWN] = "drawn", [PHASE_LAID] = "laid",   [PHASE_OVER] = "over"};
const char *const taken_from_names[TAKEN_DISCARD + 1] = {
    [TAKEN_NOTHING] = "nothing", [TAKEN_STOCK] = "stock", [TAKEN_DISCARD] = "discard"};

static const char *word_of_option(const struct option_spec *spec, unsigned value,
                                  char letters[SEATS_MAX + 1])
{
    if (spec->letters != NULL) {
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            letters[seat] = spec->letters[value >> (2 * seat) & 3];
        letters[SEATS_MAX] = '\0';
        return letters;
    }
    return spec->words[0] != NULL && value >= spec->word_base
               ? spec->words[value - spec->word_base]
               : NULL;
}

void options_write(struct writer *writer, const struct game *game,
                   const struct options *options)
{
    char letters[SEATS_MAX + 1];
    writer_open(writer, '{');
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option_spec *spec = game->options[i];
        unsigned value = options->of[spec->option];
        const char *word = word_of_option(spec, value, letters);
        bool is_no_limit = value < spec->min || (spec->option == OPTION_TARGET && value == 0);
        if (word != NULL)
            writer_field_word(writer, spec->name, word);
        else if (!is_no_limit) /* which is said by leaving it out */
            writer_field_number(writer, spec->name, value);
    }
    writer_close(writer, '}');
}

/* ---- A view ---- */

static void write_seat(struct writer *writer, const char *name, unsigned seat)
{
    if (seat < SEATS_MAX) {
        writer_field_number(writer, name, seat);
        return;
    }
    writer_name(writer, name);
    writer_word(writer, "null");
}

static void write_cards_by_seat(struct writer *writer, const char *name,
                                const struct state *state, const struct cards *of_seat)
{
    char text[TEXT_MAX];
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < state->seats; seat++) {
        size_t size = cards_print(game_at(state->game), &of_seat[seat], text);
        writer_item_text(writer, text, size);
    }
    writer_close(writer, ']');
}

static void write_flags(struct writer *writer, const char *name, unsigned seats, unsigned bits)
{
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned seat = 0; seat < seats; seat++)
        writer_item_bool(writer, (bits >> seat & 1) != 0);
    writer_close(writer, ']');
}

static void write_table(struct writer *writer, const struct game *game,
                        const struct table *table)
{
    char text[TEXT_MAX];
    size_t size = table_print(game, table, text);
    writer_field_text(writer, "table", text, size);
}

static void write_places(struct writer *writer, unsigned meld_count,
                         const struct places *places)
{
    writer_name(writer, "places");
    writer_open(writer, '[');
    for (unsigned i = 0; i < meld_count; i++) {
        writer_item_number(writer, places->at[i].row);
        writer_item_number(writer, places->at[i].column);
    }
    writer_close(writer, ']');
}

static void write_stock(struct writer *writer, const struct state *state)
{
    unsigned stack_count = game_at(state->game)->stack_count;
    if (stack_count == 1) {
        writer_field_number(writer, "stock", stock_count(&state->stock));
        return;
    }
    writer_name(writer, "stacks");
    writer_open(writer, '[');
    for (unsigned i = 0; i < stack_count; i++)
        writer_item_number(writer, state->stock.count[i]);
    writer_close(writer, ']');
}

/* What the turns of a game with a discard pile remember. */
static void write_discard(struct writer *writer, const struct state *state)
{
    const struct game *game = game_at(state->game);
    char text[TEXT_MAX];
    size_t size = cards_print(game, &state->discard, text);
    writer_field_text(writer, "discard", text, size);
    write_flags(writer, "laid", state->seats, state->laid);
    writer_field_bool(writer, "laid_since_shuffle", state->laid_since_shuffle != 0);
    writer_field_number(writer, "idle", state->idle_turns);
    if (state->taken_from != TAKEN_NOTHING) {
        size = card_print(game, state->taken, text);
        writer_field_text(writer, "taken", text, size);
        writer_field_word(writer, "from", taken_from_names[state->taken_from]);
    }
    if (state->phase != PHASE_LAID)
        return;
    writer_name(writer, "before");
    writer_open(writer, '{');
    write_table(writer, game, &state->table_before);
    write_flags(writer, "opened", state->seats, state->opened_before);
    write_flags(writer, "laid", state->seats, state->laid_before);
    writer_field_bool(writer, "laid_since_shuffle", state->laid_since_shuffle_before != 0);
    writer_close(writer, '}');
}

void view_write(struct writer *writer, const struct view *view, const struct places *places)
{
    const struct state *state = &view->seen;
    const struct game *game = game_at(state->game);
    writer_open(writer, '{');
    write_seat(writer, "viewer", state->viewer);
    write_seat(writer, "seat", state->seat);
    writer_field_word(writer, "phase", phase_names[state->phase]);
    if (state->phase == PHASE_OVER)
        write_seat(writer, "winner", state->winner);
    write_cards_by_seat(writer, "racks", state, state->rack);
    write_cards_by_seat(writer, "shown", state, state->shown);
    write_table(writer, game, &state->table);
    if (places != NULL)
        write_places(writer, state->table.meld_count, places);
    write_flags(writer, "opened", state->seats, state->opened);
    write_stock(writer, state);
    if (game->has_discard)
        write_discard(writer, state);
    writer_close(writer, '}');
}
