/* match.c - matches and their records. What is kept of a match is what its record says: each
 * line is judged by the core, and then added. */
#include <stdlib.h>
#include <string.h>

#include "library/library.h"

/* ---- Making ---- */

void rummery_match_free(struct rummery_match *match)
{
    if (match != NULL)
        lines_free(&match->lines);
    free(match);
}

static struct rummery_match *match_start(const struct match *begun)
{
    struct rummery_match *match = calloc(1, sizeof *match);
    char words[TEXT_MAX];
    if (match == NULL || !lines_reserve(&match->lines, TEXT_MAX)) {
        rummery_match_free(match);
        return NULL;
    }
    match->match = *begun;
    lines_add(&match->lines, words, match_header_print(begun, words));
    return match;
}

struct rummery_match *rummery_match_new(const char *setup, struct rummery_error *error)
{
    struct match begun;
    struct error why;
    if (setup == NULL) {
        fail_null(error);
        return NULL;
    }
    if (!setup_read(setup, &begun, &why)) {
        fail_rule(error, game_at(0), &why);
        return NULL;
    }
    struct rummery_match *match = match_start(&begun);
    if (match == NULL)
        fail_memory(error);
    return match;
}

struct rummery_match *rummery_match_copy(const struct rummery_match *match)
{
    struct rummery_match *copy = match == NULL ? NULL : calloc(1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    copy->match = match->match;
    copy->luck = match->luck;
    copy->lines.text = malloc(match->lines.room);
    copy->lines.end = malloc(match->lines.end_room * sizeof *copy->lines.end);
    if (copy->lines.text == NULL || copy->lines.end == NULL) {
        rummery_match_free(copy);
        return NULL;
    }
    memcpy(copy->lines.text, match->lines.text, match->lines.size);
    memcpy(copy->lines.end, match->lines.end, match->lines.count * sizeof *copy->lines.end);
    copy->lines.size = match->lines.size;
    copy->lines.room = match->lines.room;
    copy->lines.count = match->lines.count;
    copy->lines.end_room = match->lines.end_room;
    return copy;
}

/* ---- What happens ---- */

static const struct game *game_of(const struct rummery_match *match)
{
    return game_at(match->match.state.game);
}

static int apply(struct rummery_match *match, struct action *action,
                 struct rummery_error *error)
{
    struct error why;
    char words[TEXT_MAX];
    if (!lines_reserve(&match->lines, TEXT_MAX))
        return fail_memory(error);
    if (!match_apply(&match->match, action, &why))
        return fail_rule(error, game_of(match), &why);
    lines_add(&match->lines, words, action_print(game_of(match), action, words));
    return RUMMERY_OK;
}

static int apply_text(struct rummery_match *match, struct text line, struct rummery_error *error)
{
    struct action action;
    struct error why;
    if (!action_read(game_of(match), line.at, line.size, &action, &why))
        return fail_rule(error, game_of(match), &why);
    return apply(match, &action, error);
}

int rummery_match_apply(struct rummery_match *match, const char *line,
                        struct rummery_error *error)
{
    if (match == NULL || line == NULL)
        return fail_null(error);
    return apply_text(match, text_of(line), error);
}

int rummery_match_seed(struct rummery_match *match, uint64_t seed)
{
    if (match == NULL)
        return RUMMERY_ARGUMENT;
    random_seed(&match->luck.random, seed);
    match->luck.is_seeded = true;
    return RUMMERY_OK;
}

int rummery_match_chance(struct rummery_match *match, struct rummery_error *error)
{
    struct action action;
    if (match == NULL)
        return fail_null(error);
    if (match->match.need == NEED_ACTION || match->match.need == NEED_NOTHING)
        return fail(error, RUMMERY_NOT_NOW, "the match does not wait for chance");
    if (!luck_draw(&match->luck, &match->match, &action))
        return fail(error, RUMMERY_NOT_NOW, "the system has no random numbers");
    return apply(match, &action, error);
}

/* Reads what a seat does and judges it but for the rules of its turn. */
static int read_act(const struct rummery_match *match, int seat, const char *text,
                    struct action *out, struct rummery_error *error)
{
    struct error why;
    if (match == NULL || text == NULL)
        return fail_null(error);
    if (seat < 0 || seat >= match->match.state.seats)
        return fail(error, RUMMERY_ARGUMENT, "there is no such seat");
    if (match->match.need != NEED_ACTION)
        return fail(error, RUMMERY_NOT_NOW, "nobody is on turn");
    if (!action_read(game_of(match), text, strlen(text), out, &why))
        return fail_rule(error, game_of(match), &why);
    if (seat == match->match.state.seat)
        return RUMMERY_OK;
    why = (struct error){.rule = game_of(match)->rule_turn,
                         .reason = REASON_NOT_ON_TURN,
                         .meld = NOWHERE,
                         .place = NOWHERE,
                         .what = CARD_NONE};
    return fail_rule(error, game_of(match), &why);
}

int rummery_match_act(struct rummery_match *match, int seat, const char *action,
                      struct rummery_error *error)
{
    struct action read;
    int code = read_act(match, seat, action, &read, error);
    return code != RUMMERY_OK ? code : apply(match, &read, error);
}

int rummery_match_judge(const struct rummery_match *match, int seat, const char *action,
                        struct rummery_error *error)
{
    struct action read;
    struct error why;
    int code = read_act(match, seat, action, &read, error);
    if (code != RUMMERY_OK)
        return code;
    struct match after = match->match;
    return match_apply(&after, &read, &why) ? RUMMERY_OK
                                            : fail_rule(error, game_of(match), &why);
}

/* ---- Records ---- */

/* The next line that is no comment and not empty; false at the end. */
static bool next_line(const char **at, int *number, struct text *line)
{
    while (**at != '\0') {
        size_t size = strcspn(*at, "\n");
        *line = (struct text){*at, size};
        *at += (*at)[size] == '\n' ? size + 1 : size;
        ++*number;
        while (line->size > 0 && line->at[line->size - 1] == '\r')
            line->size--;
        if (line->size > 0 && line->at[0] != '#')
            return true;
    }
    return false;
}

static int fail_line(struct rummery_error *error, int code, int number)
{
    if (error != NULL)
        error->line = number;
    return code;
}

static struct rummery_match *read_first(const char **at, int *number,
                                        struct rummery_error *error)
{
    struct text line;
    struct match begun;
    struct error why = {.rule = RULE_NOTATION,
                        .reason = REASON_HEADER_EXPECTED,
                        .meld = NOWHERE,
                        .place = NOWHERE,
                        .what = CARD_NONE};
    if (!next_line(at, number, &line) ||
        !match_header_read(line.at, line.size, &begun, &why)) {
        fail_line(error, fail_rule(error, game_at(0), &why), *number);
        return NULL;
    }
    struct rummery_match *match = match_start(&begun);
    if (match == NULL)
        fail_memory(error);
    return match;
}

struct rummery_match *rummery_match_read(const char *record, struct rummery_error *error)
{
    const char *at = record;
    int number = 0, code = RUMMERY_OK;
    struct text line;
    if (record == NULL) {
        fail_null(error);
        return NULL;
    }
    struct rummery_match *match = read_first(&at, &number, error);
    while (match != NULL && code == RUMMERY_OK && next_line(&at, &number, &line))
        code = fail_line(error, apply_text(match, line, error), number);
    if (code == RUMMERY_OK)
        return match;
    rummery_match_free(match);
    return NULL;
}

int rummery_match_line_count(const struct rummery_match *match)
{
    return match == NULL ? RUMMERY_ARGUMENT : (int)match->lines.count;
}

int rummery_match_line(const struct rummery_match *match, int index, char *out, size_t room)
{
    if (match == NULL || index < 0 || index >= (int)match->lines.count || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    size_t start = index == 0 ? 0 : match->lines.end[index - 1];
    return give((struct text){&match->lines.text[start], match->lines.end[index] - start - 1},
                out, room);
}

int rummery_match_record(const struct rummery_match *match, char *out, size_t room)
{
    if (match == NULL || !can_give(out, room))
        return RUMMERY_ARGUMENT;
    return give((struct text){match->lines.text, match->lines.size}, out, room);
}

/* ---- How it stands ---- */

int rummery_match_need(const struct rummery_match *match)
{
    return match == NULL ? RUMMERY_ARGUMENT : match->match.need;
}

int rummery_match_seats(const struct rummery_match *match)
{
    return match == NULL ? RUMMERY_ARGUMENT : match->match.state.seats;
}

int rummery_match_seat(const struct rummery_match *match)
{
    if (match == NULL)
        return RUMMERY_ARGUMENT;
    return match->match.need == NEED_ACTION ? match->match.state.seat : RUMMERY_NOBODY;
}

int rummery_match_rounds(const struct rummery_match *match)
{
    return match == NULL ? RUMMERY_ARGUMENT : match->match.rounds_played;
}

int rummery_match_winner(const struct rummery_match *match)
{
    if (match == NULL)
        return RUMMERY_ARGUMENT;
    return match->match.state.winner == SEAT_NONE ? RUMMERY_NOBODY : match->match.state.winner;
}

int rummery_match_leaders(const struct rummery_match *match)
{
    return match == NULL ? RUMMERY_ARGUMENT
                         : (int)match_leaders(match->match.total, match->match.state.seats);
}

static int give_numbers(const int32_t *numbers, int seats, int32_t *out, int count)
{
    if (count < 0 || (out == NULL && count > 0))
        return RUMMERY_ARGUMENT;
    for (int i = 0; i < seats && i < count; i++)
        out[i] = numbers[i];
    return seats;
}

int rummery_match_totals(const struct rummery_match *match, int32_t *out, int count)
{
    return match == NULL ? RUMMERY_ARGUMENT
                         : give_numbers(match->match.total, match->match.state.seats, out, count);
}

int rummery_match_scores(const struct rummery_match *match, int32_t *out, int count)
{
    int32_t scores[SEATS_MAX];
    if (match == NULL)
        return RUMMERY_ARGUMENT;
    if (match->match.state.phase != PHASE_OVER || !state_scores(&match->match.state, scores))
        return RUMMERY_NOT_NOW;
    return give_numbers(scores, match->match.state.seats, out, count);
}
