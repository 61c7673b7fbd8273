/* suite_upgrade.c - the handshake of a WebSocket, and who may make one. */
#include <stdio.h>
#include <string.h>

#include "connection_harness.h"

#define BEGIN "GET /ws HTTP/1.1\r\nHost: example.test:8080\r\n"
#define UPGRADE "Upgrade: WebSocket\r\nConnection: Upgrade\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

struct handshake {
    const char *name, *request;
    unsigned status;
};

static const struct handshake handshakes[] = {
    {"as it should be", BEGIN UPGRADE VERSION KEY "\r\n", 101},
    {"with a query", "GET /ws?a HTTP/1.1\r\nHost: a\r\n" UPGRADE VERSION KEY "\r\n", 101},
    {"without Upgrade", BEGIN "Connection: Upgrade\r\n" VERSION KEY "\r\n", 426},
    {"without Connection", BEGIN "Upgrade: websocket\r\n" VERSION KEY "\r\n", 426},
    {"to another protocol", BEGIN "Upgrade: h2c\r\nConnection: Upgrade\r\n" VERSION KEY "\r\n",
     426},
    {"by a plain GET", BEGIN "\r\n", 426},
    {"of HTTP/1.0", "GET /ws HTTP/1.0\r\nHost: a\r\n" UPGRADE VERSION KEY "\r\n", 426},
    {"of another version", BEGIN UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY "\r\n", 426},
    {"without a version", BEGIN UPGRADE KEY "\r\n", 426},
    {"without a key", BEGIN UPGRADE VERSION "\r\n", 400},
    {"with a short key",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub24=\r\n\r\n", 400},
    {"with a long key",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZWVl\r\n\r\n", 400},
    {"with a key that is no base64",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: !!hlIHNhbXBsZSBub25jZQ==\r\n\r\n", 400},
    {"with a key that could be written otherwise",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n\r\n", 400},
    {"with a key without its end",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ= \r\n\r\n", 400},
    {"with a key beyond ASCII",
     BEGIN UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j\xe3Q==\r\n\r\n", 400},
    {"with two keys", BEGIN UPGRADE VERSION KEY KEY "\r\n", 400},
    {"with a body", BEGIN UPGRADE VERSION KEY "Content-Length: 1\r\n\r\na", 400},
    {"by POST", "POST /ws HTTP/1.1\r\nHost: a\r\n" UPGRADE VERSION KEY "\r\n", 405},
    {"from the own page",
     BEGIN UPGRADE VERSION KEY "Origin: http://example.test:8080\r\n\r\n", 101},
    {"from the own page in capitals",
     BEGIN UPGRADE VERSION KEY "Origin: HTTP://EXAMPLE.TEST:8080\r\n\r\n", 101},
    {"from a listed page", BEGIN UPGRADE VERSION KEY "Origin: https://app.test\r\n\r\n", 101},
    {"from another port", BEGIN UPGRADE VERSION KEY "Origin: http://example.test\r\n\r\n", 403},
    {"from another host",
     BEGIN UPGRADE VERSION KEY "Origin: http://evil.test:8080\r\n\r\n", 403},
    {"from a host that begins alike",
     BEGIN UPGRADE VERSION KEY "Origin: http://example.test:8080.evil.test\r\n\r\n", 403},
    {"from a host that ends alike",
     BEGIN UPGRADE VERSION KEY "Origin: http://anexample.test:8080\r\n\r\n", 403},
    {"from nowhere", BEGIN UPGRADE VERSION KEY "Origin: null\r\n\r\n", 403},
    {"from an empty origin", BEGIN UPGRADE VERSION KEY "Origin: \r\n\r\n", 403},
    {"from a file", BEGIN UPGRADE VERSION KEY "Origin: file://\r\n\r\n", 403},
    {"behind a proxy that ends TLS",
     "GET /ws HTTP/1.1\r\nHost: a.test\r\n" UPGRADE VERSION KEY "Origin: https://a.test\r\n\r\n",
     101},
    {"to the implied port",
     "GET /ws HTTP/1.1\r\nHost: a.test:443\r\n" UPGRADE VERSION KEY
     "Origin: https://a.test\r\n\r\n", 101},
    {"to the port of another scheme",
     "GET /ws HTTP/1.1\r\nHost: a.test:443\r\n" UPGRADE VERSION KEY
     "Origin: http://a.test\r\n\r\n", 403},
};

static void test_handshakes(void)
{
    static const char *const origins[] = {"https://app.test", NULL};
    for (size_t i = 0; i < sizeof handshakes / sizeof handshakes[0]; i++) {
        char name[128];
        snprintf(name, sizeof name, "a handshake %s gets %u", handshakes[i].name,
                 handshakes[i].status);
        test_begin(name);
        for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
            struct world world;
            struct answer answer;
            world_begin(&world, NULL);
            world.commons.origins = origins;
            world.pieces = (enum pieces)pieces;
            CHECK(ask(&world, "192.0.2.1", handshakes[i].request, &answer) ==
                  handshakes[i].status);
            CHECK(world.opened == (handshakes[i].status == 101));
            CHECK(world.metrics.websockets_total == (handshakes[i].status == 101));
            world_end(&world);
        }
        test_begin(NULL);
    }
}

static void test_answers(void)
{
    struct world world;
    struct answer answer;
    world_begin(&world, NULL);
    test_begin("the accepting answer carries the hash of RFC 6455's example");
    ask(&world, "192.0.2.1", BEGIN UPGRADE VERSION KEY "\r\n", &answer);
    CHECK(answer_has(&answer, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    CHECK(answer_has(&answer, "Upgrade: websocket"));
    CHECK(answer_has(&answer, "Connection: Upgrade"));
    CHECK(strstr(answer.head, "Content-Length") == NULL);
    test_begin("a refusing answer says which version is spoken");
    ask(&world, "192.0.2.1", BEGIN UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY "\r\n", &answer);
    CHECK(answer_has(&answer, "Sec-WebSocket-Version: 13"));
    CHECK(answer_has(&answer, "Upgrade: websocket"));
    test_begin("a refused handshake leaves the connection as it was");
    struct visitor visitor;
    visitor_come(&visitor, &world, "192.0.2.1");
    visitor_say(&visitor, BEGIN UPGRADE KEY "\r\n");
    visitor_say(&visitor, BEGIN UPGRADE VERSION KEY "\r\n");
    CHECK(answer_next(&visitor, &answer, false) == 426);
    CHECK(answer_next(&visitor, &answer, false) == 101);
    visitor_leave(&visitor);
    world_end(&world);
}

void suite_upgrade(void)
{
    test_handshakes();
    test_answers();
}
