/* effort.h - how much an expert may think, and what for. All of it is counted, nothing is timed:
 * the same position is the same decision on every machine. Steps are counted, not rounds: an
 * imagined round takes ten times longer at the beginning than at the end, a step hardly twice. */
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
    unsigned steps;     /* of imagined rounds, for all candidates of an action together: each
                         * turn is one, and each dealing of the unseen cards */
    unsigned plays_max; /* plays looked at beside the best one */
    unsigned turns_max; /* so many turns are played out before the position is judged */
    unsigned tries_max; /* dealings looked at to find one that explains what the others did */
    struct policy policy; /* where it pays to wait: what is done without thinking */
    const struct policy *others; /* how the others play in mind; NULL: greedily */
    unsigned doubt; /* how sure it must be of a surprising action, in quarters of its error */
    const struct standing *standing; /* NULL: the round is all there is */
};

#endif
