/* websocket.c - messages by wslay's events: frames, fragments, pongs, UTF-8 and close codes are
 * all its work; ours are the limits. A context of wslay has 8.8 kB, so a connection has one
 * only while something is under way: made when bytes come or go, freed when no frame and no
 * message is unfinished. A quiet WebSocket has none. */
#include <assert.h>
#include <string.h>

#include "server/bucket.h"
#include "server/door.h"

enum {
    REASON_MAX = 123,   /* bytes of words in a close frame */
    FRAGMENTS_FREE = 64 /* of one message; wslay takes memory for each */
};

static ssize_t on_input_wanted(wslay_event_context_ptr events, uint8_t *out, size_t size,
                               int flags, void *user_data)
{
    (void)flags;
    struct connection *connection = user_data;
    struct text *input = &connection->input;
    size_t given = size < input->size ? size : input->size;
    if (given == 0 || connection->is_done) {
        wslay_event_set_error(events, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(out, input->at, given);
    input->at += given;
    input->size -= given;
    connection->unfinished += (int64_t)given;
    return (ssize_t)given;
}

/* All that wslay has to send is taken at once, so that nothing ever stays in its queues. */
static ssize_t on_output(wslay_event_context_ptr events, const uint8_t *bytes, size_t size,
                         int flags, void *user_data)
{
    (void)flags;
    struct connection *connection = user_data;
    const struct door *door = connection->door;
    if (output_size(connection) + size > door->send_buffer_max && door->push != NULL)
        door->push(connection);
    if (output_size(connection) + size > door->send_buffer_max) {
        door->metrics->slow_readers_total++;
        connection_drop(connection);
    }
    output_add(connection, bytes, size);
    if (!connection->is_dropped)
        return (ssize_t)size;
    wslay_event_set_error(events, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void queue_close(struct connection *connection, unsigned code, const char *reason)
{
    size_t size = strlen(reason);
    if (size > REASON_MAX) {
        size = REASON_MAX;
        /* a cut must not leave half a character behind */
        while (size > 0 && ((uint8_t)reason[size] & 0xc0) == 0x80)
            size--;
    }
    wslay_event_queue_close(connection->events, (uint16_t)code, (const uint8_t *)reason, size);
    connection->is_closing = true;
    connection->closing_ms = connection->now_ms;
}

/* The peer broke a rule of ours: it is told, and nothing more is heard of it. */
static void refuse(struct connection *connection, unsigned code, const char *reason)
{
    queue_close(connection, code, reason);
    wslay_event_shutdown_read(connection->events);
}

/* Fragments are free, as they add up to one message, and so is the end; all else costs one of
 * the rate. */
static bool is_too_fast(struct connection *connection,
                        const struct wslay_event_on_frame_recv_start_arg *frame)
{
    const struct limits_config *config = limits_config(connection->door->limits);
    bool is_free = frame->opcode == WSLAY_CONTINUATION_FRAME && frame->payload_length > 0 &&
                   connection->fragments <= FRAGMENTS_FREE;
    if (is_free || frame->opcode == WSLAY_CONNECTION_CLOSE ||
        bucket_take(&connection->bucket_us, &config->messages, connection->now_ms))
        return false;
    connection->door->metrics->rate_limited_total++;
    return true;
}

/* A frame's whole size is taken off what was given to wslay as soon as that is known. So
 * `unfinished` is below zero while payload is to come, above while a header is, and zero
 * exactly between two frames. wslay has refused sizes in more bytes than they need. */
static void on_frame(wslay_event_context_ptr events,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *user_data)
{
    (void)events;
    struct connection *connection = user_data;
    uint64_t payload = frame->payload_length;
    assert(payload <= MESSAGE_MAX);
    uint64_t header = 2 + (payload < 126 ? 0 : 2) + 4;
    connection->unfinished -= (int64_t)(header + payload);
    if (!wslay_is_ctrl_frame(frame->opcode))
        connection->fragments = frame->fin ? 0 : connection->fragments + 1;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        refuse(connection, WSLAY_CODE_UNSUPPORTED_DATA, "only text is understood here");
    else if (is_too_fast(connection, frame))
        refuse(connection, WSLAY_CODE_POLICY_VIOLATION, "too fast");
}

static void on_message(wslay_event_context_ptr events,
                       const struct wslay_event_on_msg_recv_arg *message, void *user_data)
{
    (void)events;
    struct connection *connection = user_data;
    struct door *door = connection->door;
    if (message->opcode != WSLAY_TEXT_FRAME || connection->is_closing || connection->is_done)
        return;
    size_t size = message->msg_length;
    door->metrics->messages_received_total++;
    door->service.message(door->service.context, connection,
                          (struct text){size == 0 ? "" : (const char *)message->msg, size});
}

static bool open_events(struct connection *connection)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_input_wanted,
        .send_callback = on_output,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
    };
    if (connection->events != NULL)
        return true;
    if (wslay_event_context_server_init(&connection->events, &callbacks, connection) != 0) {
        connection->events = NULL;
        connection_drop(connection);
        return false;
    }
    wslay_event_config_set_max_recv_msg_length(connection->events, MESSAGE_MAX);
    /* an earlier context sent the close frame, after which nothing may follow */
    if (connection->is_closing)
        wslay_event_shutdown_write(connection->events);
    return true;
}

void websocket_free(struct connection *connection)
{
    wslay_event_context_free(connection->events);
    connection->events = NULL;
}

static void flush(struct connection *connection)
{
    if (wslay_event_send(connection->events) != 0)
        connection_drop(connection);
}

/* The context goes when it holds nothing that is needed again, but not under the feet of
 * wslay: the service may send and close while a message is handed to it. */
static void release_events(struct connection *connection)
{
    bool is_busy = connection->unfinished != 0 || connection->fragments > 0;
    if (!connection->is_receiving && (!is_busy || connection->is_done))
        websocket_free(connection);
}

static void send_frame(struct connection *connection, uint8_t opcode, struct text payload)
{
    const struct wslay_event_msg frame = {opcode, (const uint8_t *)payload.at, payload.size};
    if (!open_events(connection))
        return;
    if (wslay_event_queue_msg(connection->events, &frame) != 0)
        connection_drop(connection);
    flush(connection);
    release_events(connection);
}

void websocket_send(struct connection *connection, struct text message)
{
    connection->door->metrics->messages_sent_total++;
    send_frame(connection, WSLAY_TEXT_FRAME, message);
}

void websocket_close(struct connection *connection, unsigned code, const char *reason)
{
    if (!open_events(connection))
        return;
    queue_close(connection, code, reason == NULL ? "" : reason);
    flush(connection);
    release_events(connection);
}

void websocket_tick(struct connection *connection)
{
    uint64_t now_ms = connection->now_ms, quiet_ms = now_ms - connection->heard_ms;
    uint32_t ping_ms = connection->door->ping_ms;
    if (connection->is_closing) {
        if (now_ms - connection->closing_ms >= CLOSE_WAIT_MS)
            connection_finish(connection);
    } else if (connection_is_overdue(connection)) {
        websocket_close(connection, WSLAY_CODE_POLICY_VIOLATION,
                        "say hello in time: which table?");
    } else if (connection->is_ping_sent) {
        if (quiet_ms >= 2 * (uint64_t)ping_ms)
            connection_drop(connection);
    } else if (quiet_ms >= ping_ms) {
        connection->is_ping_sent = true;
        send_frame(connection, WSLAY_PING, (struct text){NULL, 0});
    }
}

void websocket_receive(struct connection *connection, const char *bytes, size_t size)
{
    if (size == 0 || !open_events(connection))
        return;
    wslay_event_context_ptr events = connection->events;
    connection->input = (struct text){bytes, size};
    connection->is_receiving = true;
    wslay_event_recv(events);
    flush(connection);
    /* wslay reads no further after a close frame and after any fault */
    if (!wslay_event_get_read_enabled(events)) {
        if (!wslay_event_get_close_received(events) &&
            wslay_event_get_status_code_sent(events) != WSLAY_CODE_POLICY_VIOLATION)
            connection->door->metrics->protocol_errors_total++;
        connection_finish(connection);
    }
    connection->is_receiving = false;
    connection->input = (struct text){NULL, 0};
    release_events(connection);
}
