/* trials.c - imagines rounds and lets quick players play each candidate out in them. */
#include "trials.h"

#include "belief.h"
#include "core/inspect.h"
#include "world.h"
#include "worth.h"

bool trials_begin(struct trials *t)
{
    t->count = t->candidates.count;
    t->worlds = t->steps = 0;
    memset(t->at, 0, sizeof t->at);
    for (unsigned i = 0; i < t->count; i++)
        t->at[i].index = (uint8_t)i;
    world_unseen(t->view, &t->unseen);
    return world_can_be(t->view, &t->unseen);
}

void trials_more(struct trials *t, struct random *random)
{
    unsigned seat = t->view->seen.seat;
    int worth[CANDIDATES_MAX];
    struct state world, copy;
    struct error error;
    t->steps += belief_imagine(t->work, t->view, &t->unseen, t->effort.tries_max, random, &world);
    uint64_t seed = (uint64_t)random_below(random, UINT32_MAX);
    for (unsigned i = 0; i < t->count; i++) {
        struct action action = t->candidates.at[t->at[i].index];
        struct random stream; /* the same for all of them */
        copy = world;
        random_seed(&stream, seed);
        worth[i] = 0;
        /* in a position that cannot come about, nothing may be left to do */
        if (!state_apply(&copy, copy.seat, &action, &error))
            continue;
        t->steps += world_play_out(t->work, &copy, seat, &t->effort, &stream);
        worth[i] = worth_of(&copy, seat, t->effort.standing);
    }
    for (unsigned i = 0; i < t->count; i++) {
        int better = worth[i] - worth[0];
        t->at[i].sum += worth[i];
        t->at[i].better += better;
        t->at[i].better_squares += (int64_t)better * better;
    }
    t->worlds++;
}

void trials_sort(struct trials *t)
{
    for (unsigned i = 2; i < t->count; i++) {
        struct trial trial = t->at[i];
        unsigned j = i;
        for (; j > 1 && t->at[j - 1].sum < trial.sum; j--)
            t->at[j] = t->at[j - 1];
        t->at[j] = trial;
    }
}

bool trial_is_better(const struct trial *trial, unsigned quarters)
{
    int64_t doubt = (int64_t)quarters * quarters;
    return trial->better > 0 &&
           16 * trial->better * trial->better >= doubt * trial->better_squares;
}
