/* tables.h - looking after the tables of a store: `rummery tables`. */
#ifndef RUMMERY_TABLES_H
#define RUMMERY_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "server/config.h"
#include "store/store.h"

/* Lists all tables, a line each: its name, its number, and how it is with it. Also while a
 * server runs. False with the problem in words. */
bool tables_list(const struct server_config *config, FILE *out,
                 char problem[STORE_PROBLEM_MAX]);
/* Brings a table back into service that was put away. The server must be stopped: it knows
 * its tables by heart. */
bool tables_restore(const struct server_config *config, const char *name,
                    char problem[STORE_PROBLEM_MAX]);

#endif
