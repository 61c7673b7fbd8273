/* check.h - `rummery check`: what the rules say of positions and actions. */
#ifndef RUMMERY_CHECK_H
#define RUMMERY_CHECK_H

#include "answer.h"
#include "wire/position.h"

/* Answers one line; the caller frees the text with cJSON_free(). Never NULL but for want
 * of memory. */
char *check_answer(const char *line, size_t size, bool *is_error);

/* Answers `ask` questions into the answer; false with the problem told. */
bool ask_answer(struct question *question, const char *ask, cJSON *answer);

void answer_add_seats(cJSON *answer, const char *name, unsigned seats_bits);
void answer_add_scores(cJSON *answer, const char *name, const int32_t *scores, unsigned seats);

#endif
