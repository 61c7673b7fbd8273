/* suite_http.c - requests as bytes: framing, limits, order and time, however the bytes are
 * cut into pieces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection_harness.h"

#define HOST "Host: example.test\r\n"
static const char *const local = "192.0.2.1";

static void test_pipeline(void)
{
    test_begin("requests sent ahead are answered in order, however the bytes are cut");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct world world;
        struct visitor visitor;
        struct answer answer;
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        visitor_come(&visitor, &world, local);
        visitor_say(&visitor, "POST /api/a?x=1&y HTTP/1.1\r\n" HOST
                              "Authorization: bearer  secret-key \r\n"
                              "Content-Length: 5\r\n\r\nfirst"
                              "GET /healthz HTTP/1.1\r\n" HOST "\r\n"
                              "POST /api/b HTTP/1.1\r\n" HOST
                              "Transfer-Encoding: chunked\r\n\r\n"
                              "3\r\nsec\r\n3;a=b\r\nond\r\n0\r\nHost: trailer\r\n\r\n"
                              "HEAD /healthz HTTP/1.1\r\n" HOST "\r\n"
                              "DELETE /api/c HTTP/1.1\r\n" HOST "\r\n");
        CHECK(answer_next(&visitor, &answer, false) == 200);
        CHECK(answer.size == 5 && memcmp(answer.body, "first", 5) == 0);
        CHECK(answer_has(&answer, "Content-Type: text/plain"));
        CHECK(answer_has(&answer, "Cache-Control: no-store"));
        CHECK(!answer_has(&answer, "Connection: close"));
        CHECK(answer_next(&visitor, &answer, false) == 200);
        CHECK(answer.size == 3 && memcmp(answer.body, "ok\n", 3) == 0);
        CHECK(answer_next(&visitor, &answer, false) == 200);
        CHECK(answer.size == 6 && memcmp(answer.body, "second", 6) == 0);
        CHECK(answer_next(&visitor, &answer, true) == 200);
        CHECK(answer_has(&answer, "Content-Length: 3"));
        CHECK(answer_next(&visitor, &answer, false) == 201);
        CHECK(visitor.read == visitor.size);
        CHECK(strcmp(world.method, "DELETE") == 0 && strcmp(world.path, "/api/c") == 0);
        CHECK(strcmp(world.key, "") == 0 && world.body_size == 0);
        CHECK(world.requests == 3 && world.metrics.http_requests_total == 5);
        CHECK(world.metrics.http_errors_total == 0);
        CHECK(!connection_is_done(visitor.connection));
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_parts_of_request(void)
{
    test_begin("the service is given method, path, query, key and body");
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    CHECK(ask(&world, local, "PUT /api/x/y?a=1?b HTTP/1.1\r\n" HOST
              "AUTHORIZATION: Bearer k\r\nContent-Length: 2\r\n\r\nhi", &answer) == 200);
    CHECK(strcmp(world.method, "PUT") == 0);
    CHECK(strcmp(world.path, "/api/x/y") == 0);
    CHECK(strcmp(world.query, "a=1?b") == 0);
    CHECK(strcmp(world.key, "k") == 0);
    CHECK(strcmp(world.body, "hi") == 0);
    CHECK(strcmp(world.address, local) == 0);
    ask(&world, local, "GET /api/ HTTP/1.1\r\n" HOST "Authorization: Basic k\r\n\r\n", &answer);
    CHECK(strcmp(world.key, "") == 0);
    world_end(&world);
}

static void test_later(void)
{
    test_begin("while an answer is awaited the next request waits, and then gets its own");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct world world;
        struct visitor visitor;
        struct answer answer;
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        visitor_come(&visitor, &world, local);
        visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n"
                              "GET /api/later HTTP/1.1\r\n" HOST "\r\nGET /healthz HT");
        CHECK(world.requests == 1 && visitor.size == 0);
        visitor_wait(&visitor, 100000);
        CHECK(!connection_is_done(visitor.connection) && visitor.size == 0);
        for (unsigned i = 1; i <= 2; i++) {
            CHECK(world.requests == i && world.waiting == visitor.connection);
            connection_answer(visitor.connection, 202, "text/plain", (struct text){"one", 3});
        }
        visitor_say(&visitor, "TP/1.1\r\n" HOST "\r\n");
        CHECK(answer_next(&visitor, &answer, false) == 202);
        CHECK(answer_next(&visitor, &answer, false) == 202);
        CHECK(answer_next(&visitor, &answer, false) == 200);
        CHECK(memcmp(answer.body, "ok\n", 3) == 0);
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_patience(void)
{
    test_begin("an answer that asks for patience says for how long");
    static const unsigned statuses[] = {429, 503, 404};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        struct world world;
        struct visitor visitor;
        struct answer answer;
        world_begin(&world, NULL);
        visitor_come(&visitor, &world, local);
        visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n");
        connection_answer(world.waiting, statuses[i], "text/plain", (struct text){"no", 2});
        visitor_take(&visitor);
        CHECK(answer_next(&visitor, &answer, false) == statuses[i]);
        CHECK(answer_has(&answer, "Retry-After: 1") == (statuses[i] != 404));
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_blank_lines_of_body(void)
{
    test_begin("a body may have lines that begin with a blank, and so may the one after it");
    struct world world;
    struct visitor visitor;
    struct answer answer;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    for (int i = 0; i < 2; i++) {
        visitor_say(&visitor, "POST /api/a HTTP/1.1\r\n" HOST
                              "Content-Length: 8\r\n\r\n a\r\n b\r\n");
        CHECK(answer_next(&visitor, &answer, false) == 200 && answer.size == 8);
    }
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_flood_ahead(void)
{
    test_begin("who sends without end ahead of an answer is dropped");
    struct world world;
    struct visitor visitor;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n");
    for (int i = 0; i < 2000; i++)
        visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    CHECK(connection_is_dropped(visitor.connection));
    connection_answer(world.waiting, 200, "text/plain", (struct text){"late", 4});
    CHECK(connection_output(visitor.connection).size == 0);
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_deaf_reader(void)
{
    test_begin("requests of a visitor who does not read are left waiting, then it is dropped");
    struct world world;
    struct visitor visitor;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    visitor.is_deaf = true;
    for (int i = 0; i < 300; i++)
        visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    CHECK(world.metrics.http_requests_total < 200);
    CHECK(connection_output(visitor.connection).size < 70000);
    CHECK(!connection_is_done(visitor.connection));
    visitor.is_deaf = false;
    visitor_take(&visitor);
    CHECK(world.metrics.http_requests_total == 300);
    visitor.is_deaf = true;
    visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    visitor_wait(&visitor, 31000);
    CHECK(connection_is_dropped(visitor.connection));
    CHECK(world.metrics.slow_readers_total == 1);
    visitor_leave(&visitor);
    world_end(&world);
}

struct malformed {
    const char *name, *request;
    unsigned status;
};

static const struct malformed malformed[] = {
    {"without Host", "GET / HTTP/1.1\r\n\r\n", 400},
    {"with two Hosts", "GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
    {"with size and chunks",
     "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
     "3\r\nabc\r\n0\r\n\r\n", 400},
    {"with chunks and size",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"
     "3\r\nabc\r\n0\r\n\r\n", 400},
    {"with two sizes",
     "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400},
    {"with a negative size", "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: -3\r\n\r\n", 400},
    {"with a size that overflows",
     "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 18446744073709551617\r\n\r\n", 400},
    {"with an unknown coding last",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked, gzip\r\n\r\n", 400},
    {"with a bad chunk size",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
    {"with a chunk longer than it says",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
     400},
    {"with a header in two lines", "GET / HTTP/1.1\r\n" HOST "A: b\r\n c\r\n\r\n", 400},
    {"with a header in two lines by a tab", "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n", 400},
    {"with a header that begins in its second line",
     "GET / HTTP/1.1\r\n" HOST "A:\r\n b\r\n\r\n", 400},
    {"with a header that goes on with nothing",
     "GET / HTTP/1.1\r\n" HOST "A:\r\n \r\n\r\n", 400},
    {"with a header in two lines after an empty line",
     "\r\n\r\nGET / HTTP/1.1\r\n" HOST "A: b\r\n c\r\n\r\n", 400},
    {"with a space before the colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400},
    {"with a control byte in a header", "GET / HTTP/1.1\r\n" HOST "A: b\001c\r\n\r\n", 400},
    {"with an unknown method", "JUMP / HTTP/1.1\r\n" HOST "\r\n", 501},
    {"with a method that only others know", "PROPFIND / HTTP/1.1\r\n" HOST "\r\n", 501},
    {"with a small method", "get / HTTP/1.1\r\n" HOST "\r\n", 501},
    {"that is no HTTP", "\026\003\001\002", 400},
    {"of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
    {"of a version that is none", "GET / HTTP/1.10\r\n" HOST "\r\n", 400},
    {"of HTTP/0.9", "GET / HTTP/0.9\r\n" HOST "\r\n", 505},
    {"without a version", "GET /\r\n\r\n", 400},
    {"for a proxy", "CONNECT a.test:443 HTTP/1.1\r\n" HOST "\r\n", 501},
    {"to read everything", "GET * HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with two spaces before the target", "GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with two spaces behind the target", "GET /  HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with a space behind the version", "GET / HTTP/1.1 \r\n" HOST "\r\n", 400},
    {"with a space before the method", " GET / HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with a tab in its line", "GET\t/ HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with a fragment in its target", "GET /#a HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with a byte above ASCII in its target", "GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with an empty header name", "GET / HTTP/1.1\r\n" HOST ": a\r\n\r\n", 400},
    {"with a header without a colon", "GET / HTTP/1.1\r\n" HOST "A\r\n\r\n", 400},
    {"with a header name in brackets", "GET / HTTP/1.1\r\n" HOST "(A): b\r\n\r\n", 400},
    {"with LF alone behind its line", "GET / HTTP/1.1\n" HOST "\r\n", 400},
    {"with LF alone behind a header", "GET / HTTP/1.1\r\nHost: a\n\r\n", 400},
    {"with LF alone at its end", "GET / HTTP/1.1\r\n" HOST "\n", 400},
    {"with a bare CR in a header", "GET / HTTP/1.1\r\n" HOST "A: b\rc\r\n\r\n", 400},
    {"with an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
    {"with a Host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
    {"with a Host and more", "GET / HTTP/1.1\r\nHost: a.test/b\r\n\r\n", 400},
    {"with a Host of an odd port", "GET / HTTP/1.1\r\nHost: a.test:8x\r\n\r\n", 400},
    {"with a name and a host in its target",
     "GET http://you@a.test/ HTTP/1.1\r\n" HOST "\r\n", 400},
    {"with a coding that is none of ours",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
    {"in chunks of HTTP/1.0",
     "POST /api/a HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"in chunks of chunks",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked, chunked\r\n\r\n", 400},
    {"with an empty name among its trailers",
     "POST /api/a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n: a\r\n\r\n", 400},
    {"that expects something else",
     "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 1\r\nExpect: cake\r\n\r\na", 417},
    {"with two Origins",
     "POST /api/a HTTP/1.1\r\n" HOST "Origin: http://a\r\nOrigin: http://b\r\n\r\n", 400},
    {"with a body that is too long",
     "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 8193\r\n\r\n", 413},
};

static void test_malformed(void)
{
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        char name[128];
        snprintf(name, sizeof name, "a request %s is refused by %u and the end",
                 malformed[i].name, malformed[i].status);
        test_begin(name);
        for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
            struct world world;
            struct visitor visitor;
            struct answer answer;
            world_begin(&world, NULL);
            world.pieces = (enum pieces)pieces;
            visitor_come(&visitor, &world, local);
            visitor_say(&visitor, malformed[i].request);
            CHECK(answer_next(&visitor, &answer, false) == malformed[i].status);
            CHECK(answer_has(&answer, "Connection: close"));
            CHECK(answer_has(&answer, "Content-Type: application/json"));
            CHECK(answer.size > 0 && strncmp(answer.body, "{\"error\":\"", 10) == 0);
            CHECK(connection_is_done(visitor.connection));
            CHECK(!connection_is_dropped(visitor.connection));
            visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
            CHECK(visitor.read == visitor.size && world.requests == 0);
            visitor_leave(&visitor);
            world_end(&world);
        }
        test_begin(NULL);
    }
}

/* A request whose part is filled to `size` bytes. */
static unsigned ask_filled(const char *before, size_t size, const char *after)
{
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    char *request = calloc(1, strlen(before) + size + strlen(after) + 1);
    strcpy(request, before);
    memset(&request[strlen(before)], 'a', size);
    strcat(request, after);
    unsigned status = ask(&world, local, request, &answer);
    free(request);
    world_end(&world);
    return status;
}

static void test_sizes(void)
{
    test_begin("a target of 2048 bytes is taken, one more is 414");
    CHECK(ask_filled("GET /api/", 2043, " HTTP/1.1\r\n" HOST "\r\n") == 201);
    CHECK(ask_filled("GET /api/", 2044, " HTTP/1.1\r\n" HOST "\r\n") == 414);
    test_begin("a head of 8192 bytes is taken, one more is 431");
    static const char before[] = "GET /api/ HTTP/1.1\r\n" HOST "A: ";
    size_t room = 8192 - (sizeof before - 1) - 4;
    CHECK(ask_filled(before, room, "\r\n\r\n") == 201);
    CHECK(ask_filled(before, room + 1, "\r\n\r\n") == 431);
    test_begin("empty lines before a request are no way around the limit of its head");
    struct world world;
    struct visitor visitor;
    struct answer answer;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    for (int i = 0; i < 4097; i++)
        visitor_say(&visitor, "\r\n");
    CHECK(answer_next(&visitor, &answer, false) == 431);
    visitor_leave(&visitor);
    world_end(&world);
    test_begin("a body of 8192 bytes is taken");
    CHECK(ask_filled("POST /api/ HTTP/1.1\r\n" HOST "Content-Length: 8192\r\n\r\n", 8192, "") ==
          200);
    test_begin("a chunked body of more than 8192 bytes is 413");
    CHECK(ask_filled("POST /api/ HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n2000\r\n",
                     8192, "\r\n0\r\n\r\n") == 200);
    CHECK(ask_filled("POST /api/ HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n2001\r\n",
                     8193, "\r\n0\r\n\r\n") == 413);
    test_begin("a chunk with an endless extension is 413");
    CHECK(ask_filled("POST /api/ HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n1;",
                     90000, "\r\n") == 413);
    test_begin("a header that comes a thousand times ends in 431");
    char many[8192] = "GET /api/ HTTP/1.1\r\n" HOST;
    while (strlen(many) < 8000)
        strcat(many, "Expect: a\r\n");
    CHECK(ask_filled(many, 0, "\r\n") == 431);
}

static void test_versions(void)
{
    test_begin("HTTP/1.0 is answered and closed");
    struct world world;
    struct visitor visitor;
    struct answer answer;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    CHECK(answer_next(&visitor, &answer, false) == 200);
    CHECK(answer_has(&answer, "Connection: close"));
    CHECK(connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("Connection: close is obeyed");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
    CHECK(answer_next(&visitor, &answer, false) == 200);
    CHECK(connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("an upgrade to something else is ignored, and the connection goes on");
    visitor_come(&visitor, &world, local);
    for (int i = 0; i < 2; i++) {
        visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST
                              "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
        CHECK(answer_next(&visitor, &answer, false) == 200);
    }
    CHECK(!connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("Expect: 100-continue is told to go on");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "POST /api/a HTTP/1.1\r\n" HOST
                          "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    CHECK(strcmp(visitor.received, "HTTP/1.1 100 Continue\r\n\r\n") == 0);
    visitor_say(&visitor, "hi");
    CHECK(answer_next(&visitor, &answer, false) == 100);
    CHECK(answer_next(&visitor, &answer, false) == 200);
    visitor_leave(&visitor);
    world_end(&world);
}

/* Says it all, ends its side, and expects these answers and the end. */
static void say_and_end(struct visitor *visitor, const char *text, unsigned count)
{
    struct answer answer;
    visitor_say(visitor, text);
    connection_end(visitor->connection, visitor->world->now_ms);
    visitor_take(visitor);
    for (unsigned i = 0; i < count; i++)
        CHECK(answer_next(visitor, &answer, false) == 200);
    CHECK(visitor->read == visitor->size && connection_is_done(visitor->connection));
    visitor_leave(visitor);
}

static void test_ends(void)
{
    struct world world;
    struct visitor visitor;
    struct answer answer;
    world_begin(&world, NULL);
    test_begin("who ends its side gets the answers to all that it asked");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n"
                          "GET /healthz HTTP/1.1\r\n" HOST "\r\nGET /half");
    connection_end(visitor.connection, world.now_ms);
    CHECK(!connection_is_done(visitor.connection));
    connection_answer(world.waiting, 201, "text/plain", (struct text){"late", 4});
    visitor_take(&visitor);
    CHECK(answer_next(&visitor, &answer, false) == 201);
    CHECK(answer_next(&visitor, &answer, false) == 200);
    CHECK(visitor.read == visitor.size && connection_is_done(visitor.connection));
    CHECK(!connection_is_dropped(visitor.connection));
    visitor_leave(&visitor);
    test_begin("who ends its side with nothing asked, or half of it, is done");
    visitor_come(&visitor, &world, local);
    say_and_end(&visitor, "", 0);
    visitor_come(&visitor, &world, local);
    say_and_end(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\nGET / HT", 1);
    test_begin("more answers than are sent at once reach who has ended its side");
    visitor_come(&visitor, &world, local);
    visitor.is_deaf = true;
    for (int i = 0; i < 300; i++)
        visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    connection_end(visitor.connection, world.now_ms);
    CHECK(!connection_is_done(visitor.connection));
    visitor.is_deaf = false;
    say_and_end(&visitor, "", 300);
    test_begin("who ended its side is not waited with for ever");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n");
    connection_end(visitor.connection, world.now_ms);
    visitor_wait(&visitor, 29000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(connection_is_dropped(visitor.connection));
    visitor_leave(&visitor);
    test_begin("a WebSocket whose visitor ended its side before it began is closed");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /api/later HTTP/1.1\r\n" HOST "\r\n" WEBSOCKET_REQUEST);
    connection_end(visitor.connection, world.now_ms);
    connection_answer(world.waiting, 200, "text/plain", (struct text){"now", 3});
    CHECK(world.opened == 1 && connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_times(void)
{
    static const char *const beginnings[] = {
        "", "GET /healthz HTT", "\r\n",
        "POST /api/a HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\nabc"};
    struct world world;
    struct visitor visitor;
    struct answer answer;
    world_begin(&world, NULL);
    test_begin("a request that is not whole in time gets 408, also one that never begins");
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        visitor_come(&visitor, &world, local);
        visitor_wait(&visitor, 3000);
        visitor_say(&visitor, beginnings[i]);
        visitor_wait(&visitor, 6000);
        CHECK(visitor.size == 0);
        visitor_wait(&visitor, 1000);
        CHECK(answer_next(&visitor, &answer, false) == 408);
        CHECK(connection_is_done(visitor.connection));
        visitor_leave(&visitor);
    }
    test_begin("a byte now and then does not make the time longer");
    visitor_come(&visitor, &world, local);
    for (int i = 0; i < 11; i++) {
        visitor_send(&visitor, &"GET /abcdef"[i], 1);
        visitor_wait(&visitor, 1000);
    }
    CHECK(answer_next(&visitor, &answer, false) == 408);
    visitor_leave(&visitor);
    test_begin("a connection that is idle after an answer is closed without a word");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    size_t size = visitor.size;
    visitor_wait(&visitor, 29000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(connection_is_done(visitor.connection) && visitor.size == size);
    visitor_leave(&visitor);
    test_begin("a fault after HEAD is told with its words");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "HEAD /healthz HTTP/1.1\r\n" HOST "\r\nnonsense\r\n");
    CHECK(answer_next(&visitor, &answer, true) == 200);
    CHECK(answer_next(&visitor, &answer, false) == 400 && visitor.read == visitor.size);
    visitor_leave(&visitor);
    test_begin("the second request of a connection has its own time");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    visitor_wait(&visitor, 20000);
    visitor_say(&visitor, "GET /heal");
    visitor_wait(&visitor, 9000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(answer_next(&visitor, &answer, false) == 200);
    CHECK(answer_next(&visitor, &answer, false) == 408);
    visitor_leave(&visitor);
    world_end(&world);
}

void suite_http(void)
{
    test_pipeline();
    test_parts_of_request();
    test_later();
    test_patience();
    test_blank_lines_of_body();
    test_flood_ahead();
    test_deaf_reader();
    test_malformed();
    test_sizes();
    test_versions();
    test_ends();
    test_times();
}
