/* shuffle_check.h - what the parts of shuffle_check share. */
#ifndef RUMMERY_SHUFFLE_CHECK_H
#define RUMMERY_SHUFFLE_CHECK_H

#include "shuffle/shuffle.h"

/* Counts a test, and prints its name if it failed. A name is a sentence. */
void expect(bool condition, const char *sentence);

/* The example of docs/shuffle.md: seed 0, 1, ... 31, three seats, the second without a mix. */
void example_shuffle(struct shuffle *out);

void check_lines(void);

#endif
