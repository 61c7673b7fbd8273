/* patient.c - waits where one either lays or draws: what can be laid now can mostly be laid later
 * too, while every tile on the table helps the others and every draw not made is lost. Who goes
 * on drawing until all of the rack can be laid at once nearly always wins. But nobody likes to
 * play against a hoard, so it holds no more than so many tiles, and then parts with one of them
 * at a time. */
#include "patient.h"

#include "core/internal.h"
#include "greedy.h"

enum { STOCK_MIN = 3 /* with less left there is nothing to wait for */, CARD_WEIGHT = 100 };
enum { HOLD_MORE = 2 /* for each player beyond two: others make more of the table */ };

bool patient_suits(const struct game *game)
{
    return !game->has_discard && game->stack_count == 1 && solver_knows(game);
}

/* Lays one card of the kind and nothing else. */
static bool lay_one(struct workspace *work, const struct state *seen, card what,
                    const struct weights *weights, struct action *out)
{
    struct state poorer = *seen;
    struct cards *rack = &poorer.rack[poorer.seat];
    struct play play;
    bool is_kept = false;
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] == what && !is_kept)
            is_kept = true;
        else
            rack->at[i] = CARD_UNKNOWN;
    }
    if (!solve(work, &poorer, weights, &play))
        return false;
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    out->table = play.table;
    return true;
}

/* How many cards could be laid after this play. */
static unsigned left_to_lay(struct workspace *work, const struct state *seen,
                            const struct weights *weights, const struct action *action)
{
    struct state after = *seen;
    struct action tried = *action;
    struct error error;
    struct play play;
    if (!state_apply(&after, after.seat, &tried, &error))
        return 0;
    after.seat = seen->seat;
    after.phase = seen->phase;
    return solve(work, &after, weights, &play) ? play.cards : 0;
}

/* The card whose laying leaves most to be laid, and of those the one with the most points.
 * Jokers are kept. */
static void lay_least(struct workspace *work, const struct state *seen,
                      const struct effort *effort, const struct play *best, bool is_quick,
                      struct action *out)
{
    struct weights weights;
    struct action action;
    int most = -1;
    weights_of_goal(state_game(seen), GOAL_CARDS, &weights);
    for (unsigned kind = CARD_JOKER; kind > 0; kind--) {
        card what = (card)(kind - 1);
        if (best->laid.of[what] == 0 || !lay_one(work, seen, what, &weights, &action))
            continue;
        int worth = state_game(seen)->points(what);
        if (!is_quick)
            worth += CARD_WEIGHT * (int)left_to_lay(work, seen, &weights, &action);
        if (worth > most) {
            most = worth;
            *out = action;
        }
        if (is_quick || effort_is_spent(effort, ALL_SPENT / 2))
            return;
    }
}

void patient_imagine(struct workspace *work, const struct state *seen,
                     const struct effort *effort, bool is_quick, struct action *out)
{
    unsigned held = seen->rack[seen->seat].count;
    unsigned most = effort->hold_max + HOLD_MORE * (unsigned)(seen->seats - SEATS_MIN);
    struct weights weights;
    struct play best;
    memset(out, 0, sizeof *out);
    weights_of_goal(state_game(seen), GOAL_CARDS, &weights);
    if (!solve(work, seen, &weights, &best)) {
        greedy_lay_nothing(seen, out);
        return;
    }
    out->kind = ACTION_PLAY;
    out->table = best.table;
    if (best.cards == held || !state_is_opened(seen))
        return;
    if (held < most && stock_count(&seen->stock) >= STOCK_MIN) {
        memset(out, 0, sizeof *out);
        greedy_lay_nothing(seen, out);
    } else if (best.cards > 1) {
        lay_least(work, seen, effort, &best, is_quick, out);
    }
}
