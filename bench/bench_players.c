/* bench_players.c - the signature of the computer players: what all levels decide in some hundred
 * positions of each game, so that players who are the same everywhere can be told from others.
 * tests/wasm/players.mjs plays the same matches with the page's modules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bots/bot.h"

enum { MATCHES = 3, POSITIONS = 120, ROUNDS = 3 };

/* In turn, whoever's turn it is. Strong ones take long, so they are asked less often; in photo they
 * only think where nobody hoards, as weak ones do without wanting to. */
static unsigned level_at(unsigned nth, unsigned at)
{
    static const uint8_t all[] = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 7, 5};
    static const uint8_t strong[] = {5, 6, 5, 5, 7, 5, 5};
    return nth == 0 ? strong[at % sizeof strong] : all[at % sizeof all];
}

static void seed_step(struct random *random, unsigned nth, unsigned step)
{
    random_seed(random, (uint64_t)nth << 32 | step);
}

static void decide(struct workspace *work, bool is_cold, const struct match *match,
                   unsigned level, struct random *random, struct action *out)
{
    struct standing standing = standing_of(match);
    struct circumstances circumstances = {.standing = &standing};
    struct view view;
    view_of(&match->state, match->state.seat, &view);
    if (is_cold)
        memset(work, 0, workspace_size());
    bot_decide(work, &view, level, &circumstances, random, out);
}

/* FNV-1a over the lines of a match's first actions, chance apart. */
static uint64_t hash_match(struct workspace *work, bool is_cold, unsigned index, unsigned nth,
                           uint64_t hash)
{
    struct options options;
    struct random random;
    struct match match;
    struct action action;
    struct error error;
    char line[TEXT_MAX + 1];
    options_default(game_at(index), &options);
    options.of[OPTION_ROUNDS] = ROUNDS;
    match_init(&match, index, SEATS_MIN + nth % (SEATS_MAX - SEATS_MIN + 1), &options);
    for (unsigned step = 0, at = 0; match.need != NEED_NOTHING && at < POSITIONS; step++) {
        bool is_action = match.need == NEED_ACTION;
        seed_step(&random, nth, step);
        if (is_action)
            decide(work, is_cold, &match, level_at(nth, at++), &random, &action);
        else
            random_chance(&random, &match, &action);
        size_t size = action_print(game_at(index), &action, line);
        if (!match_apply(&match, &action, &error))
            return 0;
        line[size++] = '\n';
        for (size_t i = 0; is_action && i < size; i++)
            hash = (hash ^ (unsigned char)line[i]) * 0x100000001b3U;
    }
    return hash;
}

/* Once with a workspace that has seen nothing before each decision, once as it was left. */
void bench_players(void)
{
    struct workspace *work = calloc(1, workspace_size());
    for (unsigned index = 0; work != NULL && index < game_count(); index++) {
        uint64_t cold = 0xcbf29ce484222325U, warm = cold;
        for (unsigned nth = 0; nth < MATCHES; nth++) {
            cold = hash_match(work, true, index, nth, cold);
            warm = hash_match(work, false, index, nth, warm);
        }
        printf("{\"bench\":\"players\",\"game\":\"%s\",\"signature\":\"%016llx\","
               "\"is_same_cold\":%s}\n",
               game_at(index)->id, (unsigned long long)warm, cold == warm ? "true" : "false");
        fflush(stdout);
    }
    free(work);
}
