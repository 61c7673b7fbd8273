/* own_tables.h - the tables on servers where this user sits, by the keys that are kept: each is
 * asked whose turn it is, and they are printed a line each, those that wait for the user first. */
#ifndef RUMMERY_OWN_TABLES_H
#define RUMMERY_OWN_TABLES_H

#include <stdio.h>

#include "tui/words.h"

/* False if a server could not be asked; what is known is printed all the same. */
bool own_tables_print(const struct words *words, FILE *out);

#endif
