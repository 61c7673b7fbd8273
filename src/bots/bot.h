/* bot.h - the computer players, by level, and the only door to them. A bot is given a view and a
 * stream of random numbers of its own, never the state and no clock; the same two give the same
 * action on every machine. docs/bots.md has what each level sees and how strong it is. */
#ifndef RUMMERY_BOT_H
#define RUMMERY_BOT_H

#include "core/core.h"
#include "effort.h"
#include "solver/solver.h"

/* The last one is apart: it knows the trick that beats all others and spares nobody. */
enum { LEVEL_MIN = 1, LEVEL_GREEDY = 5, LEVEL_EXPERT = 6, LEVEL_TO_WIN = 7, LEVEL_MAX = 7 };

/* How a level from LEVEL_EXPERT on thinks, for expert_decide(). */
struct effort bot_effort(const struct game *game, unsigned level);

/* What an expert may know beyond its view. */
struct circumstances {
    const struct standing *standing; /* NULL: the round is all there is */
    unsigned steps; /* of who imagines rounds; 0: as many as are meant for the game */
};

/* What the seat that the view belongs to does now; it must be on turn, and LEVEL_MIN <= level
 * <= LEVEL_MAX. The action is legal. In a game that the solver does not know every level is the
 * simple player, and needs no workspace. No circumstances (NULL) are a round by itself, and the
 * effort that is meant. */
void bot_decide(struct workspace *work, const struct view *view, unsigned level,
                const struct circumstances *circumstances, struct random *random,
                struct action *out);
/* What the game's own simple player does, for whoever asks for that one: it needs no workspace. */
void bot_decide_simply(const struct view *view, struct random *random, struct action *out);

#endif
