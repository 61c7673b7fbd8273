/* ilp_bench.c - the solver beside the integer program, on positions from matches: how long
 * either takes (the least of three runs, and one, on this thread's clock), and how many melds
 * of the table stay as they were, by the solver and at most.
 *
 * ilp_bench [POSITIONS [SEED]] */
#include <stdio.h>
#include <stdlib.h>

#include "positions.h"
#include "reference.h"
#include "solver/solver.h"
#include "times.h"

enum { RUNS = 3 };

/* How many melds lay on the tables, and how many of them lie there unchanged: after solve(),
 * after solve_calmly(), and at most. */
struct calm {
    unsigned melds, same, calm, calm_best;
};

static void time_solve(struct workspace *work, const struct state *state,
                       const struct weights *weights, struct times *out)
{
    double least = 0;
    for (int run = 0; run < RUNS; run++) {
        struct play play;
        double start = thread_us();
        solve(work, state, weights, &play);
        double spent = thread_us() - start;
        least = run == 0 || spent < least ? spent : least;
    }
    times_add(out, least);
}

static bool time_ilp(const struct state *state, struct times *out)
{
    struct reference_answer answer;
    double start = thread_us();
    bool has_answer = ilp_best(state, REFERENCE_CARDS, &answer);
    times_add(out, thread_us() - start);
    return has_answer;
}

static bool note_calm(struct workspace *work, const struct state *state,
                      const struct weights *weights, struct calm *out)
{
    struct reference_answer best;
    struct play play;
    if (!solve(work, state, weights, &play))
        return true;
    if (!ilp_calmest(state, REFERENCE_CARDS, &best))
        return false;
    out->melds += state->table.meld_count;
    out->same += melds_unchanged(state, &play.table);
    solve_calmly(work, state, weights, &play);
    out->calm += melds_unchanged(state, &play.table);
    out->calm_best += best.same_melds;
    return true;
}

static bool bench_game(struct workspace *work, unsigned index, unsigned positions,
                       struct random *random)
{
    static struct times ours, ilp;
    struct weights weights;
    struct calm calm = {0};
    ours.count = ilp.count = 0;
    weights_of_goal(game_at(index), GOAL_CARDS, &weights);
    for (unsigned i = 0; i < positions; i++) {
        struct state state;
        played_position(random, index, &state);
        time_solve(work, &state, &weights, &ours);
        if (!time_ilp(&state, &ilp) || !note_calm(work, &state, &weights, &calm))
            return false;
    }
    double ours_us = times_quantile(&ours, 0.5), ilp_us = times_quantile(&ilp, 0.5);
    printf("{\"bench\":\"solve.ilp\",\"game\":\"%s\",\"positions\":%u,\"median_us\":%.1f,"
           "\"glpk_median_us\":%.0f,\"ratio_to_glpk\":%.0f,\"melds\":%u,\"same\":%u,"
           "\"calm\":%u,\"calm_best\":%u}\n",
           game_at(index)->id, positions, ours_us, ilp_us, ilp_us / ours_us, calm.melds,
           calm.same, calm.calm, calm.calm_best);
    return true;
}

int main(int argument_count, char **arguments)
{
    unsigned long positions = argument_count > 1 ? strtoul(arguments[1], NULL, 10) : 80;
    uint64_t seed = argument_count > 2 ? strtoul(arguments[2], NULL, 10) : 1;
    struct workspace *work = calloc(1, workspace_size());
    bool is_done = work != NULL && positions > 0 && positions <= TIMES_MAX;
    for (unsigned index = 0; is_done && index < game_count(); index++) {
        struct random random;
        random_seed(&random, seed);
        if (!game_at(index)->melds_are_owned)
            is_done = bench_game(work, index, (unsigned)positions, &random);
    }
    free(work);
    return is_done ? 0 : 1;
}
