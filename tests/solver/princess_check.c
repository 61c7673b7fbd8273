/* princess_check.c - the solver of Princess Rummy against a brute force, on positions from
 * random matches with the hand cut down to a few cards, all options; and whole rounds of the
 * greedy player, whose every action the core must accept.
 *
 * princess_check [POSITIONS [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "princess_brute.h"
#include "solver/princess_solver.h"

enum { HAND_MAX = 9, ROUNDS = 300 };

static void random_options(struct random *random, const struct game *game, unsigned seats,
                           struct options *out)
{
    options_default(game, out);
    out->of[OPTION_FIRST] = 0;
    out->of[OPTION_FIRST_MELD] = random_below(random, 2) == 0 ? 13 : 0;
    out->of[OPTION_RUN_MAX] = random_below(random, 2) == 0 ? 14 : 7;
    out->of[OPTION_EXTEND_BEFORE_OWN] = (uint16_t)random_below(random, 2);
    out->of[OPTION_REDISCARD] = (uint16_t)random_below(random, 2);
    out->of[OPTION_DEAL] = seats == 2 && random_below(random, 2) == 0 ? 13 : 10;
}

/* A match of simple players, left somewhere after a draw; true if it came that far. */
static bool random_position(struct random *random, unsigned index, struct state *out)
{
    const struct game *game = game_at(index);
    struct options options;
    struct match match;
    unsigned seats = SEATS_MIN + random_below(random, 3), turns = random_below(random, 60);
    random_options(random, game, seats, &options);
    match_init(&match, index, seats, &options);
    for (unsigned i = 0; i < turns || match.state.phase != PHASE_DRAWN; i++) {
        struct action action;
        struct error error;
        memset(&action, 0, sizeof action);
        if (match.need == NEED_NOTHING)
            return false;
        if (match.need == NEED_ACTION)
            game->sample(&match.state, random, &action);
        else
            random_chance(random, &match, &action);
        if (!match_apply(&match, &action, &error))
            return false;
    }
    struct view view;
    view_of(&match.state, match.state.seat, &view);
    *out = view.seen;
    struct cards *rack = &out->rack[out->seat];
    while (rack->count > HAND_MAX)
        cards_remove(rack, rack->at[random_below(random, rack->count - 1U)]);
    return true;
}

static bool is_right(struct workspace *work, const struct state *state, int goal)
{
    struct weights weights;
    struct play play;
    struct state copy = *state;
    struct action action;
    struct error error;
    int cards, points;
    bool has_play;
    princess_brute(state, goal, &cards, &points, &has_play);
    weights_of_goal(game_at(state->game), goal == 0 ? GOAL_CARDS : GOAL_VALUE, &weights);
    if (!solve(work, state, &weights, &play))
        return !has_play;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = play.table;
    return has_play && (int)play.cards == cards && play.points == points &&
           state_apply(&copy, copy.seat, &action, &error);
}

/* A whole round of greedy players; the core accepts all they do. */
static bool plays_round(struct workspace *work, struct random *random, unsigned index)
{
    const struct game *game = game_at(index);
    struct options options;
    struct weights weights;
    struct match match;
    unsigned seats = SEATS_MIN + random_below(random, 3);
    random_options(random, game, seats, &options);
    weights_of_goal(game, GOAL_CARDS, &weights);
    match_init(&match, index, seats, &options);
    while (match.need != NEED_NOTHING) {
        struct action action;
        struct error error;
        struct view view;
        memset(&action, 0, sizeof action);
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, &view);
            princess_greedy(work, &view.seen, &weights, &action);
        } else {
            random_chance(random, &match, &action);
        }
        if (!match_apply(&match, &action, &error))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 1 ? (unsigned)atoi(argv[1]) : 2000, passed = 0, failed = 0;
    unsigned index = game_find("princess", strlen("princess"));
    struct workspace *work = calloc(1, workspace_size());
    struct random random;
    struct state state;
    random_seed(&random, argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    while (work != NULL && passed + failed < wanted) {
        if (!random_position(&random, index, &state))
            continue;
        bool right = is_right(work, &state, (int)(passed % 2));
        passed += right;
        failed += !right;
    }
    printf("solver: princess against brute force: %u positions\n", passed + failed);
    for (unsigned i = 0; i < ROUNDS; i++) {
        bool right = plays_round(work, &random, index);
        passed += right;
        failed += !right;
    }
    free(work);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
