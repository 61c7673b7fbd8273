/* bot.h - the computer players, by level. A bot is given a view and a stream of random numbers
 * of its own, never the state; the same two give the same action. docs/bots.md has what each
 * level sees and how strong it is. */
#ifndef RUMMERY_BOT_H
#define RUMMERY_BOT_H

#include "core/core.h"
#include "solver/solver.h"

enum { LEVEL_MIN = 1, LEVEL_GREEDY = 5, LEVEL_EXPERT = 6, LEVEL_MAX = 6 };

/* What the seat that the view belongs to does now; it must be on turn, and LEVEL_MIN <= level
 * <= LEVEL_MAX. The action is legal. */
void bot_decide(struct workspace *work, const struct view *view, unsigned level,
                struct random *random, struct action *out);

#endif
