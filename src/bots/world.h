/* world.h - a round as it might be: what a seat sees, with all the unseen cards dealt out. */
#ifndef RUMMERY_WORLD_H
#define RUMMERY_WORLD_H

#include "effort.h"
#include "solver/solver.h"

/* The cards the seat has not seen, sorted: their order must say nothing. */
void world_unseen(const struct view *view, struct cards *out);
/* Whether they are just as many as there are places for them: a position that somebody made up
 * need not account for every card, and then no round can be played out. */
bool world_can_be(const struct view *view, const struct cards *unseen);
/* Deals them at random to the places the seat cannot see. Cards that others showed stay where
 * they are known to be. */
void world_imagine(const struct view *view, const struct cards *unseen, struct random *random,
                   struct state *out);

/* Greedy players, or those of the effort, go on for at most so many turns; the seat itself waits
 * where that pays. Returns how many turns it took. */
unsigned world_play_out(struct workspace *work, struct state *world, unsigned seat,
                        const struct effort *effort, struct random *random);

#endif
