/* told.h - what was acknowledged of each table, as far as this process knows: the last entry that
 * was committed by us or by another server that told us (over a link), for some thousand tables. A
 * store that does not have it any more has gone back, and these tables are known by that, whoever
 * had acknowledged them (decision 055). Several threads may use it. */
#ifndef RUMMERY_TOLD_H
#define RUMMERY_TOLD_H

#include "store/store.h"

enum {
    TOLD_MAX = 16384,    /* tables; those that were told of longest ago are forgotten first */
    TOLD_WAYS = 3,       /* by which an entry of a table may be known */
    TOLD_ALL_MAX = TOLD_MAX * TOLD_WAYS,
    TOLD_NEWS_MAX = 4096 /* that wait to be told to others; what is older is not told */
};

struct told;

/* By whom: others, over a link; us, who have committed it; us, who have told it to a visitor, which
 * who has committed it may not have heard. The others are told both, the last if it is news. */
enum told_by { TOLD_BY_OTHERS, TOLD_BY_COMMIT, TOLD_BY_HOLD };

struct told *told_new(void); /* NULL if there is no memory */
void told_free(struct told *told);
/* Which store we see, and which others do. Superseded: theirs is the same one, promoted later. What
 * we see is what it was before that, and nobody should write to it. */
void told_set_generation(struct told *told, const struct store_generation *own);
void told_hear_generation(struct told *told, const struct store_generation *theirs);
bool told_is_superseded(struct told *told, uint32_t *timeline);
struct store_generation told_generation(struct told *told);
/* Of what others say the highest is kept, and a lower one that is told of later beside it. */
void told_note(struct told *told, const struct store_told *one, enum told_by by);
/* The table is deleted, or it is known that entries of it are missing. */
void told_drop(struct told *told, uint64_t table);
/* All there is, up to three of a table, into an array that the caller frees; NULL if there is none,
 * or no memory. */
struct store_told *told_all(struct told *told, size_t *count);
/* What others are to be told, once. */
size_t told_news(struct told *told, struct store_told *out, size_t most);

#endif
