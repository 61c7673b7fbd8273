/* suite_limits.c - how much an address may do, by itself and through connections; the
 * addresses themselves. */
#include <stdio.h>
#include <string.h>

#include "connection_harness.h"
#include "visitors/address.h"
#include "visitors/shared.h"

#define HOST "Host: example.test\r\n"
enum { SECOND_MS = 1000, MANY = 20000 };

/* Whether those bytes came, which may hold zeros. */
static bool has_received(const struct visitor *visitor, const char *bytes)
{
    size_t size = strlen(bytes);
    for (size_t i = 0; i + size <= visitor->size; i++)
        if (memcmp(&visitor->received[i], bytes, size) == 0)
            return true;
    return false;
}

static void test_buckets(void)
{
    struct limits_config config = open_limits();
    config.requests = (struct rate){.per_minute = 60, .burst = 3};
    config.failures = (struct rate){.per_minute = 6, .burst = 1};
    struct limits *limits = limits_new(&config);
    uint64_t now_ms = 5;
    test_begin("a bucket gives its burst, then one for each interval");
    for (int i = 0; i < 3; i++)
        CHECK(limits_take_request(limits, "192.0.2.1", now_ms));
    CHECK(!limits_take_request(limits, "192.0.2.1", now_ms));
    CHECK(!limits_take_request(limits, "192.0.2.1", now_ms + 999));
    CHECK(limits_take_request(limits, "192.0.2.1", now_ms + SECOND_MS));
    CHECK(!limits_take_request(limits, "192.0.2.1", now_ms + SECOND_MS));
    test_begin("a bucket never holds more than its burst");
    now_ms += 1000 * SECOND_MS;
    for (int i = 0; i < 3; i++)
        CHECK(limits_take_request(limits, "192.0.2.1", now_ms));
    CHECK(!limits_take_request(limits, "192.0.2.1", now_ms));
    test_begin("buckets of different kinds and addresses are apart");
    CHECK(limits_take_failure(limits, "192.0.2.1", now_ms));
    CHECK(!limits_take_failure(limits, "192.0.2.1", now_ms));
    CHECK(limits_take_request(limits, "192.0.2.2", now_ms));
    CHECK(limits_take_table(limits, "192.0.2.1", now_ms));
    test_begin("an IPv6 address counts by its /64, a mapped IPv4 address as IPv4");
    CHECK(limits_take_failure(limits, "2001:db8:0:1::1", now_ms));
    CHECK(!limits_take_failure(limits, "2001:db8:0:1:ffff::2", now_ms));
    CHECK(limits_take_failure(limits, "2001:db8:0:2::1", now_ms));
    CHECK(!limits_take_failure(limits, "::ffff:192.0.2.1", now_ms));
    limits_free(limits);
}

/* Each in a block of its own. */
static void number_address(char out[ADDRESS_MAX], unsigned number)
{
    snprintf(out, ADDRESS_MAX, "10.%u.%u.1", number >> 8, number & 255);
}

static void test_table(void)
{
    struct limits_config config = open_limits();
    config.failures = (struct rate){.per_minute = 1, .burst = 1};
    config.connections_per_address = 2;
    struct limits *limits = limits_new(&config);
    char address[ADDRESS_MAX];
    test_begin("of many addresses the recent and the open ones are remembered");
    CHECK(limits_take_failure(limits, "192.0.2.1", 0));
    CHECK(limits_take_failure(limits, "192.0.2.2", 0) && limits_open(limits, "192.0.2.2", 0));
    for (unsigned i = 0; i < MANY; i++) {
        number_address(address, i);
        CHECK(limits_take_failure(limits, address, 0));
    }
    CHECK(!limits_take_failure(limits, "192.0.2.2", 0));
    for (unsigned i = MANY - 8000; i < MANY; i++) { /* each has an entry, and so its block */
        number_address(address, i);
        CHECK(!limits_take_failure(limits, address, 0));
    }
    CHECK(limits_take_failure(limits, "192.0.2.1", 0));
    limits_close(limits, "192.0.2.2");
    test_begin("an address that is used again stays");
    CHECK(!limits_take_failure(limits, "192.0.2.1", 0));
    for (unsigned i = 0; i < MANY; i++) {
        number_address(address, i);
        limits_take_failure(limits, address, 0);
        CHECK(i % 5000 != 0 || !limits_take_failure(limits, "192.0.2.1", 0));
    }
    test_begin("when all entries are busy, further addresses share one");
    unsigned open = 0;
    for (unsigned i = 0; i < MANY; i++) {
        number_address(address, i);
        open += limits_open(limits, address, 0);
    }
    CHECK(open == 8192 + 1); /* the last one's block shares with it */
    CHECK(!limits_open(limits, "192.0.2.1", 0));
    test_begin("a place of the shared entry is free again once its owner has left");
    number_address(address, 8192);
    limits_close(limits, address);
    number_address(address, 0);
    limits_close(limits, address);
    CHECK(limits_open(limits, "192.0.2.1", 0));
    CHECK(limits_open(limits, "192.0.2.3", 0) && limits_open(limits, "192.0.2.4", 0));
    CHECK(!limits_open(limits, "192.0.2.5", 0));
    limits_close(limits, "192.0.2.1");
    limits_close(limits, "192.0.2.3");
    limits_close(limits, "192.0.2.4");
    for (unsigned i = 1; i < 8192; i++) {
        number_address(address, i);
        limits_close(limits, address);
    }
    CHECK(limits_open(limits, "192.0.2.1", 0) && limits_open(limits, "192.0.2.3", 0));
    limits_free(limits);
}

/* Whoever has a whole block has many addresses: `format` makes them, all in one block. */
static void check_block(const char *format, const char *outside)
{
    struct limits_config config = open_limits();
    config.connections_per_address = 3;
    config.failures = (struct rate){.per_minute = 6, .burst = 2};
    config.requests = (struct rate){.per_minute = 60, .burst = 2};
    config.tables_per_hour = 2;
    struct limits *limits = limits_new(&config);
    unsigned open = 0, failures = 0, requests = 0, tables = 0;
    char address[ADDRESS_MAX];
    for (unsigned i = 0; i < 200; i++) {
        snprintf(address, sizeof address, format, i);
        open += limits_open(limits, address, 0);
        failures += limits_take_failure(limits, address, 0);
        requests += limits_take_request(limits, address, 0);
        tables += limits_take_table(limits, address, 0);
    }
    CHECK(open == 3 * BLOCK_TIMES && failures == 2 * BLOCK_TIMES);
    CHECK(requests == 2 * BLOCK_TIMES && tables == 2 * BLOCK_TIMES);
    CHECK(limits_open(limits, outside, 0) && limits_take_failure(limits, outside, 0));
    CHECK(limits_take_request(limits, outside, 0) && limits_take_table(limits, outside, 0));
    /* what the block refused is not taken from the address either */
    snprintf(address, sizeof address, format, 100);
    CHECK(!limits_take_request(limits, address, 200));
    for (unsigned i = 0; i < 2; i++)
        CHECK(limits_take_request(limits, address, 1000));
    /* the block's bucket fills so many times as fast */
    unsigned later = 0;
    for (unsigned i = 0; i < 100; i++) {
        snprintf(address, sizeof address, format, i);
        later += limits_take_request(limits, address, 1000);
    }
    CHECK(later == BLOCK_TIMES - 2);
    snprintf(address, sizeof address, format, 0);
    limits_close(limits, address);
    snprintf(address, sizeof address, format, 199);
    CHECK(limits_open(limits, address, 0) && !limits_open(limits, address, 0));
    limits_free(limits);
}

static void test_wide_blocks(void)
{
    test_begin("all addresses of an IPv4 /24 together may do four times what one may");
    check_block("192.0.2.%u", "192.0.3.1");
    test_begin("so may all networks of an IPv6 /48");
    check_block("2001:db8:1:%x::1", "2001:db8:2:1::1");
    test_begin("a block is no address of it");
    struct address block = address_key("192.0.2.0", true), own = address_key("192.0.2.0", false);
    CHECK(memcmp(&block, &own, sizeof own) != 0);
    block = address_key("2001:db8:1::", true);
    own = address_key("2001:db8:1::", false);
    CHECK(memcmp(&block, &own, sizeof own) != 0);
}

static void test_connections(void)
{
    struct limits_config config = open_limits();
    config.connections = 3;
    config.connections_per_address = 2;
    struct world world;
    struct visitor a, b, c, d;
    world_begin(&world, &config);
    test_begin("an address has as many connections as it may, and no more");
    CHECK(visitor_come(&a, &world, "192.0.2.1"));
    CHECK(visitor_come(&b, &world, "192.0.2.1"));
    CHECK(!visitor_come(&c, &world, "192.0.2.1"));
    visitor_leave(&c);
    CHECK(world.metrics.connections_refused_total == 1);
    test_begin("so has the server, if all of them have keys");
    CHECK(visitor_come(&c, &world, "192.0.2.2"));
    connection_set_caller(a.connection, CALLER_KEY);
    connection_set_caller(b.connection, CALLER_KEY);
    connection_set_caller(c.connection, CALLER_KEY);
    CHECK(!visitor_come(&d, &world, "192.0.2.3"));
    visitor_leave(&d);
    visitor_leave(&a);
    CHECK(visitor_come(&d, &world, "192.0.2.3"));
    visitor_leave(&b);
    visitor_leave(&c);
    visitor_leave(&d);
    CHECK(world.metrics.connections_refused_total == 2 && world.metrics.connections_total == 4);
    world_end(&world);
}

static void test_places(void)
{
    enum { PLACES = 10 };
    struct limits_config config = open_limits();
    config.connections = PLACES;
    config.connections_per_address = 2;
    struct world world;
    struct visitor visitor[PLACES], player, again;
    char address[ADDRESS_MAX];
    world_begin(&world, &config);
    for (unsigned i = 0; i < PLACES; i++) {
        number_address(address, i);
        CHECK(visitor_come(&visitor[i], &world, address));
        visitor_say(&visitor[i], WEBSOCKET_REQUEST);
    }
    connection_set_caller(visitor[0].connection, CALLER_KEY);
    connection_set_caller(visitor[1].connection, CALLER_GUEST);
    test_begin("when all places are taken the oldest without a key makes room, watchers too");
    CHECK(visitor_come(&player, &world, "192.0.2.1"));
    CHECK(connection_is_dropped(visitor[1].connection));
    CHECK(!connection_is_dropped(visitor[0].connection));
    CHECK(world.metrics.crowded_out_total == 1);
    connection_set_caller(player.connection, CALLER_KEY);
    test_begin("nobody makes room for an address that has its share already");
    number_address(address, 0);
    CHECK(visitor_come(&again, &world, address) &&
          connection_is_dropped(visitor[2].connection));
    visitor_leave(&visitor[1]);
    CHECK(!visitor_come(&visitor[1], &world, address));
    CHECK(!connection_is_dropped(visitor[3].connection));
    test_begin("who loses the key stands at the end of the line");
    connection_set_caller(visitor[0].connection, CALLER_STRANGER);
    visitor_leave(&visitor[1]);
    CHECK(visitor_come(&visitor[1], &world, "192.0.2.1"));
    CHECK(connection_is_dropped(visitor[3].connection));
    CHECK(!connection_is_dropped(visitor[0].connection));
    visitor_leave(&player);
    visitor_leave(&again);
    for (unsigned i = 0; i < PLACES; i++)
        visitor_leave(&visitor[i]);
    world_end(&world);
}

static void test_crowds(void)
{
    enum { PLACES = 100, ADDRESSES = 157, SOCKETS = 64 };
    struct limits_config config = open_limits();
    config.connections = PLACES;
    config.connections_per_address = SOCKETS;
    static struct visitor crowd[ADDRESSES * SOCKETS];
    struct world world;
    struct visitor player;
    char address[ADDRESS_MAX];
    world_begin(&world, &config);
    world.commons.crowded_ms = 2000;
    test_begin("silent sockets of many addresses keep nobody with a key out");
    for (unsigned i = 0; i < ADDRESSES * SOCKETS; i++) {
        number_address(address, i / SOCKETS);
        CHECK(visitor_come(&crowd[i], &world, address));
        if (i == 5000) {
            CHECK(visitor_come(&player, &world, "192.0.2.1"));
            visitor_say(&player, WEBSOCKET_REQUEST);
            connection_set_caller(player.connection, CALLER_KEY);
        }
    }
    CHECK(!connection_is_done(player.connection));
    CHECK(world.metrics.crowded_out_total == ADDRESSES * SOCKETS + 1 - PLACES);
    test_begin("while places are short, a stranger has 2 seconds");
    unsigned left = 0;
    for (unsigned i = 0; i < ADDRESSES * SOCKETS; i++) {
        if (i < ADDRESSES * SOCKETS - PLACES + 1)
            visitor_leave(&crowd[i]);
        else
            visitor_wait(&crowd[i], i == ADDRESSES * SOCKETS - PLACES + 1 ? 2000 : 1);
    }
    for (unsigned i = ADDRESSES * SOCKETS - PLACES + 1; i < ADDRESSES * SOCKETS; i++) {
        left += connection_is_done(crowd[i].connection);
        visitor_leave(&crowd[i]);
    }
    CHECK(left == PLACES - 1);
    visitor_wait(&player, 1);
    CHECK(!connection_is_done(player.connection));
    test_begin("while there are enough, as long as ever");
    CHECK(visitor_come(&crowd[0], &world, "192.0.2.2"));
    visitor_wait(&crowd[0], 2500);
    CHECK(!connection_is_done(crowd[0].connection));
    visitor_leave(&crowd[0]);
    visitor_leave(&player);
    world_end(&world);
}

static void test_hello(void)
{
    struct world world;
    struct visitor silent, guest, slow;
    world_begin(&world, NULL);
    world.commons.hello_ms = 10000;
    test_begin("a WebSocket without a hello is closed after 10 seconds, with words");
    CHECK(visitor_come(&silent, &world, "192.0.2.1") && visitor_come(&guest, &world, "192.0.2.1"));
    visitor_say(&silent, WEBSOCKET_REQUEST);
    visitor_say(&guest, WEBSOCKET_REQUEST);
    connection_set_caller(guest.connection, CALLER_GUEST);
    visitor_wait(&silent, 9900);
    visitor_send(&silent, "\x89\x80\x01\x01\x01\x01", 6); /* a ping is no hello */
    CHECK(strstr(silent.received, "hello") == NULL);
    visitor_wait(&silent, 100);
    visitor_wait(&guest, 1);
    /* 0x88 0x21: a close frame; 0x03f0: 1008 */
    CHECK(has_received(&silent, "\x88\x21\x03\xf0say hello in time"));
    CHECK(!has_received(&guest, "say hello in time"));
    test_begin("whoever was at a table and left it has the same time again");
    visitor_wait(&guest, 15000);
    connection_set_caller(guest.connection, CALLER_STRANGER);
    visitor_wait(&guest, 9900);
    CHECK(!has_received(&guest, "say hello in time"));
    visitor_wait(&guest, 200);
    CHECK(has_received(&guest, "say hello in time"));
    test_begin("the time of the handshake does not count");
    CHECK(visitor_come(&slow, &world, "192.0.2.1"));
    visitor_wait(&slow, 9000);
    visitor_say(&slow, WEBSOCKET_REQUEST);
    visitor_wait(&slow, 9000);
    CHECK(!has_received(&slow, "say hello in time"));
    visitor_leave(&silent);
    visitor_leave(&guest);
    visitor_leave(&slow);
    world_end(&world);
}

/* 24 readers who take nothing. */
static void test_shared_texts(void)
{
    enum { READERS = 24, SIZE = 1 << 20 };
    struct world world;
    struct visitor reader[READERS];
    size_t alive = 0;
    static char bytes[SIZE];
    memset(bytes, 'x', sizeof bytes);
    struct shared *text = shared_new((struct text){bytes, SIZE}, &alive);
    world_begin(&world, NULL);
    test_begin("a long text is in memory once for all who read it, and as long as they do");
    for (unsigned i = 0; i < READERS; i++) {
        CHECK(visitor_come(&reader[i], &world, "192.0.2.1"));
        reader[i].is_deaf = true;
        visitor_say(&reader[i], "GET /api/later HTTP/1.1\r\n" HOST "\r\n");
        connection_answer_shared(world.waiting, text);
    }
    shared_drop(text);
    CHECK(alive == SIZE && text->users == READERS);
    for (unsigned i = 0; i < READERS - 1; i++)
        visitor_leave(&reader[i]);
    CHECK(alive == SIZE);
    reader[READERS - 1].is_deaf = false;
    visitor_take(&reader[READERS - 1]);
    CHECK(alive == 0 && reader[READERS - 1].size > SIZE);
    test_begin("and the connection goes on with the next request");
    struct answer answer;
    CHECK(answer_next(&reader[READERS - 1], &answer, false) == 200 && answer.size == SIZE);
    visitor_say(&reader[READERS - 1], "GET /api/a HTTP/1.1\r\n" HOST "\r\n");
    CHECK(answer_next(&reader[READERS - 1], &answer, false) == 201);
    visitor_leave(&reader[READERS - 1]);
    world_end(&world);
}

static void test_proxied_connections(void)
{
    static const char *const proxies[] = {"127.0.0.1", NULL};
    static const char *const visitors[] = {"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"};
    struct limits_config config = open_limits();
    config.connections_per_address = 2;
    struct world world;
    struct visitor visitor[4];
    struct answer answer;
    char request[256];
    world_begin(&world, &config);
    world.commons.trusted_proxies = proxies;
    test_begin("behind a proxy connections count for the visitors, not for the proxy");
    for (unsigned i = 0; i < 4; i++)
        CHECK(visitor_come(&visitor[i], &world, "127.0.0.1"));
    for (unsigned i = 0; i < 4; i++) {
        snprintf(request, sizeof request,
                 "GET /api/a HTTP/1.1\r\n" HOST "X-Forwarded-For: %s\r\n\r\n", visitors[i]);
        visitor_say(&visitor[i], request);
        CHECK(answer_next(&visitor[i], &answer, false) == (i == 2 ? 429 : 201));
        CHECK(connection_is_done(visitor[i].connection) == (i == 2));
    }
    test_begin("a proxy's connection counts for whoever uses it last");
    visitor_leave(&visitor[2]);
    visitor_say(&visitor[0], "GET /api/a HTTP/1.1\r\n" HOST "X-Forwarded-For: 192.0.2.3\r\n\r\n");
    CHECK(strcmp(connection_address(visitor[0].connection), "192.0.2.3") == 0);
    CHECK(visitor_come(&visitor[2], &world, "192.0.2.1"));
    for (unsigned i = 0; i < 4; i++)
        visitor_leave(&visitor[i]);
    world_end(&world);
}

static void test_requests(void)
{
    struct limits_config config = open_limits();
    config.requests = (struct rate){.per_minute = 20, .burst = 2};
    struct world world;
    struct answer answer;
    static const char request[] = "GET /api/a HTTP/1.1\r\n" HOST "\r\n";
    world_begin(&world, &config);
    test_begin("too many requests get 429 and the time to wait; health is free");
    CHECK(ask(&world, "192.0.2.1", request, &answer) == 201);
    CHECK(ask(&world, "192.0.2.1", request, &answer) == 201);
    CHECK(ask(&world, "192.0.2.1", request, &answer) == 429);
    CHECK(answer_has(&answer, "Retry-After: 3"));
    CHECK(world.requests == 2 && world.metrics.rate_limited_total == 1);
    CHECK(ask(&world, "192.0.2.2", request, &answer) == 201);
    CHECK(ask(&world, "192.0.2.1", "GET /healthz HTTP/1.1\r\n" HOST "\r\n", &answer) == 200);
    world.now_ms += 3 * SECOND_MS;
    CHECK(ask(&world, "192.0.2.1", request, &answer) == 201);
    world_end(&world);
}

static void test_looks(void)
{
    struct limits_config config = open_limits();
    config.looks = (struct rate){.per_minute = 60, .burst = 2};
    struct world world;
    struct answer answer;
    static const char look[] = "GET /healthz HTTP/1.1\r\n" HOST "\r\n";
    world_begin(&world, &config);
    test_begin("even /healthz has a limit, each address its own");
    CHECK(ask(&world, "192.0.2.1", look, &answer) == 200);
    CHECK(ask(&world, "192.0.2.1", look, &answer) == 200);
    CHECK(ask(&world, "192.0.2.1", look, &answer) == 429);
    CHECK(answer_has(&answer, "Retry-After: 1"));
    CHECK(ask(&world, "192.0.2.2", look, &answer) == 200);
    world.now_ms += SECOND_MS;
    CHECK(ask(&world, "192.0.2.1", look, &answer) == 200);
    world_end(&world);
}

static void test_page_bytes(void)
{
    struct limits_config config = open_limits();
    config.page_kib = (struct rate){.per_minute = 60, .burst = 100};
    struct limits *limits = limits_new(&config);
    const char *here = "192.0.2.1";
    uint64_t now_ms = 5;
    uint32_t wait_s = 0;
    test_begin("the page's files cost their size, and who had too much learns when to come again");
    CHECK(limits_take_page(limits, here, 90 * 1024 - 1, now_ms, &wait_s));
    CHECK(!limits_take_page(limits, here, 20 * 1024 - 1, now_ms, &wait_s) && wait_s == 11);
    CHECK(limits_take_page(limits, "192.0.2.2", 20 * 1024 - 1, now_ms, &wait_s));
    CHECK(limits_take_page(limits, here, 20 * 1024 - 1, now_ms + 10 * SECOND_MS, &wait_s));
    CHECK(!limits_take_page(limits, here, 0, now_ms + 10 * SECOND_MS, &wait_s));
    CHECK(limits_take_page(limits, here, 0, now_ms + 11 * SECOND_MS, &wait_s));
    test_begin("a file larger than all that is allowed at once can be had by who waits");
    now_ms += 1000 * SECOND_MS;
    CHECK(limits_take_page(limits, here, 64 << 20, now_ms, &wait_s));
    CHECK(!limits_take_page(limits, here, 64 << 20, now_ms + SECOND_MS, &wait_s));
    CHECK(wait_s == 100);
    limits_free(limits);
}

static void test_blocks(void)
{
    static const struct {
        const char *address, *block;
        bool is_in;
    } cases[] = {
        {"10.1.2.3", "10.0.0.0/8", true},       {"11.1.2.3", "10.0.0.0/8", false},
        {"10.1.2.3", "10.1.2.3", true},         {"10.1.2.4", "10.1.2.3", false},
        {"10.1.2.3", "0.0.0.0/0", true},        {"::1", "0.0.0.0/0", false},
        {"10.1.2.3", "::/0", true},             {"172.31.0.1", "172.16.0.0/12", true},
        {"172.32.0.1", "172.16.0.0/12", false}, {"::ffff:10.1.2.3", "10.0.0.0/8", true},
        {"2001:db8::1", "2001:db8::/32", true}, {"2001:db9::1", "2001:db8::/32", false},
        {"10.1.2.3", "10.0.0.0/33", false},     {"10.1.2.3", "10.0.0.0/", false},
        {"10.1.2.3", "10.0.0.0/8x", false},     {"10.1.2.3", "10.0.0.0/-1", false},
        {"::1", "::1/129", false},              {"::1", "::1/128", true},
        {"10.1.2.3", "", false},                {"10.1.2.3", "localhost", false},
    };
    test_begin("a block of addresses holds what it should");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct address address;
        CHECK(address_read(cases[i].address, &address));
        if (address_is_in(&address, cases[i].block) != cases[i].is_in)
            test_fail(cases[i].address, (int)i, cases[i].block);
    }
}

void suite_limits(void)
{
    test_buckets();
    test_table();
    test_wide_blocks();
    test_connections();
    test_places();
    test_crowds();
    test_hello();
    test_shared_texts();
    test_proxied_connections();
    test_requests();
    test_looks();
    test_page_bytes();
    test_blocks();
}
