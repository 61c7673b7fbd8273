/* fuzz_notation.c - whatever reads as notation prints to text that reads to the same. The
 * first byte chooses the game and what to read. */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition)
{
    if (!condition)
        abort();
}

static void try_action(const struct game *game, const char *text, size_t size)
{
    struct action action, again;
    struct error error;
    char first[TEXT_MAX], second[TEXT_MAX];
    if (!action_read(game, text, size, &action, &error)) {
        expect(error.rule == RULE_NOTATION && error.offset <= size);
        return;
    }
    size_t printed = action_print(game, &action, first);
    expect(action_read(game, first, printed, &again, &error));
    action_print(game, &again, second);
    expect(strcmp(first, second) == 0);
}

static void try_cards(const struct game *game, const char *text, size_t size)
{
    struct cards cards, again;
    struct error error;
    char first[TEXT_MAX];
    if (!cards_read(game, true, text, size, &cards, &error))
        return;
    size_t printed = cards_print(game, &cards, first);
    expect(cards_read(game, true, first, printed, &again, &error));
    expect(memcmp(&cards, &again, sizeof cards) == 0);
}

static void try_meld(const struct game *game, const char *text, size_t size)
{
    struct table table;
    struct options options;
    struct error error;
    options_default(game, &options);
    if (meld_read(game, text, size, &table, &error))
        meld_judge(game, &options, table_meld(&table, 0), &error);
}

static void try_header(const char *text, size_t size)
{
    struct match match, again;
    struct error error;
    char first[TEXT_MAX];
    if (!match_header_read(text, size, &match, &error))
        return;
    size_t printed = match_header_print(&match, first);
    expect(match_header_read(first, printed, &again, &error));
    expect(memcmp(&match, &again, sizeof match) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct game *game = game_at(data[0] % game_count());
    const char *text = (const char *)&data[1];
    switch (data[0] / game_count() % 4) {
    case 0:
        try_action(game, text, size - 1);
        break;
    case 1:
        try_cards(game, text, size - 1);
        break;
    case 2:
        try_meld(game, text, size - 1);
        break;
    case 3:
        try_header(text, size - 1);
        break;
    }
    return 0;
}
