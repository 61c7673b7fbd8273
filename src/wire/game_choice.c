/* game_choice.c - which game is played and how. */
#include "wire/game_choice.h"

#include "core/freestanding.h"

static bool choice_fail(struct game_choice *choice, enum choice_fault fault, struct value about)
{
    choice->fault = (uint8_t)fault;
    choice->about = about;
    return false;
}

static bool read_option(struct game_choice *choice, struct value value)
{
    const struct game *game = game_at(choice->game);
    size_t name_size = word_size_of(value.name);
    const char *word = value_text(value);
    int64_t number;
    bool is_set = false;
    if (options_find(game, value.name, name_size) == NULL)
        return choice_fail(choice, CHOICE_OPTION_UNKNOWN, value);
    if (value_is(value, VALUE_FLAG))
        word = value_is_true(value) ? "yes" : "no";
    if (word != NULL)
        is_set = options_set_word(game, &choice->options, value.name, name_size, word,
                                  word_size_of(word));
    else if (value_number(value, 0, 100000, &number))
        is_set = options_set_number(game, &choice->options, value.name, name_size,
                                    (uint32_t)number);
    return is_set || choice_fail(choice, CHOICE_OPTION_VALUE, value);
}

bool game_choice_read(struct value object, struct game_choice *out)
{
    struct value game = value_field(object, "game"), options = value_field(object, "options");
    const char *id = value_text(game);
    memset(out, 0, sizeof *out);
    if (id == NULL)
        return choice_fail(out, game.at == NULL ? CHOICE_GAME_MISSING : CHOICE_GAME_KIND, game);
    out->game = game_find(id, word_size_of(id));
    if (out->game == game_count())
        return choice_fail(out, CHOICE_GAME_UNKNOWN, game);
    options_default(game_at(out->game), &out->options);
    if (options.at != NULL && !value_is(options, VALUE_FIELDS))
        return choice_fail(out, CHOICE_OPTIONS_KIND, options);
    for (struct value one = value_first(options); one.at != NULL; one = value_next(one))
        if (!read_option(out, one))
            return false;
    return true;
}
