/* lay.c - puzzles of the games in which all lay on one table: lay as many cards as can be. */
#include "core/inspect.h"
#include "puzzles/puzzle.h"

/* What fits on the screen of a phone, and a gain that is worth the trouble. */
enum { TABLE_MELDS_MAX = 12, RACK_MAX = 14, GAIN_MIN = 2 };

/* What each thing that one must see adds. */
enum { HARD_MELD = 10, HARD_BROKEN = 4, HARD_MOVED = 2, HARD_FREED = 6, HARD_AROUND = 1 };

static unsigned hardness_of(const struct state *state, const struct sight *sight)
{
    return (unsigned)(HARD_MELD * sight->melds + HARD_BROKEN * sight->broken +
                      HARD_MOVED * sight->moved + HARD_FREED * sight->freed +
                      HARD_AROUND * state->table.meld_count);
}

static bool is_unique(struct workspace *work, const struct state *state,
                      const struct weights *weights, bool *is_exact)
{
    struct play two[2];
    unsigned count = solve_many(work, state, weights, two, 2);
    *is_exact = count == 0 || two[0].is_exact;
    for (unsigned i = 0; i < count; i++)
        *is_exact = *is_exact && two[i].is_exact;
    return count == 1 || (count == 2 && two[1].cards < two[0].cards);
}

enum puzzle_fault lay_judge(struct workspace *work, const struct view *view,
                            struct puzzle *out)
{
    const struct state *seen = &view->seen;
    const struct game *game = state_game(seen);
    const struct weights *weights = weights_of_cards(work, game);
    struct play best;
    bool is_exact;
    if (seen->seat != seen->viewer || seen->phase != game_lays_in(game))
        return PUZZLE_NOT_NOW;
    if (!state_is_opened(seen))
        return PUZZLE_NOT_OPENED;
    if (seen->table.meld_count > TABLE_MELDS_MAX || seen->rack[seen->seat].count > RACK_MAX)
        return PUZZLE_TOO_LARGE;
    if (!solve(work, seen, weights, &best) || best.cards < GAIN_MIN ||
        plain_lays(work, seen, best.cards - GAIN_MIN + 1))
        return PUZZLE_PLAIN;
    if (!is_unique(work, seen, weights, &is_exact))
        return is_exact ? PUZZLE_NOT_UNIQUE : PUZZLE_NOT_SURE;
    if (!is_exact)
        return PUZZLE_NOT_SURE;
    memset(out, 0, sizeof *out);
    out->view = *view;
    out->task = TASK_LAY;
    out->cards = (uint8_t)best.cards;
    out->answer.kind = ACTION_PLAY;
    sight_find(work, seen, &best, &out->answer.table, &out->sight);
    while (plain_lays(work, seen, out->sight.plain + 1U))
        out->sight.plain++;
    out->hardness = (uint16_t)hardness_of(seen, &out->sight);
    out->grade = (uint8_t)grade_of(game, out->hardness);
    return puzzle_is_solved(out, &out->answer) ? PUZZLE_GOOD : PUZZLE_NOT_SURE;
}

/* How often each solver overlooks a meld of the table, or a card of the rack, of a thousand. */
static const struct {
    uint16_t meld, card;
} blindness[SOLVERS] = {{500, 40}, {350, 30}, {220, 20}, {100, 10}};

bool lay_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
               struct random *random)
{
    enum { ALWAYS = 1000 };
    struct state seen = puzzle->view.seen;
    const struct table *table = &puzzle->view.seen.table;
    struct cards *rack = &seen.rack[seen.seat];
    struct play play;
    memset(&seen.table, 0, sizeof seen.table);
    for (unsigned i = 0; i < table->meld_count; i++)
        if (random_below(random, ALWAYS) >= blindness[solver].meld)
            table_add(&seen.table, table_meld(table, i));
    for (unsigned i = 0; i < rack->count; i++)
        if (random_below(random, ALWAYS) < blindness[solver].card)
            rack->at[i] = CARD_UNKNOWN;
    return solve(work, &seen, weights_of_cards(work, state_game(&seen)), &play) &&
           play.cards >= puzzle->cards;
}
