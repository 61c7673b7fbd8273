/* suite_websocket.c - messages over a WebSocket in frames made by hand: right ones and all
 * kinds of wrong ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection_harness.h"

static const char *const local = "192.0.2.1";

static void open_socket(struct visitor *visitor, struct world *world)
{
    struct answer answer;
    visitor_come(visitor, world, local);
    visitor_say(visitor, WEBSOCKET_REQUEST);
    CHECK(answer_next(visitor, &answer, false) == 101);
}

/* Adds a masked frame; returns its size. `size` is what the header says and what follows. */
static size_t make_frame(uint8_t *out, unsigned first_byte, const void *payload, size_t size)
{
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    size_t at = 0, size_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    out[at++] = (uint8_t)first_byte;
    out[at++] = (uint8_t)(0x80 | (size_bytes == 0 ? size : size_bytes == 2 ? 126 : 127));
    for (size_t i = size_bytes; i > 0; i--)
        out[at++] = (uint8_t)((uint64_t)size >> (8 * (i - 1)));
    memcpy(&out[at], mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++)
        out[at++] = ((const uint8_t *)payload)[i] ^ mask[i % 4];
    return at;
}

static void send_frame(struct visitor *visitor, unsigned first_byte, const char *payload,
                       size_t size)
{
    uint8_t *frame = malloc(size + 14);
    visitor_send(visitor, frame, make_frame(frame, first_byte, payload, size));
    free(frame);
}

static void send_text(struct visitor *visitor, const char *text)
{
    send_frame(visitor, 0x81, text, strlen(text));
}

/* Takes the next frame (of at most 125 bytes) that was received: its first byte, 0 if none. */
static unsigned next_frame(struct visitor *visitor, char *payload)
{
    const uint8_t *at = (const uint8_t *)&visitor->received[visitor->read];
    size_t left = visitor->size - visitor->read;
    payload[0] = '\0';
    if (left < 2 || at[1] > 125 || left < 2u + at[1])
        return 0;
    memcpy(payload, &at[2], at[1]);
    payload[at[1]] = '\0';
    visitor->read += 2u + at[1];
    return at[0];
}

/* The close frame that comes next: its code, 0 if none. */
static unsigned next_close(struct visitor *visitor, char *reason)
{
    char payload[126] = "";
    unsigned first = next_frame(visitor, payload);
    strcpy(reason, &payload[2]);
    return first == 0x88 ? (unsigned)(uint8_t)payload[0] << 8 | (uint8_t)payload[1] : 0;
}

static void test_echo(void)
{
    test_begin("messages of all sizes come whole and go back, however the bytes are cut");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct world world;
        struct visitor visitor;
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        open_socket(&visitor, &world);
        CHECK(world.opened == 1 && world.metrics.websockets == 1);
        static const size_t sizes[] = {0, 1, 125, 126, 127, 4096, 4097, 8191, 8192};
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            char text[8192];
            memset(text, 'a' + (int)i, sizeof text);
            send_frame(&visitor, 0x81, text, sizes[i]);
            CHECK(world.messages == i + 1 && world.message_size == sizes[i]);
            CHECK(memcmp(world.message, text, sizes[i]) == 0);
            size_t header = sizes[i] < 126 ? 2 : 4;
            CHECK(visitor.size - visitor.read == header + sizes[i]);
            CHECK(memcmp(&visitor.received[visitor.read + header], text, sizes[i]) == 0);
            visitor.read = visitor.size;
        }
        CHECK(world.metrics.messages_received_total == 9);
        CHECK(world.metrics.messages_sent_total == 9);
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_early(void)
{
    test_begin("a message may come with the handshake");
    struct world world;
    struct visitor visitor;
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    uint8_t bytes[1024];
    size_t size = sizeof WEBSOCKET_REQUEST - 1;
    memcpy(bytes, WEBSOCKET_REQUEST, size);
    size += make_frame(&bytes[size], 0x81, "early", 5);
    visitor_send(&visitor, bytes, size);
    CHECK(world.messages == 1 && strcmp(world.message, "early") == 0);
    visitor_leave(&visitor);
    test_begin("a WebSocket may begin behind a request that is answered later");
    visitor_come(&visitor, &world, local);
    visitor_say(&visitor, "GET /api/later HTTP/1.1\r\nHost: a\r\n\r\n");
    visitor_send(&visitor, bytes, size);
    CHECK(world.opened == 1);
    connection_answer(world.waiting, 200, "text/plain", (struct text){"now", 3});
    CHECK(world.opened == 2 && world.messages == 2);
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_half_frames(void)
{
    test_begin("a frame may come with half of the next, cut anywhere");
    uint8_t bytes[64];
    size_t first = make_frame(bytes, 0x81, "first", 5);
    size_t size = first + make_frame(&bytes[first], 0x81, "second", 6);
    for (size_t cut = first; cut < size; cut++) {
        struct world world;
        struct visitor visitor;
        world_begin(&world, NULL);
        open_socket(&visitor, &world);
        visitor_send(&visitor, bytes, cut);
        CHECK(world.messages == 1 && strcmp(world.message, "first") == 0);
        visitor_send(&visitor, &bytes[cut], size - cut);
        CHECK(world.messages == 2 && strcmp(world.message, "second") == 0);
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_wakes(void)
{
    test_begin("the socket's owner is woken once when output appears, and at the end");
    struct world world;
    struct visitor visitor;
    world_begin(&world, NULL);
    open_socket(&visitor, &world);
    world.wakes = 0;
    visitor.is_deaf = true;
    send_text(&visitor, "one");
    send_text(&visitor, "two");
    CHECK(world.wakes == 1);
    visitor.is_deaf = false;
    visitor_take(&visitor);
    send_text(&visitor, "three");
    CHECK(world.wakes == 2);
    visitor_wait(&visitor, 40000);
    CHECK(connection_is_dropped(visitor.connection) && world.wakes == 4);
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_fragments(void)
{
    test_begin("a message in fragments is one, and a ping between them is answered at once");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct world world;
        struct visitor visitor;
        char payload[126] = "";
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        open_socket(&visitor, &world);
        send_frame(&visitor, 0x01, "one \xe2\x82", 6);
        send_frame(&visitor, 0x00, "", 0);
        send_frame(&visitor, 0x89, "ping!", 5);
        CHECK(next_frame(&visitor, payload) == 0x8a && strcmp(payload, "ping!") == 0);
        send_frame(&visitor, 0x8a, "a pong that nobody asked for", 28);
        send_frame(&visitor, 0x00, "\xac two", 5);
        CHECK(world.messages == 0);
        send_frame(&visitor, 0x80, "", 0);
        CHECK(world.messages == 1);
        CHECK(strcmp(world.message, "one \xe2\x82\xac two") == 0);
        send_text(&visitor, "next");
        CHECK(world.messages == 2 && strcmp(world.message, "next") == 0);
        visitor_leave(&visitor);
        world_end(&world);
    }
}

static void test_close(void)
{
    struct world world;
    struct visitor visitor;
    char reason[126];
    world_begin(&world, NULL);
    test_begin("the visitor's close is answered with its code, and that is the end");
    open_socket(&visitor, &world);
    send_frame(&visitor, 0x88, "\x03\xe9going", 7);
    CHECK(next_close(&visitor, reason) == 1001);
    CHECK(connection_is_done(visitor.connection) && !connection_is_dropped(visitor.connection));
    send_text(&visitor, "after the end");
    CHECK(world.messages == 0 && visitor.read == visitor.size);
    visitor_leave(&visitor);
    test_begin("a close without a code is answered without one");
    open_socket(&visitor, &world);
    send_frame(&visitor, 0x88, "", 0);
    CHECK(next_frame(&visitor, reason) == 0x88 && reason[0] == '\0');
    CHECK(connection_is_done(visitor.connection) && visitor.read == visitor.size);
    visitor_leave(&visitor);
    test_begin("the service's close waits for the visitor's, and hears nothing else");
    open_socket(&visitor, &world);
    send_text(&visitor, "bye");
    CHECK(next_close(&visitor, reason) == 1000 && strcmp(reason, "bye") == 0);
    CHECK(!connection_is_done(visitor.connection));
    send_text(&visitor, "too late");
    send_frame(&visitor, 0x89, "ping", 4);
    connection_send(visitor.connection, (struct text){"too late", 8});
    connection_close(visitor.connection, 1001, "again");
    CHECK(world.messages == 1 && visitor.read == visitor.size);
    send_frame(&visitor, 0x88, "\x03\xe8", 2);
    CHECK(connection_is_done(visitor.connection) && visitor.read == visitor.size);
    visitor_leave(&visitor);
    test_begin("but not for long");
    open_socket(&visitor, &world);
    send_text(&visitor, "bye");
    visitor_wait(&visitor, 1000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("a long reason is cut between characters");
    open_socket(&visitor, &world);
    char long_reason[300] = "";
    for (int i = 0; i < 99; i++)
        strcat(long_reason, "\xc3\xa4");
    connection_close(visitor.connection, 1008, long_reason);
    visitor_take(&visitor);
    CHECK(next_close(&visitor, reason) == 1008 && strlen(reason) == 122);
    CHECK(strncmp(reason, long_reason, 122) == 0);
    visitor_leave(&visitor);
    world_end(&world);
}

struct bad_frame {
    const char *name;
    unsigned code;
    const char *bytes;
    size_t size;
};

#define BYTES(text) text, sizeof(text) - 1

static const struct bad_frame bad_frames[] = {
    {"a binary message", 1003, BYTES("\x82\x81\0\0\0\0a")},
    {"text that is not UTF-8", 1007, BYTES("\x81\x81\0\0\0\0\xff")},
    {"text that ends in half a character", 1007, BYTES("\x81\x82\0\0\0\0\xe2\x82")},
    {"an overlong form", 1007, BYTES("\x81\x82\0\0\0\0\xc0\x80")},
    {"half of a pair of surrogates", 1007, BYTES("\x81\x83\0\0\0\0\xed\xa0\x80")},
    {"a character above the last", 1007, BYTES("\x81\x84\0\0\0\0\xf4\x90\x80\x80")},
    {"a frame without a mask", 1002, BYTES("\x81\x01" "a")},
    {"an empty frame without a mask", 1002, BYTES("\x81\x00")},
    {"a reserved bit", 1002, BYTES("\xc1\x81\0\0\0\0a")},
    {"an unknown kind of message", 1002, BYTES("\x83\x81\0\0\0\0a")},
    {"an unknown kind of control frame", 1002, BYTES("\x8b\x80\0\0\0\0")},
    {"a continuation of nothing", 1002, BYTES("\x80\x81\0\0\0\0a")},
    {"a new message inside a message", 1002, BYTES("\x01\x81\0\0\0\0a\x81\x81\0\0\0\0b")},
    {"a ping in fragments", 1002, BYTES("\x09\x81\0\0\0\0a")},
    {"a ping that is too long", 1002, BYTES("\x89\xfe\0\x7e\0\0\0\0a")},
    {"a size in more bytes than it needs", 1002, BYTES("\x81\xfe\0\x01\0\0\0\0a")},
    {"a size in far more bytes than it needs", 1002,
     BYTES("\x81\xff\0\0\0\0\0\0\0\x01\0\0\0\0a")},
    {"a size beyond all sizes", 1002,
     BYTES("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0a")},
    {"a message that is too long", 1009, BYTES("\x81\xfe\x20\x01\0\0\0\0a")},
    {"a message that is far too long", 1009, BYTES("\x81\xff\x7f\0\0\0\0\0\0\0\0\0\0\0a")},
    {"fragments that add up to too much", 1009,
     BYTES("\x01\x81\0\0\0\0a\x80\xfe\x20\x00\0\0\0\0a")},
    {"a close with a code that is none", 1002, BYTES("\x88\x82\0\0\0\0\x03\xed")},
    {"a close with a code below all", 1002, BYTES("\x88\x82\0\0\0\0\x00\x01")},
    {"a close of one byte", 1002, BYTES("\x88\x81\0\0\0\0\x03")},
    {"a close that is too long", 1002, BYTES("\x88\xfe\0\x7e\0\0\0\0\x03\xe8")},
    {"a close whose reason is not UTF-8", 1007, BYTES("\x88\x83\0\0\0\0\x03\xe8\xff")},
    {"a close whose reason ends in half a character", 1007,
     BYTES("\x88\x84\0\0\0\0\x03\xe8\xe2\x82")},
    {"a text whose beginning cannot be UTF-8 any more", 1007,
     BYTES("\x01\x82\0\0\0\0\xf4\x90")},
    {"a binary message that is too long", 1003, BYTES("\x82\xfe\x20\x01\0\0\0\0a")},
};

static void test_bad_frames(void)
{
    for (size_t i = 0; i < sizeof bad_frames / sizeof bad_frames[0]; i++) {
        const struct bad_frame *bad = &bad_frames[i];
        char name[128], reason[126];
        snprintf(name, sizeof name, "%s ends it with %u", bad->name, bad->code);
        test_begin(name);
        for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
            struct world world;
            struct visitor visitor;
            world_begin(&world, NULL);
            world.pieces = (enum pieces)pieces;
            open_socket(&visitor, &world);
            visitor_send(&visitor, bad->bytes, bad->size);
            CHECK(next_close(&visitor, reason) == bad->code);
            CHECK(connection_is_done(visitor.connection));
            CHECK(world.messages == 0 && world.metrics.protocol_errors_total == 1);
            send_text(&visitor, "more");
            CHECK(world.messages == 0 && visitor.read == visitor.size);
            visitor_leave(&visitor);
            world_end(&world);
        }
        test_begin(NULL);
    }
}

/* Two messages and a close, in one piece. */
static void say_and_leave(struct visitor *visitor)
{
    uint8_t bytes[64];
    size_t size = make_frame(bytes, 0x81, "one", 3);
    size += make_frame(&bytes[size], 0x81, "two", 3);
    size += make_frame(&bytes[size], 0x88, "\x0f\xa0" "bye", 5);
    size += make_frame(&bytes[size], 0x81, "three", 5);
    visitor_send(visitor, bytes, size);
}

static void test_leaving(void)
{
    struct world world;
    struct visitor visitor;
    char payload[126];
    test_begin("what came before a close is answered before it, and nothing behind it is heard");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        world.is_slow = true;
        open_socket(&visitor, &world);
        say_and_leave(&visitor);
        CHECK(world.messages == 2 && world.leaving == visitor.connection);
        CHECK(visitor.read == visitor.size && !connection_is_done(visitor.connection));
        connection_send(visitor.connection, (struct text){"to one", 6});
        connection_send(visitor.connection, (struct text){"to two", 6});
        connection_close(visitor.connection, 1000, "nothing more");
        visitor_take(&visitor);
        CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "to one") == 0);
        CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "to two") == 0);
        CHECK(next_close(&visitor, payload) == 4000 && payload[0] == '\0');
        CHECK(connection_is_done(visitor.connection) && visitor.read == visitor.size);
        visitor_leave(&visitor);
        world_end(&world);
    }
    world_begin(&world, NULL);
    world.is_slow = true;
    test_begin("a service that owes for too long does not keep who leaves");
    open_socket(&visitor, &world);
    say_and_leave(&visitor);
    visitor_wait(&visitor, 1000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(next_close(&visitor, payload) == 4000 && connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("who ends its side without a close is answered all the same, and closed");
    open_socket(&visitor, &world);
    send_text(&visitor, "one");
    connection_end(visitor.connection, world.now_ms);
    CHECK(world.leaving == visitor.connection && !connection_is_done(visitor.connection));
    connection_send(visitor.connection, (struct text){"to one", 6});
    connection_close(visitor.connection, 1000, "");
    visitor_take(&visitor);
    CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "to one") == 0);
    CHECK(next_frame(&visitor, payload) == 0x88 && connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("who ends its side after our close is done");
    open_socket(&visitor, &world);
    connection_close(visitor.connection, 1000, "");
    connection_end(visitor.connection, world.now_ms);
    CHECK(connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_inside(void)
{
    test_begin("messages that come together are answered in order, and none after the close");
    struct world world;
    struct visitor visitor;
    char payload[126];
    uint8_t bytes[128];
    size_t size = make_frame(bytes, 0x81, "one", 3);
    size += make_frame(&bytes[size], 0x81, "two", 3);
    size += make_frame(&bytes[size], 0x81, "bye", 3);
    size += make_frame(&bytes[size], 0x81, "three", 5);
    size += make_frame(&bytes[size], 0x89, "", 0);
    world_begin(&world, NULL);
    open_socket(&visitor, &world);
    visitor_send(&visitor, bytes, size);
    CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "one") == 0);
    CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "two") == 0);
    CHECK(next_close(&visitor, payload) == 1000);
    CHECK(world.messages == 3 && visitor.read == visitor.size);
    CHECK(!connection_is_done(visitor.connection));
    visitor_leave(&visitor);
    test_begin("a message goes out between the visitor's fragments and in the midst of a frame");
    open_socket(&visitor, &world);
    send_frame(&visitor, 0x01, "left", 4);
    size = make_frame(bytes, 0x80, " and right", 10);
    for (size_t i = 0; i < size; i++) {
        connection_send(visitor.connection, (struct text){"now", 3});
        visitor_take(&visitor);
        CHECK(next_frame(&visitor, payload) == 0x81 && strcmp(payload, "now") == 0);
        visitor_send(&visitor, &bytes[i], 1);
    }
    CHECK(world.messages == 4 && strcmp(world.message, "left and right") == 0);
    visitor_leave(&visitor);
    test_begin("nothing is heard after the drop in the midst of what came together");
    open_socket(&visitor, &world);
    visitor.is_deaf = true;
    size = make_frame(bytes, 0x81, "flood", 5);
    size += make_frame(&bytes[size], 0x81, "more", 4);
    visitor_send(&visitor, bytes, size);
    CHECK(connection_is_dropped(visitor.connection) && world.messages == 5);
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_quiet(void)
{
    struct world world;
    struct visitor visitor;
    char payload[126] = "";
    world_begin(&world, NULL);
    test_begin("a quiet WebSocket is pinged, and stays while it answers");
    open_socket(&visitor, &world);
    for (int i = 0; i < 3; i++) {
        visitor_wait(&visitor, 19000);
        CHECK(visitor.read == visitor.size);
        visitor_wait(&visitor, 1000);
        CHECK(next_frame(&visitor, payload) == 0x89);
        visitor_wait(&visitor, 15000);
        CHECK(visitor.read == visitor.size);
        send_frame(&visitor, 0x8a, "", 0);
        CHECK(!connection_is_done(visitor.connection));
    }
    test_begin("a WebSocket that does not answer the ping is dropped");
    visitor_wait(&visitor, 39000);
    CHECK(!connection_is_done(visitor.connection));
    visitor_wait(&visitor, 1000);
    CHECK(connection_is_dropped(visitor.connection));
    visitor_leave(&visitor);
    world_end(&world);
}

static void test_slow_and_fast(void)
{
    struct world world;
    struct visitor visitor;
    char payload[126] = "";
    world_begin(&world, NULL);
    test_begin("a reader who lets too much pile up is dropped at once");
    open_socket(&visitor, &world);
    visitor.is_deaf = true;
    send_text(&visitor, "flood");
    CHECK(connection_is_dropped(visitor.connection));
    CHECK(connection_output(visitor.connection).size == 0);
    CHECK(world.metrics.slow_readers_total == 1);
    visitor_leave(&visitor);
    world_end(&world);
    test_begin("messages faster than allowed end it with 1008, at the allowed rate they go on");
    struct limits_config config = open_limits();
    config.messages = (struct rate){.per_minute = 60, .burst = 5};
    world_begin(&world, &config);
    open_socket(&visitor, &world);
    for (int i = 0; i < 20; i++) {
        send_text(&visitor, "steady");
        CHECK(next_frame(&visitor, payload) == 0x81);
        visitor_wait(&visitor, 1000);
    }
    for (int i = 0; i < 5; i++) {
        CHECK(!connection_is_done(visitor.connection));
        send_frame(&visitor, 0x89, "", 0);
        CHECK(next_frame(&visitor, payload) == 0x8a);
    }
    send_text(&visitor, "hasty");
    CHECK(next_close(&visitor, payload) == 1008 && strcmp(payload, "too fast") == 0);
    CHECK(connection_is_done(visitor.connection) && world.messages == 20);
    CHECK(world.metrics.rate_limited_total == 1 && world.metrics.protocol_errors_total == 0);
    visitor_leave(&visitor);
    world_end(&world);
    test_begin("all lines of an address together talk no faster than an eighth of them may");
    config.messages = (struct rate){0, 0};
    config.address_messages = (struct rate){.per_minute = 60, .burst = 5};
    struct visitor second;
    world_begin(&world, &config);
    open_socket(&visitor, &world);
    open_socket(&second, &world);
    for (int i = 0; i < 5; i++)
        send_text(i % 2 == 0 ? &visitor : &second, "shared");
    CHECK(!connection_is_done(visitor.connection) && !connection_is_done(second.connection));
    send_text(&second, "hasty");
    CHECK(connection_is_done(second.connection) && world.messages == 5);
    visitor_wait(&visitor, 1000);
    send_text(&visitor, "patient");
    CHECK(!connection_is_done(visitor.connection) && world.messages == 6);
    visitor_leave(&visitor);
    visitor_leave(&second);
    world_end(&world);
    config.messages = (struct rate){.per_minute = 60, .burst = 5};
    config.address_messages = (struct rate){0, 0};
    world_begin(&world, &config);
    test_begin("64 fragments make one message for the rate, each further one costs like a message");
    open_socket(&visitor, &world);
    send_frame(&visitor, 0x01, "a", 1);
    for (int i = 0; i < 63 + 4; i++)
        send_frame(&visitor, 0x00, "a", 1);
    CHECK(!connection_is_done(visitor.connection));
    send_frame(&visitor, 0x00, "a", 1);
    CHECK(next_close(&visitor, payload) == 1008 && strcmp(payload, "too fast") == 0);
    visitor_leave(&visitor);
    world_end(&world);
}

void suite_websocket(void)
{
    test_echo();
    test_early();
    test_half_frames();
    test_wakes();
    test_fragments();
    test_close();
    test_bad_frames();
    test_leaving();
    test_inside();
    test_quiet();
    test_slow_and_fast();
}
