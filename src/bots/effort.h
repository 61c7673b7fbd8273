/* effort.h - how much an expert may think, and what for. */
#ifndef RUMMERY_EFFORT_H
#define RUMMERY_EFFORT_H

#include "core/core.h"
#include "policy.h"

/* A match so far, as everybody knows it. */
struct standing {
    int32_t total[SEATS_MAX];
    unsigned rounds_played;
};

static inline struct standing standing_of(const struct match *match)
{
    struct standing standing = {.rounds_played = match->rounds_played};
    for (unsigned i = 0; i < match->state.seats; i++)
        standing.total[i] = match->total[i];
    return standing;
}

struct effort {
    unsigned rollouts;  /* rounds played out in mind, for all candidates together */
    unsigned plays_max; /* plays looked at beside the best one */
    unsigned turns_max; /* so many turns are played out before the position is judged */
    unsigned tries_max; /* dealings looked at to find one that explains what the others did */
    struct policy policy; /* where it pays to wait: what is done without thinking */
    const struct policy *others; /* how the others play in mind; NULL: greedily */
    unsigned doubt; /* how sure it must be of a surprising action, in quarters of its error */
    const struct standing *standing; /* NULL: the round is all there is */
    /* How much of its time is spent, in thousandths, asked between the turns of imagined
     * rounds; NULL: there is time enough. With a clock the same position need not give the
     * same action. */
    unsigned (*spent)(void *context);
    void *context;
};

enum { ALL_SPENT = 1000 };

static inline bool effort_is_spent(const struct effort *effort, unsigned share)
{
    return effort->spent != NULL && effort->spent(effort->context) >= share;
}

#endif
