/* expert.h - the player that thinks ahead. */
#ifndef RUMMERY_EXPERT_H
#define RUMMERY_EXPERT_H

#include "core/core.h"
#include "solver/solver.h"

/* How much it may think. */
struct effort {
    unsigned rollouts;  /* rounds played out in mind, for all candidates together */
    unsigned plays_max; /* plays looked at beside the best one */
    unsigned turns_max; /* so many turns are played out before the position is judged */
    /* Whether the time is up, asked between imagined rounds; NULL: there is time enough. With a
     * clock the same position need not give the same action. */
    bool (*is_late)(void *context);
    void *context;
};

/* The effort that is meant for the game: at most about 50 ms a turn on one core. */
struct effort expert_effort(const struct game *game);

/* What the seat on turn does; effort NULL is the standard one of the game. The same view, effort
 * and random numbers give the same action. */
void expert_decide(struct workspace *work, const struct view *view, const struct effort *effort,
                   struct random *random, struct action *out);

#endif
