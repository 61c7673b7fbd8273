/* values.h - JSON that is being read, without a C library and without memory of its own. A text is
 * checked from end to end and put in order where it lies: its strings become what they stand for,
 * each closed by a NUL. Then it is asked, value by value; a value is a place in that text. So what
 * is asked for twice is looked for twice: messages are short, and nothing is built of them.
 *
 * Refused, besides what RFC 8259 refuses: what is no UTF-8, NUL characters (plain or escaped), half
 * pairs of surrogates, and what is nested deeper than VALUES_DEPTH_MAX. Of fields of one name the
 * first counts. A number is what its digits say, never the nearest that a machine has. */
#ifndef RUMMERY_VALUES_H
#define RUMMERY_VALUES_H

#include <stdint.h>

#include "wire/text.h"

enum { VALUES_DEPTH_MAX = 1000 };

enum value_kind {
    VALUE_NONE,
    VALUE_NULL,
    VALUE_FLAG,
    VALUE_NUMBER,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_FIELDS
};

struct value {
    const char *at;   /* NULL: there is none */
    const char *name; /* of a field; else NULL */
};

enum values_fault {
    VALUES_FINE,
    VALUES_UNCLEAN, /* no UTF-8, or with a NUL */
    VALUES_BROKEN   /* no JSON, or nested too deeply */
};

/* Reads the text, which has room for one more byte behind it, and has to stay as long as any of its
 * values. Nothing may follow it but blanks. */
enum values_fault values_read(char *text, size_t size, struct value *out);

enum value_kind value_kind(struct value value);
static inline bool value_is(struct value value, enum value_kind kind)
{
    return value_kind(value) == kind;
}
/* Where its text ends. */
const char *value_end(struct value value);

/* The values of a list or of an object, one after the other; none where there is no more. */
struct value value_first(struct value of);
struct value value_next(struct value value);
unsigned value_count(struct value of);
/* A field of an object; none where it is missing or null. */
struct value value_field(struct value of, const char *name);

/* Closed by a NUL; NULL if it is no text. */
const char *value_text(struct value value);
bool value_is_true(struct value value);
/* False if it is no whole number from `min` to `max`. */
bool value_number(struct value value, int64_t min, int64_t max, int64_t *out);
/* The whole part of a number, as near as an int32_t comes to it; 0 if it is none. */
int32_t value_whole(struct value value);

#endif
