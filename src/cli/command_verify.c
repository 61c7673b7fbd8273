/* command_verify.c - `rummery verify FILE`: replays a record by the rules, and computes the
 * chance of each round once more from its `# shuffle` line (docs/shuffle.md). */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "record_input.h"
#include "shuffle/shuffle.h"

enum verdict { VERDICT_NONE, VERDICT_VERIFIED, VERDICT_WRONG, VERDICT_COUNT };

static const char *const verdict_names[VERDICT_COUNT] = {
    [VERDICT_NONE] = "none", [VERDICT_VERIFIED] = "verified", [VERDICT_WRONG] = "wrong"};

/* What a round's shuffle line says, and what became of it so far. */
struct round_check {
    enum verdict verdict;
    struct shuffle shuffle;
    unsigned reshuffle_count;
    unsigned move_count;
};

struct verification {
    struct record_input input;
    struct round_check now;  /* the round being played ... */
    struct round_check next; /* ... and the line that waits for the next one */
    unsigned round_count;
    unsigned of_verdict[VERDICT_COUNT];
    unsigned move_count;
};

static void say_wrong(struct verification *v, struct round_check *round, const char *why)
{
    round->verdict = VERDICT_WRONG;
    record_complain(&v->input, why);
}

static void take_comment(struct verification *v)
{
    static const char start[] = "# shuffle round=";
    const struct record_input *input = &v->input;
    struct round_check *next = &v->next;
    uint8_t commitment[COMMITMENT_SIZE];
    if (input->size < sizeof start - 1 || memcmp(input->line, start, sizeof start - 1) != 0)
        return;
    if (next->verdict != VERDICT_NONE)
        say_wrong(v, next, "a second shuffle line for one round");
    else if (shuffle_line_read(input->line, input->size, &next->shuffle, NULL))
        next->verdict = VERDICT_VERIFIED;
    else if (shuffle_line_read(input->line, input->size, &next->shuffle, commitment))
        say_wrong(v, next, "the commitment is not that of the seed");
    else
        say_wrong(v, next, "the shuffle line cannot be read");
}

static void finish_round(struct verification *v)
{
    struct round_check *now = &v->now;
    if (v->round_count == 0)
        return;
    printf("{\"round\":%u,\"shuffle\":\"%s\",\"moves\":%u}\n", v->round_count,
           verdict_names[now->verdict], now->move_count);
    v->of_verdict[now->verdict]++;
    v->move_count += now->move_count;
}

/* Whether the seat that the lot named is the one that follows from the shuffle. */
static bool lot_holds(const struct verification *v, const struct round_check *round)
{
    struct action expected;
    struct match at_lot = v->input.match;
    if (at_lot.rounds_played > 0 || at_lot.state.options.of[OPTION_FIRST] != FIRST_LOT)
        return true;
    at_lot.need = NEED_LOT;
    shuffle_chance(&round->shuffle, &at_lot, 0, &expected);
    return expected.seat == at_lot.first;
}

static bool cards_hold(const struct verification *v, const struct round_check *round,
                       const struct action *action)
{
    struct action expected;
    shuffle_chance(&round->shuffle, &v->input.match, round->reshuffle_count, &expected);
    return memcmp(&expected.cards, &action->cards, sizeof expected.cards) == 0;
}

/* The lot is looked at here too, so that the line may also stand between lot and deal. */
static void begin_round(struct verification *v, const struct action *action)
{
    finish_round(v);
    v->now = v->next;
    memset(&v->next, 0, sizeof v->next);
    v->round_count++;
    struct round_check *now = &v->now;
    if (now->verdict != VERDICT_VERIFIED)
        return;
    if (now->shuffle.round != v->input.match.rounds_played + 1U)
        say_wrong(v, now, "the shuffle line is that of another round");
    else if (now->shuffle.seats != v->input.match.state.seats)
        say_wrong(v, now, "the shuffle line is for another number of seats");
    else if (!lot_holds(v, now))
        say_wrong(v, now, "the lot does not follow from the shuffle line");
    else if (!cards_hold(v, now, action))
        say_wrong(v, now, "the deck does not follow from the shuffle line");
}

static void check_new_stock(struct verification *v, const struct action *action)
{
    struct round_check *now = &v->now;
    if (now->verdict == VERDICT_VERIFIED && !cards_hold(v, now, action))
        say_wrong(v, now, "the new stock does not follow from the shuffle line");
    now->reshuffle_count++;
}

/* What the match waits for is asked before the action is applied: an action that comes at the
 * wrong time is refused by the rules and nothing is computed from it. */
static bool take_action(struct verification *v, struct action *action)
{
    enum need need = (enum need)v->input.match.need;
    if (need == NEED_DEAL && action->kind == ACTION_DEAL)
        begin_round(v, action);
    if (need == NEED_SHUFFLE && action->kind == ACTION_SHUFFLE)
        check_new_stock(v, action);
    if (!record_apply(&v->input, action))
        return false;
    if (need == NEED_ACTION)
        v->now.move_count++;
    return true;
}

static bool verify_record(struct verification *v)
{
    struct action action;
    for (;;) {
        switch (record_next(&v->input, &action)) {
        case RECORD_COMMENT:
            take_comment(v);
            break;
        case RECORD_HEADER:
            break;
        case RECORD_ACTION:
            if (!take_action(v, &action))
                return false;
            break;
        case RECORD_END:
            return true;
        case RECORD_BROKEN:
            return false;
        }
    }
}

static void tell_people(const struct verification *v)
{
    const char *name = v->input.name;
    if (v->of_verdict[VERDICT_NONE] > 0)
        complain_of("%s: rounds whose shuffle cannot be checked, for want of a shuffle line: "
                    "%u of %u",
                    name, v->of_verdict[VERDICT_NONE], v->round_count);
    if (v->of_verdict[VERDICT_WRONG] > 0)
        complain_of("%s: rounds whose shuffle is wrong: %u of %u", name,
                    v->of_verdict[VERDICT_WRONG], v->round_count);
}

int command_verify(int argc, char **argv)
{
    struct verification v = {0};
    bool has_rules = false;
    const struct argument arguments[] = {{.name = "--why", .flag = &has_rules}};
    if (!arguments_read(&argc, argv, arguments, 1) || argc != 1)
        return usage_of("verify");
    if (!record_open(&v.input, argv[0]))
        return EXIT_WRONG_INPUT;
    v.input.has_rules = has_rules;
    bool is_legal = verify_record(&v);
    if (v.input.has_header) {
        finish_round(&v);
        printf("{\"rounds\":%u,\"verified\":%u,\"moves\":%u,\"legal\":%s}\n", v.round_count,
               v.of_verdict[VERDICT_VERIFIED], v.move_count, is_legal ? "true" : "false");
        tell_people(&v);
    }
    record_close(&v.input);
    return is_legal && v.of_verdict[VERDICT_WRONG] == 0 ? EXIT_DONE : EXIT_WRONG_INPUT;
}
