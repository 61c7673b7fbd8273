/* learn.h - the source of lessons: a lesson after the other, each one position that is played
 * from (practice/practice.h). Nobody else acts, and nothing is saved but what was done. */
#ifndef RUMMERY_LEARN_H
#define RUMMERY_LEARN_H

#include <stdio.h>

#include "tui/source.h"
#include "tui/words.h"

/* Begins with that lesson of the game, which there is. */
struct source *learn_open(uv_loop_t *loop, const struct words *words, unsigned game_index,
                          unsigned lesson);
/* The first lesson that was not done yet; the first of all if there is none. */
unsigned learn_next(const struct game *game);
/* A line for each game: how many of its lessons were done. */
void learn_list(const struct words *words, FILE *out);

#endif
