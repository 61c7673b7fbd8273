/* crosscheck.c - the two references against each other: on small positions both must find
 * the same cards and points, and the core must accept both plays. Corners that chance does
 * not come to are written down with their answers. On positions from matches only the
 * integer program answers; it must do no worse than the simple player.
 *
 * crosscheck [SMALL [PLAYED [SEED]]]: how many of either, for each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "positions.h"
#include "reference.h"

struct corner {
    const char *game;
    bool is_opened;
    unsigned joker_swap;
    const char *table, *rack;
    int cards, points; /* with most cards first */
};

/* A word on each: what is to be seen. */
static const struct corner corners[] = {
    /* the red 5 frees the joker, or four 5s and two jokers are two sets */
    {"exclusiv", true, JOKER_SWAP_RACK, "[b5 g5 y5 *]", "r5 *", 2, 30},
    /* long runs that cannot be cut */
    {"exclusiv", true, JOKER_SWAP_ANY, "[r1 r2 r3 * * *]", "b1 b2 b3", 3, 6},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r1 r2 r3 * * * *]", "b1 b2 b3", 3, 6},
    {"exclusiv", true, JOKER_SWAP_ANY, "[* * * * r11 r12 r13]", "b1 b2 b3", 3, 6},
    /* XA-19: the examples; a tile of the table may free, but not by joker_swap=rack */
    {"exclusiv", true, JOKER_SWAP_ANY, "[r4 r5 r6 *] [r7 b7 g7 y7]", "b1 b2", 2, 3},
    {"exclusiv", true, JOKER_SWAP_RACK, "[r4 r5 r6 *] [r7 b7 g7 y7]", "b1 b2", 0, 0},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r4 r5 r6 *] [r7 r8 r9]", "b1 b2", 2, 3},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r4 r5 r6 *] [r7 b7 g7]", "b1 b2", 0, 0},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r5 * r7] [r6 b6 g6 y6]", "b1 b2", 2, 3},
    {"exclusiv", true, JOKER_SWAP_RACK, "[r5 * r7] [r6 b6 g6 y6]", "b1 b2 r6", 3, 9},
    /* one tile frees one joker */
    {"exclusiv", true, JOKER_SWAP_ANY, "[r5 * r7] [r5 * r7]", "r6 b1 b2 g1 g2", 3, 10},
    /* melds with one tile: read both ways, or as a set alone */
    {"exclusiv", true, JOKER_SWAP_ANY, "[r5 * *]", "r6 r8", 2, 14},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r13 * *]", "r11 r12", 0, 0},
    {"exclusiv", true, JOKER_SWAP_ANY, "[r13 * *]", "r11 r12 b13", 3, 36},
    {"exclusiv", true, JOKER_SWAP_ANY, "[* * r13]", "r11 r12", 2, 23},
    {"exclusiv", true, JOKER_SWAP_RACK, "[r5 * * *]", "b5 g9 g10", 3, 24},
    /* X-13, XA-13 */
    {"exclusiv", false, JOKER_SWAP_ANY, "-", "b12 b13 *", 3, 50},
    {"exclusiv", false, JOKER_SWAP_ANY, "-", "r7 b7 *", 0, 0},
    {"exclusiv", false, JOKER_SWAP_ANY, "-", "r5 * *", 3, 55},
    {"exclusiv", false, JOKER_SWAP_ANY, "[r5 r6 r7]", "b13 g13 y13 r8", 0, 0},
    {"exclusiv", false, JOKER_SWAP_ANY, "[r5 r6 r7]", "b13 g13 y13 r13 r8", 5, 60},
    {"exclusiv", false, JOKER_SWAP_ANY, "-", "b7 b8 b9 b7 b8 b9", 6, 48},
    /* PA-05, PA-16: freed from the rack, or by a photo of another row */
    {"photo", true, JOKER_SWAP_RACK, "[GBp GBc *]", "GBs Fp Fc", 3, 3},
    {"photo", true, JOKER_SWAP_ANY, "[GBp GBc *] [GBs GBe GBf]", "Fp Fc", 2, 2},
    {"photo", true, JOKER_SWAP_RACK, "[GBp GBc *] [GBs GBe GBf]", "Fp Fc", 0, 0},
    /* P-34: a row of seven becomes two; three rows of a capital lend a photo */
    {"photo", true, JOKER_SWAP_ANY, "[GBp GBc GBs GBe GBf *]", "GBl", 1, 1},
    {"photo", true, JOKER_SWAP_ANY, "[GBp GBc *] [GBs GBe *] [GBf GBl *]", "Fp Ip Sp", 3, 3},
    /* P-33, PA-10 */
    {"photo", false, JOKER_SWAP_ANY, "-", "GBp GBc *", 3, 12},
    {"photo", false, JOKER_SWAP_ANY, "[Fp Ip Sp Ap]", "GBp GBc DKp", 0, 0},
    {"photo", false, JOKER_SWAP_ANY, "[Fp Ip Sp *]", "GBp GBc GBs", 3, 3},
};

struct tally {
    unsigned positions, with_table_jokers, unopened, skipped;
    unsigned plays, freeing_plays, opening_plays, passed, failed;
    double brute_ms, brute_ms_max, ilp_ms, ilp_ms_max;
};

static double now_ms(void)
{
    return 1000.0 * (double)clock() / CLOCKS_PER_SEC;
}

static void note_time(double since_ms, double *sum, double *max)
{
    double spent = now_ms() - since_ms;
    *sum += spent;
    if (spent > *max)
        *max = spent;
}

static void show(const struct state *state, const char *what, int goal,
                 const struct reference_answer *answer)
{
    const struct game *game = game_at(state->game);
    char text[TEXT_MAX];
    table_print(game, &answer->table, text);
    printf("  %s, goal %d: cards %d, points %d, %s\n", what, goal, answer->cards,
           answer->points, answer->has_play ? text : "no play");
}

static void show_position(const struct state *state, uint64_t seed)
{
    const struct game *game = game_at(state->game);
    char table[TEXT_MAX], rack[TEXT_MAX];
    table_print(game, &state->table, table);
    cards_print(game, &state->rack[state->seat], rack);
    printf("%s, seed %llu, opened %u, joker_swap %u: table %s, rack %s\n", game->id,
           (unsigned long long)seed, (unsigned)(state->opened >> state->seat & 1),
           (unsigned)state->options.of[OPTION_JOKER_SWAP], table, rack);
}

static int rack_points(const struct game *game, const struct cards *rack)
{
    int points = 0;
    for (unsigned i = 0; i < rack->count; i++)
        points += game->points(rack->at[i]);
    return points;
}

/* The core accepts the play, and the rack shrinks by what the answer says. */
static bool answer_holds(const struct state *state, const struct reference_answer *answer)
{
    const struct game *game = game_at(state->game);
    const struct cards *rack = &state->rack[state->seat];
    struct state after = *state;
    struct action action;
    struct error error;
    if (!answer->has_play)
        return answer->cards == 0 && answer->points == 0;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = answer->table;
    if (!state_apply(&after, state->seat, &action, &error)) {
        printf("refused by %s\n", rule_name((enum rule)error.rule));
        return false;
    }
    const struct cards *rest = &after.rack[state->seat];
    return rack->count - rest->count == answer->cards &&
           rack_points(game, rack) - rack_points(game, rest) == answer->points;
}

static void count_position(const struct state *state, struct tally *tally)
{
    bool has_joker = false;
    for (unsigned i = 0; i < table_card_count(&state->table); i++)
        has_joker |= state->table.at[i] == CARD_JOKER;
    tally->positions++;
    tally->with_table_jokers += has_joker;
    tally->unopened += (state->opened >> state->seat & 1) == 0;
}

static void count_answer(const struct state *state, const struct reference_answer *answer,
                         struct tally *tally)
{
    tally->plays += answer->has_play;
    tally->freeing_plays += answer->freed > 0;
    tally->opening_plays += answer->has_play && (state->opened >> state->seat & 1) == 0;
}

static bool small_agrees(const struct state *state, int goal, uint64_t seed,
                         struct tally *tally)
{
    struct reference_answer brute, ilp;
    double start_ms = now_ms();
    bool has_brute = brute_best(state, goal, &brute);
    note_time(start_ms, &tally->brute_ms, &tally->brute_ms_max);
    if (!has_brute) {
        tally->skipped++;
        return true;
    }
    start_ms = now_ms();
    bool has_ilp = ilp_best(state, goal, &ilp);
    note_time(start_ms, &tally->ilp_ms, &tally->ilp_ms_max);
    count_answer(state, &ilp, tally);
    if (has_ilp && brute.cards == ilp.cards && brute.points == ilp.points &&
        brute.has_play == ilp.has_play && answer_holds(state, &brute) &&
        answer_holds(state, &ilp))
        return true;
    show_position(state, seed);
    show(state, "enumeration", goal, &brute);
    show(state, has_ilp ? "integer program" : "GLPK failed", goal, &ilp);
    return false;
}

/* What the simple player would do, as an answer. */
static void sampled(const struct state *state, struct random *random,
                    struct reference_answer *out)
{
    const struct game *game = game_at(state->game);
    struct state after = *state;
    struct action action;
    struct error error;
    memset(out, 0, sizeof *out);
    memset(&action, 0, sizeof action);
    game->sample(state, random, &action);
    if (action.kind != ACTION_PLAY || !state_apply(&after, state->seat, &action, &error))
        return;
    const struct cards *rack = &state->rack[state->seat], *rest = &after.rack[state->seat];
    out->cards = rack->count - rest->count;
    out->points = rack_points(game, rack) - rack_points(game, rest);
    out->has_play = true;
    out->table = action.table;
}

static bool played_holds(const struct state *state, int goal, uint64_t seed,
                         struct random *random, struct tally *tally)
{
    struct reference_answer player, ilp;
    sampled(state, random, &player);
    double start_ms = now_ms();
    bool has_ilp = ilp_best(state, goal, &ilp);
    note_time(start_ms, &tally->ilp_ms, &tally->ilp_ms_max);
    count_answer(state, &ilp, tally);
    int first = goal == REFERENCE_CARDS ? ilp.cards - player.cards : ilp.points - player.points;
    int second = goal == REFERENCE_CARDS ? ilp.points - player.points : ilp.cards - player.cards;
    if (has_ilp && answer_holds(state, &ilp) && (first > 0 || (first == 0 && second >= 0)))
        return true;
    show_position(state, seed);
    show(state, "simple player", goal, &player);
    show(state, has_ilp ? "integer program" : "GLPK failed", goal, &ilp);
    return false;
}

static void check_position(uint64_t seed, unsigned game_index, bool is_small,
                           struct tally *tally)
{
    struct random random;
    struct state state;
    bool holds = true;
    random_seed(&random, seed);
    if (is_small)
        small_position(&random, game_index, &state);
    else
        played_position(&random, game_index, &state);
    count_position(&state, tally);
    const char *fault = state_check(&state);
    if (fault != NULL) {
        show_position(&state, seed);
        printf("  not so: %s\n", fault);
        holds = false;
    }
    for (int goal = REFERENCE_CARDS; goal <= REFERENCE_POINTS; goal++)
        holds &= is_small ? small_agrees(&state, goal, seed, tally)
                          : played_holds(&state, goal, seed, &random, tally);
    tally->passed += holds;
    tally->failed += !holds;
}

/* A written position; the stock is unknown and of no account. */
static bool corner_position(const struct corner *corner, struct state *out)
{
    unsigned game_index = game_find(corner->game, strlen(corner->game));
    const struct game *game = game_at(game_index);
    struct options options;
    struct error error;
    options_default(game, &options);
    options.of[OPTION_JOKER_SWAP] = (uint16_t)corner->joker_swap;
    state_init(out, game_index, SEATS_MIN, &options, 0);
    out->viewer = 0;
    out->phase = game->stack_count > 1 ? PHASE_DRAWN : PHASE_START;
    out->opened = corner->is_opened;
    return table_read(game, corner->table, strlen(corner->table), &out->table, &error) &&
           cards_read(game, false, corner->rack, strlen(corner->rack), &out->rack[0], &error);
}

static void check_corner(const struct corner *corner, struct tally *tally)
{
    struct state state;
    struct reference_answer brute;
    bool holds = corner_position(corner, &state) && state_check(&state) == NULL;
    count_position(&state, tally);
    for (int goal = REFERENCE_CARDS; holds && goal <= REFERENCE_POINTS; goal++)
        holds &= small_agrees(&state, goal, 0, tally);
    holds = holds && brute_best(&state, REFERENCE_CARDS, &brute) &&
            brute.cards == corner->cards && brute.points == corner->points;
    if (!holds) {
        show_position(&state, 0);
        printf("  expected: cards %d, points %d\n", corner->cards, corner->points);
    }
    tally->passed += holds;
    tally->failed += !holds;
}

static void report(const char *game, const char *kind, const struct tally *tally)
{
    printf("%s, %s: %u positions, %u with table jokers, %u not opened, %u too large; "
           "%u plays, %u first melds, %u had to free a joker; "
           "enumeration %.2f ms (at most %.1f), integer program %.2f ms (at most %.1f)\n",
           game, kind, tally->positions, tally->with_table_jokers, tally->unopened,
           tally->skipped, tally->plays, tally->opening_plays, tally->freeing_plays,
           tally->brute_ms / (2.0 * tally->positions + 1), tally->brute_ms_max,
           tally->ilp_ms / (2.0 * tally->positions + 1), tally->ilp_ms_max);
}

static unsigned long argument(int count, char **values, int index, unsigned long standard)
{
    return index < count ? strtoul(values[index], NULL, 10) : standard;
}

int main(int argument_count, char **arguments)
{
    static const char *const games[] = {"exclusiv", "photo"};
    unsigned long small = argument(argument_count, arguments, 1, 1000);
    unsigned long played = argument(argument_count, arguments, 2, 10);
    uint64_t seed = argument(argument_count, arguments, 3, 1);
    struct tally written = {0};
    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++)
        check_corner(&corners[i], &written);
    report("both games", "corners", &written);
    unsigned passed = written.passed, failed = written.failed;
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        unsigned game_index = game_find(games[i], strlen(games[i]));
        for (int is_small = 1; is_small >= 0; is_small--) {
            struct tally tally = {0};
            if ((is_small ? small : played) == 0)
                continue;
            for (unsigned long n = 0; n < (is_small ? small : played); n++)
                check_position(seed * 1000003U + n, game_index, is_small, &tally);
            report(games[i], is_small ? "made up" : "from matches", &tally);
            passed += tally.passed;
            failed += tally.failed;
        }
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
