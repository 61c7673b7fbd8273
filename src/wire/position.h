/* position.h - a position as one seat sees it, from the fields of a JSON object. `rummery
 * check` and `solve` read such lines, and the server's views are written in the same words. */
#ifndef RUMMERY_POSITION_H
#define RUMMERY_POSITION_H

#include "wire/question.h"

/* What one seat sees, and what is known of the next card. */
struct position {
    struct state state;
    unsigned seat;
    bool racks_known;
    struct cards next;
};

/* Fills in a position from the line's fields; false with the problem told. */
bool position_read(struct question *question, struct position *out);
/* The parts that questions about scores share with positions. */
bool position_read_table(struct question *question, struct state *state);
bool position_read_racks(struct question *question, struct state *state, bool *is_given);
bool position_read_laid(struct question *question, struct state *state);
bool position_read_bracelets(struct question *question);
bool position_supply_holds(struct question *question, const struct state *state,
                           const struct cards *further);

#endif
