/* scene.c - a round in which somebody arranges cards: what the tests say in words of the game. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

#include "sentences/sentences.h"

struct match match;
struct arrangement arrangement;
struct view view;

const struct game *game_now(void)
{
    return game_at(match.state.game);
}

void apply(const char *text)
{
    struct action action;
    struct error error;
    bool is_done = action_read(game_now(), text, strlen(text), &action, &error) &&
                   match_apply(&match, &action, &error);
    CHECK_ABOUT(is_done, text);
}

/* A round that seat 0 begins, in which these cards are dealt first, the rest in order. */
void begin(const char *game, unsigned seats, const char *first)
{
    struct options options;
    struct cards wanted, pack;
    struct action deal = {.kind = ACTION_DEAL};
    struct error error;
    unsigned index = game_find(game, strlen(game));
    options_default(game_at(index), &options);
    options.of[OPTION_FIRST] = 0;
    match_init(&match, index, seats, &options);
    CHECK(cards_read(game_now(), false, first, strlen(first), &wanted, &error));
    game_pack(game_now(), &options, &pack);
    deal.cards = wanted;
    for (unsigned i = 0; i < wanted.count; i++)
        CHECK(cards_remove(&pack, wanted.at[i]));
    for (unsigned i = 0; i < pack.count; i++)
        cards_add(&deal.cards, pack.at[i]);
    CHECK(match_apply(&match, &deal, &error));
}

void look(unsigned seat)
{
    view_of(&match.state, seat, &view);
    arrange_begin(&arrangement, &view);
}

void look_anew(unsigned seat)
{
    arrange_init(&arrangement);
    look(seat);
}

/* ---- Saying what is meant ---- */

/* Picks cards: of the rack, or else of the table. */
void pick(const char *text)
{
    struct cards cards;
    struct error error;
    CHECK(cards_read(game_now(), false, text, strlen(text), &cards, &error));
    arrange_unpick(&arrangement);
    for (unsigned i = 0; i < cards.count; i++) {
        unsigned found = NOWHERE;
        for (unsigned piece = 0; piece < arrangement.piece_count; piece++) {
            const struct piece *one = &arrangement.piece[piece];
            bool is_better = found == NOWHERE ||
                             arrange_meld_of(&arrangement, piece) == NOWHERE;
            if (one->what == cards.at[i] && !one->is_picked && is_better)
                found = piece;
        }
        CHECK_ABOUT(found != NOWHERE, text);
        if (found != NOWHERE)
            arrange_pick(&arrangement, found, true);
    }
}

enum put_result put_new(const char *text)
{
    pick(text);
    return arrange_put_new(&arrangement);
}

enum put_result put(const char *text, unsigned meld)
{
    pick(text);
    return arrange_put_meld(&arrangement, meld, PLACE_ANY);
}

bool table_is(const char *expected)
{
    struct table table;
    char text[TEXT_MAX];
    arrange_table(&arrangement, &table);
    table_print(game_now(), &table, text);
    if (strcmp(text, expected) != 0)
        printf("the table is %s\n", text);
    return strcmp(text, expected) == 0;
}

bool rack_is(const char *expected)
{
    const struct layout *layout = arrange_now(&arrangement);
    struct cards cards = {0};
    char text[TEXT_MAX];
    for (unsigned i = 0; i < layout->rack_count; i++)
        cards_add(&cards, arrangement.piece[layout->rack[i]].what);
    cards_print(game_now(), &cards, text);
    if (strcmp(text, expected) != 0)
        printf("the rack is %s\n", text);
    return strcmp(text, expected) == 0;
}
