/* policy.c - waits where cards once laid are everybody's: what can be laid now can mostly be laid
 * later too, while every card on the table helps the others. Who draws until the whole rack fits
 * at once nearly always wins, and is no company. The numbers say how far a player goes that way;
 * docs/bots.md tells what came of trying thousands of them. */
#include "policy.h"

#include "core/inspect.h"
#include "greedy.h"
#include "habits.h"

enum { CARD_WEIGHT = 100 /* more than the points of any card */ };

bool policy_suits(const struct game *game)
{
    return !game->melds_are_owned && solver_knows(game);
}

struct policy policy_in_kind(const struct game *game)
{
    const struct habits *habits = habits_of(game);
    return (struct policy){.opening = OPEN_AFTER_ANOTHER,
                           .opens_least = 1,
                           .hold = habits->hold,
                           .kind = habits->kind,
                           .thief = habits->thief};
}

static void play_of(const struct play *play, struct action *out)
{
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    out->table = play->table;
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
    play_of(&play, out);
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
static void lay_least(struct workspace *work, const struct state *seen, const struct play *best,
                      bool is_quick, struct action *out)
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
        if (is_quick)
            return;
    }
}

/* Opens with so few cards that none of them could be kept. */
static void open_least(struct workspace *work, const struct state *seen, struct action *out)
{
    struct state poorer = *seen;
    struct cards *rack = &poorer.rack[poorer.seat];
    struct weights weights;
    struct play play;
    weights_of_goal(state_game(seen), GOAL_CARDS, &weights);
    for (unsigned i = rack->count; i-- > 0;) {
        card what = rack->at[i];
        rack->at[i] = CARD_UNKNOWN;
        if (solve(work, &poorer, &weights, &play))
            play_of(&play, out);
        else
            rack->at[i] = what;
    }
}

/* Puts a card of the rack in a joker's place and lays nothing else. */
static bool take_joker(const struct state *seen, struct action *out)
{
    const struct cards *rack = &seen->rack[seen->seat];
    struct error error;
    for (unsigned i = 0; i < table_card_count(&seen->table); i++) {
        if (seen->table.at[i] != CARD_JOKER)
            continue;
        for (unsigned j = 0; j < rack->count; j++) {
            struct state after = *seen;
            struct action swap = {.kind = ACTION_PLAY, .table = seen->table};
            if (rack->at[j] == CARD_JOKER)
                continue;
            swap.table.at[i] = rack->at[j];
            *out = swap;
            if (state_apply(&after, after.seat, &swap, &error))
                return true;
        }
    }
    return false;
}

/* The most and the fewest cards that another seat holds. */
static void others_hold(const struct state *seen, unsigned *most, unsigned *fewest)
{
    *most = 0;
    *fewest = CARDS_CAP;
    for (unsigned i = 0; i < seen->seats; i++) {
        unsigned held = seen->rack[i].count;
        if (i == seen->seat)
            continue;
        *most = held > *most ? held : *most;
        *fewest = held < *fewest ? held : *fewest;
    }
}

bool policy_holds_all(const struct policy *policy, const struct state *seen)
{
    unsigned most, fewest;
    others_hold(seen, &most, &fewest);
    return policy->kind > 0 && most >= policy->kind;
}

/* What it lays although not all can be laid; false: nothing. */
static bool lay_some(struct workspace *work, const struct state *seen,
                     const struct policy *policy, bool is_quick, struct action *out)
{
    unsigned held = seen->rack[seen->seat].count, most, fewest;
    bool is_opened = state_is_opened(seen), is_bare = table_card_count(&seen->table) == 0;
    struct weights weights;
    struct play best;
    others_hold(seen, &most, &fewest);
    bool is_full = policy->hold > 0 && held >= policy->hold;
    bool is_late = fewest <= policy->near || stock_count(&seen->stock) < policy->stock;
    bool opens = policy->opening == OPEN_AT_ONCE ||
                 (policy->opening == OPEN_AFTER_ANOTHER && !is_bare);
    if (is_opened && policy->thief != 0 && !is_late && take_joker(seen, out))
        return true;
    if (!is_late && (policy_holds_all(policy, seen) || !(is_opened ? is_full : opens)))
        return false;
    weights_of_goal(state_game(seen), GOAL_CARDS, &weights);
    if (!solve(work, seen, &weights, &best))
        return false;
    play_of(&best, out);
    if (!is_opened && policy->opens_least != 0 && !is_late)
        open_least(work, seen, out);
    else if (is_opened && !is_late && policy->lays_all == 0)
        lay_least(work, seen, &best, is_quick, out);
    return true;
}

void policy_decide(struct workspace *work, const struct state *seen,
                   const struct policy *policy, bool is_quick, struct action *out)
{
    struct play all;
    ASSERT(policy_suits(state_game(seen)));
    memset(out, 0, sizeof *out);
    if (seen->phase == PHASE_START && !state_game(seen)->draw_ends_turn) {
        greedy_lay_nothing(seen, out);
        return;
    }
    if (solve_all(work, seen, &all)) {
        play_of(&all, out);
        return;
    }
    if (lay_some(work, seen, policy, is_quick, out))
        return;
    memset(out, 0, sizeof *out);
    greedy_lay_nothing(seen, out);
}
