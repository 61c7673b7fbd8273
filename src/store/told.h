/* told.h - what was acknowledged of each table, as far as this process knows: the last entry that
 * was committed by us or by another server that told us (over a link), for some thousand tables. A
 * store that does not have it any more has gone back, and these tables are known by that, whoever
 * had acknowledged them (decision 055). Several threads may use it. */
#ifndef RUMMERY_TOLD_H
#define RUMMERY_TOLD_H

#include "store/store.h"

enum {
    TOLD_MAX = 16384,    /* tables; those that were told of longest ago are forgotten first */
    TOLD_NEWS_MAX = 4096 /* that wait to be told to others; what is older is not told */
};

struct told;

struct told *told_new(void); /* NULL if there is no memory */
void told_free(struct told *told);
/* Which store we see, and which others do. Superseded: theirs is the same one, promoted later. What
 * we see is what it was before that, and nobody should write to it. */
void told_set_generation(struct told *told, const struct store_generation *own);
void told_hear_generation(struct told *told, const struct store_generation *theirs);
bool told_is_superseded(struct told *told, uint32_t *timeline);
struct store_generation told_generation(struct told *told);
/* `is_own`: others are to be told. A lower entry changes nothing, unless it is told of later: then
 * the table was let go on from what there was. */
void told_note(struct told *told, const struct store_told *one, bool is_own);
/* The table is deleted, or it is known that entries of it are missing. */
void told_drop(struct told *told, uint64_t table);
/* All there is, into an array that the caller frees; NULL if there is none, or no memory. */
struct store_told *told_all(struct told *told, size_t *count);
/* What others are to be told, once. */
size_t told_news(struct told *told, struct store_told *out, size_t most);

#endif
