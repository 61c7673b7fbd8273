/* short_table.h - a table written by what changed: `0-2 [b10 b11 b12 b13] 4` keeps the melds 0,
 * 1, 2 and 4 of the table before and has a new one between them (docs/protocol.md). */
#ifndef RUMMERY_SHORT_TABLE_H
#define RUMMERY_SHORT_TABLE_H

#include "core.h"

/* Both write into TEXT_MAX bytes with a closing NUL and return the size. An empty table is `-`,
 * as in the notation. A meld is the same only with the same cards in the same order and the
 * same owner. */
size_t short_table_print(const struct game *game, const struct table *before,
                         const struct table *after, char *out);
/* The action as in the notation, its table (if it has one) short. */
size_t short_action_print(const struct game *game, const struct table *before,
                          const struct action *action, char *out);

/* They read what is printed, and plain notation as well. */
bool short_table_read(const struct game *game, const struct table *before, const char *text,
                      size_t size, struct table *out, struct error *error);
bool short_action_read(const struct game *game, const struct table *before, const char *text,
                       size_t size, struct action *out, struct error *error);

#endif
