/* solver_check.c - the solver against the two references: on small positions the brute force
 * must find the same cards and points, on positions from matches the integer program. Every
 * play is applied by the core.
 *
 * solver_check [SMALL [PLAYED [SEED]]]: how many of either, for each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "reference.h"
#include "solver/solver_internal.h"

enum { SHOWN_MAX = 5 };

struct tally {
    unsigned positions, with_table_jokers, freeing, unopened, plays, skipped, passed, failed;
    unsigned joker_first, jokers_in_a_row, all_jokers; /* tables that have such */
    unsigned melds, same, calm; /* on the table before; left as they were; after settling */
};

typedef bool reference_function(const struct state *state, int goal,
                                struct reference_answer *out);

static unsigned table_jokers_of(const struct state *state)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table_card_count(&state->table); i++)
        count += state->table.at[i] == CARD_JOKER;
    return count;
}

/* What jokers of a table have been overlooked before: at a first place, side by side. */
static bool has_joker_first(const struct state *state)
{
    for (unsigned i = 0; i < state->table.meld_count; i++)
        if (table_meld(&state->table, i).at[0] == CARD_JOKER)
            return true;
    return false;
}

static bool has_jokers_in_a_row(const struct state *state)
{
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        for (unsigned j = 1; j < meld.count; j++)
            if (meld.at[j] == CARD_JOKER && meld.at[j - 1] == CARD_JOKER)
                return true;
    }
    return false;
}

static bool is_legal(const struct state *state, const struct play *play)
{
    struct state copy = *state;
    struct action action;
    struct error error;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = play->table;
    return state_apply(&copy, copy.seat, &action, &error);
}

static void show(const struct state *state, int goal, const struct play *play, bool has_play,
                 const struct reference_answer *reference)
{
    const struct game *game = game_at(state->game);
    char text[TEXT_MAX];
    table_print(game, &state->table, text);
    printf("FAILED %s, goal %d, opened %d, joker_swap %u\n  table %s\n", game->id, goal,
           state->opened >> state->seat & 1, state->options.of[OPTION_JOKER_SWAP], text);
    cards_print(game, &state->rack[state->seat], text);
    printf("  rack %s\n", text);
    table_print(game, &play->table, text);
    printf("  solver %u %d %s\n", has_play ? play->cards : 0, has_play ? play->points : 0,
           has_play ? text : "none");
    table_print(game, &reference->table, text);
    printf("  reference %d %d %s\n", reference->cards, reference->points,
           reference->has_play ? text : "none");
}

static unsigned same_melds(const struct state *state, const struct table *after)
{
    unsigned same = 0, next = 0;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld old = table_meld(&state->table, i);
        for (unsigned j = next; j < after->meld_count; j++) {
            struct meld new = table_meld(after, j);
            if (new.count != old.count || memcmp(new.at, old.at, old.count) != 0)
                continue;
            same++;
            next = j + 1;
            break;
        }
    }
    return same;
}

static void note_calm(const struct state *state, const struct play *play,
                      const struct play *calm, struct tally *tally)
{
    tally->melds += state->table.meld_count;
    tally->same += same_melds(state, &play->table);
    tally->calm += same_melds(state, &calm->table);
}

static void compare(struct workspace *work, const struct state *state, int goal,
                    reference_function *ask, struct tally *tally)
{
    struct reference_answer reference;
    struct weights weights;
    struct play play;
    memset(&play, 0, sizeof play);
    if (!ask(state, goal, &reference)) {
        tally->skipped++;
        return;
    }
    weights_of_goal(game_at(state->game),
                    goal == REFERENCE_CARDS ? GOAL_CARDS : GOAL_VALUE, &weights);
    bool has_play = solve(work, state, &weights, &play);
    int cards = has_play ? (int)play.cards : 0, points = has_play ? play.points : 0;
    bool is_calm_legal = true;
    if (has_play) {
        struct play calm = play;
        solve_calmly(work, state, &weights, &calm);
        is_calm_legal = is_legal(state, &calm);
        note_calm(state, &play, &calm, tally);
    }
    bool is_right = is_calm_legal && has_play == reference.has_play && cards == reference.cards &&
                    points == reference.points && (!has_play || is_legal(state, &play));
    tally->positions++;
    tally->with_table_jokers += table_jokers_of(state) > 0;
    tally->joker_first += has_joker_first(state);
    tally->jokers_in_a_row += has_jokers_in_a_row(state);
    tally->all_jokers +=
        table_jokers_of(state) == game_at(state->game)->copies(&state->options, CARD_JOKER);
    tally->freeing += reference.has_play && reference.freed > 0;
    tally->unopened += (state->opened >> state->seat & 1) == 0;
    tally->plays += has_play;
    tally->passed += is_right;
    tally->failed += !is_right;
    if (!is_right && tally->failed <= SHOWN_MAX)
        show(state, goal, &play, has_play, &reference);
}

static void print_tally(const char *what, const struct game *game, const struct tally *tally)
{
    printf("solver: %s %s: %u positions, %u with jokers on the table, %u not opened, %u plays, "
           "%u skipped\n",
           game->id, what, tally->positions, tally->with_table_jokers, tally->unopened,
           tally->plays, tally->skipped);
    printf("solver: %s %s: tables with a joker first %u, with several in a row %u, with all "
           "jokers %u\n",
           game->id, what, tally->joker_first, tally->jokers_in_a_row, tally->all_jokers);
    if (tally->freeing > 0) /* only the integer program tells */
        printf("solver: %s %s: %u plays had to free a joker\n", game->id, what, tally->freeing);
    printf("solver: %s %s: of %u melds %u were left as they lay, %u after settling\n", game->id,
           what, tally->melds, tally->same, tally->calm);
}

int main(int argc, char **argv)
{
    unsigned small = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
    unsigned played = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
    unsigned seed = argc > 3 ? (unsigned)atoi(argv[3]) : 1, passed = 0, failed = 0;
    struct workspace *work = calloc(1, workspace_size());
    struct random random;
    struct state state;
    if (work == NULL || !solver_judges()) /* all tests have the core judge every answer */
        return 1;
    random_seed(&random, seed);
    for (unsigned index = 0; index < game_count(); index++) {
        struct tally brute = {0}, ilp = {0};
        if (!solver_knows(game_at(index)) || game_at(index)->melds_are_owned)
            continue;
        for (unsigned i = 0; i < small; i++) {
            small_position(&random, index, &state);
            compare(work, &state, (int)(i % 2), brute_best, &brute);
        }
        for (unsigned i = 0; i < played; i++) {
            played_position(&random, index, &state);
            compare(work, &state, (int)(i % 2), ilp_best, &ilp);
        }
        print_tally("against brute force", game_at(index), &brute);
        print_tally("against the integer program", game_at(index), &ilp);
        passed += brute.passed + ilp.passed;
        failed += brute.failed + ilp.failed;
    }
    free(work);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
