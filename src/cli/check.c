/* check.c - one line in, one line out: reads the question, lets the core decide, and puts
 * the answer into words. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "wire/reasons.h"

void answer_add_seats(cJSON *answer, const char *name, unsigned seats_bits)
{
    cJSON *list = cJSON_AddArrayToObject(answer, name);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((seats_bits >> seat & 1) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateNumber(seat));
}

void answer_add_scores(cJSON *answer, const char *name, const int32_t *scores, unsigned seats)
{
    cJSON *list = cJSON_AddArrayToObject(answer, name);
    for (unsigned seat = 0; seat < seats; seat++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(scores[seat]));
}

static void add_seat(cJSON *answer, const char *name, unsigned seat)
{
    if (seat == SEAT_NONE)
        cJSON_AddNullToObject(answer, name);
    else
        cJSON_AddNumberToObject(answer, name, seat);
}

/* ---- Verdicts ---- */

static void answer_refusal(const struct question *q, const struct error *error, int at,
                           cJSON *answer)
{
    char words[EXPLAINED_MAX];
    reason_explain(q->game, error, words);
    bool is_malformed = error->rule == RULE_NOTATION;
    if (is_malformed)
        cJSON_AddStringToObject(answer, "error", words);
    cJSON_AddFalseToObject(answer, "legal");
    if (!is_malformed) {
        cJSON_AddStringToObject(answer, "rule", rule_name((enum rule)error->rule));
        cJSON_AddStringToObject(answer, "why", words);
    }
    if (at >= 0)
        cJSON_AddNumberToObject(answer, "at", at);
    if (error->meld != NOWHERE)
        cJSON_AddNumberToObject(answer, "meld", error->meld);
    if (error->place != NOWHERE)
        cJSON_AddNumberToObject(answer, "place", error->place);
    if (error->what != CARD_NONE) {
        char name[TEXT_MAX];
        card_print(q->game, error->what, name);
        cJSON_AddStringToObject(answer, "card", name);
    }
}

static bool answer_meld(struct question *q, const char *text, cJSON *answer)
{
    struct table table;
    struct error error;
    if (meld_read(q->game, text, strlen(text), &table, &error) &&
        meld_judge(q->game, &q->options, table_meld(&table, 0), &error))
        cJSON_AddTrueToObject(answer, "legal");
    else
        answer_refusal(q, &error, -1, answer);
    return true;
}

/* The scores, if they are the same whatever the racks hold that were not told. */
static bool scores_known(const struct position *p, int32_t scores[SEATS_MAX])
{
    struct state other = p->state;
    int32_t other_scores[SEATS_MAX];
    if (!p->racks_known)
        for (unsigned seat = 0; seat < other.seats; seat++)
            if (seat != p->seat)
                cards_add(&other.rack[seat], CARD_UNKNOWN);
    return state_scores(&p->state, scores) && state_scores(&other, other_scores) &&
           memcmp(scores, other_scores, sizeof other_scores) == 0;
}

static void answer_position(const struct question *q, const struct position *p, cJSON *answer)
{
    const struct state *state = &p->state;
    char text[TEXT_MAX];
    int32_t scores[SEATS_MAX];
    bool is_over = state->phase == PHASE_OVER;
    cJSON_AddTrueToObject(answer, "legal");
    add_seat(answer, "seat", state->seat);
    table_print(q->game, &state->table, text);
    cJSON_AddStringToObject(answer, "table", text);
    cards_print(q->game, &state->rack[p->seat], text);
    cJSON_AddStringToObject(answer, "rack", text);
    cJSON_AddBoolToObject(answer, "opened", (state->opened >> p->seat & 1) != 0);
    cJSON_AddNumberToObject(answer, "stock", stock_count(&state->stock));
    cJSON_AddNumberToObject(answer, "took", state->took);
    if (q->game->has_discard) {
        cards_print(q->game, &state->discard, text);
        cJSON_AddStringToObject(answer, "discard", text);
    }
    cJSON_AddBoolToObject(answer, "round_over", is_over);
    if (!is_over)
        return;
    add_seat(answer, "winner", state->winner);
    if (scores_known(p, scores))
        answer_add_scores(answer, "scores", scores, state->seats);
}

/* RA-05 asks for a new stock: the next card is the one named, all others are unknown. */
static void renew_stock(struct position *p)
{
    struct state *state = &p->state;
    struct cards below = state->discard;
    struct error ignored;
    below.at[--below.count] = 0;
    memset(below.at, CARD_UNKNOWN, below.count);
    if (p->next.count > 0)
        below.at[0] = p->next.at[0];
    memcpy(state->discard.at, below.at, below.count);
    state_shuffle(state, &below, &ignored);
}

static bool answer_actions(struct question *q, cJSON *answer)
{
    struct position p;
    struct value actions = value_field(q->line, "actions"), one;
    int at = 0;
    if (!position_read(q, &p))
        return false;
    if (actions.at != NULL && !value_is(actions, VALUE_LIST))
        return problem_set(&q->problem, "actions must be a list");
    for (one = value_first(actions); one.at != NULL; one = value_next(one), at++)
        if (!value_is(one, VALUE_TEXT))
            return problem_set(&q->problem, "action %d must be a text", at);
    at = 0;
    for (one = value_first(actions); one.at != NULL; one = value_next(one), at++) {
        struct action action;
        struct error error;
        const char *text = value_text(one);
        if (!action_read(q->game, text, strlen(text), &action, &error) ||
            !state_apply(&p.state, p.seat, &action, &error)) {
            answer_refusal(q, &error, at, answer);
            return true;
        }
        if (p.state.phase == PHASE_SHUFFLE)
            renew_stock(&p);
    }
    answer_position(q, &p, answer);
    return true;
}

static bool answer_question(struct question *q, const void *unused, cJSON *answer)
{
    const char *ask = NULL, *meld = NULL;
    (void)unused;
    if (!json_get_text(q->line, "ask", &ask, &q->problem) ||
        !json_get_text(q->line, "meld", &meld, &q->problem))
        return false;
    if (ask != NULL)
        return ask_answer(q, ask, answer);
    if (meld != NULL)
        return answer_meld(q, meld, answer);
    return answer_actions(q, answer);
}

char *check_answer(const char *line, size_t size, bool *is_error)
{
    return answer_line(line, size, answer_question, NULL, is_error);
}
