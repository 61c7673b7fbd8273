/* expert.h - the player that thinks ahead. */
#ifndef RUMMERY_EXPERT_H
#define RUMMERY_EXPERT_H

#include "effort.h"
#include "solver/solver.h"

/* The effort that is meant for the game (habits.c). */
struct effort expert_effort(const struct game *game);

/* What the seat on turn does; effort NULL is the standard one of the game. The same view, effort
 * and random numbers give the same action. */
void expert_decide(struct workspace *work, const struct view *view, const struct effort *effort,
                   struct random *random, struct action *out);

#endif
