/* json.h - strict reading of lines of JSON: wrong types become error texts, never guesses. What the
 * values of a line are is in values.h. */
#ifndef RUMMERY_JSON_H
#define RUMMERY_JSON_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "wire/values.h"

enum { PROBLEM_MAX = 512 };

/* What is wrong with a line, in words; empty while nothing is. */
struct problem {
    char text[PROBLEM_MAX];
};

/* Writes the text and returns false. */
bool problem_set(struct problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line as an object. */
struct json_line {
    struct value object; /* none where it could not be read */
    struct text line;    /* somebody else's */
    char *text;          /* the same, put in order */
};

/* False with the problem told, for what is no JSON (values.h), or no object. To be freed in either
 * case. Without memory the process ends: a line that is well must not be called malformed. */
bool json_read_line(struct json_line *out, const char *line, size_t size,
                    struct problem *problem);
void json_line_free(struct json_line *line);
/* How a value of the line was written, as long as the line itself is there. */
struct text json_written(const struct json_line *line, struct value value);

/* These leave *out as it is when the field is missing or null. False when it is of another type,
 * not whole, or outside min to max. */
bool json_get_int(struct value object, const char *name, long min, long max, long *out,
                  struct problem *problem);
bool json_get_bool(struct value object, const char *name, bool *out, struct problem *problem);
bool json_get_text(struct value object, const char *name, const char **out,
                   struct problem *problem);

/* A value's whole number, for elements of lists. */
bool json_int_value(struct value value, const char *what, long min, long max, long *out,
                    struct problem *problem);

#endif
