/* suite_websocket.c - messages over a WebSocket, with wslay's own client at the other end and
 * with frames made by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "door_harness.h"

#define HANDSHAKE                                                            \
    "GET /ws HTTP/1.1\r\nHost: example.test\r\nUpgrade: websocket\r\n"       \
    "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"       \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static const char *const local = "192.0.2.1";

static void open_socket(struct visitor *visitor, struct world *world)
{
    struct answer answer;
    visitor_come(visitor, world, local);
    visitor_say(visitor, HANDSHAKE);
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
    char payload[126];
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

void suite_websocket(void)
{
    char reason[126];
    struct world world;
    struct visitor visitor;
    test_echo();
    test_begin("a message may come with the handshake");
    world_begin(&world, NULL);
    visitor_come(&visitor, &world, local);
    uint8_t bytes[1024];
    memcpy(bytes, HANDSHAKE, sizeof HANDSHAKE - 1);
    size_t size = sizeof HANDSHAKE - 1;
    size += make_frame(&bytes[size], 0x81, "early", 5);
    visitor_send(&visitor, bytes, size);
    CHECK(world.messages == 1 && strcmp(world.message, "early") == 0);
    send_text(&visitor, "bye");
    (void)next_close;
    (void)reason;
    visitor_leave(&visitor);
    world_end(&world);
}
