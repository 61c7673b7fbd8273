/* websocket.c - messages over frames: what a visitor's frames mean, the limits on them, and the
 * closing handshake. A quiet WebSocket holds no memory but its connection: a message has some
 * only while it is unfinished.
 *
 * A visitor who closes, ends its side or breaks a rule is still told what it asked for before:
 * the service learns that it leaves, and the close frame goes out behind the last answer. */
#include <assert.h>
#include <string.h>

#include "visitors/bucket.h"
#include "visitors/connection_internal.h"

enum {
    REASON_MAX = CONTROL_MAX - 2, /* bytes of words in a close frame */
    FRAGMENTS_FREE = 64,          /* of one message */
    FRAME_FINAL = 0x80,
    HEAD_MIN = 2,
    FRAME_HEAD_SENT_MAX = 10,
    SIZE_SHORT_MAX = 125
};

/* ---- Sending --------------------------------------------------------------------------------- */

static size_t print_head(uint8_t out[FRAME_HEAD_SENT_MAX], enum frame_opcode opcode, size_t size)
{
    size_t bytes = size <= SIZE_SHORT_MAX ? 0 : size <= UINT16_MAX ? 2 : 8;
    out[0] = (uint8_t)(FRAME_FINAL | opcode);
    out[1] = (uint8_t)(bytes == 0 ? size : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        out[HEAD_MIN + i] = (uint8_t)((uint64_t)size >> 8 * (bytes - 1 - i));
    return HEAD_MIN + bytes;
}

static void send_frame(struct connection *connection, enum frame_opcode opcode,
                       struct text payload)
{
    const struct commons *commons = connection->commons;
    uint8_t head[FRAME_HEAD_SENT_MAX];
    size_t head_size = print_head(head, opcode, payload.size);
    size_t size = head_size + payload.size;
    if (output_size(connection) + size > commons->send_buffer_max && commons->push != NULL)
        commons->push(connection);
    if (output_size(connection) + size > commons->send_buffer_max) {
        commons->metrics->slow_readers_total++;
        connection_drop(connection);
        return;
    }
    output_add(connection, head, head_size);
    output_add(connection, payload.at, payload.size);
}

void websocket_send(struct connection *connection, struct text message)
{
    connection->commons->metrics->messages_sent_total++;
    send_frame(connection, FRAME_TEXT, message);
}

/* Code 0 is a close frame without one. */
static void send_close(struct connection *connection, unsigned code, const char *reason)
{
    char payload[CONTROL_MAX];
    size_t size = strlen(reason);
    if (size > REASON_MAX) {
        size = REASON_MAX;
        /* a cut must not leave half a character behind */
        while (size > 0 && ((uint8_t)reason[size] & 0xc0) == 0x80)
            size--;
    }
    payload[0] = (char)(code >> 8);
    payload[1] = (char)(code & 0xff);
    memcpy(&payload[2], reason, size);
    connection->is_closing = true;
    connection->closing_ms = connection->now_ms;
    send_frame(connection, FRAME_CLOSE, (struct text){payload, code == 0 ? 0 : 2 + size});
}

void websocket_close(struct connection *connection, unsigned code, const char *reason)
{
    if (!connection->is_leaving) {
        send_close(connection, code, reason == NULL ? "" : reason);
        return;
    }
    send_close(connection, connection->leave.code, connection->leave.words);
    connection_finish(connection);
}

/* ---- The visitor leaves ---------------------------------------------------------------------- */

/* Nothing more is heard of the visitor. The close frame to come has this code and these words. */
static void leave(struct connection *connection, struct frame_fault last)
{
    const struct service *service = &connection->commons->service;
    if (connection->is_closing) {
        connection_finish(connection);
        return;
    }
    connection->is_leaving = true;
    connection->leave = last;
    connection->closing_ms = connection->now_ms;
    if (service->leaving != NULL)
        service->leaving(service->context, connection);
    else
        websocket_close(connection, 0, NULL);
}

/* The visitor broke a rule. */
static void refuse(struct connection *connection, struct frame_fault fault)
{
    struct metrics *metrics = connection->commons->metrics;
    if (fault.code == CLOSE_POLICY)
        metrics->rate_limited_total++;
    else
        metrics->protocol_errors_total++;
    leave(connection, fault);
}

void websocket_end(struct connection *connection)
{
    if (!connection->is_leaving)
        leave(connection, (struct frame_fault){0, ""});
}

/* Those of RFC 6455, 7.4, and those registered since; and what is free to all. */
static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static void take_close(struct connection *connection, struct text payload)
{
    struct utf8 utf8 = {0, 0, 0};
    if (payload.size == 0) {
        leave(connection, (struct frame_fault){0, ""});
        return;
    }
    unsigned code = 0;
    if (payload.size >= 2)
        code = (unsigned)(uint8_t)payload.at[0] << 8 | (uint8_t)payload.at[1];
    if (!is_close_code(code))
        refuse(connection, (struct frame_fault){CLOSE_PROTOCOL, "no code to close with"});
    else if (!utf8_take(&utf8, (struct text){payload.at + 2, payload.size - 2}) ||
             !utf8_is_whole(&utf8))
        refuse(connection, (struct frame_fault){CLOSE_NO_TEXT, "the reason is not UTF-8"});
    else
        leave(connection, (struct frame_fault){code, ""});
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* Fragments are free, as they add up to one message, and so is the end; all else costs one of
 * the rate. */
static bool is_too_fast(struct connection *connection)
{
    const struct frames *frames = &connection->frames;
    const struct limits_config *config = limits_config(connection->commons->limits);
    bool is_free = frames->opcode == FRAME_MORE && frames->size > 0 &&
                   frames->fragments <= FRAGMENTS_FREE;
    if (is_free || frames->opcode == FRAME_CLOSE)
        return false;
    return !bucket_take(&connection->bucket_us, &config->messages, connection->now_ms) ||
           !limits_take_message(connection->commons->limits, connection->address,
                                connection->now_ms);
}

static void end_control(struct connection *connection)
{
    const struct frames *frames = &connection->frames;
    struct text payload = {frames->control, (size_t)frames->size};
    if (frames->opcode == FRAME_CLOSE)
        take_close(connection, payload);
    else if (frames->opcode == FRAME_PING && !connection->is_closing)
        send_frame(connection, FRAME_PONG, payload);
}

static void end_message(struct connection *connection)
{
    struct frames *frames = &connection->frames;
    struct commons *commons = connection->commons;
    struct buffer message = frames->message;
    frames->message = (struct buffer){NULL, 0, 0};
    frames->is_in_message = false;
    frames->fragments = 0;
    if (!utf8_is_whole(&frames->utf8)) {
        refuse(connection, (struct frame_fault){CLOSE_NO_TEXT, "the text is not UTF-8"});
    } else if (!connection->is_closing) {
        commons->metrics->messages_received_total++;
        commons->service.message(commons->service.context, connection,
                              (struct text){message.size == 0 ? "" : message.at, message.size});
    }
    buffer_free(&message);
}

static void end_frame(struct connection *connection)
{
    struct frames *frames = &connection->frames;
    frames->is_head_whole = false;
    if (frame_is_control(frames))
        end_control(connection);
    else if (frames->is_final)
        end_message(connection);
}

static void begin_frame(struct connection *connection)
{
    struct frames *frames = &connection->frames;
    if (!frame_is_control(frames)) {
        if (!frames->is_in_message)
            frames->utf8 = (struct utf8){0, 0, 0};
        frames->is_in_message = true;
        frames->fragments = frames->is_final ? 0 : frames->fragments + 1;
    }
    if (is_too_fast(connection))
        refuse(connection, (struct frame_fault){CLOSE_POLICY, "too fast"});
    else if (frames->size == 0)
        end_frame(connection);
}

static size_t take_payload(struct connection *connection, const char *bytes, size_t size)
{
    struct frames *frames = &connection->frames;
    size_t taken;
    if (frame_is_control(frames)) {
        taken = frames_unmask(frames, bytes, size, &frames->control[frames->taken]);
    } else {
        struct buffer *message = &frames->message;
        size_t left = (size_t)(frames->size - frames->taken), before = message->size;
        size_t wanted = size < left ? size : left;
        if (!buffer_add(message, bytes, wanted)) {
            connection_drop(connection);
            return size;
        }
        taken = frames_unmask(frames, bytes, wanted, &message->at[before]);
        if (!utf8_take(&frames->utf8, (struct text){&message->at[before], taken})) {
            refuse(connection, (struct frame_fault){CLOSE_NO_TEXT, "the text is not UTF-8"});
            return size;
        }
    }
    if (frames->taken == frames->size)
        end_frame(connection);
    return taken;
}

void websocket_receive(struct connection *connection, const char *bytes, size_t size)
{
    struct frames *frames = &connection->frames;
    size_t at = 0;
    while (at < size && !connection->is_done && !connection->is_leaving) {
        if (frames->is_head_whole) {
            at += take_payload(connection, &bytes[at], size - at);
            continue;
        }
        struct frame_fault fault = frames_take_head(frames, (uint8_t)bytes[at++]);
        if (fault.code != 0)
            refuse(connection, fault);
        else if (frames->is_head_whole)
            begin_frame(connection);
    }
}

/* ---- Time ------------------------------------------------------------------------------------ */

void websocket_tick(struct connection *connection)
{
    uint64_t now_ms = connection->now_ms, quiet_ms = now_ms - connection->heard_ms;
    uint32_t ping_ms = connection->commons->ping_ms;
    bool is_late = now_ms - connection->closing_ms >= CLOSE_WAIT_MS;
    if (connection->is_closing) {
        if (is_late)
            connection_finish(connection);
    } else if (connection->is_leaving) {
        if (is_late)
            websocket_close(connection, 0, NULL);
    } else if (connection_is_overdue(connection)) {
        websocket_close(connection, CLOSE_POLICY,
                        "say hello in time: which table?");
    } else if (connection->is_ping_sent) {
        if (quiet_ms >= 2 * (uint64_t)ping_ms)
            connection_drop(connection);
    } else if (quiet_ms >= ping_ms) {
        connection->is_ping_sent = true;
        send_frame(connection, FRAME_PING, text_none());
    }
}

void websocket_free(struct connection *connection)
{
    buffer_free(&connection->frames.message);
}
