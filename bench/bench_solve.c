/* bench_solve.c - how long the solver takes, on positions of greedy matches from early to
 * late, on such with jokers on the table and on stress sets; how long "can all be laid?" takes
 * on the same; and how many rounds of greedy players there are in a second. Each time is the
 * least of three runs on this thread's clock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bots/greedy.h"
#include "times.h"

enum { POSITIONS = 2000, STRESS = 100, RUNS = 3 };

static void time_solve(struct workspace *work, const struct state *state, struct times *out)
{
    struct weights weights;
    struct play play;
    double least = 0;
    weights_of_goal(game_at(state->game), GOAL_CARDS, &weights);
    for (int run = 0; run < RUNS; run++) {
        double start = thread_us();
        solve(work, state, &weights, &play);
        double spent = thread_us() - start;
        least = run == 0 || spent < least ? spent : least;
    }
    times_add(out, least);
}

static void time_solve_all(struct workspace *work, const struct state *state,
                           struct times *out)
{
    struct play play;
    double least = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = thread_us();
        solve_all(work, state, &play);
        double spent = thread_us() - start;
        least = run == 0 || spent < least ? spent : least;
    }
    times_add(out, least);
}

static void print_times(const struct game *game, const char *set, struct times *ours)
{
    printf("{\"bench\":\"solve.%s\",\"game\":\"%s\",\"positions\":%u,\"median_us\":%.1f,"
           "\"p99_us\":%.1f,\"max_us\":%.1f}\n",
           set, game->id, ours->count, times_quantile(ours, 0.5), times_quantile(ours, 0.99),
           times_quantile(ours, 1));
}

/* Plays a match of greedy players, timing each position where somebody may lay. */
static void time_match(struct workspace *work, unsigned index, struct random *random,
                       struct times *ours)
{
    const struct game *game = game_at(index);
    struct options options;
    struct match match;
    options_default(game, &options);
    match_init(&match, index, SEATS_MIN + ours->count % 3, &options);
    while (match.need != NEED_NOTHING && ours->count < POSITIONS) {
        struct action action;
        struct error error;
        struct view view;
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, &view);
            bool may_lay = game->stack_count == 1 && !game->has_discard;
            if (may_lay || match.state.phase == PHASE_DRAWN)
                time_solve(work, &view.seen, ours);
            greedy_decide(work, &view, &action);
        } else {
            random_chance(random, &match, &action);
        }
        if (!match_apply(&match, &action, &error))
            return;
    }
}

static bool has_table_joker(const struct state *state)
{
    return memchr(state->table.at, CARD_JOKER, table_card_count(&state->table)) != NULL;
}

/* Positions of a match of greedy players with jokers on the table, and one in ten without. */
static void time_joker_match(struct workspace *work, unsigned index, struct random *random,
                             struct times *ours, struct times *all)
{
    const struct game *game = game_at(index);
    unsigned others = 0;
    struct options options;
    struct match match;
    options_default(game, &options);
    match_init(&match, index, SEATS_MIN + ours->count % 3, &options);
    while (match.need != NEED_NOTHING && ours->count < POSITIONS) {
        struct action action;
        struct error error;
        struct view view;
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, &view);
            bool may_lay = game->stack_count == 1 || match.state.phase == PHASE_DRAWN;
            bool is_other = !has_table_joker(&view.seen);
            if (may_lay && (!is_other || 10 * others < ours->count)) {
                others += is_other;
                time_solve(work, &view.seen, ours);
                time_solve_all(work, &view.seen, all);
            }
            greedy_decide(work, &view, &action);
        } else {
            random_chance(random, &match, &action);
        }
        if (!match_apply(&match, &action, &error))
            return;
    }
}

/* A table of up to 85 cards put in order from a random heap, and a rack of 8 to 22.
 * The first so many jokers lie on the table, the others on the rack. */
static void time_stress(struct workspace *work, unsigned index, struct random *random,
                        unsigned table_jokers, struct times *ours, struct times *all)
{
    const struct game *game = game_at(index);
    struct options options;
    struct cards pack, heap = {0}, left;
    struct state state;
    options_default(game, &options);
    game_pack(game, &options, &pack);
    state_init(&state, index, SEATS_MIN, &options, 0);
    for (unsigned i = 0; cards_remove(&pack, CARD_JOKER); i++)
        cards_add(i < table_jokers ? &heap : &state.rack[0], CARD_JOKER);
    random_shuffle(random, &pack);
    unsigned heap_count = 45 + random_below(random, 40), rack_count = 8 + random_below(random, 15);
    for (unsigned i = 0; i < pack.count; i++) {
        if (i < heap_count)
            cards_add(&heap, pack.at[i]);
        else if (state.rack[0].count < rack_count)
            cards_add(&state.rack[0], pack.at[i]);
    }
    solve_loose(work, index, &options, &heap, &state.table, &left);
    state.viewer = 0;
    state.opened = 1;
    state.phase = game->stack_count > 1 ? PHASE_DRAWN : PHASE_START;
    time_solve(work, &state, ours);
    time_solve_all(work, &state, all);
}

static void bench_greedy_rounds(struct workspace *work, unsigned index)
{
    struct random random;
    unsigned rounds = 0;
    double start = thread_us();
    random_seed(&random, 8);
    while (thread_us() - start < 1e6) {
        struct options options;
        struct match match;
        options_default(game_at(index), &options);
        options.of[OPTION_FIRST] = 0;
        match_init(&match, index, SEATS_MIN, &options);
        while (match.need != NEED_NOTHING) {
            struct action action;
            struct error error;
            struct view view;
            if (match.need == NEED_ACTION) {
                view_of(&match.state, match.state.seat, &view);
                greedy_decide(work, &view, &action);
            } else {
                random_chance(&random, &match, &action);
            }
            if (!match_apply(&match, &action, &error))
                return;
        }
        rounds++;
    }
    printf("{\"bench\":\"solve.greedy_rounds\",\"game\":\"%s\",\"rounds_per_second\":%.0f}\n",
           game_at(index)->id, rounds / ((thread_us() - start) * 1e-6));
}

static void bench_matches(struct workspace *work, unsigned index, struct random *random)
{
    static struct times ours, all;
    const struct game *game = game_at(index);
    ours.count = all.count = 0;
    while (ours.count < POSITIONS)
        time_match(work, index, random, &ours);
    print_times(game, "game", &ours);
    if (game->melds_are_owned)
        return;
    ours.count = 0;
    while (ours.count < POSITIONS)
        time_joker_match(work, index, random, &ours, &all);
    print_times(game, "jokers", &ours);
    print_times(game, "all", &all);
}

static void bench_stress(struct workspace *work, unsigned index, struct random *random)
{
    static struct times ours, all;
    ours.count = all.count = 0;
    for (unsigned i = 0; i < STRESS; i++)
        time_stress(work, index, random, 0, &ours, &all);
    print_times(game_at(index), "stress", &ours);
    ours.count = 0;
    for (unsigned i = 0; i < STRESS; i++)
        time_stress(work, index, random, 1 + i % 4, &ours, &all);
    print_times(game_at(index), "stress_jokers", &ours);
    print_times(game_at(index), "stress_all", &all);
}

void bench_solve(void)
{
    struct workspace *work = calloc(1, workspace_size());
    for (unsigned index = 0; work != NULL && index < game_count(); index++) {
        struct random random;
        if (!solver_knows(game_at(index)))
            continue;
        random_seed(&random, 77);
        bench_matches(work, index, &random);
        if (!game_at(index)->melds_are_owned)
            bench_stress(work, index, &random);
        bench_greedy_rounds(work, index);
    }
    free(work);
}
