/* positions.h - positions for the solver's tests: small ones made up to be difficult, and
 * real ones from matches played. Both are the view of the seat on turn. */
#ifndef RUMMERY_TEST_POSITIONS_H
#define RUMMERY_TEST_POSITIONS_H

#include "core/core.h"

/* A table of a few correct melds, often with jokers, and a rack of three to six cards that
 * nearly fit; random options, opened or not. At most about 16 cards. */
void small_position(struct random *random, unsigned game_index, struct state *out);

/* A match of simple players, left in the middle of a round: the seat on turn has to decide
 * about its play (photo: it has drawn). */
void played_position(struct random *random, unsigned game_index, struct state *out);

#endif
