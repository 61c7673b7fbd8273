/* record.h - the record of a match, made from the log of its table: the rounds that are over,
 * each with the line that lets anybody check its shuffle. Made off the loop, where time and
 * disk may be taken. */
#ifndef RUMMERY_RECORD_H
#define RUMMERY_RECORD_H

#include "store/store.h"
#include "wire/writer.h"

/* More than a full log of the longest lines. */
enum { RECORD_MAX = 16 << 20 };

/* Reads the log and plays it once more. `text` is what came out, `seq` the last entry that was
 * read. False if the log cannot be read, or has no such match. */
bool record_make(struct store *store, uint64_t table, uint32_t match_number,
                 struct writer *text, uint32_t *seq);

#endif
