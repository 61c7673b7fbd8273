/* describe.c - what a game says of itself, as JSON. `rummery games` prints it, the page is built
 * from it, and the library hands it out: nothing of it is listed by hand anywhere. */
#include "library/describe.h"

#include <string.h>

#include "bots/policy.h"

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

static void write_cards(struct writer *writer, const struct game *game,
                        const struct options *options)
{
    unsigned suits = game->kind_count / game->rank_count;
    writer_name(writer, "suits");
    writer_open(writer, '[');
    for (unsigned suit = 0; suit < suits; suit++)
        writer_item_text(writer, game->kind_names[suit * game->rank_count],
                         suit_size(game, suit));
    writer_close(writer, ']');
    writer_name(writer, "ranks");
    writer_open(writer, '[');
    for (unsigned rank = 0; rank < game->rank_count; rank++) {
        const char *name = game->kind_names[rank] + suit_size(game, 0);
        writer_item_text(writer, name, strlen(name));
    }
    writer_close(writer, ']');
    writer_name(writer, "points");
    writer_open(writer, '[');
    for (unsigned rank = 0; rank < game->rank_count; rank++)
        writer_item_number(writer, game->points((card)rank));
    writer_close(writer, ']');
    writer_field_number(writer, "copies", game->copies(options, 0));
    writer_field_number(writer, "jokers", game->copies(options, CARD_JOKER));
    writer_field_number(writer, "joker_points", game->has_jokers ? game->points(CARD_JOKER) : 0);
}

/* ---- The turn ---- */

static void write_orders(struct writer *writer, const struct game *game)
{
    static const char *const names[ORDER_COUNT] = {
        [ORDER_RUNS] = "runs", [ORDER_SETS] = "sets", [ORDER_HAND] = "hand"};
    writer_name(writer, "rack_orders");
    writer_open(writer, '[');
    for (unsigned order = 0; order < ORDER_COUNT; order++)
        if (game_has_order(game, (enum rack_order)order))
            writer_item_text(writer, names[order], strlen(names[order]));
    writer_close(writer, ']');
}

static void write_turn(struct writer *writer, const struct game *game,
                       const struct options *options)
{
    static const char *const orders[] = {
        [RUN_ANYHOW] = "anyhow", [RUN_RISING] = "rising", [RUN_CIRCLING] = "circling"};
    writer_field_number(writer, "deal", game->deal_size(options));
    writer_field_number(writer, "stacks", game->stack_count);
    writer_field_word(writer, "run_order", orders[game->run_order]);
    write_orders(writer, game);
    writer_field_bool(writer, "melds_are_owned", game->melds_are_owned);
    writer_field_bool(writer, "has_discard", game->has_discard);
    writer_field_bool(writer, "timeout_has_table", game->timeout_has_table);
    writer_field_bool(writer, "draw_ends_turn", game->draw_ends_turn);
    writer_field_bool(writer, "jokers_come_back", game->jokers_come_back);
    writer_field_number(writer, "first_points", game_first_points(game, options));
    writer_field_bool(writer, "first_is_one_meld", game->first_is_one_meld);
    writer_field_number(writer, "evening_points", game->evening_points);
    writer_field_bool(writer, "has_sight", game->has_sight);
    writer_field_bool(writer, "has_solver", solver_knows(game));
    writer_field_bool(writer, "waiting_pays", policy_suits(game));
}

/* ---- Options ---- */

static void write_value(struct writer *writer, const struct option_spec *spec, unsigned value)
{
    if (spec->letters != NULL) {
        char letters[SEATS_MAX];
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            letters[seat] = spec->letters[value >> (2 * seat) & 3];
        writer_string(writer, letters, sizeof letters);
    } else if (spec->words[0] != NULL && value >= spec->word_base) {
        const char *word = spec->words[value - spec->word_base];
        writer_string(writer, word, strlen(word));
    } else if (spec->step > 0 && value >= spec->min) {
        writer_number(writer, value);
    } else {
        writer_word(writer, "null"); /* unset: none of the values that can be chosen */
    }
}

/* A value that only some numbers of players can choose. */
static void write_players(struct writer *writer, const struct game *game,
                          const struct options *usual, const struct option_spec *spec,
                          unsigned value, bool *is_first)
{
    struct options options = *usual;
    unsigned fits = 0, all = 0;
    char name[8] = "";
    options.of[spec->option] = (uint16_t)value;
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        all |= 1U << seats;
        fits |= (options_fit(game, &options, seats) ? 1U : 0U) << seats;
    }
    if (fits == all)
        return;
    if (*is_first) {
        writer_name(writer, "players");
        writer_open(writer, '{');
    }
    *is_first = false;
    for (unsigned digit = 10000, at = 0; digit > 0; digit /= 10)
        if (value >= digit || digit == 1)
            name[at++] = (char)('0' + value / digit % 10);
    writer_name(writer, name);
    writer_open(writer, '[');
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++)
        if ((fits >> seats & 1) != 0)
            writer_item_number(writer, seats);
    writer_close(writer, ']');
}

static void write_option(struct writer *writer, const struct game *game,
                         const struct options *usual, const struct option_spec *spec)
{
    enum { WORDS_MAX = sizeof spec->words / sizeof *spec->words };
    bool is_first = true;
    writer_open(writer, '{');
    writer_field_word(writer, "name", spec->name);
    writer_name(writer, "usual");
    write_value(writer, spec, spec->standard);
    if (spec->step > 0) {
        writer_field_number(writer, "min", spec->min);
        writer_field_number(writer, "max", spec->max);
        writer_field_number(writer, "step", spec->step);
    }
    if (spec->words[0] != NULL) {
        writer_name(writer, "words");
        writer_open(writer, '[');
        for (unsigned i = 0; i < WORDS_MAX && spec->words[i] != NULL; i++)
            writer_item_text(writer, spec->words[i], strlen(spec->words[i]));
        writer_close(writer, ']');
    }
    if (spec->letters != NULL)
        writer_field_word(writer, "letters", spec->letters);
    for (unsigned value = spec->min; spec->step > 0 && value <= spec->max; value += spec->step)
        write_players(writer, game, usual, spec, value, &is_first);
    if (!is_first)
        writer_close(writer, '}');
    writer_close(writer, '}');
}

void game_describe(struct writer *writer, const struct game *game)
{
    struct options usual;
    options_default(game, &usual);
    writer_open(writer, '{');
    writer_field_word(writer, "id", game->id);
    writer_field_word(writer, "family", family_name((enum card_family)game->family));
    writer_field_number(writer, "players_min", SEATS_MIN);
    writer_field_number(writer, "players_max", SEATS_MAX);
    write_cards(writer, game, &usual);
    write_turn(writer, game, &usual);
    writer_name(writer, "options");
    writer_open(writer, '[');
    for (unsigned i = 0; i < game->option_count; i++)
        write_option(writer, game, &usual, game->options[i]);
    writer_close(writer, ']');
    writer_close(writer, '}');
}
