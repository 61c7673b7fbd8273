/* json.h - strict reading of JSON fields: wrong types become error texts, never guesses. */
#ifndef RUMMERY_JSON_H
#define RUMMERY_JSON_H

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { PROBLEM_MAX = 512 };

/* What is wrong with a line, in words; empty while nothing is. */
struct problem {
    char text[PROBLEM_MAX];
};

/* Writes the text and returns false. */
bool problem_set(struct problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line as an object, or NULL with the problem told. Refused: invalid UTF-8, NUL
 * characters (plain or escaped), anything behind the object. */
/* From now on memory that reading a line lacks ends the process: a line that is well must not
 * be called malformed. */
void json_end_without_memory(void);
cJSON *json_read_line(const char *line, size_t size, struct problem *problem);

/* The field, or NULL when it is missing or null. */
const cJSON *json_field(const cJSON *object, const char *name);

/* These leave *out as it is when the field is missing. False when it is of another type,
 * not whole, or outside min to max. */
bool json_get_int(const cJSON *object, const char *name, long min, long max, long *out,
                  struct problem *problem);
bool json_get_bool(const cJSON *object, const char *name, bool *out, struct problem *problem);
bool json_get_text(const cJSON *object, const char *name, const char **out,
                   struct problem *problem);

/* A value's whole number, for elements of lists. */
bool json_int_value(const cJSON *value, const char *what, long min, long max, long *out,
                    struct problem *problem);

#endif
