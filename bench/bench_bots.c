/* bench_bots.c - how long each level takes for a turn in each game, and how many rounds of
 * self-play it gets through in a second. A turn is all a seat does until the next one's. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "bots/bot.h"
#include "times.h"

enum { TURNS_MAX = 20000, SECONDS = 1, SECONDS_OF_EXPERT = 4 };

struct turns {
    float ms[TURNS_MAX];
    unsigned count;
    double spent_ms;
};

static double cpu_ms(void)
{
    return thread_us() * 1e-3;
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* A round of self-play; false if a bot breaks a rule. */
static bool play_round(struct workspace *work, unsigned index, unsigned level,
                       struct random *random, struct turns *turns)
{
    struct options options;
    struct match match;
    struct action action;
    struct error error;
    struct view view;
    double turn_ms = 0;
    options_default(game_at(index), &options);
    match_init(&match, index, SEATS_MIN, &options);
    while (match.need != NEED_NOTHING) {
        unsigned seat = match.state.seat;
        bool is_turn = match.need == NEED_ACTION;
        if (is_turn) {
            double start = cpu_ms();
            view_of(&match.state, seat, &view);
            bot_decide(work, &view, level, NULL, random, &action);
            turn_ms += cpu_ms() - start;
        } else {
            random_chance(random, &match, &action);
        }
        if (!match_apply(&match, &action, &error))
            return false;
        if (!is_turn || match.state.seat == seat)
            continue;
        if (turns->count < TURNS_MAX)
            turns->ms[turns->count++] = (float)turn_ms;
        turns->spent_ms += turn_ms;
        turn_ms = 0;
    }
    return true;
}

static void bench_level(struct workspace *work, unsigned index, unsigned level,
                        struct turns *turns)
{
    struct random random;
    unsigned rounds = 0;
    double start = cpu_ms();
    turns->count = 0;
    turns->spent_ms = 0;
    random_seed(&random, 31);
    double seconds_max = level >= LEVEL_EXPERT ? SECONDS_OF_EXPERT : SECONDS;
    while (cpu_ms() - start < seconds_max * 1e3)
        rounds += play_round(work, index, level, &random, turns);
    double seconds = (cpu_ms() - start) * 1e-3, sum = 0;
    qsort(turns->ms, turns->count, sizeof *turns->ms, compare);
    for (unsigned i = 0; i < turns->count; i++)
        sum += (double)turns->ms[i];
    printf("{\"bench\":\"bots.turn\",\"game\":\"%s\",\"level\":%u,\"turns\":%u,"
           "\"mean_ms\":%.4f,\"p99_ms\":%.4f,\"max_ms\":%.4f,\"rounds_per_second\":%.1f}\n",
           game_at(index)->id, level, turns->count, sum / turns->count,
           (double)turns->ms[turns->count * 99 / 100], (double)turns->ms[turns->count - 1],
           rounds / seconds);
    fflush(stdout);
}

void bench_bots(void)
{
    static struct turns turns;
    struct workspace *work = calloc(1, workspace_size());
    for (unsigned index = 0; work != NULL && index < game_count(); index++)
        for (unsigned level = LEVEL_MIN; level <= LEVEL_MAX; level++)
            bench_level(work, index, level, &turns);
    free(work);
}
