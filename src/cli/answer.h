/* answer.h - lines in, lines out: what the commands that answer questions share. */
#ifndef RUMMERY_ANSWER_H
#define RUMMERY_ANSWER_H

#include <cjson/cJSON.h>

#include "wire/question.h"

/* Fills in the answer; false with the problem told. */
typedef bool answer_function(struct question *question, const void *settings, cJSON *answer);

/* Reads a line, lets the function answer it and returns the answer as text, which the caller
 * frees with cJSON_free(). NULL only for want of memory. An answer may be that the line cannot be
 * read. */
char *answer_line(const char *line, size_t size, answer_function *answer_it,
                  const void *settings, bool *is_error);

/* Reads lines from standard input and prints what `answer` returns for each, line by line;
 * returns the exit code. Lines that are too long get an error. */
int answer_input(char *(*answer)(const char *line, size_t size, bool *is_error));

#endif
