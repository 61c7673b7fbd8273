/* reference.h - two slow, independent answers to the question of `rummery solve`, against
 * which the solver is tested: an enumeration of every table (brute.c) and an integer program
 * (ilp.c). They share nothing but the core's public header. */
#ifndef RUMMERY_TEST_REFERENCE_H
#define RUMMERY_TEST_REFERENCE_H

#include "core/core.h"

/* What comes first; the other one decides among equals. */
enum { REFERENCE_CARDS, REFERENCE_POINTS };

/* By how many cards and points the rack shrinks (net), and the table of that play. Without
 * a play that is better than none, both are 0. */
struct reference_answer {
    int cards;
    int points;
    bool has_play;
    struct table table;
    unsigned freed; /* ilp_best: how many table jokers such a play has to free, at least */
    unsigned same_melds; /* ilp_calmest: how many old melds lie in that table unchanged */
};

/* The best play of the seat on turn, in exclusiv (PHASE_START) and photo (PHASE_DRAWN).
 * False: the position is too large to be enumerated. */
bool brute_best(const struct state *state, int goal, struct reference_answer *out);
/* False: GLPK has failed. */
bool ilp_best(const struct state *state, int goal, struct reference_answer *out);
/* The same cards and points, and among such plays one that leaves the most old melds
 * unchanged. */
bool ilp_calmest(const struct state *state, int goal, struct reference_answer *out);

/* Whether two melds are alike: the same cards, in the runs of exclusiv also in order. */
bool melds_alike(const struct state *state, struct meld a, struct meld b);
/* How many melds of the position lie in another table too; each there counts once. */
unsigned melds_unchanged(const struct state *state, const struct table *after);

#endif
