/* belief.h - whether an imagined round fits to what the others did. */
#ifndef RUMMERY_BELIEF_H
#define RUMMERY_BELIEF_H

#include "world.h"

/* Whether the cards that the world gives to the others explain their turns: who kept cards could
 * not lay them, and who has not opened could not open. */
bool belief_fits(struct workspace *work, const struct state *world);
/* A world that does so, if one of the first `tries_max` does; else the last of them. Returns how
 * many were dealt. */
unsigned belief_imagine(struct workspace *work, const struct view *view,
                        const struct cards *unseen, unsigned tries_max, struct random *random,
                        struct state *out);

#endif
