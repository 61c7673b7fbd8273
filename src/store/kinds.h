/* kinds.h - the kinds of store there are, and what they share. A new kind is a struct of
 * functions declared here and a line in the list of store.c. */
#ifndef RUMMERY_STORE_KINDS_H
#define RUMMERY_STORE_KINDS_H

#include "store/store.h"

extern const struct store_kind store_memory;
extern const struct store_kind store_sqlite;
extern const struct store_kind store_postgres; /* says what is missing where there is no libpq */

/* Writes the words of a problem, cut to fit; always false, to be returned. */
bool store_problem(char problem[STORE_PROBLEM_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether a later write of the same commit replaces what this one leaves behind. */
bool store_is_replaced(const struct store_write *writes, size_t count, size_t at);
/* Random bytes fit for keys; false if the system has none. */
bool store_random(uint8_t *out, size_t size);

#endif
