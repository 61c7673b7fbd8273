/* check_ask.c - questions without a position: setup, score, match, starter. */
#include <string.h>

#include "check.h"

static bool ask_setup(struct question *q, cJSON *answer)
{
    uint8_t sizes[STACKS_MAX];
    unsigned deck_size = game_deck_size(q->game, &q->options);
    unsigned deal_size = q->game->deal_size(&q->options);
    unsigned discard = q->game->has_discard ? 1 : 0;
    unsigned stock = deck_size - q->seats * deal_size - discard;
    game_stack_sizes(q->game, stock, sizes);
    cJSON_AddNumberToObject(answer, "cards", deck_size);
    cJSON_AddNumberToObject(answer, "deal", deal_size);
    cJSON_AddNumberToObject(answer, "stock", stock);
    cJSON *stacks = cJSON_AddArrayToObject(answer, "stacks");
    for (unsigned i = 0; i < q->game->stack_count; i++)
        cJSON_AddItemToArray(stacks, cJSON_CreateNumber(sizes[i]));
    cJSON_AddNumberToObject(answer, "discard", discard);
    return true;
}

static bool ask_score(struct question *q, cJSON *answer)
{
    struct told_position told;
    struct state *state = &told.state;
    int32_t scores[SEATS_MAX];
    if (!position_read_told(q, &told) || !position_supply_holds(q, state, NULL))
        return false;
    if (told.count[FIELD_RACKS] == 0)
        return problem_set(&q->problem, "the racks are missing");
    state->phase = PHASE_OVER;
    unsigned winner = state->winner;
    if (winner != SEAT_NONE && state->rack[winner].count > 0)
        return problem_set(&q->problem, "seat %u went out and cannot hold cards", winner);
    if (!state_scores(state, scores))
        return problem_set(&q->problem, "the score depends on an unknown card");
    answer_add_scores(answer, "scores", scores, q->seats);
    answer_add_seats(answer, "winners", match_leaders(scores, q->seats));
    return true;
}

static bool add_round(struct question *q, struct value round, int32_t totals[SEATS_MAX])
{
    unsigned seat = 0;
    if (!value_is(round, VALUE_LIST) || value_count(round) != q->seats)
        return problem_set(&q->problem, "a round must be a list of %u scores", q->seats);
    for (struct value one = value_first(round); one.at != NULL; one = value_next(one)) {
        long score;
        if (!json_int_value(one, "a score", -100000, 100000, &score, &q->problem))
            return false;
        totals[seat++] += (int32_t)score;
    }
    return true;
}

static bool ask_match(struct question *q, cJSON *answer)
{
    struct value rounds = value_field(q->line, "rounds");
    int32_t totals[SEATS_MAX] = {0};
    unsigned played = 0;
    bool is_over = false;
    if (!value_is(rounds, VALUE_LIST) || value_count(rounds) > 10000)
        return problem_set(&q->problem, "rounds must be a list of rounds");
    for (struct value one = value_first(rounds); one.at != NULL; one = value_next(one)) {
        if (!add_round(q, one, totals))
            return false;
        is_over = is_over || match_is_over(&q->options, ++played, totals, q->seats);
    }
    answer_add_scores(answer, "totals", totals, q->seats);
    cJSON_AddBoolToObject(answer, "over", is_over);
    answer_add_seats(answer, "winners", is_over ? match_leaders(totals, q->seats) : 0);
    return true;
}

static bool ask_starter(struct question *q, cJSON *answer)
{
    long first = q->options.of[OPTION_FIRST], round = 1;
    if (!json_get_int(q->line, "first", 0, q->seats - 1L, &first, &q->problem) ||
        !json_get_int(q->line, "round", 1, 1000000, &round, &q->problem))
        return false;
    if (first == FIRST_LOT)
        return problem_set(&q->problem, "who begins is drawn by lot: say who was first");
    cJSON_AddNumberToObject(answer, "seat",
                            match_starter((unsigned)first, (unsigned)round - 1, q->seats));
    return true;
}

bool ask_answer(struct question *q, const char *ask, cJSON *answer)
{
    static const struct {
        const char *name;
        bool (*answer)(struct question *, cJSON *);
    } asks[] = {{"setup", ask_setup},
                {"score", ask_score},
                {"match", ask_match},
                {"starter", ask_starter}};
    for (unsigned i = 0; i < sizeof asks / sizeof *asks; i++)
        if (strcmp(asks[i].name, ask) == 0)
            return asks[i].answer(q, answer);
    return problem_set(&q->problem, "there is no question '%.40s'", ask);
}
