/* bots_tests.c - what must hold for every computer player: it decides by what its seat sees and
 * nothing else, never breaks a rule, and every round comes to an end.
 * usage: bots_tests [DECISIONS] [ROUNDS] [--quick [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/figures.h"
#include "bots/bot.h"
#include "bots/expert.h"
#include "bots/greedy.h"
#include "bots/policy.h"
#include "sentences/sentences.h"

static struct workspace *work;
static unsigned first_seed; /* other rounds for other ones */
/* ---- Hidden cards ---------------------------------------------------------------------- */

/* A player who could look at the state; the honest one only takes a view of it. */
typedef void decide_function(const struct state *state, unsigned level, struct random *random,
                             struct action *out);

/* Beyond the levels: policies that look at all that a policy can, and after them an expert who is
 * told that the others are of the last kind. */
static const struct policy policies[] = {
    {0},
    {.opening = OPEN_AT_ONCE, .hold = 9, .near = 4},
    {.opening = OPEN_AFTER_ANOTHER, .opens_least = 1, .hold = 12, .kind = 15, .thief = 1},
};

enum {
    POLICY_COUNT = sizeof policies / sizeof *policies,
    LEVEL_TOLD = LEVEL_MAX + POLICY_COUNT + 1
};

static void decide_by_view(const struct state *state, unsigned level, struct random *random,
                           struct action *out)
{
    const struct effort little = {.steps = 60,
                                  .plays_max = 2,
                                  .turns_max = 4,
                                  .tries_max = 2,
                                  .policy = {.opening = OPEN_AT_ONCE, .hold = 12}};
    const struct effort told = {.steps = 60,
                                .plays_max = 2,
                                .turns_max = 4,
                                .tries_max = 1,
                                .others = &policies[POLICY_COUNT - 1]};
    struct view view;
    view_of(state, state->seat, &view);
    if (level == LEVEL_EXPERT || (level == LEVEL_TO_WIN && game_at(state->game)->has_discard))
        expert_decide(work, &view, &little, random, out);
    else if (level == LEVEL_TOLD)
        expert_decide(work, &view, &told, random, out);
    else if (level > LEVEL_MAX && policy_suits(game_at(state->game)))
        policy_decide(work, &view.seen, &policies[level - LEVEL_MAX - 1], false, out);
    else if (level > LEVEL_MAX)
        greedy_decide(work, &view, out);
    else
        bot_decide(work, &view, level, NULL, random, out);
}

/* The order of the stock leaks into its choice through the random numbers, as it would for a
 * sampling player that does not sort the unseen cards. */
static void decide_by_stock(const struct state *state, unsigned level, struct random *random,
                            struct action *out)
{
    unsigned top = state->stock.start[0] + state->stock.count[0];
    random_seed(random, state->stock.at[top > 0 ? top - 1 : 0]);
    decide_by_view(state, level, random, out);
}

/* Cards of another's rack that not everybody has seen. */
static void add_hidden(const struct state *state, unsigned seat, struct cards *pool)
{
    const struct cards *rack = &state->rack[seat];
    struct cards seen = state->shown[seat];
    for (unsigned i = 0; i < rack->count; i++)
        if (!cards_remove(&seen, rack->at[i]))
            cards_add(pool, rack->at[i]);
}

/* Deals what the seat on turn cannot see anew. */
static void permute_hidden(struct state *state, struct random *random)
{
    struct cards pool = {0};
    for (unsigned seat = 0; seat < state->seats; seat++)
        if (seat != state->seat)
            add_hidden(state, seat, &pool);
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < state->stock.count[i]; j++)
            cards_add(&pool, state->stock.at[state->stock.start[i] + j]);
    random_shuffle(random, &pool);
    unsigned next = 0;
    for (unsigned seat = 0; seat < state->seats; seat++) {
        struct cards seen = state->shown[seat], *rack = &state->rack[seat];
        for (unsigned i = 0; i < rack->count && seat != state->seat; i++)
            if (!cards_remove(&seen, rack->at[i]))
                rack->at[i] = pool.at[next++];
    }
    for (unsigned i = 0; i < STACKS_MAX; i++)
        for (unsigned j = 0; j < state->stock.count[i]; j++)
            state->stock.at[state->stock.start[i] + j] = pool.at[next++];
}

/* Decides in both worlds; returns whether the decisions differ. */
static bool differs(const struct state *state, unsigned level, uint64_t seed,
                    struct random *random, decide_function *decide, struct action *out)
{
    struct state other = *state;
    struct random stream;
    struct action again;
    permute_hidden(&other, random);
    memset(out, 0, sizeof *out);
    memset(&again, 0, sizeof again);
    random_seed(&stream, seed);
    decide(state, level, &stream, out);
    random_seed(&stream, seed);
    decide(&other, level, &stream, &again);
    return memcmp(out, &again, sizeof again) != 0;
}

/* Plays rounds of all games and levels; returns how many decisions differed. */
static unsigned count_leaks(decide_function *decide, unsigned decisions)
{
    struct random random;
    unsigned leaks = 0, made = 0;
    random_seed(&random, 5 + first_seed);
    for (unsigned round = 0; made < decisions; round++) {
        unsigned index = round % game_count(), seats = SEATS_MIN + round / 3 % 3;
        struct options options;
        struct match match;
        options_default(game_at(index), &options);
        match_init(&match, index, seats, &options);
        while (match.need != NEED_NOTHING && made < decisions) {
            struct action action;
            struct error error;
            if (match.need == NEED_ACTION) {
                unsigned level = LEVEL_MIN + (round + match.state.seat) % LEVEL_TOLD;
                leaks += differs(&match.state, level, random.state, &random, decide, &action);
                made++;
            } else {
                random_chance(&random, &match, &action);
            }
            if (!match_apply(&match, &action, &error))
                return decisions;
        }
    }
    return leaks;
}

/* ---- Self-play ------------------------------------------------------------------------- */

struct seat_player {
    unsigned level;
};

static bool decide_level(void *context, const struct view *view, struct random *random,
                         struct action *out)
{
    bot_decide(work, view, ((struct seat_player *)context)->level, NULL, random, out);
    return true;
}

/* The levels by turns, all games, two to four players, some with other options. */
static void test_self_play(unsigned rounds)
{
    struct seat_player players[SEATS_MAX];
    struct arena_outcome outcome;
    struct random random;
    unsigned illegal = 0, endless = 0, played = 0;
    random_seed(&random, 77 + first_seed);
    while (played < rounds) {
        struct arena arena = {.seed = (uint64_t)first_seed << 32 | played,
                              .seats = SEATS_MIN + random_below(&random, 3)};
        /* exclusiv takes a hundred times as long as princess */
        unsigned lot = random_below(&random, 100);
        arena.game_index = lot < 4 ? 0 : lot < 40 ? 1 : 2;
        const struct game *game = game_at(arena.game_index);
        options_default(game, &arena.options);
        if (game->has_discard && random_below(&random, 4) == 0)
            options_set_word(game, &arena.options, "rediscard", 9, "no", 2);
        if (game->has_discard && random_below(&random, 4) == 0)
            options_set_word(game, &arena.options, "extend_before_own", 17, "no", 2);
        if (arena.game_index == 0 && random_below(&random, 2) == 0)
            options_set_word(game, &arena.options, "stock_end", 9, "stuck", 5);
        for (unsigned i = 0; i < arena.seats; i++) {
            players[i].level = LEVEL_MIN + random_below(&random, LEVEL_GREEDY);
            arena.players[i] =
                (struct arena_player){.context = &players[i], .decide = decide_level};
        }
        arena_play(&arena, played++, 0, &outcome);
        endless += outcome.end == ARENA_ENDLESS;
        for (unsigned i = 0; i < arena.seats; i++)
            illegal += outcome.strikes[i];
    }
    printf("self-play: %u rounds, %u illegal actions, %u endless\n", played, illegal, endless);
    check(illegal == 0, "no level ever breaks a rule");
    check(endless == 0, "every round of the fast levels ends");
}

/* ---- The arena ------------------------------------------------------------------------- */

static struct figures meet(unsigned index, unsigned level_a, unsigned level_b, unsigned deals)
{
    struct seat_player a = {level_a}, b = {level_b};
    struct arena arena = {.game_index = index, .seats = 2, .seed = 3};
    struct figures figures = {.seats = 2};
    struct arena_outcome outcome;
    options_default(game_at(index), &arena.options);
    arena.players[0] = (struct arena_player){.context = &a, .decide = decide_level};
    arena.players[1] = (struct arena_player){.context = &b, .decide = decide_level};
    for (unsigned deal = 0; deal < deals; deal++) {
        for (unsigned rotation = 0; rotation < 2; rotation++) {
            arena_play(&arena, deal, rotation, &outcome);
            figures_add(&figures, &outcome, NULL);
        }
        figures_end_deal(&figures);
    }
    return figures;
}

static void test_arena(void)
{
    static const unsigned deals[] = {300, 1000, 2000};
    for (unsigned index = 0; index < game_count(); index++) {
        struct figures same = meet(index, 3, 3, deals[index]);
        struct estimate share = figures_share(&same, 0);
        /* 3.3 standard errors: the seed is fixed, but a new one should not be a gamble */
        double far = (share.high - share.mean) / 1.96 * 3.3;
        check(share.mean > 0.5 - far && share.mean < 0.5 + far,
              "a level against itself stays at 50%");
        check(share.high > share.low, "whose random numbers differ");
        for (unsigned level = LEVEL_MIN + 1; level <= LEVEL_GREEDY; level++) {
            struct figures up = meet(index, level, level - 1, deals[index]);
            struct estimate rate = figures_share(&up, 0);
            printf("%s: %u against %u: %.3f [%.3f, %.3f]\n", game_at(index)->id, level,
                   level - 1, rate.mean, rate.low, rate.high);
            check(rate.high >= 0.60 && rate.low <= 0.75,
                  "each level beats the one below in 60 to 75% of rounds");
            check(rate.low > 0.5, "each level beats the one below");
        }
    }
}

/* Princess takes too long for a sample that would say anything. */
static void test_expert(void)
{
    static const unsigned deals[] = {150, 60};
    for (unsigned index = 0; index < sizeof deals / sizeof *deals; index++) {
        struct figures figures = meet(index, LEVEL_EXPERT, LEVEL_GREEDY, deals[index]);
        struct estimate rate = figures_share(&figures, 0);
        printf("%s: the expert against level 5: %.3f [%.3f, %.3f]\n", game_at(index)->id,
               rate.mean, rate.low, rate.high);
        check(rate.high >= 0.85 && rate.low > 0.75,
              "the expert beats level 5 in more than 85% of rounds where it plays in kind");
    }
}

int main(int argc, char **argv)
{
    unsigned decisions = argc > 1 ? (unsigned)atoi(argv[1]) : 30000;
    unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 100000;
    first_seed = argc > 4 ? (unsigned)atoi(argv[4]) : 0;
    work = calloc(1, workspace_size());
    if (work == NULL)
        return 1;
    check(count_leaks(decide_by_view, decisions) == 0,
          "other hidden cards change no decision");
    check(count_leaks(decide_by_stock, 3000) > 0, "a planted cheater is caught");
    test_self_play(rounds);
    if (argc < 4) { /* any further word: without the levels against each other */
        test_arena();
        test_expert();
    }
    free(work);
    return test_finish();
}
