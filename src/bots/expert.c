/* expert.c - thinks ahead: the unseen cards are dealt out at random again and again, each
 * candidate is tried in the same imagined rounds, and quick players play them out. After each
 * stage the worse half of the candidates is dropped (sequential halving), so that the effort goes
 * where plays are close. A round that can be won at once is won without a thought. Where all lay
 * on one table it plays in kind (policy.h), and what it does otherwise must be surely better. */
#include "expert.h"

#include "core/inspect.h"
#include "greedy.h"
#include "habits.h"
#include "trials.h"

struct effort expert_effort(const struct game *game)
{
    struct effort effort = habits_of(game)->effort;
    effort.policy = policy_in_kind(game);
    return effort;
}

enum { WORLDS_MIN = 6 };

static void think(struct trials *t, struct random *random)
{
    unsigned stages = 0, stage = 0;
    for (unsigned left = t->count; left > 1; left = (left + 1) / 2)
        stages++;
    for (; t->count > 1; t->count = (t->count + 1) / 2) {
        unsigned until = t->effort.steps * ++stage / stages;
        while (t->steps < until)
            trials_more(t, random);
        trials_sort(t);
        if (t->count == 2)
            return;
    }
}

/* Whether the round is won for certain by this action and what the seat can do after it. */
static bool wins_at_once(struct workspace *work, const struct view *view,
                         const struct action *action)
{
    struct state after = view->seen;
    struct action next = *action;
    struct error error;
    int32_t scores[SEATS_MAX];
    unsigned seat = after.seat;
    do {
        if (next.kind == ACTION_DRAW && next.from != FROM_DISCARD)
            return false;
        if (!state_apply(&after, seat, &next, &error))
            return false;
        if (after.phase != PHASE_OVER && after.seat == seat)
            greedy_imagine(work, &after, &next);
    } while (after.phase != PHASE_OVER && after.seat == seat);
    if (after.phase != PHASE_OVER || after.winner != seat)
        return false;
    return state_scores(&after, scores) ? match_leaders(scores, after.seats) == 1U << seat
                                        : game_is_won_by_going_out(state_game(&after));
}

/* Greedy players play the rounds in mind, so they say nothing about somebody who hoards. */
static bool needs_no_thinking(const struct view *view, const struct effort *effort)
{
    return policy_suits(state_game(&view->seen)) &&
           (effort->steps == 0 || policy_holds_all(&effort->policy, &view->seen));
}

void expert_decide(struct workspace *work, const struct view *view, const struct effort *effort,
                   struct random *random, struct action *out)
{
    const struct options *options = &view->seen.options;
    struct trials t = {.work = work, .view = view};
    t.effort = effort != NULL ? *effort : expert_effort(state_game(&view->seen));
    if (options->of[OPTION_ROUNDS] <= 1 && options->of[OPTION_TARGET] == 0)
        t.effort.standing = NULL; /* the round is the match */
    if (t.effort.standing != NULL) /* what is held in the end counts, and others go out too */
        t.effort.policy.near = (uint8_t)(view->seen.seats - SEATS_MIN);
    if (needs_no_thinking(view, &t.effort)) {
        policy_decide(work, &view->seen, &t.effort.policy, false, out);
        return;
    }
    candidates_list(work, view, &t.effort, &t.candidates);
    if (t.candidates.count == 0 || !trials_begin(&t)) {
        greedy_decide(work, view, out);
        return;
    }
    *out = t.candidates.at[0];
    for (unsigned i = 0; i < t.candidates.count; i++) {
        if (wins_at_once(work, view, &t.candidates.at[i])) {
            *out = t.candidates.at[i];
            return;
        }
    }
    think(&t, random);
    /* a few worlds are worse than none */
    if (t.candidates.count > 1 && t.worlds >= WORLDS_MIN &&
        trial_is_better(&t.at[1], t.effort.doubt))
        *out = t.candidates.at[t.at[1].index];
}
