/* trials.h - actions tried side by side: each in the same imagined rounds, so that they differ by
 * what they are and not by luck. The first one is what all others are compared with. */
#ifndef RUMMERY_TRIALS_H
#define RUMMERY_TRIALS_H

#include "candidates.h"

/* A candidate and how it did, in all and against the first one. */
struct trial {
    uint8_t index;
    int64_t sum;
    int64_t better;
    int64_t better_squares;
};

struct trials {
    struct workspace *work;
    const struct view *view;
    struct effort effort;
    struct candidates candidates;
    struct cards unseen;
    struct trial at[CANDIDATES_MAX]; /* the first is always the first candidate's */
    unsigned count;                  /* of those that are left */
    unsigned worlds;                 /* in which all of these were tried */
    unsigned steps;                  /* that were taken in all of them */
};

/* All candidates, untried; work, view, effort and candidates are there. False where the cards do
 * not add up to a round that could be. */
bool trials_begin(struct trials *t);
/* All that are left in one more world. */
void trials_more(struct trials *t, struct random *random);
/* The best first, behind the first candidate; among equals the earlier one. */
void trials_sort(struct trials *t);
/* Whether a candidate is better than the first one by so many quarters of the error. */
bool trial_is_better(const struct trial *trial, unsigned quarters);

#endif
