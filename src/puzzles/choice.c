/* choice.c - puzzles of the games in which melds have owners: which card to take, which to throw.
 * A few imagined rounds say which choice may be the best one; many others, which it has not seen,
 * then have to say the same. */
#include "bots/expert.h"
#include "bots/trials.h"
#include "core/inspect.h"
#include "puzzles/puzzle.h"

/* Each stage imagines rounds of its own, so that no luck of one is carried to the next, and goes on
 * with those that are not clearly worse: within so many thousandths of a victory of the best. */
static const struct {
    uint16_t worlds, within;
    int16_t lead_min;
} stages[] = {{60, 130, 0}, {200, 120, 25}, {1000, 1000, 35}};
enum { STAGES = sizeof stages / sizeof *stages };

enum { SURE_QUARTERS = 12 /* of the error: three times of it */ };

static bool is_same_choice(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->from == b->from && a->what == b->what;
}

static void add(const struct state *seen, const struct action *action, struct candidates *out)
{
    struct state after = *seen;
    struct action tried = *action;
    struct error error;
    for (unsigned i = 0; i < out->count; i++)
        if (is_same_choice(&out->at[i], action))
            return;
    if (out->count < CANDIDATES_MAX && state_apply(&after, seen->seat, &tried, &error))
        out->at[out->count++] = *action;
}

/* What there is to choose from. */
static void list_choices(const struct state *seen, struct candidates *out)
{
    const struct cards *rack = &seen->rack[seen->seat];
    struct action action;
    out->count = 0;
    memset(&action, 0, sizeof action);
    if (seen->phase == PHASE_START) {
        action.kind = ACTION_DRAW;
        action.from = FROM_STOCK;
        add(seen, &action, out);
        action.from = FROM_DISCARD;
        add(seen, &action, out);
        return;
    }
    action.kind = ACTION_DISCARD;
    for (unsigned i = 0; i < rack->count; i++) {
        action.what = rack->at[i];
        add(seen, &action, out);
    }
}

static void try_in(struct trials *t, unsigned worlds, struct random *random)
{
    for (unsigned i = 0; i < worlds; i++)
        trials_more(t, random);
}

/* The best first, then the next best, and of the others those within so much of it; all begin
 * anew. */
static void keep_best(struct trials *t, int64_t within)
{
    struct candidates kept = {.count = 0};
    int64_t best = 0;
    for (unsigned n = 0; n < t->candidates.count; n++) {
        unsigned next = 0;
        for (unsigned i = 1; i < t->count; i++)
            if (t->at[i].sum > t->at[next].sum)
                next = i;
        best = n == 0 ? t->at[next].sum : best;
        if (n > 1 && best - t->at[next].sum > within * t->worlds)
            break;
        kept.at[kept.count++] = t->candidates.at[t->at[next].index];
        t->at[next].sum = INT64_MIN / 2;
    }
    t->candidates = kept;
    trials_begin(t);
}

/* By how much the first one is better than the next best, in thousandths; below zero if it is
 * not. */
static int lead_of(const struct trials *t)
{
    int64_t next = 0;
    for (unsigned i = 1; i < t->count; i++)
        next = t->at[i].sum > next ? t->at[i].sum : next;
    return (int)((t->at[0].sum - next) / t->worlds);
}

/* Whether it is better than each of the others by far more than luck. */
static bool is_sure(const struct trials *t)
{
    for (unsigned i = 1; i < t->count; i++) {
        struct trial other = t->at[i];
        other.better = -other.better;
        if (!trial_is_better(&other, SURE_QUARTERS))
            return false;
    }
    return true;
}

/* What a position asks for is drawn from these numbers, the same on every machine. */
static void seed_of(const struct view *view, struct random *random)
{
    const struct cards *rack = &view->seen.rack[view->seen.seat];
    uint64_t seed = view->seen.phase;
    for (unsigned i = 0; i < rack->count; i++)
        seed = seed * 131 + rack->at[i];
    for (unsigned i = 0; i < view->seen.discard.count; i++)
        seed = seed * 131 + view->seen.discard.at[i];
    random_seed(random, seed);
}

static bool begin(struct trials *t, struct workspace *work, const struct view *view)
{
    memset(t, 0, sizeof *t);
    t->work = work;
    t->view = view;
    t->effort = expert_effort(state_game(&view->seen));
    t->effort.tries_max = 1;
    list_choices(&view->seen, &t->candidates);
    return t->candidates.count > 1 && trials_begin(t);
}

/* Whether it is what somebody does who lays most now, and looks no further. */
static bool is_greedy(struct workspace *work, const struct state *seen,
                      const struct action *answer)
{
    struct weights weights;
    struct action greedy;
    weights_of_goal(state_game(seen), GOAL_CARDS, &weights);
    return solve_turn(work, seen, &weights, &greedy) && is_same_choice(&greedy, answer);
}

/* Of a hundred, how many who imagine two rounds choose something else. */
static unsigned missed_by_weak(const struct trials *begun, const struct action *answer,
                               struct random *random)
{
    enum { TRIES = 50, WEAK_WORLDS = 2 };
    unsigned missed = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        struct trials t = *begun;
        try_in(&t, WEAK_WORLDS, random);
        keep_best(&t, 0);
        missed += !is_same_choice(&t.candidates.at[0], answer);
    }
    return missed * 100 / TRIES;
}

/* What weak players miss is hard, and what is but a little better; and so is what a player who only
 * looks at its own cards would not do. */
static unsigned hardness_of(unsigned missed, bool is_greedy, unsigned margin)
{
    enum { SURPRISE = 15, MARGIN_MAX = 200, MARGIN_WEIGHT = 10 };
    unsigned small = margin < MARGIN_MAX ? MARGIN_MAX - margin : 0;
    return missed + small / MARGIN_WEIGHT + (is_greedy ? 0 : SURPRISE);
}

enum puzzle_fault choice_judge(struct workspace *work, const struct view *view,
                               struct puzzle *out)
{
    const struct state *seen = &view->seen;
    struct random random;
    struct trials t, begun;
    struct play play;
    if (seen->seat != seen->viewer ||
        (seen->phase != PHASE_START && seen->phase != PHASE_DRAWN))
        return PUZZLE_NOT_NOW;
    if (seen->phase == PHASE_DRAWN &&
        solve(work, seen, weights_of_cards(work, state_game(seen)), &play))
        return PUZZLE_NOT_NOW; /* first it has to be settled what is laid */
    if (!begin(&t, work, view))
        return PUZZLE_NOT_NOW;
    seed_of(view, &random);
    begun = t;
    int margin = 0;
    for (unsigned i = 0; i < STAGES; i++) {
        try_in(&t, stages[i].worlds, &random);
        margin = lead_of(&t);
        if (i > 0 && margin < stages[i].lead_min)
            return PUZZLE_NOT_UNIQUE;
        if (i + 1 < STAGES)
            keep_best(&t, stages[i].within);
    }
    if (!is_sure(&t))
        return PUZZLE_NOT_SURE;
    memset(out, 0, sizeof *out);
    out->view = *view;
    out->task = seen->phase == PHASE_START ? TASK_TAKE : TASK_THROW;
    out->answer = t.candidates.at[0];
    out->margin = (uint16_t)margin;
    out->hardness = (uint16_t)hardness_of(missed_by_weak(&begun, &out->answer, &random),
                                          is_greedy(work, seen, &out->answer), out->margin);
    out->grade = (uint8_t)grade_of(state_game(seen), out->hardness);
    return PUZZLE_GOOD;
}

bool choice_tries(struct workspace *work, const struct puzzle *puzzle, unsigned solver,
                  struct random *random)
{
    static const uint8_t worlds[SOLVERS] = {1, 2, 5, 12};
    struct trials t;
    if (!begin(&t, work, &puzzle->view))
        return false;
    try_in(&t, worlds[solver], random);
    keep_best(&t, 0);
    return puzzle_is_solved(puzzle, &t.candidates.at[0]);
}
