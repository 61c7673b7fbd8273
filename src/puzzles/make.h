/* make.h - puzzles from rounds of good players, and a set of them, hardest last. */
#ifndef RUMMERY_PUZZLES_MAKE_H
#define RUMMERY_PUZZLES_MAKE_H

#include "puzzles/puzzle.h"

enum { PUZZLES_MAX = 5000 };

/* How many of `count` are of each grade, 1 first: the middle one has a third of them. */
void grades_share(unsigned count, unsigned out[GRADES]);

/* The first puzzle of seat 0 in a round of the game, for two; false if there is none. What follows
 * in the round would be too much like it. The same seed and number give the same round. */
bool round_puzzle(struct workspace *work, unsigned game_index, uint64_t seed, uint64_t number,
                  struct puzzle *out);

/* Where puzzles come from: what round_puzzle() says of the rounds 0, 1, 2 and so on, in order. */
struct puzzle_source {
    void *context;
    bool (*next)(void *context, uint64_t number, struct puzzle *out);
};

/* A whole set: rounds are looked at until each grade has its share, and the easier puzzles come
 * first. False if `rounds_max` rounds did not suffice. */
bool puzzles_make(const struct puzzle_source *source, unsigned count, uint64_t rounds_max,
                  struct puzzle *out);

#endif
