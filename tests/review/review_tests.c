/* review_tests.c - reviews of matches: a golden one whose findings follow from the rules, and what
 * holds for every match: nothing that a seat could not see is judged, chances are whole, what is
 * called better is allowed, and who plays well is told so. usage: review_tests GOLDEN MATCHES
 * (0: only a few, quickly) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/inspect.h"
#include "review/review_write.h"
#include "sentences/sentences.h"

enum { LINES_MAX = 2000, ROUNDS_FOR_TESTS = 30 /* imagined for a decision: quick is enough */ };

static struct workspace *work;

/* A match: what its first line says, and all that was done. */
struct played {
    struct match header, last;
    unsigned count;
    struct action at[LINES_MAX];
};

static struct played played, other;
static struct reviewed_turn turns[LINES_MAX], other_turns[LINES_MAX];

static void play_match(unsigned game, unsigned seats, unsigned rounds, const unsigned *levels,
                       uint64_t seed, struct played *out)
{
    struct options options;
    struct random random;
    struct error error;
    struct view view;
    random_seed(&random, seed);
    options_default(game_at(game), &options);
    options.of[OPTION_ROUNDS] = (uint16_t)rounds;
    match_init(&out->header, game, seats, &options);
    out->last = out->header;
    for (out->count = 0; out->last.need != NEED_NOTHING && out->count < LINES_MAX;) {
        struct action *action = &out->at[out->count++];
        memset(action, 0, sizeof *action);
        if (out->last.need != NEED_ACTION) {
            random_chance(&random, &out->last, action);
        } else {
            view_of(&out->last.state, out->last.state.seat, &view);
            bot_decide(work, &view, levels[out->last.state.seat], NULL, &random, action);
        }
        if (!match_apply(&out->last, action, &error))
            abort();
    }
}

static void begin(const struct played *match, uint64_t seed, struct review *review)
{
    if (!review_begin(review, &match->header, match->count, seed))
        abort();
    if (review->rounds > ROUNDS_FOR_TESTS)
        review->rounds = ROUNDS_FOR_TESTS;
}

/* All turns of a match; returns how many. */
static unsigned review_all(const struct played *match, uint64_t seed, struct review *review,
                           struct reviewed_turn *out)
{
    unsigned count = 0;
    begin(match, seed, review);
    for (unsigned i = 0; i < match->count; i++) {
        struct action action = match->at[i];
        struct error error;
        enum review_step step = review_take(review, work, &action, &error);
        if (step == REVIEW_REFUSED)
            abort();
        if (step == REVIEW_TURN_OVER)
            out[count++] = review->turn;
    }
    return count;
}

/* ---- A match that was written for it ----------------------------------------------------- */

static void read_record(const char *path, struct played *out)
{
    char line[4096];
    struct error error;
    bool has_header = false;
    FILE *in = fopen(path, "r");
    out->count = 0;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        size_t size = strcspn(line, "\n");
        struct action *action = &out->at[out->count];
        if (line[0] == '#')
            continue;
        if (!has_header && !match_header_read(line, size, &out->header, &error))
            abort();
        if (!has_header)
            out->last = out->header;
        else if (!action_read(state_game(&out->last.state), line, size, action, &error) ||
                 !match_apply(&out->last, action, &error))
            abort();
        out->count += has_header;
        has_header = true;
    }
    if (in == NULL || out->last.need != NEED_NOTHING)
        abort();
    fclose(in);
}

/* Seat 0 is dealt r1-r4, b10-b12, g5-g7 and four nines: 14 tiles, 10 + 33 + 18 + 36 = 97 points.
 * It draws. Seat 1 holds runs of twos to fours and the ones, 9 + 9 + 4 points, and r5 r6 r8 r9:
 * X-13 asks for 40. It draws r7, and the run is worth 35 more. */
static void test_golden(const char *path)
{
    static struct review review;
    const struct findings *found = &review.findings;
    read_record(path, &played);
    unsigned count = review_all(&played, 1, &review, turns);
    check(count == 4, "a turn is found for each of the four");
    check(turns[0].possible.cards == 14 && turns[0].possible.points == 97 &&
              turns[0].could_go_out && turns[0].laid.cards == 0 && !turns[0].has_gone_out,
          "in the first turn all 14 tiles could be laid, and none was");
    check(turns[0].lost > 0 && turns[0].better.kind == ACTION_PLAY &&
              table_card_count(&turns[0].better.table) == 14,
          "which lost a part of the chances: to lay all of them was better");
    check(turns[0].line == 2, "its position comes after two lines");
    check(turns[1].possible.cards == 0 && turns[1].may_lay && turns[1].lost == 0,
          "X-13 in the second turn nothing could be laid, and nothing was lost");
    check(turns[2].possible.cards == 14 && turns[2].laid.cards == 14 && turns[2].lost == 0,
          "in the third turn 14 of 15 tiles could be laid, and were");
    check(turns[3].laid.cards == 15 && turns[3].laid.points == 57 && turns[3].has_gone_out,
          "in the fourth seat 1 goes out with 15 tiles of 57 points");
    check(turns[3].after[0] == 0 && turns[3].after[1] == CHANCE_ALL,
          "and in the end the match is won");
    check(found->worst.weight > 0 && found->worst.turn == 0, "the worst play is the first turn");
    check(found->best.weight > 0 && found->best.turn == 3, "the best play is the last one");
    check(found->turning_count > 0 && found->turning[found->turning_count - 1].turn == 3,
          "which is the turning point too");
    check(findings_accuracy(&found->seats[1]) == CHANCE_ALL &&
              findings_accuracy(&found->seats[0]) < CHANCE_ALL,
          "seat 1 took all its chances, and seat 0 did not");
    check(found->seats[0].could_lay == 2 && found->seats[0].laid_most == 1,
          "seat 0 laid all it could in one of two turns");
}

/* ---- What holds for every match ------------------------------------------------------------ */

static struct state state_at(const struct played *match, unsigned lines)
{
    struct match at = match->header;
    struct error error;
    for (unsigned i = 0; i + 1 < lines; i++) {
        struct action action = match->at[i];
        if (!match_apply(&at, &action, &error))
            abort();
    }
    return at.state;
}

static bool is_allowed(const struct state *state, const struct action *action)
{
    struct state copy = *state;
    struct action tried = *action;
    struct error error;
    return state_apply(&copy, copy.seat, &tried, &error);
}

static void check_turn(const struct played *match, const struct reviewed_turn *turn)
{
    unsigned before = 0, after = 0;
    struct state state = state_at(match, turn->line);
    struct action most = {.kind = ACTION_PLAY, .table = turn->table};
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        before += turn->before[i];
        after += turn->after[i];
    }
    CHECK(before == CHANCE_ALL && after == CHANCE_ALL);
    CHECK(turn->taken + turn->lost <= CHANCE_ALL);
    CHECK(turn->laid.cards <= turn->possible.cards);
    CHECK(turn->has_gone_out <= turn->could_go_out || !turn->may_lay ||
          state_game(&state)->has_discard);
    CHECK(state.seat == turn->seat);
    CHECK(turn->lost == 0 || is_allowed(&state, &turn->better));
    if (turn->possible.cards > 0 && state.phase == game_lays_in(state_game(&state)))
        CHECK(is_allowed(&state, &most));
}

static void test_match(unsigned game, unsigned seats, unsigned rounds, uint64_t seed)
{
    static struct review review, again;
    static const unsigned levels[SEATS_MAX] = {5, 3, 1, 4};
    char name[128];
    snprintf(name, sizeof name, "%s: every turn of a match is whole, whoever plays it",
             game_at(game)->id);
    test_begin(name);
    test_seed(seed);
    play_match(game, seats, rounds, levels, seed, &played);
    unsigned count = review_all(&played, seed, &review, turns);
    for (unsigned i = 0; i < count; i++) {
        check_turn(&played, &turns[i]);
        CHECK(turns[i].number == i);
        CHECK(i == 0 || memcmp(turns[i].before, turns[i - 1].after,
                               sizeof turns[i].before) == 0);
    }
    unsigned leaders = match_leaders(played.last.total, seats);
    for (unsigned i = 0; i < seats; i++)
        CHECK((turns[count - 1].after[i] > 0) == ((leaders >> i & 1) != 0));
    review_all(&played, seed, &again, other_turns);
    CHECK(memcmp(&review, &again, sizeof review) == 0);
}

/* ---- What was not seen --------------------------------------------------------------------- */

/* The cards that nobody has drawn yet when so many lines are over, in another order. */
static void change_unseen(struct played *match, unsigned lines, struct random *random)
{
    struct state state = state_at(match, lines);
    struct cards hidden = {0};
    unsigned stock = stock_count(&state.stock);
    struct cards *deck = NULL;
    for (unsigned i = 0; i < match->count && i + 1 < lines; i++)
        if (match->at[i].kind == ACTION_DEAL)
            deck = &match->at[i].cards;
    ASSERT(deck != NULL);
    for (unsigned i = deck->count - stock; i < deck->count; i++)
        cards_add(&hidden, deck->at[i]);
    random_shuffle(random, &hidden);
    memcpy(&deck->at[deck->count - stock], hidden.at, stock);
}

/* A match of one round on one stack, and the same with another stock from some turn on: up to there
 * both are judged alike, and nobody is judged by what comes then. */
static void test_unseen(unsigned game, uint64_t seed)
{
    static struct review review;
    static const unsigned levels[SEATS_MAX] = {4, 4, 4, 4};
    struct random random;
    random_seed(&random, seed);
    play_match(game, 2, 1, levels, seed, &played);
    unsigned count = review_all(&played, seed, &review, turns);
    unsigned upto = count / 2;
    other = played;
    change_unseen(&other, turns[upto].line, &random);
    CHECK(memcmp(&other, &played, sizeof other) != 0);
    begin(&other, seed, &review);
    for (unsigned i = 0, turn = 0; i < other.count && turn <= upto; i++) {
        struct action action = other.at[i];
        struct error error;
        enum review_step step = review_take(&review, work, &action, &error);
        CHECK(step != REVIEW_REFUSED);
        if (step == REVIEW_TURN_OVER) {
            CHECK(memcmp(&review.turn, &turns[turn], sizeof review.turn) == 0);
            turn++;
        }
    }
}

/* ---- Good and bad players ------------------------------------------------------------------ */

static void test_accuracy(unsigned game, unsigned matches)
{
    static struct review review;
    static const unsigned levels[SEATS_MAX] = {5, 1};
    struct reviewed_seat sums[2] = {{0}, {0}};
    char name[128];
    for (unsigned i = 0; i < matches; i++) {
        play_match(game, 2, 1, levels, 100 + i, &played);
        review_all(&played, i, &review, turns);
        for (unsigned seat = 0; seat < 2; seat++) {
            sums[seat].taken += review.findings.seats[seat].taken;
            sums[seat].lost += review.findings.seats[seat].lost;
        }
    }
    unsigned good = findings_accuracy(&sums[0]), bad = findings_accuracy(&sums[1]);
    printf("%s: accuracy of level 5 is %u, of level 1 %u thousandths\n", game_at(game)->id, good,
           bad);
    snprintf(name, sizeof name, "%s: who misses nothing is told so, and who misses much too",
             game_at(game)->id);
    check(good > bad, name);
}

static void test_refusal(void)
{
    static struct review review, before;
    struct action action = {.kind = ACTION_PASS};
    struct error error;
    review_all(&played, 1, &review, turns);
    before = review;
    check(review_take(&review, work, &action, &error) == REVIEW_REFUSED &&
              memcmp(&review, &before, sizeof review) == 0,
          "a line that the rules forbid is refused, and nothing has changed");
}

int main(int argc, char **argv)
{
    unsigned matches = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 4;
    work = calloc(1, workspace_size());
    if (argc < 2 || work == NULL)
        return 1;
    test_golden(argv[1]);
    for (unsigned game = 0; game < game_count(); game++) {
        if (!solver_knows(game_at(game)))
            continue;
        test_match(game, 2, 1, 11);
        if (matches > 0)
            test_match(game, 3, 2, 12);
        test_begin("nobody is judged by cards that lie hidden still");
        if (game_at(game)->stack_count == 1)
            test_unseen(game, 13);
        if (matches > 0)
            test_accuracy(game, matches);
    }
    test_refusal();
    free(work);
    return test_finish();
}
