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
};

/* What the seat on turn does; effort NULL is the standard one of the game. The same view, effort
 * and random numbers give the same action. */
void expert_decide(struct workspace *work, const struct view *view, const struct effort *effort,
                   struct random *random, struct action *out);

#endif
