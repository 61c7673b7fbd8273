/* fields.h - fields of a message for whoever needs no JSON: who has read it says each field in a
 * line `name value`. A list is a line each, in order; of a field of fields the names are joined by
 * a dot; yes and no are 1 and 0; null is left out. The page hands messages to its modules so, and
 * position_values.c makes such lines of an object. */
#ifndef RUMMERY_FIELDS_H
#define RUMMERY_FIELDS_H

#include <stdint.h>

#include "wire/text.h"

struct fields {
    struct text left; /* what is not read yet */
    struct text name, value;
};

struct fields fields_of(struct text lines);
/* The next field into `name` and `value`; false when there is none. */
bool fields_next(struct fields *fields);

/* A number of 0 to 255, with nothing around it. */
bool field_number(struct text value, uint8_t *out);

#endif
