/* decision.c - tries what was done, and what else might have been, in rounds imagined from a view,
 * as the expert does before it acts (expert.c). Here nothing has to be chosen: what counts is by
 * how much something else would have been better, less the error of that figure, so that nobody
 * is blamed for an accident of the imagined cards. */
#include "review/decision.h"

#include "bots/belief.h"
#include "bots/candidates.h"
#include "bots/expert.h"
#include "bots/world.h"
#include "bots/worth.h"
#include "core/inspect.h"

enum {
    TRIED_MAX = 6,       /* what was done, and so many others but one */
    WORLDS_MIN = 6,      /* fewer say nothing */
    TURNS_AHEAD = 16,    /* until an imagined round is judged as it stands */
    TRIES_MAX = 2,       /* dealings looked at to find one that explains what others did */
    PLAYS_LOOKED_AT = 2,
    LOST_MIN = 20        /* less is not worth a word */
};

/* How one action did, in all and against what was done. */
struct trial {
    struct action action;
    int64_t sum;
    int64_t better;
    int64_t better_squares;
};

struct trials {
    struct trial at[TRIED_MAX];
    unsigned count;
    unsigned worlds; /* in which all of them were tried */
};

static struct effort effort_of(const struct game *game, const struct standing *standing)
{
    struct effort effort = expert_effort(game);
    effort.turns_max = TURNS_AHEAD;
    effort.tries_max = TRIES_MAX;
    effort.plays_max = PLAYS_LOOKED_AT;
    effort.standing = standing;
    return effort;
}

/* What was done comes first. */
static void list_trials(struct workspace *work, const struct view *view,
                        const struct effort *effort, const struct action *taken,
                        unsigned rounds, struct trials *out)
{
    struct candidates candidates;
    unsigned tried_max = rounds / WORLDS_MIN < TRIED_MAX ? rounds / WORLDS_MIN : TRIED_MAX;
    memset(out, 0, sizeof *out);
    candidates_list(work, view, effort, &candidates);
    out->at[out->count++].action = *taken;
    for (unsigned i = 0; i < candidates.count && out->count < tried_max; i++)
        if (memcmp(&candidates.at[i], taken, sizeof *taken) != 0)
            out->at[out->count++].action = candidates.at[i];
}

static void try_all(struct workspace *work, const struct view *view, const struct cards *unseen,
                    const struct effort *effort, struct random *random, struct trials *trials)
{
    unsigned seat = view->seen.seat;
    int worth_of_taken = 0;
    struct state world, copy;
    struct error error;
    belief_imagine(work, view, unseen, effort->tries_max, random, &world);
    uint64_t seed = (uint64_t)random_below(random, UINT32_MAX);
    for (unsigned i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->at[i];
        struct action action = trial->action;
        struct random stream; /* the same for all of them */
        random_seed(&stream, seed);
        copy = world;
        if (!state_apply(&copy, seat, &action, &error))
            continue;
        world_play_out(work, &copy, seat, effort, &stream);
        int worth = worth_of(&copy, seat, effort->standing);
        worth_of_taken = i == 0 ? worth : worth_of_taken;
        int better = worth - worth_of_taken;
        trial->sum += worth;
        trial->better += better;
        trial->better_squares += (int64_t)better * better;
    }
    trials->worlds++;
}

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 20; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

/* By how much a trial was better than what was done, less the error of that mean. */
static int64_t surely_better(const struct trial *trial, int64_t worlds)
{
    int64_t mean = trial->better / worlds;
    int64_t variance = trial->better_squares / worlds - mean * mean;
    return mean - root_of(variance > 0 ? variance / worlds : 0);
}

/* A few rounds are never all won or all lost: one more is thought of, in which everybody has an
 * equal chance. */
static void sum_up(const struct trials *trials, unsigned seats, struct judgement *out)
{
    int64_t worlds = trials->worlds, most = LOST_MIN - 1;
    int64_t taken = (trials->at[0].sum + CHANCE_ALL / seats) / (worlds + 1);
    for (unsigned i = 1; i < trials->count; i++) {
        int64_t better = surely_better(&trials->at[i], worlds);
        if (better <= most)
            continue;
        most = better;
        out->better = trials->at[i].action;
        out->lost = (uint16_t)(most < CHANCE_ALL - taken ? most : CHANCE_ALL - taken);
    }
    out->taken = (uint16_t)taken;
}

void decision_judge(struct workspace *work, const struct view *view,
                    const struct standing *standing, const struct action *taken,
                    unsigned rounds, struct random *random, struct judgement *out)
{
    struct effort effort = effort_of(state_game(&view->seen), standing);
    struct trials trials;
    struct cards unseen;
    memset(out, 0, sizeof *out);
    ASSERT(view->seen.viewer == view->seen.seat);
    world_unseen(view, &unseen);
    ASSERT(world_can_be(view, &unseen));
    list_trials(work, view, &effort, taken, rounds, &trials);
    unsigned worlds = rounds / trials.count;
    ASSERT(worlds > 0);
    while (trials.worlds < worlds)
        try_all(work, view, &unseen, &effort, random, &trials);
    sum_up(&trials, view->seen.seats, out);
}

bool decision_possible(struct workspace *work, const struct view *view, struct play *out,
                    bool *is_out)
{
    const struct weights *weights = weights_of_cards(work, state_game(&view->seen));
    *is_out = solve_out(work, &view->seen, out);
    if (!*is_out && !solve(work, &view->seen, weights, out))
        return false;
    solve_calmly(work, &view->seen, weights, out);
    return true;
}
