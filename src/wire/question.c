/* question.c - what all lines from outside have in common: a game, its options, players. */
#include "wire/question.h"

#include "wire/game_choice.h"

static bool question_fail(struct question *q, const struct game_choice *choice)
{
    const char *id = value_text(choice->about), *name = choice->about.name;
    switch ((enum choice_fault)choice->fault) {
    case CHOICE_FINE:
        break;
    case CHOICE_GAME_KIND:
        return problem_set(&q->problem, "game must be a text");
    case CHOICE_GAME_MISSING:
        return problem_set(&q->problem, "the game is missing");
    case CHOICE_GAME_UNKNOWN:
        return problem_set(&q->problem, "there is no game '%.40s'", id);
    case CHOICE_OPTIONS_KIND:
        return problem_set(&q->problem, "options must be an object");
    case CHOICE_OPTION_UNKNOWN:
        return problem_set(&q->problem, "%s has no option '%.40s'", game_at(choice->game)->id,
                           name);
    case CHOICE_OPTION_VALUE:
        return problem_set(&q->problem, "option '%s' cannot have this value", name);
    }
    return false;
}

/* Where the number of players is not said, the lists tell. */
static long seats_by_lists(struct value line)
{
    struct value racks = value_field(line, "racks");
    struct value round = value_first(value_field(line, "rounds"));
    if (value_is(racks, VALUE_LIST))
        return (long)value_count(racks);
    if (value_is(value_field(line, "rounds"), VALUE_LIST) && value_is(round, VALUE_LIST))
        return (long)value_count(round);
    return SEATS_MIN;
}

bool question_read_game(struct question *q)
{
    struct game_choice choice;
    if (!game_choice_read(q->line, &choice))
        return question_fail(q, &choice);
    q->game_index = choice.game;
    q->game = game_at(choice.game);
    q->options = choice.options;
    return true;
}

bool question_read(struct question *q)
{
    long seats = seats_by_lists(q->line);
    if (!question_read_game(q) ||
        !json_get_int(q->line, "players", SEATS_MIN, SEATS_MAX, &seats, &q->problem))
        return false;
    if (seats < SEATS_MIN || seats > SEATS_MAX)
        return problem_set(&q->problem, "the game is for 2 to 4 players");
    q->seats = (unsigned)seats;
    if (!options_fit(q->game, &q->options, q->seats))
        return problem_set(&q->problem, "these options do not fit %u players", q->seats);
    return true;
}
