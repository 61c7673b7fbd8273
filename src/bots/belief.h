/* belief.h - whether an imagined round fits to what the others did. */
#ifndef RUMMERY_BELIEF_H
#define RUMMERY_BELIEF_H

#include "core/core.h"
#include "solver/solver.h"

/* Whether the cards that the world gives to the others explain their turns: who kept cards could
 * not lay them, and who has not opened could not open. */
bool belief_fits(struct workspace *work, const struct state *world);

#endif
