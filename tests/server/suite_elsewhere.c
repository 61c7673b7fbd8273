/* suite_elsewhere.c - limits of an address that hold for several servers together: what one tells
 * counts at the others, and no longer than it is told. */
#include <stdio.h>
#include <string.h>

#include "connection_harness.h"

enum { SERVERS = 3, MANY = 3000, HOUR_MS = 3600000 };

struct fleet {
    struct limits *limits[SERVERS];
};

static struct fleet fleet_new(uint32_t connections, uint32_t tables)
{
    struct limits_config config = open_limits();
    struct fleet fleet;
    config.connections_per_address = connections;
    config.tables_per_hour = tables;
    for (unsigned i = 0; i < SERVERS; i++)
        fleet.limits[i] = limits_new(&config);
    return fleet;
}

static void fleet_free(struct fleet *fleet)
{
    for (unsigned i = 0; i < SERVERS; i++)
        limits_free(fleet->limits[i]);
}

/* Each tells all others, once. */
static void tell_all(struct fleet *fleet, uint64_t now_ms)
{
    static struct usage usages[USAGES_MAX];
    for (unsigned from = 0; from < SERVERS; from++) {
        size_t count = limits_tell(fleet->limits[from], usages);
        for (unsigned to = 0; to < SERVERS; to++)
            if (to != from)
                limits_told(fleet->limits[to], 1 + from, usages, count, now_ms);
    }
}

static unsigned open_at(struct limits *limits, const char *address, unsigned most)
{
    unsigned open = 0;
    while (open < most && limits_open(limits, address, 0))
        open++;
    return open;
}

static unsigned make_at(struct limits *limits, const char *address, uint64_t now_ms)
{
    unsigned made = 0;
    while (made < 1000 && limits_take_table(limits, address, now_ms))
        made++;
    return made;
}

static void test_open(void)
{
    struct fleet fleet = fleet_new(16, 0);
    test_begin("an address has as many connections at all servers together as at one");
    CHECK(open_at(fleet.limits[0], "192.0.2.1", 8) == 8);
    CHECK(open_at(fleet.limits[1], "192.0.2.1", 6) == 6);
    tell_all(&fleet, 0);
    CHECK(limits_may_open(fleet.limits[2], "192.0.2.1"));
    CHECK(open_at(fleet.limits[2], "192.0.2.1", 100) == 2);
    CHECK(!limits_may_open(fleet.limits[2], "192.0.2.1"));
    tell_all(&fleet, 0);
    CHECK(open_at(fleet.limits[0], "192.0.2.1", 100) == 0);
    CHECK(open_at(fleet.limits[0], "192.0.2.2", 100) == 16);
    test_begin("what was closed elsewhere may be opened here when that is told");
    for (unsigned i = 0; i < 5; i++)
        limits_close(fleet.limits[1], "192.0.2.1");
    CHECK(open_at(fleet.limits[0], "192.0.2.1", 100) == 0);
    tell_all(&fleet, 0);
    CHECK(open_at(fleet.limits[0], "192.0.2.1", 100) == 6); /* the one is not worth telling */
    test_begin("what a server told is forgotten when it is gone");
    limits_told(fleet.limits[2], 1, NULL, 0, 0);
    CHECK(open_at(fleet.limits[2], "192.0.2.1", 100) == 14);
    fleet_free(&fleet);
}

static void test_blocks(void)
{
    struct fleet fleet = fleet_new(16, 10);
    char address[ADDRESS_MAX];
    test_begin("so has a block, though none of its addresses is worth telling");
    for (unsigned i = 0; i < 20; i++) {
        snprintf(address, sizeof address, "192.0.2.%u", i);
        CHECK(limits_open(fleet.limits[i % 2], address, 0));
    }
    tell_all(&fleet, 0);
    unsigned open = 0;
    for (unsigned i = 20; i < 120; i++) {
        snprintf(address, sizeof address, "192.0.2.%u", i);
        open += limits_open(fleet.limits[2], address, 0);
    }
    CHECK(open == 16 * BLOCK_TIMES - 20);
    test_begin("and a block makes as many tables");
    unsigned made = 0;
    for (unsigned i = 0; i < 200; i++) {
        snprintf(address, sizeof address, "192.0.2.%u", i);
        made += limits_take_table(fleet.limits[i % SERVERS], address, 0);
        tell_all(&fleet, 0);
    }
    CHECK(made == 10 * BLOCK_TIMES);
    fleet_free(&fleet);
}

static void test_tables(void)
{
    struct fleet fleet = fleet_new(0, 12);
    test_begin("tables made at one server count at all, and each of them once");
    for (unsigned i = 0; i < 9; i++)
        CHECK(limits_take_table(fleet.limits[i % SERVERS], "2001:db8::1", 0));
    tell_all(&fleet, 0);
    tell_all(&fleet, 0);
    CHECK(make_at(fleet.limits[1], "2001:db8::2", 0) == 3);
    CHECK(make_at(fleet.limits[1], "2001:db8:1::1", 0) == 12);
    tell_all(&fleet, 0);
    CHECK(make_at(fleet.limits[0], "2001:db8::1", 0) == 0);
    CHECK(make_at(fleet.limits[2], "2001:db8::1", 0) == 0);
    test_begin("and the time that brings one back brings it to all together");
    uint64_t step_ms = HOUR_MS / 12;
    CHECK(make_at(fleet.limits[0], "2001:db8::1", 2 * step_ms) == 2);
    tell_all(&fleet, 2 * step_ms);
    CHECK(make_at(fleet.limits[2], "2001:db8::1", 2 * step_ms) == 0);
    test_begin("all at once at all servers owe no more than one bucket");
    struct fleet greedy = fleet_new(0, 12);
    for (unsigned i = 0; i < SERVERS; i++)
        CHECK(make_at(greedy.limits[i], "192.0.2.1", 0) == 12);
    tell_all(&greedy, 0);
    CHECK(make_at(greedy.limits[0], "192.0.2.1", step_ms) == 1);
    fleet_free(&greedy);
    fleet_free(&fleet);
}

static void test_bounds(void)
{
    static struct usage usages[USAGES_MAX + 1];
    struct fleet fleet = fleet_new(2, 5);
    char address[ADDRESS_MAX];
    test_begin("of very many addresses some are told, and all are limited where they are");
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(address, sizeof address, "10.%u.%u.1", i >> 8, i & 255);
        CHECK(open_at(fleet.limits[0], address, 3) == 2);
        CHECK(limits_take_table(fleet.limits[0], address, 0));
    }
    CHECK(limits_tell(fleet.limits[0], usages) == USAGES_MAX);
    CHECK(limits_tell(fleet.limits[0], usages) == USAGES_MAX && usages[0].made == 0);
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(address, sizeof address, "10.%u.%u.1", i >> 8, i & 255);
        limits_close(fleet.limits[0], address);
        limits_close(fleet.limits[0], address);
    }
    limits_tell(fleet.limits[0], usages); /* some who made tables have had room since */
    CHECK(limits_tell(fleet.limits[0], usages) == 0);
    test_begin("who tells more than may be told, or is one server too many, is not listened to");
    const struct usage told = {.key = address_key("192.0.2.1", false), .open = 2};
    for (unsigned i = 0; i <= USAGES_MAX; i++)
        usages[i] = told;
    limits_told(fleet.limits[1], 1, usages, USAGES_MAX + 1, 0);
    CHECK(limits_may_open(fleet.limits[1], "192.0.2.1"));
    for (unsigned i = 0; i < USAGE_SERVERS_MAX; i++)
        limits_told(fleet.limits[1], 1 + i, &(struct usage){.open = 1}, 1, 0);
    limits_told(fleet.limits[1], 1000, &told, 1, 0);
    CHECK(limits_may_open(fleet.limits[1], "192.0.2.1"));
    limits_told(fleet.limits[1], 5, NULL, 0, 0);
    limits_told(fleet.limits[1], 1000, &told, 1, 0);
    CHECK(!limits_may_open(fleet.limits[1], "192.0.2.1"));
    test_begin("no number that is told makes anybody wait for ever");
    const struct usage most = {.key = address_key("192.0.2.9", false), .made = UINT32_MAX};
    limits_told(fleet.limits[2], 1, &most, 1, 0);
    CHECK(make_at(fleet.limits[2], "192.0.2.9", 0) == 0);
    CHECK(make_at(fleet.limits[2], "192.0.2.9", HOUR_MS) == 5);
    fleet_free(&fleet);
}

/* An entry that makes room is not told of any more, nor is another in its place. */
static void test_room(void)
{
    static struct usage usages[USAGES_MAX];
    struct limits_config config = open_limits();
    config.tables_per_hour = 5;
    config.requests = (struct rate){.per_minute = 1, .burst = 1};
    struct limits *limits = limits_new(&config);
    char address[ADDRESS_MAX];
    test_begin("whom the server has forgotten it does not tell of");
    CHECK(limits_take_table(limits, "192.0.2.1", 0));
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(address, sizeof address, "10.%u.%u.1", i >> 8, i & 255);
        limits_take_request(limits, address, 0);
    }
    CHECK(limits_tell(limits, usages) == 0);
    limits_free(limits);
}

static void test_places(void)
{
    struct fleet fleet = fleet_new(2, 0);
    static struct usage usages[USAGES_MAX];
    test_begin("who was passed on counts where it came in, and has a place here");
    CHECK(limits_open(fleet.limits[0], NULL, 0) && limits_open(fleet.limits[0], NULL, 0));
    CHECK(limits_open(fleet.limits[0], NULL, 0));
    CHECK(limits_tell(fleet.limits[0], usages) == 0);
    limits_close(fleet.limits[0], NULL);
    fleet_free(&fleet);
    struct world world;
    struct limits_config narrow = open_limits();
    static const struct carrier carrier; /* nothing is said to them */
    struct connection *carried[3];
    narrow.connections_per_address = 2;
    world_begin(&world, &narrow);
    for (unsigned i = 0; i < 3; i++) {
        carried[i] = connection_new_carried(&world.commons, "192.0.2.1", true, &carrier, NULL, 0);
        CHECK(carried[i] != NULL);
    }
    CHECK(limits_may_open(world.commons.limits, "192.0.2.1"));
    for (unsigned i = 0; i < 3; i++)
        connection_free(carried[i]);
    world_end(&world);
    struct limits_config config = open_limits();
    config.connections = 2;
    struct limits *limits = limits_new(&config);
    CHECK(limits_open(limits, NULL, 0) && limits_open(limits, "192.0.2.1", 0));
    CHECK(!limits_open(limits, NULL, 0) && limits_are_full(limits));
    limits_close(limits, NULL);
    CHECK(limits_open(limits, NULL, 0));
    limits_free(limits);
}

void suite_elsewhere(void)
{
    test_open();
    test_blocks();
    test_tables();
    test_bounds();
    test_room();
    test_places();
}
