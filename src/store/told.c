/* told.c - what was acknowledged of each table: eight places for all tables of one hash, of which
 * the one that was told of longest ago makes room. */
#include "store/told.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, BUCKETS = TOLD_MAX / WAYS };
_Static_assert((BUCKETS & (BUCKETS - 1)) == 0, "a hash is cut by a mask");

struct place {
    struct store_told told; /* table 0: free */
    uint64_t used;          /* by the count of what was told */
};

struct told {
    pthread_mutex_t lock;
    uint64_t count;
    struct place places[BUCKETS][WAYS];
    struct store_told news[TOLD_NEWS_MAX]; /* a ring */
    size_t news_at, news_count;
    struct store_generation own, seen;
};

struct told *told_new(void)
{
    struct told *told = calloc(1, sizeof *told);
    if (told != NULL)
        pthread_mutex_init(&told->lock, NULL);
    return told;
}

void told_free(struct told *told)
{
    if (told == NULL)
        return;
    pthread_mutex_destroy(&told->lock);
    free(told);
}

/* The table's place, or the one that it would have. */
static struct place *find_place(struct told *told, uint64_t table)
{
    struct place *places =
        told->places[table * 0x9e3779b97f4a7c15U >> 40 & (BUCKETS - 1)], *oldest = places;
    for (unsigned i = 0; i < WAYS; i++) {
        if (places[i].told.table == table)
            return &places[i];
        if (places[i].used < oldest->used)
            oldest = &places[i];
    }
    return oldest;
}

static void add_news(struct told *told, const struct store_told *one)
{
    size_t last = (told->news_at + told->news_count - 1) % TOLD_NEWS_MAX;
    if (told->news_count > 0 && told->news[last].table == one->table) {
        told->news[last] = *one;
        return;
    }
    told->news[(told->news_at + told->news_count) % TOLD_NEWS_MAX] = *one;
    if (told->news_count < TOLD_NEWS_MAX)
        told->news_count++;
    else
        told->news_at = (told->news_at + 1) % TOLD_NEWS_MAX;
}

void told_note(struct told *told, const struct store_told *one, bool is_own)
{
    pthread_mutex_lock(&told->lock);
    struct place *place = find_place(told, one->table);
    bool is_known = place->told.table == one->table;
    /* a lower entry that is told of later is of a table that was let go on from there; of the same
     * one a sum is worth more */
    if (!is_known || one->seq > place->told.seq || one->at_s > place->told.at_s ||
        (one->seq == place->told.seq && place->told.sum == 0))
        place->told = *one;
    place->used = ++told->count;
    if (is_own)
        add_news(told, one);
    pthread_mutex_unlock(&told->lock);
}

void told_drop(struct told *told, uint64_t table)
{
    pthread_mutex_lock(&told->lock);
    struct place *place = find_place(told, table);
    if (place->told.table == table)
        *place = (struct place){.used = 0};
    pthread_mutex_unlock(&told->lock);
}

struct store_told *told_all(struct told *told, size_t *count)
{
    struct store_told *all = malloc(TOLD_MAX * sizeof *all);
    *count = 0;
    pthread_mutex_lock(&told->lock);
    for (unsigned i = 0; all != NULL && i < TOLD_MAX; i++)
        if (told->places[i / WAYS][i % WAYS].told.table != 0)
            all[(*count)++] = told->places[i / WAYS][i % WAYS].told;
    pthread_mutex_unlock(&told->lock);
    if (*count > 0)
        return all;
    free(all);
    return NULL;
}

size_t told_news(struct told *told, struct store_told *out, size_t most)
{
    size_t count = 0;
    pthread_mutex_lock(&told->lock);
    while (count < most && told->news_count > 0) {
        out[count++] = told->news[told->news_at];
        told->news_at = (told->news_at + 1) % TOLD_NEWS_MAX;
        told->news_count--;
    }
    pthread_mutex_unlock(&told->lock);
    return count;
}

/* ---- Generations ---- */

void told_set_generation(struct told *told, const struct store_generation *own)
{
    pthread_mutex_lock(&told->lock);
    told->own = *own;
    pthread_mutex_unlock(&told->lock);
}

void told_hear_generation(struct told *told, const struct store_generation *theirs)
{
    pthread_mutex_lock(&told->lock);
    bool is_known = theirs->system != 0; /* not so to who may not ask for it */
    if (is_known &&
        (theirs->system != told->seen.system || theirs->timeline > told->seen.timeline))
        told->seen = *theirs;
    pthread_mutex_unlock(&told->lock);
}

bool told_is_superseded(struct told *told, uint32_t *timeline)
{
    pthread_mutex_lock(&told->lock);
    bool is_so = told->own.system != 0 && told->own.system == told->seen.system &&
                 told->own.timeline < told->seen.timeline;
    *timeline = told->seen.timeline;
    pthread_mutex_unlock(&told->lock);
    return is_so;
}

struct store_generation told_generation(struct told *told)
{
    pthread_mutex_lock(&told->lock);
    struct store_generation own = told->own;
    pthread_mutex_unlock(&told->lock);
    return own;
}
