/* check.h - `rummery check`: what the rules say of positions and actions. */
#ifndef RUMMERY_CHECK_H
#define RUMMERY_CHECK_H

#include "question.h"

/* A position: what one seat sees, and what is known of the next card. */
struct position {
    struct state state;
    unsigned seat;
    bool racks_known;
    struct cards next;
};

/* Answers one line; the caller frees the text with cJSON_free(). Never NULL but for want
 * of memory. */
char *check_answer(const char *line, size_t size);

/* Fills in a position from the line's fields; false with the problem told. */
bool position_read(struct question *question, struct position *out);
/* The parts that questions about scores share with positions. */
bool position_read_table(struct question *question, struct state *state);
bool position_read_racks(struct question *question, struct state *state, bool *is_given);
bool position_read_laid(struct question *question, struct state *state);
bool position_read_bracelets(struct question *question);
bool position_supply_holds(struct question *question, const struct state *state,
                           const struct cards *further);

/* Answers `ask` questions into the answer; false with the problem told. */
bool ask_answer(struct question *question, const char *ask, cJSON *answer);

void answer_add_seats(cJSON *answer, const char *name, unsigned seats_bits);
void answer_add_scores(cJSON *answer, const char *name, const int32_t *scores, unsigned seats);

#endif
