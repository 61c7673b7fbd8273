/* thrift.c - plays as the greedy player does, but for three things that cost that one many rounds:
 * a card in another's meld scores for its owner, so it is laid only where that wins the round at
 * once; who is behind does not end the round; and it collects for points, not for melds. */
#include "thrift.h"

#include "core/inspect.h"
#include "solver/princess_solver.h"

bool thrift_suits(const struct game *game)
{
    return game->has_discard && game->melds_are_owned && solver_knows(game);
}

static bool wins(const struct state *seen, const struct action *play)
{
    struct action next = *play;
    struct state after = *seen;
    struct error error;
    int32_t scores[SEATS_MAX];
    unsigned seat = seen->seat;
    if (!state_apply(&after, seat, &next, &error))
        return false;
    next = (struct action){.kind = ACTION_DISCARD, .what = after.rack[seat].at[0]};
    if (!state_apply(&after, seat, &next, &error) || after.phase != PHASE_OVER)
        return false;
    state_scores(&after, scores);
    return match_leaders(scores, after.seats) == 1U << seat;
}

static void play_of(const struct play *play, struct action *out)
{
    memset(out, 0, sizeof *out);
    out->kind = ACTION_PLAY;
    out->table = play->table;
}

void thrift_imagine(struct workspace *work, const struct state *seen, struct action *out)
{
    unsigned held = seen->rack[seen->seat].count;
    struct weights own;
    struct play play;
    ASSERT(thrift_suits(state_game(seen)));
    if (seen->phase == PHASE_DRAWN && solve_out(work, seen, &play)) {
        play_of(&play, out);
        if (wins(seen, out))
            return;
    }
    weights_of_goal(state_game(seen), GOAL_CARDS, &own);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        own.of_others[kind] = -1;
    princess_greedy(work, seen, &own, out);
    unsigned laid = table_card_count(&out->table) - table_card_count(&seen->table);
    bool is_end = out->kind == ACTION_PLAY && laid + 1 == held;
    if (is_end || out->kind == ACTION_DISCARD) {
        memset(out, 0, sizeof *out);
        out->kind = ACTION_DISCARD;
        out->what = princess_choose_discard_by_points(seen);
    }
}
