/* limits.c - a table of addresses, fixed in size when the server starts. Entries are found by
 * hash chains; those without open connections stand in a list, the longest unused first, and
 * make room in that order. When every entry has open connections, all further addresses share
 * the last entry: they are limited together rather than not at all. */
#include "server/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/address.h"
#include "server/bucket.h"

enum { ENTRIES_MIN = 8192, ENTRIES_SPARE = 1024, IPV6_NETWORK_SIZE = 8, NOTHING = -1 };
static const uint64_t MINUTE_US = 60000000, HOUR_US = 3600000000;
enum bucket {
    BUCKET_REQUESTS, BUCKET_TABLES, BUCKET_FAILURES, BUCKET_PAGE, BUCKET_LOOKS, BUCKET_COUNT
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

static bool take_step(uint64_t *full_at_us, uint64_t step_us, uint32_t burst, uint64_t now_ms)
{
    uint64_t now_us = now_ms * 1000;
    uint64_t full_at = *full_at_us > now_us ? *full_at_us : now_us;
    if (full_at + step_us - now_us > step_us * burst)
        return false;
    *full_at_us = full_at + step_us;
    return true;
}

bool bucket_take(uint64_t *full_at_us, const struct rate *rate, uint64_t now_ms)
{
    if (rate->per_minute == 0)
        return true;
    return take_step(full_at_us, MINUTE_US / rate->per_minute, rate->burst, now_ms);
}

struct limits *limits_new(const struct limits_config *config)
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (limits == NULL)
        return NULL;
    assert(config->connections < INT32_MAX - ENTRIES_SPARE);
    int32_t wanted = (int32_t)config->connections + ENTRIES_SPARE;
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

/* Whoever owns an IPv6 network of 64 bits has all its addresses. What is no address at all
 * shares the key of zeros. */
static struct address key_of(const char *address)
{
    struct address key;
    if (!address_read(address, &key))
        memset(&key, 0, sizeof key);
    if (!address_is_ipv4(&key))
        memset(&key.bytes[IPV6_NETWORK_SIZE], 0, ADDRESS_SIZE - IPV6_NETWORK_SIZE);
    return key;
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

/* The entry of an address, made if need be; it counts as used now. While the shared entry has
 * open connections no new entries are made: each of those connections could belong to the
 * address, and must be closed where it was opened. */
static int32_t find_or_make(struct limits *limits, const char *address)
{
    struct address key = key_of(address);
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

bool limits_open(struct limits *limits, const char *address, uint64_t now_ms)
{
    (void)now_ms;
    const struct limits_config *config = &limits->config;
    if (config->connections != 0 && limits->open >= config->connections)
        return false;
    int32_t at = find_or_make(limits, address);
    struct entry *entry = &limits->entries[at];
    if (config->connections_per_address != 0 && entry->open >= config->connections_per_address)
        return false;
    if (entry->open == 0 && at != limits->capacity)
        idle_remove(limits, at);
    entry->open++;
    limits->open++;
    return true;
}

void limits_close(struct limits *limits, const char *address)
{
    struct address key = key_of(address);
    int32_t at = find(limits, &key);
    if (at == NOTHING)
        at = limits->capacity;
    struct entry *entry = &limits->entries[at];
    assert(entry->open > 0 && limits->open > 0);
    entry->open--;
    limits->open--;
    if (entry->open == 0 && at != limits->capacity)
        idle_add(limits, at);
}

static bool take(struct limits *limits, const char *address, enum bucket bucket,
                 const struct rate *rate, uint64_t now_ms)
{
    struct entry *entry = &limits->entries[find_or_make(limits, address)];
    return bucket_take(&entry->full_at_us[bucket], rate, now_ms);
}

bool limits_take_request(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take(limits, address, BUCKET_REQUESTS, &limits->config.requests, now_ms);
}

bool limits_take_table(struct limits *limits, const char *address, uint64_t now_ms)
{
    uint32_t per_hour = limits->config.tables_per_hour;
    if (per_hour == 0)
        return take(limits, address, BUCKET_TABLES, &limits->config.tables, now_ms);
    struct entry *entry = &limits->entries[find_or_make(limits, address)];
    return take_step(&entry->full_at_us[BUCKET_TABLES], HOUR_US / per_hour, per_hour, now_ms);
}

bool limits_take_failure(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take(limits, address, BUCKET_FAILURES, &limits->config.failures, now_ms);
}

bool limits_take_look(struct limits *limits, const char *address, uint64_t now_ms)
{
    return take(limits, address, BUCKET_LOOKS, &limits->config.looks, now_ms);
}

bool limits_take_page(struct limits *limits, const char *address, size_t size, uint64_t now_ms,
                      uint32_t *wait_s)
{
    const struct rate *rate = &limits->config.page_kib;
    uint64_t now_us = now_ms * 1000, kib = size / 1024 + 1;
    if (rate->per_minute == 0)
        return true;
    struct entry *entry = &limits->entries[find_or_make(limits, address)];
    uint64_t *full_at_us = &entry->full_at_us[BUCKET_PAGE];
    uint64_t step_us = MINUTE_US / rate->per_minute, room_us = step_us * rate->burst;
    /* the largest file costs all there is, or nobody would ever get it */
    uint64_t cost_us = kib < rate->burst ? step_us * kib : room_us;
    uint64_t used_us = *full_at_us > now_us ? *full_at_us - now_us : 0;
    if (used_us + cost_us > room_us) {
        *wait_s = (uint32_t)((used_us + cost_us - room_us) / 1000000 + 1);
        return false;
    }
    *full_at_us = now_us + used_us + cost_us;
    return true;
}
