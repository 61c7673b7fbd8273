/* random_play.h - matches with random options and random legal actions, for the suites that
 * look at many positions. */
#ifndef RUMMERY_RANDOM_PLAY_H
#define RUMMERY_RANDOM_PLAY_H

#include "harness.h"

/* Options within what the game allows; the match has at most two rounds. */
void random_match(struct random *random, unsigned game_index, unsigned seats,
                  struct match *out);
/* Chance, a simple player's action or, now and then, a time-out. */
void random_action(struct random *random, const struct match *match, struct action *out);

#endif
