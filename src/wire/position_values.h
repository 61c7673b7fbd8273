/* position_values.h - a position from a JSON object: the object becomes lines (fields.h), and the
 * one reader of positions reads them. */
#ifndef RUMMERY_POSITION_VALUES_H
#define RUMMERY_POSITION_VALUES_H

#include "wire/position_fields.h"
#include "wire/writer.h"

/* What the object says of a position at such a table (told_begin); false with the fault, which may
 * point into the lines. */
bool position_values_read(struct value object, const struct state *empty, struct writer *lines,
                          struct told_position *out, struct position_fault *fault);

#endif
