/* bench_core.c - how long the core takes to judge a play, how many rounds of simple
 * players it gets through in a second, how large the wasm module is. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"
#include "core/core.h"
#include "times.h"

#ifndef RUMMERY_WASM_PATH
#define RUMMERY_WASM_PATH ""
#endif

enum { REPEATS = 5, SIGNATURE_ROUNDS = 300 };

static double cpu_seconds(void)
{
    return thread_us() * 1e-6;
}

/* Plays one round with simple players and leaves it in the match. */
static void play_round(struct match *match, unsigned game_index, unsigned seats,
                       struct random *random)
{
    const struct game *game = game_at(game_index);
    struct options options;
    struct action action;
    struct error error;
    options_default(game, &options);
    options.of[OPTION_FIRST] = 0;
    match_init(match, game_index, seats, &options);
    while (match->need != NEED_NOTHING) {
        if (match->need == NEED_ACTION)
            game->sample(&match->state, random, &action);
        else
            random_chance(random, match, &action);
        if (!match_apply(match, &action, &error))
            return;
    }
}

static void bench_rounds(unsigned game_index, unsigned seats)
{
    struct random random;
    struct match match;
    double best = 0;
    unsigned drawn = 0, rounds = 0;
    for (unsigned repeat = 0; repeat < REPEATS; repeat++) {
        double start = cpu_seconds(), spent = 0;
        unsigned count = 0;
        random_seed(&random, 1000 + repeat);
        while (spent < 0.2) {
            for (unsigned i = 0; i < 50; i++, count++) {
                play_round(&match, game_index, seats, &random);
                drawn += match.state.winner == SEAT_NONE;
            }
            spent = cpu_seconds() - start;
        }
        rounds += count;
        best = count / spent > best ? count / spent : best;
    }
    printf("{\"bench\":\"core.rounds\",\"game\":\"%s\",\"players\":%u,"
           "\"rounds_per_second\":%.0f,\"drawn_share\":%.3f}\n",
           game_at(game_index)->id, seats, best, (double)drawn / rounds);
}

/* A table of 80 tiles with runs, sets and jokers, and a play that adds to it. */
static const char judge_table[] =
    "[y1 y2 y3 y4 y5 y6 y7 y8] [g1 g2 g3 g4 g5 g6] [b1 b2 b3 b4 b5 b6] "
    "[r1 r2 r3 r4 r5 r6 r7 r8] [y7 g7 r7] "
    "[y9 g9 b9 r9] [y10 g10 b10 r10] [y11 g11 b11] [y12 g12 r12] [r13 b13 *] "
    "[y1 g1 b1] [y2 g2 b2 r2] [y3 g3 b3] [y4 g4 b4 r4] [y5 g5 *] [y6 b6 r6] [b7 b8 b9 b10] "
    "[g7 g8 g9 * g11] [r10 r11 *]";
static const char judge_play[] =
    "[y1 y2 y3 y4 y5 y6 y7 y8] [g1 g2 g3 g4 g5 g6] [b1 b2 b3 b4 b5 b6] "
    "[r1 r2 r3 r4 r5 r6 r7 r8] [y7 g7 r7] "
    "[y9 g9 b9 r9] [y10 g10 b10 r10] [y11 g11 b11] [y12 g12 r12] [r13 b13 *] "
    "[y1 g1 b1] [y2 g2 b2 r2] [y3 g3 b3] [y4 g4 b4 r4] [y5 g5 *] [y6 b6 r6] [b7 b8 b9 b10] "
    "[g7 g8 g9 g10 g11 g12] [r10 r11 *] [r1 * r3]";

static bool judge_setup(struct state *state, struct action *play)
{
    const char rack[] = "g10 g12 r1 r3 y13 b1";
    const struct game *game = game_at(0);
    struct options options;
    struct error error;
    options_default(game, &options);
    state_init(state, 0, 2, &options, 0);
    state->viewer = 0;
    state->phase = PHASE_START;
    state->opened = 1;
    memset(play, 0, sizeof *play);
    play->kind = ACTION_PLAY;
    bool is_read = table_read(game, judge_table, sizeof judge_table - 1, &state->table, &error) &&
                   table_read(game, judge_play, sizeof judge_play - 1, &play->table, &error) &&
                   cards_read(game, false, rack, sizeof rack - 1, &state->rack[0], &error);
    state->stock.count[0] = 10;
    return is_read;
}

static void bench_judge(void)
{
    enum { COUNT = 20000 };
    struct state state, copy;
    struct action play;
    struct error error;
    double best_judge = 1, best_copy = 1;
    unsigned legal = 0, tiles;
    if (!judge_setup(&state, &play)) {
        printf("{\"bench\":\"core.judge\",\"error\":\"the position cannot be read\"}\n");
        return;
    }
    tiles = table_card_count(&state.table);
    for (unsigned repeat = 0; repeat < REPEATS; repeat++) {
        double start = cpu_seconds();
        for (unsigned i = 0; i < COUNT; i++) {
            copy = state;
            __asm__ volatile("" : : "g"(&copy) : "memory");
        }
        double copied = cpu_seconds();
        for (unsigned i = 0; i < COUNT; i++) {
            copy = state;
            legal += state_apply(&copy, 0, &play, &error);
        }
        double judged = cpu_seconds();
        double copy_time = (copied - start) / (double)COUNT;
        double judge_time = (judged - copied) / (double)COUNT;
        best_copy = copy_time < best_copy ? copy_time : best_copy;
        best_judge = judge_time < best_judge ? judge_time : best_judge;
    }
    printf("{\"bench\":\"core.judge\",\"tiles\":%u,\"legal\":%s,\"ns\":%.0f,"
           "\"copy_ns\":%.0f,\"ratio_to_copy\":%.1f}\n",
           tiles, legal == REPEATS * COUNT ? "true" : "false", best_judge * 1e9,
           best_copy * 1e9, best_judge / best_copy);
}

static void bench_wasm(void)
{
    struct stat file;
    if (stat(RUMMERY_WASM_PATH, &file) == 0)
        printf("{\"bench\":\"core.wasm\",\"bytes\":%lld}\n", (long long)file.st_size);
    else
        printf("{\"bench\":\"core.wasm\",\"bytes\":null}\n");
}

void bench_core(void)
{
    bench_judge();
    for (unsigned i = 0; i < game_count(); i++)
        for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats += 2)
            bench_rounds(i, seats);
    bench_wasm();
}

/* FNV-1a over the final states of a few hundred rounds of each game. */
uint64_t bench_signature(void)
{
    uint64_t hash = 0xcbf29ce484222325U;
    struct random random;
    random_seed(&random, 2026);
    for (unsigned i = 0; i < SIGNATURE_ROUNDS * game_count(); i++) {
        struct match match;
        play_round(&match, i % game_count(), SEATS_MIN + i % 3, &random);
        const unsigned char *bytes = (const unsigned char *)&match;
        for (size_t at = 0; at < sizeof match; at++)
            hash = (hash ^ bytes[at]) * 0x100000001b3U;
    }
    return hash;
}
