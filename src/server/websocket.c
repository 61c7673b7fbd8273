/* websocket.c - messages over wslay's frames. wslay's event interface would keep 8.8 kB for
 * each connection, its frame interface 4.3 kB; so a frame context is made when a frame begins
 * and freed when it is whole, and a quiet WebSocket has none. Fragments, control frames and
 * close codes are ours then. Frames to be sent are not masked and come in one piece: their
 * header is written here. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/bucket.h"
#include "server/door.h"

enum {
    CONTROL_MAX = 125,       /* payload of a control frame */
    SHORT_MAX = 125,         /* payload whose size fits in the first two bytes */
    MEDIUM_MAX = 65535,
    SERVER_HEADER_MAX = 10,
    MASK_SIZE = 4,
    CODE_SIZE = 2,
    FIN = 0x80
};

static ssize_t give_input(uint8_t *out, size_t size, int flags, void *user_data)
{
    (void)flags;
    struct connection *connection = user_data;
    struct text *input = &connection->input;
    size_t given = size < input->size ? size : input->size;
    if (given == 0)
        return -1;
    memcpy(out, input->at, given);
    input->at += given;
    input->size -= given;
    connection->input_taken += given;
    return (ssize_t)given;
}

static void send_frame(struct connection *connection, unsigned opcode, const void *payload,
                       size_t size)
{
    const struct door *door = connection->door;
    if (output_size(connection) + size > door->send_buffer_max && door->push != NULL)
        door->push(connection);
    if (output_size(connection) + size > door->send_buffer_max) {
        door->metrics->slow_readers_total++;
        connection_drop(connection);
        return;
    }
    char *room = output_room(connection, SERVER_HEADER_MAX + size);
    if (room == NULL)
        return;
    size_t header = 2, size_bytes = size <= SHORT_MAX ? 0 : size <= MEDIUM_MAX ? 2 : 8;
    room[0] = (char)(FIN | opcode);
    room[1] = (char)(size_bytes == 0 ? size : size_bytes == 2 ? 126 : 127);
    for (size_t i = size_bytes; i > 0; i--)
        room[header++] = (char)((uint64_t)size >> (8 * (i - 1)));
    if (size > 0)
        memcpy(&room[header], payload, size);
    output_commit(connection, header + size);
}

static void send_close(struct connection *connection, unsigned code, const char *reason)
{
    uint8_t payload[CONTROL_MAX] = {(uint8_t)(code >> 8), (uint8_t)code};
    size_t size = strlen(reason);
    if (size > CONTROL_MAX - CODE_SIZE)
        size = CONTROL_MAX - CODE_SIZE;
    /* a cut must not leave half a character behind */
    while (!text_is_utf8((const uint8_t *)reason, size))
        size--;
    memcpy(&payload[CODE_SIZE], reason, size);
    send_frame(connection, WSLAY_CONNECTION_CLOSE, payload, CODE_SIZE + size);
}

/* The peer broke a limit: it is told, and nothing more is heard of it. */
static void end(struct connection *connection, unsigned code, const char *reason)
{
    if (!connection->is_closing)
        send_close(connection, code, reason);
    connection->is_closing = true;
    connection_finish(connection);
}

/* The same for what no honest client does. */
static void fail(struct connection *connection, unsigned code, const char *reason)
{
    connection->door->metrics->protocol_errors_total++;
    end(connection, code, reason);
}

void websocket_send(struct connection *connection, struct text message)
{
    connection->door->metrics->messages_sent_total++;
    send_frame(connection, WSLAY_TEXT_FRAME, message.at, message.size);
}

void websocket_close(struct connection *connection, unsigned code, const char *reason)
{
    send_close(connection, code, reason == NULL ? "" : reason);
    connection->is_closing = true;
    connection->closing_ms = connection->now_ms;
}

void websocket_tick(struct connection *connection)
{
    uint64_t now_ms = connection->now_ms, quiet_ms = now_ms - connection->heard_ms;
    uint32_t ping_ms = connection->door->ping_ms;
    if (connection->is_closing) {
        if (now_ms - connection->closing_ms >= CLOSE_WAIT_MS)
            connection_finish(connection);
    } else if (connection->is_ping_sent) {
        if (quiet_ms >= 2 * (uint64_t)ping_ms)
            connection_drop(connection);
    } else if (quiet_ms >= ping_ms) {
        connection->is_ping_sent = true;
        send_frame(connection, WSLAY_PING, NULL, 0);
    }
}

void websocket_free(struct connection *connection)
{
    if (connection->frames != NULL)
        wslay_frame_context_free(connection->frames);
    connection->frames = NULL;
    buffer_free(&connection->message);
    buffer_free(&connection->control);
}

/* RFC 6455, 7.4: those that may stand in a frame. */
static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static void handle_close(struct connection *connection, const uint8_t *payload, size_t size)
{
    unsigned code = size < CODE_SIZE ? 0 : (unsigned)payload[0] << 8 | payload[1];
    if (size > 0 && !is_close_code(code)) {
        fail(connection, 1002, "no such close code");
        return;
    }
    if (size > CODE_SIZE && !text_is_utf8(&payload[CODE_SIZE], size - CODE_SIZE)) {
        fail(connection, 1007, "not UTF-8");
        return;
    }
    if (!connection->is_closing)
        send_frame(connection, WSLAY_CONNECTION_CLOSE, payload, size == 0 ? 0 : CODE_SIZE);
    connection->is_closing = true;
    connection_finish(connection);
}

static void handle_control(struct connection *connection, unsigned opcode,
                           const uint8_t *payload, size_t size)
{
    if (opcode == WSLAY_CONNECTION_CLOSE)
        handle_close(connection, payload, size);
    else if (opcode == WSLAY_PING && !connection->is_closing)
        send_frame(connection, WSLAY_PONG, payload, size);
}

static void handle_message(struct connection *connection, const uint8_t *bytes, size_t size)
{
    struct door *door = connection->door;
    if (connection->is_closing)
        return;
    if (!text_is_utf8(bytes, size)) {
        fail(connection, 1007, "not UTF-8");
        return;
    }
    door->metrics->messages_received_total++;
    door->service.message(door->service.context, connection,
                          (struct text){size == 0 ? "" : (const char *)bytes, size});
}

static bool is_known_opcode(unsigned opcode)
{
    return opcode <= WSLAY_BINARY_FRAME ||
           (opcode >= WSLAY_CONNECTION_CLOSE && opcode <= WSLAY_PONG);
}

/* Fragments are free, as they add up to one message, and so is the end; all else costs one of
 * the rate. */
static bool is_too_fast(struct connection *connection, const struct wslay_frame_iocb *frame)
{
    const struct limits_config *config = limits_config(connection->door->limits);
    bool is_fragment = frame->opcode == WSLAY_CONTINUATION_FRAME && frame->payload_length > 0;
    if (is_fragment || frame->opcode == WSLAY_CONNECTION_CLOSE ||
        bucket_take(&connection->bucket_us, &config->messages, connection->now_ms))
        return false;
    connection->door->metrics->rate_limited_total++;
    return true;
}

/* A frame's header is known: may it come at all? */
static bool begin_frame(struct connection *connection, const struct wslay_frame_iocb *frame)
{
    bool is_control = wslay_is_ctrl_frame(frame->opcode);
    bool is_continuation = frame->opcode == WSLAY_CONTINUATION_FRAME;
    bool is_out_of_order = !is_control && is_continuation != connection->is_in_message;
    if (!frame->mask || frame->rsv != 0 || !is_known_opcode(frame->opcode) || is_out_of_order ||
        (is_control && (!frame->fin || frame->payload_length > CONTROL_MAX)))
        fail(connection, 1002, "not a frame that may come here");
    else if (frame->opcode == WSLAY_BINARY_FRAME)
        fail(connection, 1003, "only text is understood here");
    else if (!is_control && frame->payload_length > MESSAGE_MAX - connection->message.size)
        fail(connection, 1009, "the message is too long");
    else if (is_too_fast(connection, frame))
        end(connection, 1008, "too fast");
    connection->is_frame_begun = true;
    connection->frame_left = frame->payload_length;
    return !connection->is_done;
}

static void end_frame(struct connection *connection, const struct wslay_frame_iocb *frame)
{
    size_t size_bytes = frame->payload_length <= SHORT_MAX    ? 0
                        : frame->payload_length <= MEDIUM_MAX ? 2
                                                              : 8;
    uint64_t frame_size = 2 + size_bytes + MASK_SIZE + frame->payload_length;
    assert(connection->input_taken >= frame_size);
    connection->input_taken -= frame_size;
    connection->is_frame_begun = false;
}

/* Part of a frame came: kept, unless it is all there is and can be handled where it lies. */
static void take_part(struct connection *connection, const struct wslay_frame_iocb *frame)
{
    bool is_control = wslay_is_ctrl_frame(frame->opcode);
    struct buffer *kept = is_control ? &connection->control : &connection->message;
    connection->frame_left -= frame->data_length;
    bool is_end = connection->frame_left == 0;
    struct text whole = {(const char *)frame->data, frame->data_length};
    if (kept->size > 0 || !is_end || !frame->fin) {
        if (!buffer_add(kept, frame->data, frame->data_length)) {
            connection_drop(connection);
            return;
        }
        whole = (struct text){kept->at, kept->size};
    }
    if (!is_control)
        connection->is_in_message = !(is_end && frame->fin);
    if (!is_end)
        return;
    end_frame(connection, frame);
    if (!frame->fin)
        return;
    if (is_control)
        handle_control(connection, frame->opcode, (const uint8_t *)whole.at, whole.size);
    else
        handle_message(connection, (const uint8_t *)whole.at, whole.size);
    buffer_free(kept);
}

static bool open_frames(struct connection *connection)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = give_input};
    if (connection->frames != NULL)
        return true;
    connection->input_taken = 0;
    connection->is_frame_begun = false;
    if (wslay_frame_context_init(&connection->frames, &callbacks, connection) == 0)
        return true;
    connection->frames = NULL;
    connection_drop(connection);
    return false;
}

void websocket_receive(struct connection *connection, const char *bytes, size_t size)
{
    connection->input = (struct text){bytes, size};
    if (size == 0 || !open_frames(connection))
        return;
    while (!connection->is_done) {
        struct wslay_frame_iocb frame;
        memset(&frame, 0, sizeof frame);
        ssize_t result = wslay_frame_recv(connection->frames, &frame);
        if (result == WSLAY_ERR_WANT_READ)
            break;
        if (result < 0) {
            fail(connection, 1002, "not a frame");
            break;
        }
        if (!connection->is_frame_begun && !begin_frame(connection, &frame))
            break;
        take_part(connection, &frame);
    }
    connection->input = (struct text){NULL, 0};
    if (connection->input_taken == 0 || connection->is_done) {
        wslay_frame_context_free(connection->frames);
        connection->frames = NULL;
    }
}
