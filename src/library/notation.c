/* notation.c - versions, games, and texts in our notation, for whoever has nothing else. */
#include <stdio.h>
#include <string.h>

#include "library/describe.h"
#include "library/library.h"

_Static_assert((int)RUMMERY_SEATS_MAX == (int)SEATS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_STACKS_MAX == (int)STACKS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_TEXT_MAX == (int)TEXT_MAX, "the same limits outside");

const char *rummery_version(void)
{
    return RUMMERY_VERSION;
}

/* ---- Games ---- */

int rummery_game_count(void)
{
    return (int)game_count();
}

const char *rummery_game_name(int index)
{
    return index < 0 || index >= rummery_game_count() ? NULL : game_at((unsigned)index)->id;
}

const struct game *find_game(const char *game)
{
    unsigned index = game == NULL ? game_count() : game_find(game, strlen(game));
    return index < game_count() ? game_at(index) : NULL;
}

int rummery_kind_count(const char *game)
{
    const struct game *found = find_game(game);
    return found == NULL ? RUMMERY_ARGUMENT : found->kind_count + (found->has_jokers ? 1 : 0);
}

int rummery_kind_name(const char *game, int kind, char *out, size_t room)
{
    const struct game *found = find_game(game);
    char words[TEXT_MAX];
    if (found == NULL || kind < 0 || kind >= rummery_kind_count(game) || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    card what = kind < found->kind_count ? (card)kind : CARD_JOKER;
    size_t size = card_print(found, what, words);
    return give((struct text){words, size}, out, room);
}

/* ---- Notation ---- */

static int fail_game(struct rummery_error *error)
{
    return fail(error, RUMMERY_ARGUMENT, "there is no game of that name");
}

/* Lists drop what is beyond any pack; what comes out must be what went in. */
static bool is_whole(unsigned cards, struct error *error)
{
    *error = (struct error){.rule = RULE_NOTATION,
                            .reason = REASON_TEXT_LEFT_OVER,
                            .meld = NOWHERE,
                            .place = NOWHERE,
                            .what = CARD_NONE};
    return cards <= CARDS_MAX;
}

static size_t tidy_cards(const struct game *game, struct text text, char *out,
                         struct error *error)
{
    struct cards cards;
    bool is_read = cards_read(game, true, text.at, text.size, &cards, error) &&
                   is_whole(cards.count, error);
    return is_read ? cards_print(game, &cards, out) : SIZE_MAX;
}

static size_t tidy_table(const struct game *game, struct text text, char *out,
                         struct error *error)
{
    struct table table;
    bool is_read = table_read(game, text.at, text.size, &table, error) &&
                   is_whole(table_card_count(&table), error);
    return is_read ? table_print(game, &table, out) : SIZE_MAX;
}

static size_t tidy_action(const struct game *game, struct text text, char *out,
                          struct error *error)
{
    struct action action;
    bool is_read = action_read(game, text.at, text.size, &action, error) &&
                   is_whole(table_card_count(&action.table), error) &&
                   is_whole(action.cards.count, error);
    return is_read ? action_print(game, &action, out) : SIZE_MAX;
}

typedef size_t tidier(const struct game *game, struct text text, char *out, struct error *error);

static int give_tidy(tidier *tidy, const char *game, const char *text, char *out, size_t room,
                     struct rummery_error *error)
{
    const struct game *found = find_game(game);
    char words[TEXT_MAX];
    struct error why;
    if (text == NULL || !can_give(out, room))
        return fail_null(error);
    if (found == NULL)
        return fail_game(error);
    size_t size = tidy(found, text_of(text), words, &why);
    if (size == SIZE_MAX)
        return fail_rule(error, found, &why);
    return give((struct text){words, size}, out, room);
}

int rummery_cards_tidy(const char *game, const char *cards, char *out, size_t room,
                       struct rummery_error *error)
{
    return give_tidy(tidy_cards, game, cards, out, room, error);
}

int rummery_table_tidy(const char *game, const char *table, char *out, size_t room,
                       struct rummery_error *error)
{
    return give_tidy(tidy_table, game, table, out, room, error);
}

int rummery_action_tidy(const char *game, const char *action, char *out, size_t room,
                        struct rummery_error *error)
{
    return give_tidy(tidy_action, game, action, out, room, error);
}

/* ---- Setups ---- */

/* No first line is as long as that: all options of a game are a few hundred letters. */
enum { SETUP_MAX = TEXT_MAX };

bool setup_read(const char *setup, struct match *out, struct error *error)
{
    static const char first[] = "match ";
    char line[SETUP_MAX];
    bool has_word = strncmp(setup, first, sizeof first - 1) == 0;
    int size = snprintf(line, sizeof line, "%s%s", has_word ? "" : first, setup);
    size_t used = size < SETUP_MAX ? (size_t)size : 0; /* too long is no setup either */
    if (match_header_read(line, used, out, error))
        return true;
    size_t shift = has_word ? 0 : sizeof first - 1;
    error->offset = error->offset < shift ? 0 : (uint16_t)(error->offset - shift);
    return false;
}

int rummery_setup_tidy(const char *setup, char *out, size_t room, struct rummery_error *error)
{
    struct match match;
    struct error why;
    char words[TEXT_MAX];
    if (setup == NULL || !can_give(out, room))
        return fail_null(error);
    if (!setup_read(setup, &match, &why))
        return fail_rule(error, game_at(0), &why);
    size_t size = match_header_print(&match, words);
    return give((struct text){words, size}, out, room);
}

int rummery_meld_judge(const char *setup, const char *meld, struct rummery_error *error)
{
    struct match match;
    struct table table;
    struct error why;
    if (setup == NULL || meld == NULL)
        return fail_null(error);
    if (!setup_read(setup, &match, &why))
        return fail_rule(error, game_at(0), &why);
    const struct game *game = game_at(match.state.game);
    if (!meld_read(game, meld, strlen(meld), &table, &why) ||
        !meld_judge(game, &match.state.options, table_meld(&table, 0), &why))
        return fail_rule(error, game, &why);
    return RUMMERY_OK;
}

/* ---- Descriptions ---- */

struct description {
    const struct game *game;
    struct writer writer;
};

static int describe(void *context)
{
    struct description *description = context;
    game_describe(&description->writer, description->game);
    return RUMMERY_OK;
}

int rummery_game_describe(const char *game, char *out, size_t room)
{
    struct description description = {.game = find_game(game)};
    if (description.game == NULL || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    int code = with_memory(describe, &description);
    if (code == RUMMERY_OK)
        code = give((struct text){description.writer.at, description.writer.size}, out, room);
    writer_free(&description.writer);
    return code;
}
