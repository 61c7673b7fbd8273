/* question.h - a line from outside: the game, its options, the number of players. */
#ifndef RUMMERY_QUESTION_H
#define RUMMERY_QUESTION_H

#include "core/core.h"
#include "wire/json.h"

struct question {
    struct value line; /* an object */
    const struct game *game;
    unsigned game_index;
    struct options options;
    unsigned seats;
    struct problem problem;
};

/* Reads `game`, `options` and `players` of the line; false with the problem told. */
bool question_read(struct question *question);
/* Only `game` and `options`. */
bool question_read_game(struct question *question);

#endif
