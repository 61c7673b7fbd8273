/* given_mixed.c - a table that people have mixed up, put right by the rules set
 * (solver/solver.h). */
#include "wasm/given_view.h"
#include "wasm/text.h"
#include "wasm/workspace.h"

/* The melds in the buffer, correct or not, put right: the `table`, whose first `kept` melds lie as
 * they were, the cards that are `left` over, and whether it `isExact`. -1 where the text is no
 * table, or tables of the game are never rearranged. */
int EXPORT(engine_mixed)(int size);

int engine_mixed(int size)
{
    static struct put_right right;
    static char words[TEXT_MAX];
    struct table mixed;
    struct error ignored;
    const struct state *seen = &position.seen;
    if (!has_rules || !text_fits(size) || workspace_get() == NULL ||
        !table_read(position_game(), text, (size_t)size, &mixed, &ignored) ||
        !solve_mixed(workspace_get(), seen->game, &seen->options, &mixed, &right))
        return -1;
    struct writer *writer = text_begin();
    writer_open(writer, '{');
    size_t words_size = table_print(position_game(), &right.table, words);
    writer_field_text(writer, "table", words, words_size);
    words_size = cards_print(position_game(), &right.left, words);
    writer_field_text(writer, "left", words, words_size);
    writer_field_number(writer, "kept", right.kept);
    writer_field_bool(writer, "isExact", right.is_exact);
    writer_close(writer, '}');
    return text_size();
}
