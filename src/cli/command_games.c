/* command_games.c - `rummery games`: what the games say of themselves, as JSON. The page is built
 * from it, so nothing of it is listed there by hand; docs/games.md explains the fields. */
#include <stdio.h>
#include <string.h>

#include "bots/policy.h"
#include "commands.h"
#include "core/core.h"

static const char *yes_or_no(bool value)
{
    return value ? "true" : "false";
}

/* ---- Cards ---- */

/* A name is that of its suit, which all names of the suit begin with, and that of its rank. */
static size_t suit_size(const struct game *game, unsigned suit)
{
    const char (*names)[KIND_NAME_SIZE] = &game->kind_names[suit * game->rank_count];
    size_t size = strlen(names[0]);
    for (unsigned i = 1; i < game->rank_count; i++)
        while (strncmp(names[0], names[i], size) != 0)
            size--;
    return size;
}

static void print_cards(const struct game *game, const struct options *options)
{
    unsigned suits = game->kind_count / game->rank_count;
    printf(",\"suits\":[");
    for (unsigned suit = 0; suit < suits; suit++)
        printf("%s\"%.*s\"", suit == 0 ? "" : ",", (int)suit_size(game, suit),
               game->kind_names[suit * game->rank_count]);
    printf("],\"ranks\":[");
    for (unsigned rank = 0; rank < game->rank_count; rank++)
        printf("%s\"%s\"", rank == 0 ? "" : ",", game->kind_names[rank] + suit_size(game, 0));
    printf("],\"points\":[");
    for (unsigned rank = 0; rank < game->rank_count; rank++)
        printf("%s%d", rank == 0 ? "" : ",", game->points((card)rank));
    printf("],\"copies\":%u,\"jokers\":%u,\"joker_points\":%d", game->copies(options, 0),
           game->copies(options, CARD_JOKER), game->has_jokers ? game->points(CARD_JOKER) : 0);
}

/* ---- The turn ---- */

static void print_orders(const struct game *game)
{
    static const char *const names[ORDER_COUNT] = {
        [ORDER_RUNS] = "runs", [ORDER_SETS] = "sets", [ORDER_HAND] = "hand"};
    printf(",\"rack_orders\":[");
    for (unsigned order = 0, count = 0; order < ORDER_COUNT; order++)
        if (game_has_order(game, (enum rack_order)order))
            printf("%s\"%s\"", count++ == 0 ? "" : ",", names[order]);
    printf("]");
}

static void print_turn(const struct game *game, const struct options *options)
{
    static const char *const orders[] = {
        [RUN_ANYHOW] = "anyhow", [RUN_RISING] = "rising", [RUN_CIRCLING] = "circling"};
    printf(",\"deal\":%u,\"stacks\":%u,\"run_order\":\"%s\"", game->deal_size(options),
           game->stack_count, orders[game->run_order]);
    print_orders(game);
    printf(",\"melds_are_owned\":%s,\"has_discard\":%s", yes_or_no(game->melds_are_owned),
           yes_or_no(game->has_discard));
    printf(",\"timeout_has_table\":%s,\"draw_ends_turn\":%s",
           yes_or_no(game->timeout_has_table), yes_or_no(game->draw_ends_turn));
    printf(",\"jokers_come_back\":%s,\"first_points\":%u,\"first_is_one_meld\":%s",
           yes_or_no(game->jokers_come_back), game_first_points(game, options),
           yes_or_no(game->first_is_one_meld));
    printf(",\"evening_points\":%u,\"has_solver\":%s,\"waiting_pays\":%s", game->evening_points,
           yes_or_no(solver_knows(game)), yes_or_no(policy_suits(game)));
}

/* ---- Options ---- */

static void print_value(const struct option_spec *spec, unsigned value)
{
    if (spec->letters != NULL) {
        putchar('"');
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            putchar(spec->letters[value >> (2 * seat) & 3]);
        putchar('"');
    } else if (spec->words[0] != NULL && value >= spec->word_base) {
        printf("\"%s\"", spec->words[value - spec->word_base]);
    } else if (spec->step > 0 && value >= spec->min) {
        printf("%u", value);
    } else {
        printf("null"); /* unset: none of the values that can be chosen */
    }
}

/* A value that only some numbers of players can choose. */
static void print_players(const struct game *game, const struct options *usual,
                          const struct option_spec *spec, unsigned value, bool *is_first)
{
    struct options options = *usual;
    unsigned fits = 0, all = 0;
    options.of[spec->option] = (uint16_t)value;
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        all |= 1U << seats;
        fits |= (options_fit(game, &options, seats) ? 1U : 0U) << seats;
    }
    if (fits == all)
        return;
    printf("%s\"%u\":[", *is_first ? ",\"players\":{" : ",", value);
    *is_first = false;
    for (unsigned seats = SEATS_MIN, count = 0; seats <= SEATS_MAX; seats++)
        if ((fits >> seats & 1) != 0)
            printf("%s%u", count++ == 0 ? "" : ",", seats);
    printf("]");
}

static void print_option(const struct game *game, const struct options *usual,
                         const struct option_spec *spec)
{
    enum { WORDS_MAX = sizeof spec->words / sizeof *spec->words };
    bool is_first = true;
    printf("{\"name\":\"%s\",\"usual\":", spec->name);
    print_value(spec, spec->standard);
    if (spec->step > 0)
        printf(",\"min\":%u,\"max\":%u,\"step\":%u", spec->min, spec->max, spec->step);
    for (unsigned i = 0; i < WORDS_MAX && spec->words[i] != NULL; i++)
        printf("%s\"%s\"", i == 0 ? ",\"words\":[" : ",", spec->words[i]);
    if (spec->words[0] != NULL)
        printf("]");
    if (spec->letters != NULL)
        printf(",\"letters\":\"%s\"", spec->letters);
    for (unsigned value = spec->min; spec->step > 0 && value <= spec->max; value += spec->step)
        print_players(game, usual, spec, value, &is_first);
    printf("%s}", is_first ? "" : "}");
}

static void print_game(const struct game *game)
{
    struct options usual;
    options_default(game, &usual);
    printf("{\"id\":\"%s\",\"family\":\"%s\",\"players_min\":%d,\"players_max\":%d", game->id,
           family_name((enum card_family)game->family), SEATS_MIN, SEATS_MAX);
    print_cards(game, &usual);
    print_turn(game, &usual);
    printf(",\"options\":[");
    for (unsigned i = 0; i < game->option_count; i++) {
        printf(i == 0 ? "\n  " : ",\n  ");
        print_option(game, &usual, game->options[i]);
    }
    printf("]}");
}

int command_games(int argc, char **argv)
{
    (void)argv;
    if (argc != 0)
        return usage_of("games");
    for (unsigned i = 0; i < game_count(); i++) {
        printf(i == 0 ? "[" : ",\n");
        print_game(game_at(i));
    }
    printf("]\n");
    return EXIT_DONE;
}
