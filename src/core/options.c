/* options.c - a match's switches: each game lists its own (struct option_spec), this file
 * reads and judges them alike for all. */
#include "game.h"

const struct option_spec option_rounds = {
    .option = OPTION_ROUNDS, .name = "rounds", .min = 1, .max = 1000, .step = 1};
const struct option_spec option_target = {
    .option = OPTION_TARGET, .name = "target", .min = 0, .max = 30000, .step = 1};
const struct option_spec option_clock = {.option = OPTION_TURN_SECONDS,
                                         .name = "turn_seconds",
                                         .standard = 120,
                                         .min = 0,
                                         .max = 36000,
                                         .step = 1};
const struct option_spec option_no_clock = {
    .option = OPTION_TURN_SECONDS, .name = "turn_seconds", .min = 0, .max = 36000, .step = 1};
const struct option_spec option_days = {
    .option = OPTION_TURN_DAYS, .name = "turn_days", .min = 1, .max = 14, .step = 1};
const struct option_spec option_first = {.option = OPTION_FIRST,
                                         .name = "first",
                                         .standard = FIRST_LOT,
                                         .min = 0,
                                         .max = SEATS_MAX - 1,
                                         .step = 1,
                                         .word_base = FIRST_LOT,
                                         .words = {"lot"}};
const struct option_spec option_joker_swap = {
    .option = OPTION_JOKER_SWAP, .name = "joker_swap", .words = {"any", "rack"}};

size_t word_size_of(const char *word)
{
    size_t size = 0;
    while (word[size] != '\0')
        size++;
    return size;
}

bool word_equals(const char *word, const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && word[i] != '\0' && word[i] == text[i])
        i++;
    return i == size && word[i] == '\0';
}

void options_default(const struct game *game, struct options *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < game->option_count; i++)
        out->of[game->options[i]->option] = game->options[i]->standard;
}

const struct option_spec *options_find(const struct game *game, const char *name,
                                       size_t name_size)
{
    for (unsigned i = 0; i < game->option_count; i++)
        if (word_equals(game->options[i]->name, name, name_size))
            return game->options[i];
    return NULL;
}

uint32_t options_turn_s(const struct options *options)
{
    enum { SECONDS_A_DAY = 24 * 60 * 60 };
    uint32_t days = options->of[OPTION_TURN_DAYS];
    return days > 0 ? days * SECONDS_A_DAY : options->of[OPTION_TURN_SECONDS];
}

unsigned game_first_points(const struct game *game, const struct options *options)
{
    static const char name[] = "first_meld";
    const struct option_spec *spec = options_find(game, name, sizeof name - 1);
    return spec == NULL ? game->first_points : options->of[spec->option];
}

bool options_set_number(const struct game *game, struct options *options, const char *name,
                        size_t name_size, uint32_t value)
{
    const struct option_spec *spec = options_find(game, name, name_size);
    if (spec == NULL || spec->step == 0)
        return false;
    if (value < spec->min || value > spec->max || (value - spec->min) % spec->step != 0)
        return false;
    options->of[spec->option] = (uint16_t)value;
    return true;
}

/* One letter a seat, all different; seats without a letter get what is left, in order. */
static bool letters_read(const char *letters, const char *text, size_t size, uint16_t *out)
{
    unsigned used = 0, value = 0, seat = 0;
    if (size > SEATS_MAX || size < SEATS_MIN)
        return false;
    for (; seat < size; seat++) {
        unsigned colour = 0;
        while (colour < SEATS_MAX && letters[colour] != text[seat])
            colour++;
        if (colour == SEATS_MAX || (used >> colour & 1) != 0)
            return false;
        used |= 1U << colour;
        value |= colour << (2 * seat);
    }
    for (unsigned colour = 0; seat < SEATS_MAX; colour++) {
        if ((used >> colour & 1) == 0)
            value |= colour << (2 * seat++);
    }
    *out = (uint16_t)value;
    return true;
}

bool options_set_word(const struct game *game, struct options *options, const char *name,
                      size_t name_size, const char *word, size_t word_size)
{
    const struct option_spec *spec = options_find(game, name, name_size);
    if (spec == NULL)
        return false;
    if (spec->letters != NULL)
        return letters_read(spec->letters, word, word_size, &options->of[spec->option]);
    for (unsigned i = 0; i < 3 && spec->words[i] != NULL; i++) {
        if (word_equals(spec->words[i], word, word_size)) {
            options->of[spec->option] = (uint16_t)(spec->word_base + i);
            return true;
        }
    }
    return false;
}

bool options_fit(const struct game *game, const struct options *options, unsigned seats)
{
    if (seats < SEATS_MIN || seats > SEATS_MAX)
        return false;
    if (options->of[OPTION_FIRST] != FIRST_LOT && options->of[OPTION_FIRST] >= seats)
        return false;
    return game->options_fit == NULL || game->options_fit(options, seats);
}
