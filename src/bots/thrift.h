/* thrift.h - a quick player for games in which melds have owners: it gives nothing away. */
#ifndef RUMMERY_THRIFT_H
#define RUMMERY_THRIFT_H

#include "core/core.h"
#include "solver/solver.h"

/* Whether the game can be played so: there is a discard pile, and what one lays is one's own. */
bool thrift_suits(const struct game *game);
/* What the seat on turn does in a game that suits; only its cards are looked at. */
void thrift_imagine(struct workspace *work, const struct state *seen, struct action *out);

#endif
