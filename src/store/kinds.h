/* kinds.h - the kinds of store there are, and what they share. A new kind is a struct of
 * functions declared here and a line in the list of store.c. */
#ifndef RUMMERY_STORE_KINDS_H
#define RUMMERY_STORE_KINDS_H

#include "store/store.h"

extern const struct store_kind store_memory;
extern const struct store_kind store_sqlite;
extern const struct store_kind store_postgres; /* says what is missing where there is no libpq */

/* The kind of this scheme; NULL if there is none. */
const struct store_kind *store_kind_of(const char *where);
/* Opens what is of one kind. */
struct store *store_open_kind(const char *where, const struct store_opening *how,
                              char problem[STORE_PROBLEM_MAX]);

/* Several databases as one store (several.c). */
bool several_is(const char *where);
struct store *several_open(const char *where, const struct store_opening *how,
                           char problem[STORE_PROBLEM_MAX]);
unsigned several_count(const struct store *store); /* 1: it is not made of several */
unsigned several_place(struct text name, unsigned count);
/* How the note of one begins that is part of several. */
#define SEVERAL_MARK "several "

/* Writes the words of a problem, cut to fit; always false, to be returned. */
bool store_problem(char problem[STORE_PROBLEM_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether a later write of the same commit replaces what this one leaves behind. */
bool store_is_replaced(const struct store_write *writes, size_t count, size_t at);
/* Random bytes fit for keys; false if the system has none. */
bool store_random(uint8_t *out, size_t size);

#endif
