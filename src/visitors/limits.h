/* limits.h - how much one address, and the block of addresses around it, may do: open
 * connections, requests and messages, tables made. A fixed number of addresses is remembered;
 * those that did nothing for long make room. Servers that share a store tell each other what
 * addresses use: connections and tables hold for all of them together, roughly. */
#ifndef RUMMERY_LIMITS_H
#define RUMMERY_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "visitors/address.h"

/* A bucket fills at `per_minute` and holds at most `burst`; 0 per minute is no limit. */
struct rate {
    uint32_t per_minute;
    uint32_t burst;
};

/* A block of addresses may do so many times what one of them may. */
enum { BLOCK_TIMES = 4 };

/* 0 connections is no limit either. */
struct limits_config {
    uint32_t connections;             /* open at once, all together */
    uint32_t connections_per_address;
    struct rate requests;             /* HTTP, per address */
    struct rate messages;             /* WebSocket, per connection ... */
    struct rate address_messages;     /* ... and per address */
    struct rate tables;               /* tables made, per address ... */
    uint32_t tables_per_hour;         /* ... or, if not 0, so many, and at once as well */
    struct rate failures;             /* wrong keys and invitations, per address */
    struct rate changes;              /* entries that are no moves, per key; a table: twice */
    struct rate page_kib;             /* of the page's files, in KiB, per address */
    struct rate looks;                /* at /healthz and /metrics, per address */
};

struct limits;

struct limits *limits_new(const struct limits_config *config);
void limits_free(struct limits *limits);
const struct limits_config *limits_config(const struct limits *limits);

/* An IPv4 address counts for itself and in its /24, an IPv6 address by its /64 and in its
 * /48. NULL: it counts where it came in, and takes no more than a place here. */
bool limits_open(struct limits *limits, const char *address, uint64_t now_ms);
void limits_close(struct limits *limits, const char *address);
/* Whether the address and its block have fewer than they may, full or not. */
bool limits_may_open(struct limits *limits, const char *address);
/* Whether all places of the server are taken, or nine tenths of them. */
bool limits_are_full(const struct limits *limits);
bool limits_are_short(const struct limits *limits);
/* Each takes one from the bucket; false if it is empty. */
bool limits_take_request(struct limits *limits, const char *address, uint64_t now_ms);
bool limits_take_table(struct limits *limits, const char *address, uint64_t now_ms);
bool limits_take_failure(struct limits *limits, const char *address, uint64_t now_ms);
bool limits_take_message(struct limits *limits, const char *address, uint64_t now_ms);
bool limits_take_look(struct limits *limits, const char *address, uint64_t now_ms);
/* A file of the page, which costs its size and never less than 1 KiB; if false, `wait_s` is when
 * there will be room for it. */
bool limits_take_page(struct limits *limits, const char *address, size_t size, uint64_t now_ms,
                      uint32_t *wait_s);

/* What one address or block has at one server. */
struct usage {
    struct address key; /* address_key() */
    uint32_t open;      /* connections, if they are an eighth of what it may have, or more */
    uint32_t made;      /* tables, since it was last told */
};
enum { USAGES_MAX = 1024, USAGE_SERVERS_MAX = 40 };

/* What is worth telling the others, at most USAGES_MAX; how many there are. */
size_t limits_tell(struct limits *limits, struct usage out[USAGES_MAX]);
/* What a server tells, instead of what it told before; nothing when it is gone. Beyond
 * USAGE_SERVERS_MAX nobody is listened to. */
void limits_told(struct limits *limits, uint64_t server, const struct usage *usages,
                 size_t count, uint64_t now_ms);

#endif
