/* suite_client.c - round trips with wslay's own client at the other end of the wire. */
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "connection_harness.h"

enum { ROUNDS = 300 };

struct client {
    struct visitor visitor;
    wslay_event_context_ptr events;
    unsigned messages, pongs;
    char message[RECORD_MAX];
    size_t message_size;
};

static ssize_t client_send(wslay_event_context_ptr context, const uint8_t *bytes, size_t size,
                           int flags, void *user_data)
{
    (void)context;
    (void)flags;
    struct client *client = user_data;
    visitor_send(&client->visitor, bytes, size);
    return (ssize_t)size;
}

static ssize_t client_receive(wslay_event_context_ptr context, uint8_t *out, size_t size,
                              int flags, void *user_data)
{
    (void)flags;
    struct client *client = user_data;
    struct visitor *visitor = &client->visitor;
    size_t left = visitor->size - visitor->read, given = size < left ? size : left;
    if (given == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(out, &visitor->received[visitor->read], given);
    visitor->read += given;
    return (ssize_t)given;
}

static int client_mask(wslay_event_context_ptr context, uint8_t *out, size_t size,
                       void *user_data)
{
    (void)context;
    (void)user_data;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)random_below(256);
    return 0;
}

static void client_message(wslay_event_context_ptr context,
                           const struct wslay_event_on_msg_recv_arg *message, void *user_data)
{
    (void)context;
    struct client *client = user_data;
    if (message->opcode == WSLAY_PONG)
        client->pongs++;
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    client->messages++;
    if (message->msg_length > 0)
        memcpy(client->message, message->msg, message->msg_length);
    client->message_size = message->msg_length;
}

/* Letters of one to four bytes. */
static size_t random_text(char out[MESSAGE_MAX])
{
    static const char *const letters[] = {"a", "\xc3\xb6", "\xe2\x99\xa0", "\xf0\x9f\x83\x8f"};
    size_t size = 0, wanted = random_below(10) == 0 ? MESSAGE_MAX : random_below(600);
    for (;;) {
        const char *letter = letters[random_below(4)];
        if (size + strlen(letter) > wanted)
            return size;
        memcpy(&out[size], letter, strlen(letter));
        size += strlen(letter);
    }
}

static void send_message(struct client *client, unsigned opcode, const char *text, size_t size)
{
    struct wslay_event_msg message = {(uint8_t)opcode, (const uint8_t *)text, size};
    CHECK(wslay_event_queue_msg(client->events, &message) == 0);
    CHECK(wslay_event_send(client->events) == 0);
    CHECK(wslay_event_recv(client->events) == 0);
}

void suite_client(void)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = client_receive,
        .send_callback = client_send,
        .genmask_callback = client_mask,
        .on_msg_recv_callback = client_message,
    };
    test_begin("a client made by others echoes messages, pings and closes in order");
    for (unsigned pieces = 0; pieces < PIECES_COUNT; pieces++) {
        struct world world;
        struct answer answer;
        struct client client;
        memset(&client, 0, sizeof client);
        world_begin(&world, NULL);
        world.pieces = (enum pieces)pieces;
        visitor_come(&client.visitor, &world, "2001:db8::1");
        visitor_say(&client.visitor, WEBSOCKET_REQUEST);
        CHECK(answer_next(&client.visitor, &answer, false) == 101);
        CHECK(wslay_event_context_client_init(&client.events, &callbacks, &client) == 0);
        for (unsigned i = 0; i < ROUNDS; i++) {
            char text[MESSAGE_MAX];
            size_t size = random_text(text);
            send_message(&client, WSLAY_PING, text, size % 3);
            send_message(&client, WSLAY_TEXT_FRAME, text, size);
            CHECK(client.messages == i + 1 && client.pongs == i + 1);
            CHECK(client.message_size == size && memcmp(client.message, text, size) == 0);
        }
        wslay_event_queue_close(client.events, 1000, (const uint8_t *)"done", 4);
        CHECK(wslay_event_send(client.events) == 0 && wslay_event_recv(client.events) == 0);
        CHECK(wslay_event_get_close_received(client.events) == 1);
        CHECK(wslay_event_get_status_code_received(client.events) == 1000);
        CHECK(connection_is_done(client.visitor.connection));
        CHECK(world.metrics.protocol_errors_total == 0);
        wslay_event_context_free(client.events);
        visitor_leave(&client.visitor);
        world_end(&world);
    }
}
