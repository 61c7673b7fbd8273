/* harness.h - what the tests of the store share: writes made in one line, and a store's whole
 * content as text. */
#ifndef RUMMERY_STORE_HARNESS_H
#define RUMMERY_STORE_HARNESS_H

#include "sentences/sentences.h"
#include "store/store.h"

struct store_write write_table(uint64_t table, const char *name);
struct store_write write_entry(uint64_t table, uint32_t seq, const char *line);
struct store_write write_live(uint64_t table, const char *line);
struct store_write write_delete(uint64_t table);
/* Put away, brought back, or the store's own note. */
struct store_write write_move(enum store_write_kind kind, uint64_t table, int64_t at_s,
                              const char *line);

/* What is in the store, as text: `1@100 name; 1.1 by 3@101 [request] line; 1 live line; `.
 * The text belongs to the harness until the next call; NULL if reading fails. */
const char *dump(struct store *store, char problem[STORE_PROBLEM_MAX]);
/* The same, going on where a table is damaged. */
const char *dump_with_damage(struct store *store, char problem[STORE_PROBLEM_MAX]);
/* One table, by its name. */
const char *dump_named(struct store *store, const char *name, char problem[STORE_PROBLEM_MAX]);
const char *dump_log(struct store *store, uint64_t table, char problem[STORE_PROBLEM_MAX]);

#endif
