/* fuzz_position.c - a position that comes as a line (of an address, of a file) is refused or holds
 * together, is written as a line that says the same, and whoever plays from it finds a round that
 * is sound. Lines that follow are actions, or goals behind a question mark. */
#include <stdlib.h>
#include <string.h>

#include "practice/practice.h"
#include "wire/position_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition)
{
    if (!condition)
        abort();
}

static struct text next_line(struct text *left)
{
    size_t size = 0;
    while (size < left->size && left->at[size] != '\n')
        size++;
    struct text line = {left->at, size};
    size += size < left->size;
    *left = (struct text){left->at + size, left->size - size};
    return line;
}

static void try_text(struct text line)
{
    struct view view, again;
    struct writer first = {0}, second = {0};
    if (!position_text_read(line, &view, NULL, NULL) || view.seen.viewer >= view.seen.seats)
        return;
    position_text_write(&first, &view);
    if (first.size < POSITION_TEXT_MAX) {
        expect(position_text_read((struct text){first.at, first.size}, &again, NULL, NULL));
        position_text_write(&second, &again);
        expect(first.size == second.size && memcmp(first.at, second.at, first.size) == 0);
    }
    writer_free(&first);
    writer_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct practice practice;
    struct text left = {(const char *)data, size};
    struct text line = next_line(&left);
    try_text(line);
    if (!practice_begin(&practice, line, size))
        return 0;
    const struct game *game = game_at(practice.state.game);
    expect(state_check(&practice.state) == NULL);
    while (left.size > 0) {
        struct action action;
        struct error error;
        line = next_line(&left);
        if (line.size > 0 && line.at[0] == '?') {
            goal_judge(&practice, (struct text){line.at + 1, line.size - 1});
            goal_holds(game, (struct text){line.at + 1, line.size - 1});
        } else if (action_read(game, line.at, line.size, &action, &error)) {
            practice_act(&practice, &action, &error);
        }
        expect(state_check(&practice.state) == NULL);
    }
    practice_again(&practice);
    expect(state_check(&practice.state) == NULL);
    return 0;
}
