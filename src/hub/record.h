/* record.h - what is made from the log of a table, off the loop, where time and disk may be
 * taken: the record of a match, which is its rounds that are over, each with the line that lets
 * anybody check its shuffle; and the table itself, as it once lay. */
#ifndef RUMMERY_RECORD_H
#define RUMMERY_RECORD_H

#include "store/store.h"
#include "wire/writer.h"

struct room;

/* More than a full log of the longest lines. */
enum { RECORD_MAX = 16 << 20 };

/* Reads the log and plays it once more. `text` is what came out, `seq` the last entry that was
 * read. False if the log cannot be read, or has no such match. */
bool record_make(struct store *store, uint64_t table, uint32_t match_number,
                 struct writer *text, uint32_t *seq);

/* The table after that entry, without its name; NULL if the log cannot be read. */
struct room *record_table(struct store *store, uint64_t table, uint32_t until);

#endif
