/* yardstick.h - players to measure others by. No game is ever played against them: one sees all
 * cards, which no bot can, and one hoards. */
#ifndef RUMMERY_YARDSTICK_H
#define RUMMERY_YARDSTICK_H

#include "arena/arena.h"
#include "solver/solver.h"

/* Fills in the player of that name, `all` or `hoard`; its context is the workspace. False if
 * there is none. */
bool yardstick_find(const char *name, struct workspace *work, struct arena_player *out);

#endif
