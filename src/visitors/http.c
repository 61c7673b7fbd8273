/* http.c - reads requests by llhttp, one at a time: while one waits for its answer the parser
 * stands still and what comes meanwhile is kept, so that answers go out in order however far
 * ahead a visitor sends. The callbacks only collect; a request is handled when it is whole,
 * outside the parser. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visitors/connection_internal.h"

struct header_kind {
    const char *name;
    bool is_list; /* may come several times; the values are one list then */
};

static const struct header_kind header_kinds[HEADER_COUNT] = {
    [HEADER_HOST] = {"host", false},
    [HEADER_ORIGIN] = {"origin", false},
    [HEADER_AUTHORIZATION] = {"authorization", false},
    [HEADER_UPGRADE] = {"upgrade", true},
    [HEADER_CONNECTION] = {"connection", true},
    [HEADER_SEC_WEBSOCKET_KEY] = {"sec-websocket-key", false},
    [HEADER_SEC_WEBSOCKET_VERSION] = {"sec-websocket-version", false},
    [HEADER_ACCEPT_ENCODING] = {"accept-encoding", true},
    [HEADER_IF_NONE_MATCH] = {"if-none-match", true},
    [HEADER_EXPECT] = {"expect", true},
    [HEADER_TRANSFER_ENCODING] = {"transfer-encoding", true},
    [HEADER_X_FORWARDED_FOR] = {"x-forwarded-for", true},
};

/* What programs and browsers send by themselves; all else may come from a proxy. */
static const char *const usual_headers[] = {
    "user-agent", "accept", "accept-language", "cache-control", "pragma", "dnt", "priority",
    "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user", "sec-gpc",
    "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "upgrade-insecure-requests",
    "x-prometheus-scrape-timeout-seconds",
};

static bool is_usual(struct text name)
{
    for (size_t i = 0; i < sizeof usual_headers / sizeof usual_headers[0]; i++) {
        if (text_is_like(name, usual_headers[i]))
            return true;
    }
    return false;
}

static struct http *http_of(llhttp_t *parser)
{
    struct connection *connection = parser->data;
    return connection->http;
}

/* For callbacks: the parser stops, and the visitor learns why. */
static int refuse(struct http *http, unsigned status, const char *fault)
{
    http->refusal = status;
    http->fault = fault;
    return HPE_USER;
}

static int add(struct http *http, struct buffer *buffer, const char *at, size_t size)
{
    return buffer_add(buffer, at, size) ? 0 : refuse(http, 503, "out of memory");
}

static int on_url(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (http->target_size + size > TARGET_MAX)
        return refuse(http, 414, "the address is too long");
    http->target_size += size;
    return add(http, &http->head, at, size);
}

static int on_header_field(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    for (size_t i = 0; i < size; i++) {
        if (http->name_size < HEADER_NAME_MAX)
            http->name[http->name_size++] = at[i];
    }
    return 0;
}

static int on_header_field_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser);
    struct text name = {http->name, http->name_size};
    http->name_size = 0;
    http->header = HEADER_COUNT;
    if (http->is_head_whole) { /* trailers say nothing that we would trust, but must not lie */
        if (text_is_like(name, "content-length") || text_is_like(name, "transfer-encoding"))
            return refuse(http, 400, "the size of a body cannot stand behind it");
        return 0;
    }
    for (unsigned i = 0; i < HEADER_COUNT; i++) {
        if (text_is_like(name, header_kinds[i].name))
            http->header = (enum header)i;
    }
    http->has_odd_header = http->has_odd_header || http->header == HEADER_X_FORWARDED_FOR ||
                           (http->header == HEADER_COUNT && !is_usual(name));
    if (http->header == HEADER_COUNT)
        return 0;
    bool is_again = http->headers[http->header].is_there;
    if (is_again && !header_kinds[http->header].is_list)
        return refuse(http, 400, "a header came twice");
    if (!is_again) {
        http->headers[http->header].at = http->head.size;
        http->headers[http->header].is_there = true;
        return 0;
    }
    /* The parts of a list must lie side by side: the earlier ones are copied to the end. */
    char earlier[HEAD_MAX];
    size_t size = http->headers[http->header].size;
    if (http->head.size + size > (size_t)4 * HEAD_MAX)
        return refuse(http, 431, "the headers are too long");
    memcpy(earlier, &http->head.at[http->headers[http->header].at], size);
    http->headers[http->header].at = http->head.size;
    http->headers[http->header].size = size + 1;
    int error = add(http, &http->head, earlier, size);
    return error != 0 ? error : add(http, &http->head, ",", 1);
}

static int on_header_value(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (http->is_head_whole || http->header == HEADER_COUNT)
        return 0;
    http->headers[http->header].size += size;
    return add(http, &http->head, at, size);
}

/* RFC 9112, 6.1 and 6.3: what does not end with chunks has no end that could be known. */
static int judge_codings(const llhttp_t *parser, struct http *http)
{
    struct text list = http_header(http, HEADER_TRANSFER_ENCODING), part;
    unsigned chunked = 0, others = 0;
    bool is_last = false;
    if (!http->headers[HEADER_TRANSFER_ENCODING].is_there)
        return 0;
    while (text_next(&list, &part)) {
        is_last = text_is_like(part, "chunked");
        chunked += is_last;
        others += !is_last && part.size > 0;
    }
    if (parser->http_minor == 0 || !is_last || chunked != 1)
        return refuse(http, 400, "the end of this body cannot be known");
    return others > 0 ? refuse(http, 501, "bodies are taken in chunks and nothing else") : 0;
}

static int on_headers_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser);
    http->is_head_whole = true;
    bool has_host = http->headers[HEADER_HOST].is_there;
    if (parser->http_minor == 1 && !has_host)
        return refuse(http, 400, "the Host header is missing");
    if (has_host && !host_is_written_well(http_header(http, HEADER_HOST)))
        return refuse(http, 400, "the Host header names no host");
    int error = judge_codings(parser, http);
    if (error != 0)
        return error;
    if ((parser->flags & F_CONTENT_LENGTH) != 0 && parser->content_length > MESSAGE_MAX)
        return refuse(http, 413, "the body is too long");
    if (parser->http_minor == 0 || !http->headers[HEADER_EXPECT].is_there)
        return 0;
    if (!text_is_like(http_header(http, HEADER_EXPECT), "100-continue"))
        return refuse(http, 417, "nothing but 100-continue can be expected here");
    if ((parser->flags & F_CHUNKED) != 0 || parser->content_length > 0) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        output_add(parser->data, go_on, sizeof go_on - 1);
    }
    return 0;
}

/* A chunk that cannot be taken is not waited for. Behind the last one come lines again, and those
 * are ours to look at first. */
static int on_chunk_header(llhttp_t *parser)
{
    struct http *http = http_of(parser);
    if (parser->content_length > MESSAGE_MAX - http->body.size)
        return refuse(http, 413, "the body is too long");
    if (parser->content_length > 0)
        return 0;
    http->is_trailing = true;
    http->state = HEAD_LINE;
    return HPE_PAUSED;
}

static int on_body(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (http->body.size + size > MESSAGE_MAX)
        return refuse(http, 413, "the body is too long");
    return add(http, &http->body, at, size);
}

static int on_message_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser);
    http->is_whole = true;
    http->is_keep_alive = parser->http_minor == 1 && llhttp_should_keep_alive(parser);
    http->is_head_method = parser->method == HTTP_HEAD;
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_url = on_url,
    .on_header_field = on_header_field,
    .on_header_field_complete = on_header_field_complete,
    .on_header_value = on_header_value,
    .on_headers_complete = on_headers_complete,
    .on_chunk_header = on_chunk_header,
    .on_body = on_body,
    .on_message_complete = on_message_complete,
};

bool http_new(struct connection *connection, const char *peer)
{
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL)
        return false;
    llhttp_init(&http->parser, HTTP_REQUEST, &settings);
    http->parser.data = connection;
    http->is_keep_alive = true;
    http->header = HEADER_COUNT;
    snprintf(http->peer, sizeof http->peer, "%s", peer);
    connection->http = http;
    return true;
}

void http_drop_tail(struct http *http)
{
    shared_drop(http->shared);
    http->shared = NULL;
    http->tail = text_none();
}

void http_free(struct connection *connection)
{
    struct http *http = connection->http;
    if (http == NULL)
        return;
    buffer_free(&http->lines);
    buffer_free(&http->head);
    buffer_free(&http->body);
    buffer_free(&http->pending);
    http_drop_tail(http);
    free(http);
    connection->http = NULL;
}

struct text http_header(const struct http *http, enum header header)
{
    if (!http->headers[header].is_there || http->headers[header].size == 0)
        return text_none();
    struct text text = {&http->head.at[http->headers[header].at], http->headers[header].size};
    return text_trim(text);
}

/* The request is answered: nothing of it is kept. */
static void forget_request(struct connection *connection)
{
    struct http *http = connection->http;
    buffer_free(&http->head);
    buffer_free(&http->body);
    memset(http->headers, 0, sizeof http->headers);
    http->target_size = http->request_bytes = 0;
    http->is_head_whole = http->is_trailing = http->is_whole = http->is_head_method = false;
    http->has_odd_header = false;
    http->state = HEAD_BEGIN;
    http->is_between = true;
    http->began_ms = connection->now_ms;
}

static void fail(struct connection *connection)
{
    struct http *http = connection->http;
    bool is_ours = http->refusal != 0;
    connection->commons->metrics->protocol_errors_total++;
    answer_fault(connection, is_ours ? http->refusal : 400,
                 is_ours ? http->fault : "this is not a request that can be read");
}

/* Hands bytes to the parser and returns how many it took; faults are told. */
static size_t execute(struct connection *connection, const char *bytes, size_t size)
{
    struct http *http = connection->http;
    llhttp_errno_t error = llhttp_execute(&http->parser, bytes, size);
    if (error == HPE_OK)
        return size;
    size_t taken = (size_t)(llhttp_get_error_pos(&http->parser) - bytes);
    if (error == HPE_PAUSED_UPGRADE) /* one that was not made: the connection goes on */
        llhttp_resume_after_upgrade(&http->parser);
    else if (error == HPE_PAUSED)
        llhttp_resume(&http->parser);
    else
        fail(connection);
    return taken;
}

static void fail_by(struct connection *connection, unsigned status, const char *words)
{
    refuse(connection->http, status, words);
    fail(connection);
}

/* Collects the lines of a head, or of trailers; the parser gets them when they are whole. */
static size_t take_lines(struct connection *connection, const char *bytes, size_t size)
{
    struct http *http = connection->http;
    size_t taken = 0, start = 0;
    while (taken < size && http->state != HEAD_WHOLE && http->state != HEAD_WRONG) {
        http->state = head_next(http->state, bytes[taken++]);
        if (http->state == HEAD_BEGIN) { /* an empty line before a request is none of it */
            start = taken;
            http->lines.size = 0;
        }
    }
    if (http->state == HEAD_WRONG)
        fail_by(connection, 400, "this is not a request that can be read");
    else if (!buffer_add(&http->lines, &bytes[start], taken - start))
        fail_by(connection, 503, "out of memory");
    if (connection->is_done || http->state != HEAD_WHOLE)
        return taken;
    struct buffer lines = http->lines;
    http->lines = (struct buffer){NULL, 0, 0};
    struct head_fault fault = {0, NULL};
    lines.size = head_trim(lines.at, lines.size);
    if (!http->is_trailing)
        fault = head_judge(lines.at, lines.size);
    if (fault.status != 0)
        fail_by(connection, fault.status, fault.words);
    for (size_t at = 0; at < lines.size && !connection->is_done && !http->is_whole;)
        at += execute(connection, &lines.at[at], lines.size - at);
    buffer_free(&lines);
    return taken;
}

/* Takes what there is of a request's lines or body, and returns how much that was. */
static size_t parse(struct connection *connection, const char *bytes, size_t size)
{
    struct http *http = connection->http;
    bool is_body = http->is_head_whole && !http->is_trailing;
    size_t limit = http->is_head_whole ? REQUEST_BYTES_MAX : HEAD_MAX;
    size_t left = limit - http->request_bytes;
    if (left == 0) {
        if (http->is_head_whole)
            fail_by(connection, 413, "the body is too long");
        else if (http->state == HEAD_TARGET)
            fail_by(connection, 414, "the address is too long");
        else
            fail_by(connection, 431, "the headers are too long");
        return size;
    }
    size_t fed = size < left ? size : left;
    size_t taken = is_body ? execute(connection, bytes, fed)
                           : take_lines(connection, bytes, fed);
    http->request_bytes += taken;
    return taken;
}

static bool is_ready(const struct connection *connection)
{
    const struct http *http = connection->http;
    return !connection->is_done && http != NULL && !http->is_waiting && http->tail.size == 0 &&
           output_size(connection) < OUTPUT_PAUSE;
}

/* Takes requests off the bytes until one has to wait; returns how much was taken. The
 * connection may be a WebSocket afterwards. */
static size_t run(struct connection *connection, const char *bytes, size_t size)
{
    size_t taken = 0;
    connection->http->is_running = true;
    while (taken < size && is_ready(connection)) {
        struct http *http = connection->http;
        if (http->is_between) {
            http->is_between = false;
            http->began_ms = connection->now_ms;
        }
        taken += parse(connection, &bytes[taken], size - taken);
        if (connection->is_done || !http->is_whole)
            continue;
        connection->commons->metrics->http_requests_total++;
        http->is_waiting = true;
        request_handle(connection);
        if (connection->http != NULL && !http->is_waiting)
            forget_request(connection);
    }
    if (connection->http != NULL)
        connection->http->is_running = false;
    return taken;
}

/* Runs what was kept; the rest of it is kept on, or goes to the WebSocket. */
static void run_pending(struct connection *connection)
{
    struct buffer pending = connection->http->pending;
    connection->http->pending = (struct buffer){NULL, 0, 0};
    size_t taken = run(connection, pending.at, pending.size);
    if (connection->is_websocket && !connection->is_done) {
        websocket_receive(connection, &pending.at[taken], pending.size - taken);
        if (connection->is_ended && !connection->is_done)
            websocket_end(connection);
    } else if (connection->http != NULL && !connection->is_done && taken < pending.size) {
        memmove(pending.at, &pending.at[taken], pending.size - taken);
        pending.size -= taken;
        connection->http->pending = pending;
        return;
    }
    buffer_free(&pending);
}

/* Nothing more will come of a visitor who ended its side: what was asked is all there is. */
static void finish_if_over(struct connection *connection)
{
    const struct http *http = connection->http;
    if (http != NULL && connection->is_ended && !http->is_waiting && http->pending.size == 0)
        connection_finish(connection);
}

void http_continue(struct connection *connection)
{
    struct http *http = connection->http;
    if (http->is_running)
        return;
    if (!http->is_waiting && http->is_whole)
        forget_request(connection);
    if (http->pending.size > 0 && is_ready(connection))
        run_pending(connection);
    finish_if_over(connection);
}

void http_receive(struct connection *connection, const char *bytes, size_t size)
{
    size_t taken = 0;
    if (connection->http->pending.size == 0) {
        taken = run(connection, bytes, size);
        if (connection->is_websocket) {
            websocket_receive(connection, &bytes[taken], size - taken);
            return;
        }
    }
    if (connection->is_done || taken == size)
        return;
    struct buffer *pending = &connection->http->pending;
    if (pending->size + size - taken > PENDING_MAX ||
        !buffer_add(pending, &bytes[taken], size - taken)) {
        connection->commons->metrics->protocol_errors_total++;
        connection_drop(connection);
    }
}

void http_tick(struct connection *connection)
{
    const struct http *http = connection->http;
    uint64_t now_ms = connection->now_ms, keep_alive_ms = connection->commons->keep_alive_ms;
    if (connection_output(connection).size > 0)
        return;
    /* who ended its side may have gone altogether, and is not waited with for ever */
    if (http->is_waiting && connection->is_ended &&
        now_ms - connection->heard_ms >= keep_alive_ms &&
        now_ms - connection->moved_ms >= keep_alive_ms)
        connection_drop(connection);
    if (http->is_waiting)
        return;
    if (connection_is_overdue(connection)) {
        connection->commons->metrics->crowded_out_total++;
        connection_finish(connection);
        return;
    }
    uint64_t since_ms = now_ms - http->began_ms;
    if (http->is_between) {
        if (since_ms >= keep_alive_ms)
            connection_finish(connection);
    } else if (since_ms >= connection->commons->header_ms) {
        answer_fault(connection, 408, "the request did not come in time");
    }
}
