/* all_check.c - "can the whole rack be laid?" against the enumeration of all tables and
 * against solve(); and whether what a workspace holds of earlier calls changes an answer.
 * Every play is applied by the core.
 *
 * all_check [SMALL [PLAYED [SEED]]]: how many positions of either kind, for each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "reference.h"
#include "solver/solver.h"

enum { COLD_EVERY = 10, SHOWN_MAX = 5 };

struct checking {
    struct workspace *warm, *cold;
    const struct state *state;
    const struct game *game;
    unsigned positions, whole, cold_compared, skipped, failed;
};

static bool is_legal(const struct state *state, const struct play *play)
{
    struct state copy = *state;
    struct action action;
    struct error error;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = play->table;
    return state_apply(&copy, copy.seat, &action, &error) && copy.rack[state->seat].count == 0;
}

static void fail(struct checking *c, const char *what)
{
    char table[TEXT_MAX], rack[TEXT_MAX];
    if (c->failed++ >= SHOWN_MAX)
        return;
    table_print(c->game, &c->state->table, table);
    cards_print(c->game, &c->state->rack[c->state->seat], rack);
    printf("FAILED %s: %s\n  table %s\n  rack %s, opened %u, joker_swap %u\n", c->game->id, what,
           table, rack, c->state->opened >> c->state->seat & 1U,
           (unsigned)c->state->options.of[OPTION_JOKER_SWAP]);
}

static bool is_same(bool a, const struct play *x, bool b, const struct play *y)
{
    return a == b &&
           (!a || (memcmp(&x->table, &y->table, sizeof x->table) == 0 &&
                   memcmp(&x->laid, &y->laid, sizeof x->laid) == 0 && x->cards == y->cards &&
                   x->points == y->points && x->weight == y->weight &&
                   x->is_exact == y->is_exact));
}

/* The same answers from a workspace that has seen nothing. */
static void check_cold(struct checking *c, const struct weights *weights, bool has_all,
                       const struct play *all, bool has_best, const struct play *best)
{
    struct play play;
    memset(c->cold, 0, workspace_size());
    bool has_play = solve(c->cold, c->state, weights, &play);
    if (!is_same(has_best, best, has_play, &play))
        fail(c, "a fresh workspace finds another play");
    memset(c->cold, 0, workspace_size());
    has_play = solve_all(c->cold, c->state, &play);
    if (!is_same(has_all, all, has_play, &play))
        fail(c, "a fresh workspace lays the whole rack in another way");
    c->cold_compared++;
}

static void check(struct checking *c, bool is_small)
{
    const struct cards *rack = &c->state->rack[c->state->seat];
    struct reference_answer reference;
    struct weights weights;
    struct play all, best;
    weights_of_goal(c->game, GOAL_CARDS, &weights);
    bool has_all = solve_all(c->warm, c->state, &all);
    bool has_best = solve(c->warm, c->state, &weights, &best);
    c->positions++;
    c->whole += has_all;
    if (has_all && !is_legal(c->state, &all))
        fail(c, "the core refuses the play, or cards are left");
    if (has_all != (has_best && best.cards == rack->count))
        fail(c, "solve() does not agree about the whole rack");
    if (has_all && (all.cards != best.cards || all.points != best.points ||
                    all.weight != best.weight))
        fail(c, "solve() counts the whole rack in another way");
    if (c->positions % COLD_EVERY == 0)
        check_cold(c, &weights, has_all, &all, has_best, &best);
    if (!is_small)
        return;
    if (!brute_best(c->state, REFERENCE_CARDS, &reference))
        c->skipped++;
    else if (has_all != (reference.has_play && reference.cards == rack->count))
        fail(c, "the enumeration does not agree about the whole rack");
}

int main(int argc, char **argv)
{
    unsigned small = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
    unsigned played = argc > 2 ? (unsigned)atoi(argv[2]) : 500;
    unsigned seed = argc > 3 ? (unsigned)atoi(argv[3]) : 1, passed = 0, failed = 0;
    struct checking c = {.warm = calloc(1, workspace_size()),
                         .cold = calloc(1, workspace_size())};
    struct random random;
    struct state state;
    if (c.warm == NULL || c.cold == NULL)
        return 1;
    random_seed(&random, seed);
    c.state = &state;
    for (unsigned i = 0; i < small + played; i++)
        for (unsigned index = 0; index < game_count(); index++) {
            c.game = game_at(index);
            if (!solver_knows(c.game) || c.game->melds_are_owned)
                continue;
            if (i < small)
                small_position(&random, index, &state);
            else
                played_position(&random, index, &state);
            check(&c, i < small);
        }
    failed = c.failed;
    passed = c.positions > failed ? c.positions - failed : 0;
    printf("solver: the whole rack goes in %u of %u positions; %u compared with a fresh "
           "workspace, %u too large for the enumeration\n",
           c.whole, c.positions, c.cold_compared, c.skipped);
    printf("%u passed, %u failed\n", passed, failed);
    free(c.warm);
    free(c.cold);
    return failed == 0 && c.whole > 0 && c.cold_compared > 0 ? 0 : 1;
}
