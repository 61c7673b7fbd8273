/* connection.c - the life of a connection: counted in, fed with bytes and time, its output
 * kept in one buffer that exists only while something waits to be sent, counted out. What the
 * bytes mean is known to http.c and, after the upgrade, to websocket.c. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visitors/connection_internal.h"

enum { BUFFER_MIN = 128 };

bool buffer_add(struct buffer *buffer, const void *bytes, size_t size)
{
    size_t capacity = buffer->capacity < BUFFER_MIN ? BUFFER_MIN : buffer->capacity;
    if (size == 0)
        return true;
    while (capacity - buffer->size < size)
        capacity *= 2;
    if (capacity > buffer->capacity) {
        char *grown = realloc(buffer->at, capacity);
        if (grown == NULL)
            return false;
        buffer->at = grown;
        buffer->capacity = capacity;
    }
    memcpy(&buffer->at[buffer->size], bytes, size);
    buffer->size += size;
    return true;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->at);
    *buffer = (struct buffer){NULL, 0, 0};
}

void connection_wake(struct connection *connection)
{
    if (connection->commons->wake != NULL)
        connection->commons->wake(connection);
}

void connection_finish(struct connection *connection)
{
    if (connection->is_done)
        return;
    connection->is_done = true;
    connection_wake(connection);
}

void connection_drop(struct connection *connection)
{
    if (connection->is_dropped)
        return;
    if (connection->carrier != NULL && !connection->is_done)
        connection->carrier->close(connection->carried, 1013, "places are short");
    connection->is_dropped = connection->is_done = true;
    buffer_free(&connection->output);
    connection->output_start = 0;
    if (connection->http != NULL)
        connection->http->tail.size = 0;
    connection_wake(connection);
}

size_t output_size(const struct connection *connection)
{
    return connection->output.size - connection->output_start;
}

void output_add(struct connection *connection, const void *bytes, size_t size)
{
    struct buffer *output = &connection->output;
    if (size == 0 || connection->is_dropped)
        return;
    bool was_empty = output_size(connection) == 0;
    /* what is sent already makes room before the buffer grows */
    if (connection->output_start > 0 && size > output->capacity - output->size) {
        output->size -= connection->output_start;
        memmove(output->at, &output->at[connection->output_start], output->size);
        connection->output_start = 0;
    }
    if (!buffer_add(output, bytes, size)) {
        connection_drop(connection);
        return;
    }
    if (was_empty) {
        connection->moved_ms = connection->now_ms;
        connection_wake(connection);
    }
}

/* ---- Places ---- */

static void keyless_remove(struct connection *connection)
{
    struct commons *commons = connection->commons;
    struct connection *older = connection->older_keyless, *newer = connection->newer_keyless;
    if (!connection->is_keyless)
        return;
    *(older == NULL ? &commons->keyless_first : &older->newer_keyless) = newer;
    *(newer == NULL ? &commons->keyless_last : &newer->older_keyless) = older;
    connection->is_keyless = false;
}

static void keyless_add(struct connection *connection)
{
    struct commons *commons = connection->commons;
    if (connection->is_keyless || !connection->is_counted)
        return;
    connection->older_keyless = commons->keyless_last;
    connection->newer_keyless = NULL;
    *(commons->keyless_last == NULL ? &commons->keyless_first
                                 : &commons->keyless_last->newer_keyless) = connection;
    commons->keyless_last = connection;
    connection->is_keyless = true;
}

/* Who is passed on to us counts for its address where its socket is. */
static const char *counted_address(const struct connection *connection)
{
    return connection->carrier == NULL ? connection->address : NULL;
}

void connection_count_out(struct connection *connection)
{
    if (!connection->is_counted)
        return;
    keyless_remove(connection);
    connection->is_counted = false;
    limits_close(connection->commons->limits, counted_address(connection));
}

bool connection_count_in(struct connection *connection)
{
    struct commons *commons = connection->commons;
    const char *address = counted_address(connection);
    bool is_in = limits_open(commons->limits, address, connection->now_ms);
    if (!is_in && limits_are_full(commons->limits) && commons->keyless_first != NULL &&
        (address == NULL || limits_may_open(commons->limits, address))) {
        struct connection *oldest = commons->keyless_first;
        connection_count_out(oldest);
        commons->metrics->crowded_out_total++;
        connection_drop(oldest);
        is_in = limits_open(commons->limits, address, connection->now_ms);
    }
    connection->is_counted = is_in;
    if (is_in && connection->caller != CALLER_KEY)
        keyless_add(connection);
    return is_in;
}

bool connection_is_overdue(const struct connection *connection)
{
    const struct commons *commons = connection->commons;
    uint64_t strange_ms = connection->now_ms - connection->caller_ms;
    if (connection->caller != CALLER_STRANGER)
        return false;
    bool is_late = connection->is_websocket && commons->hello_ms != 0 &&
                   strange_ms >= commons->hello_ms;
    return is_late || (commons->crowded_ms != 0 && strange_ms >= commons->crowded_ms &&
                       limits_are_short(commons->limits));
}

void connection_set_caller(struct connection *connection, enum caller caller)
{
    if (connection->caller == caller)
        return;
    connection->caller = caller;
    connection->caller_ms = connection->now_ms;
    if (connection->carrier != NULL)
        connection->carrier->caller(connection->carried, caller);
    if (caller == CALLER_KEY)
        keyless_remove(connection);
    else
        keyless_add(connection);
}

/* ---- Coming and going ---- */

static struct connection *refuse(struct commons *commons, struct connection *connection)
{
    free(connection);
    commons->metrics->connections_refused_total++;
    return NULL;
}

struct connection *connection_new(struct commons *commons, const char *peer, uint64_t now_ms)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        return refuse(commons, NULL);
    connection->commons = commons;
    connection->is_trusted = is_trusted_proxy(commons, peer);
    connection->now_ms = connection->heard_ms = connection->moved_ms = now_ms;
    connection->caller_ms = now_ms;
    snprintf(connection->address, sizeof connection->address, "%s", peer);
    if (!connection->is_trusted && !connection_count_in(connection))
        return refuse(commons, connection);
    if (!http_new(connection, peer)) {
        connection_count_out(connection);
        return refuse(commons, connection);
    }
    connection->http->began_ms = now_ms;
    commons->metrics->connections_total++;
    commons->metrics->connections++;
    return connection;
}

struct connection *connection_new_carried(struct commons *commons, const char *address,
                                          bool is_websocket, const struct carrier *carrier,
                                          void *context, uint64_t now_ms)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        return refuse(commons, NULL);
    connection->commons = commons;
    connection->carrier = carrier;
    connection->carried = context;
    connection->now_ms = connection->heard_ms = connection->moved_ms = now_ms;
    connection->caller_ms = now_ms;
    snprintf(connection->address, sizeof connection->address, "%s", address);
    if (!connection_count_in(connection))
        return refuse(commons, connection);
    connection->is_websocket = is_websocket;
    commons->metrics->connections_total++;
    commons->metrics->connections++;
    commons->metrics->websockets += is_websocket;
    return connection;
}

bool connection_is_carried(const struct connection *connection)
{
    return connection->carrier != NULL;
}

enum caller connection_caller(const struct connection *connection)
{
    return connection->caller;
}

void connection_free(struct connection *connection)
{
    if (connection == NULL)
        return;
    struct commons *commons = connection->commons;
    commons->service.closed(commons->service.context, connection);
    connection_count_out(connection);
    commons->metrics->connections--;
    if (connection->is_websocket)
        commons->metrics->websockets--;
    http_free(connection);
    websocket_free(connection);
    buffer_free(&connection->output);
    free(connection);
}

void connection_receive(struct connection *connection, const uint8_t *bytes, size_t size,
                        uint64_t now_ms)
{
    connection->now_ms = now_ms;
    connection->commons->metrics->bytes_received_total += size;
    if (connection->is_done || size == 0)
        return;
    connection->heard_ms = now_ms;
    connection->is_ping_sent = false;
    if (connection->is_websocket)
        websocket_receive(connection, (const char *)bytes, size);
    else
        http_receive(connection, (const char *)bytes, size);
}

void connection_end(struct connection *connection, uint64_t now_ms)
{
    connection->now_ms = now_ms;
    connection->is_ended = true;
    if (connection->is_done)
        return;
    if (connection->is_websocket)
        websocket_end(connection);
    else
        http_continue(connection);
}

void connection_tick(struct connection *connection, uint64_t now_ms)
{
    connection->now_ms = now_ms;
    if (connection->is_dropped)
        return;
    /* whoever takes nothing of what waits, even of a last answer, is let go */
    uint64_t stuck_ms = now_ms - connection->moved_ms;
    if (connection_output(connection).size > 0 && !(connection->is_websocket &&
        !connection->is_done) && stuck_ms >= connection->commons->keep_alive_ms) {
        connection->commons->metrics->slow_readers_total++;
        connection_drop(connection);
        return;
    }
    if (connection->is_done)
        return;
    if (connection->is_websocket)
        websocket_tick(connection);
    else
        http_tick(connection);
}

struct text connection_output(const struct connection *connection)
{
    size_t size = output_size(connection);
    if (size > 0)
        return (struct text){&connection->output.at[connection->output_start], size};
    if (connection->http != NULL)
        return connection->http->tail;
    return (struct text){NULL, 0};
}

void connection_sent(struct connection *connection, size_t size)
{
    assert(size <= connection_output(connection).size);
    connection->commons->metrics->bytes_sent_total += size;
    connection->moved_ms = connection->now_ms;
    if (output_size(connection) > 0) {
        connection->output_start += size;
        if (output_size(connection) == 0) {
            buffer_free(&connection->output);
            connection->output_start = 0;
        }
    } else if (size > 0) {
        connection->http->tail.at += size;
        connection->http->tail.size -= size;
        if (connection->http->tail.size == 0)
            http_drop_tail(connection->http);
    }
    if (connection->http != NULL && !connection->is_done)
        http_continue(connection);
}

bool connection_is_done(const struct connection *connection)
{
    return connection->is_done;
}

bool connection_is_dropped(const struct connection *connection)
{
    return connection->is_dropped;
}

void connection_answer(struct connection *connection, unsigned status, const char *type,
                       struct text body)
{
    if (connection->is_done)
        return;
    if (connection->carrier != NULL) {
        connection->is_done = true;
        connection->carrier->answer(connection->carried, status, type, body);
        return;
    }
    assert(connection->http != NULL && connection->http->is_waiting);
    bool is_later = status == 429 || status == 503;
    answer_write(connection, status, type,
                 is_later ? "Cache-Control: no-store\r\nRetry-After: 1\r\n"
                          : "Cache-Control: no-store\r\n",
                 body);
    http_continue(connection);
}

void connection_answer_shared(struct connection *connection, struct shared *text)
{
    if (connection->is_done)
        return;
    if (connection->carrier != NULL) {
        connection_answer(connection, 200, "text/plain; charset=utf-8", text->text);
        return;
    }
    assert(connection->http != NULL && connection->http->is_waiting);
    answer_shared(connection, text);
    http_continue(connection);
}

void connection_send(struct connection *connection, struct text message)
{
    if (!connection->is_websocket || connection->is_done || connection->is_closing)
        return;
    if (connection->carrier != NULL)
        connection->carrier->say(connection->carried, message);
    else
        websocket_send(connection, message);
}

void connection_close(struct connection *connection, unsigned code, const char *reason)
{
    if (!connection->is_websocket || connection->is_done || connection->is_closing)
        return;
    if (connection->carrier == NULL) {
        websocket_close(connection, code, reason);
        return;
    }
    connection->is_done = true;
    connection->carrier->close(connection->carried, code, reason);
}

const char *connection_address(const struct connection *connection)
{
    return connection->address;
}

void connection_set_session(struct connection *connection, void *session)
{
    connection->session = session;
}

void *connection_session(const struct connection *connection)
{
    return connection->session;
}

void connection_set_socket(struct connection *connection, void *socket)
{
    connection->socket = socket;
}

void *connection_socket(const struct connection *connection)
{
    return connection->socket;
}
