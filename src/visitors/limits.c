/* limits.c - a table of addresses and blocks of them, fixed in size when the server starts: an
 * address has two entries, its own and its block's. They are found by hash chains; those without
 * open connections stand in a list, the longest unused first, and make room in that order. When
 * every entry has open connections, all further addresses share the last entry: they are limited
 * together rather than not at all. */
#include "visitors/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "visitors/bucket.h"
#include "visitors/elsewhere.h"

enum { ENTRIES_MIN = 16384, ENTRIES_SPARE = 2048, NOTHING = -1, TOLD_SHARE = 8 };
static const uint64_t MINUTE_US = 60000000, HOUR_US = 3600000000;
enum bucket {
    BUCKET_REQUESTS, BUCKET_TABLES, BUCKET_FAILURES, BUCKET_PAGE, BUCKET_LOOKS,
    BUCKET_MESSAGES, BUCKET_COUNT
};

/* The two entries an address counts in. */
enum { OWN, BLOCK, WIDTHS };
static const uint32_t times_of[WIDTHS] = {[OWN] = 1, [BLOCK] = BLOCK_TIMES};

struct entry {
    struct address key;
    uint64_t full_at_us[BUCKET_COUNT];
    uint32_t open;
    uint32_t made;         /* tables, which the other servers were not told of */
    int32_t telling_at;    /* among what is worth telling, or NOTHING */
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
    int32_t telling[USAGES_MAX]; /* entries that the other servers are told of */
    int32_t telling_count;
    struct elsewhere elsewhere;
};

/* How long the cost has to wait until there is room for it; 0: it fits now. Time is what is
 * paid with: a bucket that is full again in `room_us` is empty. */
static uint64_t used_us(uint64_t full_at_us, uint64_t now_us)
{
    return full_at_us > now_us ? full_at_us - now_us : 0;
}

static uint64_t wait_us(uint64_t full_at_us, uint64_t cost_us, uint64_t room_us, uint64_t now_us)
{
    uint64_t all_us = used_us(full_at_us, now_us) + cost_us;
    return all_us > room_us ? all_us - room_us : 0;
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
    elsewhere_free(&limits->elsewhere);
    free(limits);
}

const struct limits_config *limits_config(const struct limits *limits)
{
    return &limits->config;
}

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

/* ---- What is worth telling ---- */

static void telling_remove(struct limits *limits, struct entry *entry)
{
    if (entry->telling_at == NOTHING)
        return;
    int32_t last = limits->telling[--limits->telling_count];
    limits->telling[entry->telling_at] = last;
    limits->entries[last].telling_at = entry->telling_at;
    entry->telling_at = NOTHING;
}

/* An address with few connections is none to speak of, and most have few. Where very many are
 * worth telling some are not told. */
static void weigh(struct limits *limits, int32_t at)
{
    struct entry *entry = &limits->entries[at];
    uint64_t most = (uint64_t)limits->config.connections_per_address *
                    times_of[address_key_is_block(&entry->key) ? BLOCK : OWN];
    bool is_worth = entry->made > 0 ||
                    (entry->open > 0 && most != 0 && entry->open >= most / TOLD_SHARE);
    if (at == limits->capacity)
        return;
    if (!is_worth)
        telling_remove(limits, entry);
    else if (entry->telling_at == NOTHING && limits->telling_count < USAGES_MAX) {
        entry->telling_at = limits->telling_count;
        limits->telling[limits->telling_count++] = at;
    }
}

/* The entry of a key, made if need be; it counts as used now. While the shared entry has
 * open connections no new entries are made: each of those connections could belong to the
 * key, and must be closed where it was opened. */
static int32_t find_or_make(struct limits *limits, const struct address *key)
{
    int32_t at = find(limits, key);
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
        telling_remove(limits, &limits->entries[at]);
    } else {
        return limits->capacity;
    }
    int32_t *chain = chain_of(limits, key);
    limits->entries[at] = (struct entry){.key = *key, .telling_at = NOTHING, .next = *chain};
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
    weigh(limits, at);
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
    weigh(limits, at);
    if (entry->open == 0 && at != limits->capacity)
        idle_add(limits, at);
}

/* Whether a key has as many connections as one of its width may, at all servers. */
static bool has_most(const struct limits *limits, const struct address *key, int32_t at,
                     int width)
{
    uint64_t most = (uint64_t)limits->config.connections_per_address * times_of[width];
    uint64_t open = at == NOTHING ? 0 : limits->entries[at].open;
    return most != 0 && open + elsewhere_open(&limits->elsewhere, key) >= most;
}

bool limits_may_open(struct limits *limits, const char *address)
{
    for (int width = OWN; width < WIDTHS; width++) {
        struct address key = address_key(address, width == BLOCK);
        if (has_most(limits, &key, find(limits, &key), width))
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
    for (int width = OWN; width < WIDTHS && address != NULL; width++) {
        struct address key = address_key(address, width == BLOCK);
        int32_t at = find_or_make(limits, &key);
        if (has_most(limits, &key, at, width)) {
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
    for (int width = OWN; width < WIDTHS && address != NULL; width++)
        count_out(limits, address, width);
}

/* From both buckets or from none: then it is told how long to wait. A block pays less for the
 * same, so that it may have more. */
static uint64_t take(struct limits *limits, const char *address, enum bucket bucket,
                     uint64_t cost_us, uint64_t room_us, uint64_t now_ms)
{
    uint64_t *full_at_us[WIDTHS], longest_us = 0, now_us = now_ms * 1000;
    for (int width = OWN; width < WIDTHS; width++) {
        struct address key = address_key(address, width == BLOCK);
        int32_t at = find_or_make(limits, &key);
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

/* What a table costs, and how much an address has for tables; 0: they are free. */
static uint64_t table_cost_us(const struct limits *limits, uint64_t *room_us)
{
    uint32_t per_hour = limits->config.tables_per_hour;
    const struct rate *rate = &limits->config.tables;
    uint64_t cost_us = rate->per_minute == 0 ? 0 : MINUTE_US / rate->per_minute;
    *room_us = per_hour == 0 ? cost_us * rate->burst : HOUR_US;
    return per_hour == 0 ? cost_us : HOUR_US / per_hour;
}

bool limits_take_table(struct limits *limits, const char *address, uint64_t now_ms)
{
    uint64_t room_us, cost_us = table_cost_us(limits, &room_us);
    if (cost_us == 0)
        return true;
    if (take(limits, address, BUCKET_TABLES, cost_us, room_us, now_ms) > 0)
        return false;
    for (int width = OWN; width < WIDTHS; width++) {
        struct address key = address_key(address, width == BLOCK);
        int32_t at = find_or_make(limits, &key);
        limits->entries[at].made++;
        weigh(limits, at);
    }
    return true;
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

/* ---- Several servers ---- */

size_t limits_tell(struct limits *limits, struct usage out[USAGES_MAX])
{
    size_t count = (size_t)limits->telling_count;
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = &limits->entries[limits->telling[i]];
        out[i] = (struct usage){entry->key, entry->open, entry->made};
    }
    for (size_t i = count; i-- > 0;) { /* who is not worth it any more leaves its place */
        limits->entries[limits->telling[i]].made = 0;
        weigh(limits, limits->telling[i]);
    }
    return count;
}

/* A table made elsewhere is paid for here, down to nothing but no further: what is paid comes
 * back with time, whatever becomes of the other server. */
static void pay_told(struct limits *limits, const struct usage *usage, uint64_t now_ms)
{
    uint64_t room_us, cost_us = table_cost_us(limits, &room_us), now_us = now_ms * 1000;
    int width = address_key_is_block(&usage->key) ? BLOCK : OWN;
    if (cost_us == 0 || usage->made == 0)
        return;
    int32_t at = find_or_make(limits, &usage->key);
    uint64_t *full_at_us = &limits->entries[at].full_at_us[BUCKET_TABLES];
    uint64_t all_us = used_us(*full_at_us, now_us) + usage->made * (cost_us / times_of[width]);
    *full_at_us = now_us + (all_us < room_us ? all_us : room_us);
}

void limits_told(struct limits *limits, uint64_t server, const struct usage *usages,
                 size_t count, uint64_t now_ms)
{
    if (!elsewhere_set(&limits->elsewhere, server, usages, count))
        return;
    for (size_t i = 0; i < count; i++)
        pay_told(limits, &usages[i], now_ms);
}
