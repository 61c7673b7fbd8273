/* sight.c - what one must see: the fewest melds of the table with which the best play can still be
 * made, found by leaving out one after the other, and what becomes of them. */
#include "core/inspect.h"
#include "puzzles/puzzle.h"
#include "solver/steps.h"

/* The state with those melds only. */
static void keep_melds(const struct state *state, const bool *is_kept, struct state *out)
{
    *out = *state;
    memset(&out->table, 0, sizeof out->table);
    for (unsigned i = 0; i < state->table.meld_count; i++)
        if (is_kept[i])
            table_add(&out->table, table_meld(&state->table, i));
}

static void count_steps(const struct game *game, const struct table *before,
                        const struct table *after, struct sight *sight)
{
    struct move_step steps[STEPS_MAX];
    unsigned count = steps_of(game, before, after, steps, STEPS_MAX);
    for (unsigned i = 0; i < count && i < STEPS_MAX; i++) {
        bool is_taken = steps[i].kind == STEP_TAKE || steps[i].kind == STEP_SPLIT;
        sight->broken = (uint8_t)(sight->broken + is_taken);
        if (is_taken)
            sight->moved = (uint8_t)(sight->moved + steps[i].cards.count);
        sight->freed = (uint8_t)(sight->freed + (steps[i].kind == STEP_SWAP));
    }
}

void sight_find(struct workspace *work, const struct state *state, const struct play *best,
                struct table *out, struct sight *sight)
{
    const struct game *game = state_game(state);
    const struct weights *weights = weights_of_cards(work, game);
    bool is_kept[CARDS_CAP];
    struct play play = *best, other;
    struct state less;
    memset(sight, 0, sizeof *sight);
    memset(is_kept, true, sizeof is_kept);
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        is_kept[i] = false;
        keep_melds(state, is_kept, &less);
        is_kept[i] = !solve(work, &less, weights, &other) || other.cards != best->cards;
        if (!is_kept[i])
            play = other;
    }
    keep_melds(state, is_kept, &less);
    solve_calmly(work, &less, weights, &play);
    count_steps(game, &less.table, &play.table, sight);
    sight->melds = less.table.meld_count;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < state->table.meld_count; i++)
        if (!is_kept[i])
            table_add(out, table_meld(&state->table, i));
    table_add_range(out, &play.table, 0, play.table.meld_count);
}
