/* many_check.c - the k best plays against all there are: for every choice of cards of a small
 * rack the solver is asked whether just these can be laid. The lists must have the same
 * length and, in falling order, the same weights.
 *
 * many_check [POSITIONS [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "solver/solver.h"

enum { PLAYS_MAX = 64, RACK_MAX = 7, CHOICES_MAX = 1 << RACK_MAX };

/* What can be laid: bags of cards, each once. */
struct choices {
    uint8_t laid[CHOICES_MAX][KINDS_MAX];
    int32_t weight[CHOICES_MAX];
    unsigned count;
};

static bool is_new(const struct choices *choices, const uint8_t *laid)
{
    for (unsigned i = 0; i < choices->count; i++)
        if (memcmp(choices->laid[i], laid, KINDS_MAX) == 0)
            return false;
    return true;
}

/* Adds the cards of the rack that the mask chooses, if a play can lay them all. */
static void add_choice(struct workspace *work, const struct state *state, unsigned mask,
                       const struct weights *weights, struct choices *out)
{
    struct state limited = *state;
    struct cards *rack = &limited.rack[state->seat];
    uint8_t laid[KINDS_MAX] = {0};
    unsigned count = 0;
    struct play play;
    for (unsigned i = 0; i < rack->count; i++) {
        if ((mask >> i & 1) == 0) {
            rack->at[i] = CARD_UNKNOWN;
            continue;
        }
        laid[rack->at[i]]++;
        count++;
    }
    if (!is_new(out, laid) || !solve(work, &limited, weights, &play) || play.cards != count)
        return;
    memcpy(out->laid[out->count], laid, sizeof laid);
    out->weight[out->count++] = play.weight;
}

static int compare_weights(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (y > x) - (y < x);
}

static bool is_right(struct workspace *work, const struct state *state, unsigned wanted)
{
    static struct choices choices;
    static struct play plays[PLAYS_MAX];
    struct weights weights;
    weights_of_goal(game_at(state->game), GOAL_CARDS, &weights);
    choices.count = 0;
    for (unsigned mask = 1; mask < 1U << state->rack[state->seat].count; mask++)
        add_choice(work, state, mask, &weights, &choices);
    unsigned found = solve_many(work, state, &weights, plays, wanted);
    if (found != (choices.count < wanted ? choices.count : wanted))
        return false;
    qsort(choices.weight, choices.count, sizeof *choices.weight, compare_weights);
    for (unsigned i = 0; i < found; i++)
        if (plays[i].weight != choices.weight[i])
            return false;
    return true;
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 1 ? (unsigned)atoi(argv[1]) : 1000, passed = 0, failed = 0;
    struct workspace *work = calloc(1, workspace_size());
    struct random random;
    struct state state;
    random_seed(&random, argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    for (unsigned index = 0; work != NULL && index < game_count(); index++) {
        for (unsigned i = 0; solver_knows(game_at(index)) && i < wanted; i++) {
            if (game_at(index)->melds_are_owned)
                played_position(&random, index, &state);
            else
                small_position(&random, index, &state);
            struct cards *rack = &state.rack[state.seat];
            while (rack->count > RACK_MAX)
                cards_remove(rack, rack->at[0]);
            /* few of many, and all there are */
            unsigned few = 1 + random_below(&random, 8);
            bool right = is_right(work, &state, i % 2 == 0 ? few : PLAYS_MAX);
            passed += right;
            failed += !right;
        }
    }
    free(work);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
