/* position.h - a position as one seat sees it, for a question of `rummery check` and `solve`: in
 * the words of the server's views, with less told. */
#ifndef RUMMERY_POSITION_H
#define RUMMERY_POSITION_H

#include "wire/position_fields.h"
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
/* What the line says of one, for questions about scores. */
bool position_read_told(struct question *question, struct told_position *out);
/* Whether no card is named more often than it exists, with those besides; false with the problem
 * told. */
bool position_supply_holds(struct question *question, const struct state *state,
                           const struct cards *further);

#endif
