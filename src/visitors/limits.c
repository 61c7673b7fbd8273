/* limits.c - a table of addresses and blocks of them, fixed in size when the server starts: an
 * address has two entries, its own and its block's. They are found by hash chains; those without
 * open connections stand in a list, the longest unused first, and make room in that order. When
 * every entry has open connections, all further addresses share the last entry: they are limited
 * together rather than not at all. */
#include "visitors/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "visitors/address.h"
#include "visitors/bucket.h"

enum { ENTRIES_MIN = 16384, ENTRIES_SPARE = 2048, NOTHING = -1 };
static const uint64_t MINUTE_US = 60000000, HOUR_US = 3600000000;
enum bucket {
    BUCKET_REQUESTS, BUCKET_TABLES, BUCKET_FAILURES, BUCKET_PAGE, BUCKET_LOOKS,
    BUCKET_MESSAGES, BUCKET_COUNT
};

struct entry {
    struct address key;
    uint64_t full_at_us[BUCKET_COUNT];
    uint32_t open;
    int32_t next;          /* in the chain of its hash */
    int32_t older, newer;  /* among those without open connections */
};

struct limits {
    struct limits_config config;
    struct entry *entries; /* `capacity`, and the shared one after them */
    int32_t *chains;       /* as many as entries */
    int32_t capacity, count;
    int32_t oldest, newest;
    uint32_t open;
};

/* How long the cost has to wait until there is room for it; 0: it fits now. Time is what is
 * paid with: a bucket that is full again in `room_us` is empty. */
static uint64_t wait_us(uint64_t full_at_us, uint64_t cost_us, uint64_t room_us, uint64_t now_us)
{
    uint64_t used_us = full_at_us > now_us ? full_at_us - now_us : 0;
    return used_us + cost_us > room_us ? used_us + cost_us - room_us : 0;
}

static void pay(uint64_t *full_at_us, uint64_t cost_us, uint64_t now_us)
{
    *full_at_us = (*full_at_us > now_us ? *full_at_us : now_us) + cost_us;
}

bool bucket_take(uint64_t *full_at_us, const struct rate *rate, uint64_t now_ms)
{
    if (rate->per_minute == 0)
        return true;
    uint64_t step_us = MINUTE_US / rate->per_minute, now_us = now_ms * 1000;
    if (wait_us(*full_at_us, step_us, step_us * rate->burst, now_us) > 0)
        return false;
    pay(full_at_us, step_us, now_us);
    return true;
}

struct limits *limits_new(const struct limits_config *config)
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (limits == NULL)
        return NULL;
    assert(config->connections < (INT32_MAX - ENTRIES_SPARE) / 2);
    int32_t wanted = 2 * (int32_t)config->connections + ENTRIES_SPARE;
    limits->config = *config;
    limits->capacity = wanted < ENTRIES_MIN ? ENTRIES_MIN : wanted;
    limits->oldest = limits->newest = NOTHING;
    limits->entries = calloc((size_t)limits->capacity + 1, sizeof *limits->entries);
    limits->chains = calloc((size_t)limits->capacity, sizeof *limits->chains);
    if (limits->entries == NULL || limits->chains == NULL) {
        limits_free(limits);
        return NULL;
    }
    for (int32_t i = 0; i < limits->capacity; i++)
        limits->chains[i] = NOTHING;
    return limits;
}

void limits_free(struct limits *limits)
{
    if (limits == NULL)
        return;
    free(limits->entries);
    free(limits->chains);
    free(limits);
}

const struct limits_config *limits_config(const struct limits *limits)
{
    return &limits->config;
}

/* The two entries an address counts in. */
enum { OWN, BLOCK, WIDTHS };
static const uint32_t times_of[WIDTHS] = {[OWN] = 1, [BLOCK] = BLOCK_TIMES};

/* Where the table lies in memory is not known outside: visitors cannot aim for one chain. */
static int32_t *chain_of(struct limits *limits, const struct address *key)
{
    uint64_t halves[2], hash = (uint64_t)(uintptr_t)limits->entries;
    memcpy(halves, key->bytes, sizeof halves);
    for (int i = 0; i < 2; i++) {
        hash = (hash ^ halves[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return &limits->chains[hash % (uint64_t)limits->capacity];
}

static void idle_remove(struct limits *limits, int32_t at)
{
    struct entry *entry = &limits->entries[at];
    int32_t *before = entry->older == NOTHING ? &limits->oldest
                                              : &limits->entries[entry->older].newer;
    int32_t *after = entry->newer == NOTHING ? &limits->newest
                                             : &limits->entries[entry->newer].older;
    *before = entry->newer;
    *after = entry->older;
}

static void idle_add(struct limits *limits, int32_t at)
{
    struct entry *entry = &limits->entries[at];
    entry->older = limits->newest;
    entry->newer = NOTHING;
    if (limits->newest == NOTHING)
        limits->oldest = at;
    else
        limits->entries[limits->newest].newer = at;
    limits->newest = at;
}

static void chain_remove(struct limits *limits, int32_t at)
{
    int32_t *link = chain_of(limits, &limits->entries[at].key);
    while (*link != at)
        link = &limits->entries[*link].next;
    *link = limits->entries[at].next;
}

static int32_t find(struct limits *limits, const struct address *key)
{
    int32_t at = *chain_of(limits, key);
    while (at != NOTHING && memcmp(&limits->entries[at].key, key, sizeof *key) != 0)
        at = limits->entries[at].next;
    return at;
}

/* The entry of a key, made if need be; it counts as used now. While the shared entry has
 * open connections no new entries are made: each of those connections could belong to the
 * key, and must be closed where it was opened. */
static int32_t find_or_make(struct limits *limits, const char *address, int width)
{
    struct address key = address_key(address, width == BLOCK);
    int32_t at = find(limits, &key);
    if (at != NOTHING) {
        if (limits->entries[at].open == 0) {
            idle_remove(limits, at);
            idle_add(limits, at);
        }
        return at;
    }
    if (limits->entries[limits->capacity].open > 0)
        return limits->capacity;
    if (limits->count < limits->capacity) {
        at = limits->count++;
    } else if (limits->oldest != NOTHING) {
        at = limits->oldest;
        idle_remove(limits, at);
        chain_remove(limits, at);
    } else {
        return limits->capacity;
    }
    int32_t *chain = chain_of(limits, &key);
    limits->entries[at] = (struct entry){.key = key, .next = *chain};
    *chain = at;
    idle_add(limits, at);
    return at;
}

bool limits_are_full(const struct limits *limits)
{
    return limits->config.connections != 0 && limits->open >= limits->config.connections;
}

bool limits_are_short(const struct limits *limits)
{
    return limits->config.connections != 0 &&
           (uint64_t)limits->open * 10 >= (uint64_t)limits->config.connections * 9;
}

static void count_in(struct limits *limits, int32_t at)
{
    struct entry *entry = &limits->entries[at];
    if (entry->open == 0 && at != limits->capacity)
        idle_remove(limits, at);
    entry->open++;
}

static void count_out(struct limits *limits, const char *address, int width)
{
    struct address key = address_key(address, width == BLOCK);
    int32_t at = find(limits, &key);
    if (at == NOTHING)
        at = limits->capacity;
    struct entry *entry = &limits->entries[at];
    assert(entry->open > 0);
    entry->open--;
    if (entry->open == 0 && at != limits->capacity)
        idle_add(limits, at);
}

/* Whether an entry has as many connections as one of its width may. */
static bool has_most(const struct limits *limits, int32_t at, int width)
{
    uint64_t most = (uint64_t)limits->config.connections_per_address * times_of[width];
    return most != 0 && limits->entries[at].open >= most;
}

bool limits_may_open(struct limits *limits, const char *address)
{
    for (int width = OWN; width < WIDTHS; width++) {
        struct address key = address_key(address, width == BLOCK);
        int32_t at = find(limits, &key);
        if (at != NOTHING && has_most(limits, at, width))
            return false;
    }
    return true;
}

/* The address is counted before its block is looked for, which could take its place. */
bool limits_open(struct limits *limits, const char *address, uint64_t now_ms)
{
    (void)now_ms;
    if (limits_are_full(limits))
        return false;
    for (int width = OWN; width < WIDTHS; width++) {
        int32_t at = find_or_make(limits, address, width);
        if (has_most(limits, at, width)) {
            if (width == BLOCK)
                count_out(limits, address, OWN);
            return false;
        }
        count_in(limits, at);
    }
    limits->open++;
    return true;
}

void limits_close(struct limits *limits, const char *address)
{
    assert(limits->open > 0);
    limits->open--;
    count_out(limits, address, OWN);
    count_out(limits, address, BLOCK);
}

/* From both buckets or from none: then it is told how long to wait. A block pays less for the
 * same, so that it may have more. */
static uint64_t take(struct limits *limits, const char *address, enum bucket bucket,
                     uint64_t cost_us, uint64_t room_us, uint64_t now_ms)
{
    uint64_t *full_at_us[WIDTHS], longest_us = 0, now_us = now_ms * 1000;
    for (int width = OWN; width < WIDTHS; width++) {
        int32_t at = find_or_make(limits, address, width);
        full_at_us[width] = &limits->entries[at].full_at_us[bucket];
        uint64_t us = wait_us(*full_at_us[width], cost_us / times_of[width], room_us, now_us);
        longest_us = us > longest_us ? us : longest_us;
    }
    for (int width = OWN; width < WIDTHS && longest_us == 0; width++)
        pay(full_at_us[width], cost_us / times_of[width], now_us);
    return longest_us;
}

static bool take_rate(struct limits *limits, const char *address, enum bucket bucket,
                      const struct rate *rate, uint64_t now_ms)
{
    if (rate->per_minute == 0)
        return true;
    uint64_t step_us = MINUTE_US / rate->per_minute;
    return take(limits, address, bucket, step_us, step_us * rate->burst, now_ms) == 0;
}

bool limits_take_request(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take_rate(limits, address, BUCKET_REQUESTS, &limits->config.requests, now_ms);
}

bool limits_take_table(struct limits *limits, const char *address, uint64_t now_ms)
{
    uint32_t per_hour = limits->config.tables_per_hour;
    if (per_hour == 0)
        return take_rate(limits, address, BUCKET_TABLES, &limits->config.tables, now_ms);
    return take(limits, address, BUCKET_TABLES, HOUR_US / per_hour, HOUR_US, now_ms) == 0;
}

bool limits_take_failure(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take_rate(limits, address, BUCKET_FAILURES, &limits->config.failures, now_ms);
}

bool limits_take_message(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take_rate(limits, address, BUCKET_MESSAGES, &limits->config.address_messages, now_ms);
}

bool limits_take_look(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take_rate(limits, address, BUCKET_LOOKS, &limits->config.looks, now_ms);
}

bool limits_take_page(struct limits *limits, const char *address, size_t size, uint64_t now_ms,
                      uint32_t *wait_s)
{
    const struct rate *rate = &limits->config.page_kib;
    uint64_t kib = size / 1024 + 1;
    if (rate->per_minute == 0)
        return true;
    uint64_t step_us = MINUTE_US / rate->per_minute, room_us = step_us * rate->burst;
    /* the largest file costs all there is, or nobody would ever get it */
    uint64_t cost_us = kib < rate->burst ? step_us * kib : room_us;
    uint64_t longest_us = take(limits, address, BUCKET_PAGE, cost_us, room_us, now_ms);
    *wait_s = (uint32_t)(longest_us / 1000000 + 1);
    return longest_us == 0;
}
