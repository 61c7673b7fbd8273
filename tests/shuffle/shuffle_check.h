/* shuffle_check.h - what the parts of shuffle_check share. */
#ifndef RUMMERY_SHUFFLE_CHECK_H
#define RUMMERY_SHUFFLE_CHECK_H

#include "sentences/sentences.h"
#include "shuffle/shuffle.h"

/* The example of docs/shuffle.md: seed 0, 1, ... 31, three seats, the second without a mix. */
void example_shuffle(struct shuffle *out);

void check_lines(void);

#endif
