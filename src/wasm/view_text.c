/* view_text.c - what a seat sees, in the lines that position.c reads. */
#include "wasm/view_text.h"

#include "core/internal.h"
#include "wasm/text.h"
#include "wasm/words.h"

static void line_seat(const char *name, unsigned seat)
{
    text_line(name);
    if (seat < SEATS_MAX)
        text_put_number((int)seat);
    else
        text_put("-");
    text_end_line();
}

static void line_word(const char *name, const char *word)
{
    text_line(name);
    text_put(word);
    text_end_line();
}

static void line_flags(const char *name, unsigned seats, unsigned bits)
{
    text_line(name);
    for (unsigned seat = 0; seat < seats; seat++)
        text_put((bits >> seat & 1) != 0 ? "1" : "0");
    text_end_line();
}

static void line_stacks(const struct state *seen)
{
    text_line("stacks");
    for (unsigned i = 0; i < state_game(seen)->stack_count; i++) {
        if (i > 0)
            text_put(" ");
        text_put_number(seen->stock.count[i]);
    }
    text_end_line();
}

/* What the turns of a game with a discard pile remember. */
static void lines_of_discard(const struct state *seen)
{
    const struct game *game = state_game(seen);
    char name[TEXT_MAX];
    text_line_cards("discard", game, &seen->discard);
    line_flags("laid", seen->seats, seen->laid);
    text_line_number("laid_since_shuffle", seen->laid_since_shuffle);
    text_line_number("idle", seen->idle_turns);
    if (seen->taken_from != TAKEN_NOTHING) {
        card_print(game, seen->taken, name);
        line_word("taken", name);
        line_word("from", from_words[seen->taken_from]);
    }
    if (seen->phase != PHASE_LAID)
        return;
    text_line_table("before", game, &seen->table_before);
    line_flags("opened_before", seen->seats, seen->opened_before);
    line_flags("laid_before", seen->seats, seen->laid_before);
    text_line_number("fresh_before", seen->laid_since_shuffle_before);
}

void view_text(const struct state *seen)
{
    const struct game *game = state_game(seen);
    line_seat("viewer", seen->viewer);
    line_seat("seat", seen->seat);
    line_word("phase", phase_words[seen->phase]);
    line_seat("winner", seen->winner);
    for (unsigned seat = 0; seat < seen->seats; seat++)
        text_line_cards("rack", game, &seen->rack[seat]);
    for (unsigned seat = 0; seat < seen->seats; seat++)
        text_line_cards("shown", game, &seen->shown[seat]);
    text_line_table("table", game, &seen->table);
    line_flags("opened", seen->seats, seen->opened);
    line_stacks(seen);
    if (game->has_discard)
        lines_of_discard(seen);
}
