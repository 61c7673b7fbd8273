/* lines.h - fields of a message as the browser hands them over: it has read the JSON, and says each
 * field in a line `name value`. A list is a line each, in order; of a field of fields the names
 * are joined by a dot; yes and no are 1 and 0; null is left out. */
#ifndef RUMMERY_WASM_LINES_H
#define RUMMERY_WASM_LINES_H

#include "seat/follow.h"

struct lines {
    struct stretch left; /* what is not read yet */
    struct stretch name, value;
};

struct lines lines_of(const char *text, size_t size);
/* The next line into `name` and `value`; false when there is none. */
bool lines_next(struct lines *lines);
bool line_is(const struct lines *lines, const char *name);

/* A number of 0 to 255, with nothing around it. */
bool number_read(struct stretch value, uint8_t *out);

#endif
