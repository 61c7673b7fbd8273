/* tables.h - looking after the tables of a store: `rummery tables`. */
#ifndef RUMMERY_TABLES_H
#define RUMMERY_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "hub/fetch.h"
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

/* ---- Tables of which moves are missing (tables_rewound.c) ---- */

/* The table goes on from what the store has of it; NULL: all tables do. Where they are in a file
 * the server must be stopped, in a database tables that are set aside can be accepted while
 * servers run. Says what was done. */
bool tables_accept(const struct server_config *config, const char *name, FILE *out,
                   char problem[STORE_PROBLEM_MAX]);
/* Adds what is missing from another store that has it, a backup for instance: what the table has
 * must be how its log begins there. If nothing is missing then, it is served again. */
bool tables_restore_from(const struct server_config *config, const char *name, const char *from,
                         FILE *out, char problem[STORE_PROBLEM_MAX]);

/* For both: opens the store to change it, with the lock on its file. */
struct tables_opened {
    struct store *store;
    int lock;
};
bool tables_open(const struct server_config *config, struct tables_opened *out,
                 char problem[STORE_PROBLEM_MAX]);
void tables_close(struct tables_opened *opened);
/* One table as it is in a store; whoever asks frees the room. */
void tables_find(struct store *store, const char *name, struct fetched *out);

#endif
