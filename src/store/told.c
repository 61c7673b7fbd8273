/* told.c - what was acknowledged of each table: eight places for all tables of one hash, of which
 * the one that was told of longest ago makes room. What we have committed and what others say is
 * kept apart, as they may do it in another database than we: a higher entry there is no proof of
 * ours. Nor is a lower one that is told of later a proof that the table was let go on from there,
 * so both are kept. What is true the store says. */
#include "store/told.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, BUCKETS = TOLD_MAX / WAYS };
_Static_assert((BUCKETS & (BUCKETS - 1)) == 0, "a hash is cut by a mask");

struct place {
    uint64_t table;                      /* 0: free */
    struct store_told own, heard, later; /* than the heard one, and lower; table 0: none */
    uint64_t used;                       /* by the count of what was told */
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
        if (places[i].table == table)
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

/* The same one, of which a sum is worth more. */
static bool is_same(const struct store_told *one, const struct store_told *other)
{
    return one->table == other->table && one->seq == other->seq &&
           (one->sum == 0 || other->sum == 0 || one->sum == other->sum);
}

/* Whatever we do comes after a look at what we had done before. */
static void note_own(struct place *place, const struct store_told *one)
{
    if (!is_same(one, &place->own) || place->own.sum == 0)
        place->own = *one;
}

static void note_heard(struct place *place, const struct store_told *one)
{
    const struct store_told *heard = &place->heard, *later = &place->later;
    bool is_known = is_same(one, heard);
    if (one->seq > heard->seq || heard->table == 0) {
        place->heard = *one;
        place->later = (struct store_told){.table = 0};
    } else if (is_known && heard->sum == 0) {
        place->heard = *one;
    } else if (!is_known && one->at_s > heard->at_s &&
               (one->seq > later->seq || one->at_s > later->at_s)) {
        place->later = *one;
    }
}

void told_note(struct told *told, const struct store_told *one, enum told_by by)
{
    pthread_mutex_lock(&told->lock);
    struct place *place = find_place(told, one->table);
    if (place->table != one->table)
        *place = (struct place){.table = one->table};
    bool is_known = is_same(one, &place->own) || is_same(one, &place->heard);
    (by == TOLD_BY_OTHERS ? note_heard : note_own)(place, one);
    place->used = ++told->count;
    if (by == TOLD_BY_COMMIT || (by == TOLD_BY_HOLD && !is_known))
        add_news(told, one);
    pthread_mutex_unlock(&told->lock);
}

void told_drop(struct told *told, uint64_t table)
{
    pthread_mutex_lock(&told->lock);
    struct place *place = find_place(told, table);
    if (place->table == table)
        *place = (struct place){.used = 0};
    pthread_mutex_unlock(&told->lock);
}

struct store_told *told_all(struct told *told, size_t *count)
{
    struct store_told *all = malloc(TOLD_ALL_MAX * sizeof *all);
    *count = 0;
    pthread_mutex_lock(&told->lock);
    for (unsigned i = 0; all != NULL && i < TOLD_MAX; i++) {
        const struct place *place = &told->places[i / WAYS][i % WAYS];
        const struct store_told *kept[] = {&place->own, &place->heard, &place->later};
        for (unsigned k = 0; k < TOLD_WAYS; k++)
            if (place->table != 0 && kept[k]->table != 0)
                all[(*count)++] = *kept[k];
    }
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
