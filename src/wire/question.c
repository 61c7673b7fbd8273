/* question.c - what all lines from outside have in common: a game, its options, players. */
#include "wire/question.h"

#include <string.h>

static bool read_option(struct question *q, const cJSON *value)
{
    const char *name = value->string;
    long number;
    if (options_find(q->game, name, strlen(name)) == NULL)
        return problem_set(&q->problem, "%s has no option '%.40s'", q->game->id, name);
    bool is_set = false;
    if (cJSON_IsString(value)) {
        const char *word = value->valuestring;
        is_set = options_set_word(q->game, &q->options, name, strlen(name), word, strlen(word));
    } else if (cJSON_IsBool(value)) {
        const char *word = cJSON_IsTrue(value) ? "yes" : "no";
        is_set = options_set_word(q->game, &q->options, name, strlen(name), word, strlen(word));
    } else if (json_int_value(value, name, 0, 100000, &number, &q->problem)) {
        is_set =
            options_set_number(q->game, &q->options, name, strlen(name), (uint32_t)number);
    }
    if (!is_set)
        return problem_set(&q->problem, "option '%s' cannot have this value", name);
    return true;
}

static bool read_options(struct question *q)
{
    const cJSON *options = json_field(q->line, "options"), *value;
    options_default(q->game, &q->options);
    if (options != NULL && !cJSON_IsObject(options))
        return problem_set(&q->problem, "options must be an object");
    cJSON_ArrayForEach(value, options)
    {
        if (!read_option(q, value))
            return false;
    }
    return true;
}

/* Where the number of players is not said, the lists tell. */
static long seats_by_lists(const cJSON *line)
{
    const cJSON *racks = json_field(line, "racks"), *rounds = json_field(line, "rounds");
    if (cJSON_IsArray(racks))
        return cJSON_GetArraySize(racks);
    if (cJSON_IsArray(rounds) && cJSON_IsArray(rounds->child))
        return cJSON_GetArraySize(rounds->child);
    return SEATS_MIN;
}

bool question_read_game(struct question *q)
{
    const char *id = NULL;
    if (!json_get_text(q->line, "game", &id, &q->problem))
        return false;
    if (id == NULL)
        return problem_set(&q->problem, "the game is missing");
    q->game_index = game_find(id, strlen(id));
    if (q->game_index == game_count())
        return problem_set(&q->problem, "there is no game '%.40s'", id);
    q->game = game_at(q->game_index);
    return read_options(q);
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
