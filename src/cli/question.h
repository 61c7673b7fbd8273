/* question.h - a line from outside: the game, its options, the number of players, and one
 * answer for it. */
#ifndef RUMMERY_QUESTION_H
#define RUMMERY_QUESTION_H

#include "core/core.h"
#include "json.h"

struct question {
    const cJSON *line;
    const struct game *game;
    unsigned game_index;
    struct options options;
    unsigned seats;
    struct problem problem;
};

/* Fills in the answer; false with the problem told. */
typedef bool answer_function(struct question *question, const void *settings, cJSON *answer);

/* Reads a line, lets the function answer it and returns the answer as text, which the caller
 * frees with cJSON_free(). NULL only for want of memory. */
char *answer_line(const char *line, size_t size, answer_function *answer_it,
                  const void *settings);

/* Reads lines from standard input and prints what `answer` returns for each, line by line;
 * returns the exit code. Lines that are too long get an error. */
int answer_input(char *(*answer)(const char *line, size_t size));

#endif
