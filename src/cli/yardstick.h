/* yardstick.h - players to measure others by: one sees all cards, which no bot can, one is
 * told how the expert plays, and the others are ways to wait (bots/policy.h), by numbers. */
#ifndef RUMMERY_YARDSTICK_H
#define RUMMERY_YARDSTICK_H

#include "arena/arena.h"
#include "bots/policy.h"
#include "solver/solver.h"

enum { YARDSTICK_NAME_SIZE = 48 };

struct yardstick {
    struct workspace *work;
    struct policy policy;
    bool sees_all, is_told;
};

/* `all`, `told`, or a policy: `f`, `hoard` or `kind`, and what it does otherwise, a letter and a
 * number each, as in `hoard:h14` or `kind:h20:k15`. False if there is no such name. */
bool yardstick_read(const char *name, const struct game *game, struct yardstick *out);
/* Writes the name of a policy, from `f` on. */
void yardstick_print(const struct policy *policy, char out[YARDSTICK_NAME_SIZE]);
/* Its player, which needs the workspace; the yardstick must stay where it is. In a game that
 * does not suit, a policy plays as level 5. */
struct arena_player yardstick_player(struct yardstick *yardstick);

#endif
