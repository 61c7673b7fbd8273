/* princess_brute.h - the best play in Princess Rummy by trying all of them. */
#ifndef RUMMERY_PRINCESS_BRUTE_H
#define RUMMERY_PRINCESS_BRUTE_H

#include "core/core.h"

/* Tries every play on the core and returns how many it accepts. *has_play says whether one
 * lays a card; the best by the goal (0: cards, then points; 1: points, then cards) lays
 * *cards cards and *own_points points into own melds. */
unsigned long princess_brute_count(const struct state *state, int goal, int *cards,
                                   int *own_points, bool *has_play);
bool princess_brute(const struct state *state, int goal, int *cards, int *own_points,
                    bool *has_play);

#endif
