/* candidates.c - the actions an expert chooses among: what to draw, the best plays by cards and
 * by value, waiting, laying nothing, and every card that may be discarded. */
#include "candidates.h"

#include "core/inspect.h"
#include "greedy.h"
#include "policy.h"
#include "thrift.h"

enum { PLAYS_MAX = 12 };

static void add(const struct view *view, const struct action *action, struct candidates *out)
{
    struct state after = view->seen;
    struct action tried = *action;
    struct error error;
    if (out->count == CANDIDATES_MAX)
        return;
    for (unsigned i = 0; i < out->count; i++)
        if (memcmp(&out->at[i], action, sizeof *action) == 0)
            return;
    if (state_apply(&after, after.seat, &tried, &error))
        out->at[out->count++] = *action;
}

static void add_plays(struct workspace *work, const struct view *view, enum goal goal,
                      unsigned plays_max, struct candidates *out)
{
    struct play plays[PLAYS_MAX];
    struct weights weights;
    struct action action;
    unsigned limit = plays_max < PLAYS_MAX ? plays_max : PLAYS_MAX;
    weights_of_goal(state_game(&view->seen), goal, &weights);
    unsigned count = solve_many(work, &view->seen, &weights, plays, limit);
    for (unsigned i = 0; i < count; i++) {
        memset(&action, 0, sizeof action);
        action.kind = ACTION_PLAY;
        action.table = plays[i].table;
        add(view, &action, out);
    }
}

/* Keeping the jokers for later, if there are any. */
static void add_play_without_jokers(struct workspace *work, const struct view *view,
                                    struct candidates *out)
{
    struct state poorer = view->seen;
    struct cards *rack = &poorer.rack[poorer.seat];
    struct weights weights;
    struct action action;
    struct play play;
    if (cards_count_of(rack, CARD_JOKER) == 0)
        return;
    for (unsigned i = 0; i < rack->count; i++)
        if (rack->at[i] == CARD_JOKER)
            rack->at[i] = CARD_UNKNOWN;
    weights_of_goal(state_game(&poorer), GOAL_CARDS, &weights);
    if (!solve(work, &poorer, &weights, &play))
        return;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = play.table;
    add(view, &action, out);
}

static void add_discards(const struct view *view, struct candidates *out)
{
    const struct cards *rack = &view->seen.rack[view->seen.seat];
    struct action action;
    for (unsigned i = 0; i < rack->count; i++) {
        memset(&action, 0, sizeof action);
        action.kind = ACTION_DISCARD;
        action.what = rack->at[i];
        add(view, &action, out);
    }
}

static void add_draws(const struct view *view, struct candidates *out)
{
    static const uint8_t from[] = {FROM_STOCK, FROM_DISCARD};
    struct action action;
    for (unsigned i = 0; i < sizeof from; i++) {
        memset(&action, 0, sizeof action);
        action.kind = ACTION_DRAW;
        action.from = from[i];
        add(view, &action, out);
    }
}

void candidates_list(struct workspace *work, const struct view *view,
                     const struct effort *effort, struct candidates *out)
{
    const struct state *seen = &view->seen;
    const struct game *game = state_game(seen);
    struct action action;
    out->count = 0;
    if (policy_suits(game)) {
        policy_decide(work, seen, &effort->policy, false, &action);
        add(view, &action, out);
    }
    if (thrift_suits(game)) {
        thrift_imagine(work, seen, &action);
        add(view, &action, out);
    }
    greedy_decide(work, view, &action);
    add(view, &action, out);
    if (seen->phase == PHASE_START && game->has_discard)
        add_draws(view, out);
    if (seen->phase == game_lays_in(game)) {
        add_play_without_jokers(work, view, out);
        add_plays(work, view, GOAL_CARDS, effort->plays_max, out);
        if (!game_is_won_by_going_out(game))
            add_plays(work, view, GOAL_VALUE, effort->plays_max / 2, out);
        if (!game->has_discard) {
            memset(&action, 0, sizeof action);
            greedy_lay_nothing(seen, &action);
            add(view, &action, out);
        }
    }
    if (game->has_discard && seen->phase != PHASE_START)
        add_discards(view, out);
}
