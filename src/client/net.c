/* net.c - lines to a server: libuv carries, OpenSSL hides it if that is wanted, llhttp reads
 * answers, wslay frames messages. */
#include "client/net.h"

#include <llhttp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "client/tls.h"
#include "wire/handshake.h"
#include "wire/memory.h"
#include "wire/writer.h"

const char net_distrusted[] = "the server's certificate is not to be trusted";
const char net_refused[] = "nobody listens there";
const char net_no_tls[] = "this is no TLS";

enum {
    READ_SIZE = 64 * 1024,
    TLS_SIZE = 16 * 1024,
    WHY_MAX = 80,
    HEADER_NAME_MAX = 32
};

struct line {
    uv_tcp_t socket;
    uv_connect_t connecting;
    const struct net *net;
    const struct net_events *events;
    void *context;
    bool is_websocket;
    bool is_open; /* a WebSocket: the server has agreed */
    bool is_closing;
    bool is_accepted; /* the answer to our nonce was right */
    struct tls *tls;  /* NULL: none */
    bool is_greeting; /* TLS has only begun */
    llhttp_t parser;
    char header[HEADER_NAME_MAX]; /* the name of the header being read */
    char nonce[HANDSHAKE_KEY_SIZE + 1];
    char accept[HANDSHAKE_ANSWER_SIZE + 1]; /* as the server has sent it */
    struct writer body;
    wslay_event_context_ptr frames;
    const uint8_t *in; /* what came and is not yet read */
    size_t in_size;
    struct writer out; /* what one call brings together */
    char why[WHY_MAX];
};

/* The loop reads into it, and what came is used up before the loop reads again. */
static char read_buffer[READ_SIZE];

static void random_bytes(void *out, size_t size)
{
    if (uv_random(NULL, NULL, out, size, 0, NULL) != 0)
        abort();
}

bool net_init(struct net *net, uv_loop_t *loop, const char *address, unsigned port)
{
    memset(net, 0, sizeof *net);
    net->loop = loop;
    snprintf(net->host, sizeof net->host, "%s:%u", address, port);
    return uv_ip4_addr(address, (int)port, (struct sockaddr_in *)&net->address) == 0;
}

void net_init_at(struct net *net, uv_loop_t *loop, const struct sockaddr *address,
                 const char *host)
{
    memset(net, 0, sizeof *net);
    net->loop = loop;
    snprintf(net->host, sizeof net->host, "%s", host);
    memcpy(&net->address, address,
           address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                          : sizeof(struct sockaddr_in));
}

bool net_set_source(struct net *net, const char *address)
{
    return uv_ip4_addr(address, 0, &net->source) == 0;
}

void *line_context(const struct line *line)
{
    return line->context;
}

/* ---- Closing ---- */

static void on_closed(uv_handle_t *handle)
{
    struct line *line = handle->data;
    line->events->closed(line, line->why);
    if (line->frames != NULL)
        wslay_event_context_free(line->frames);
    tls_free(line->tls);
    writer_free(&line->body);
    writer_free(&line->out);
    free(line);
}

static void close_line(struct line *line, const char *why, bool is_cut)
{
    if (line->is_closing)
        return;
    line->is_closing = true;
    snprintf(line->why, sizeof line->why, "%s", why);
    if (!is_cut || uv_tcp_close_reset(&line->socket, on_closed) != 0)
        uv_close((uv_handle_t *)&line->socket, on_closed);
}

void line_cut(struct line *line)
{
    close_line(line, "cut", true);
}

/* ---- Sending ---- */

struct sending {
    uv_write_t write;
    char bytes[];
};

static void on_sent(uv_write_t *write, int status)
{
    struct line *line = write->handle->data;
    free(write->data);
    if (status < 0 && status != UV_ECANCELED)
        close_line(line, uv_strerror(status), false);
}

static bool send_later(struct line *line, const char *bytes, size_t size)
{
    struct sending *sending = malloc(sizeof *sending + size);
    if (sending == NULL)
        memory_gone();
    memcpy(sending->bytes, bytes, size);
    sending->write.data = sending;
    uv_buf_t buffer = uv_buf_init(sending->bytes, (unsigned)size);
    int status = uv_write(&sending->write, (uv_stream_t *)&line->socket, &buffer, 1, on_sent);
    if (status == 0)
        return true;
    free(sending);
    close_line(line, uv_strerror(status), false);
    return false;
}

static bool send_raw(struct line *line, const char *bytes, size_t size)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)size);
    if (line->is_closing ||
        uv_stream_get_write_queue_size((uv_stream_t *)&line->socket) > NET_QUEUE_MAX)
        return false;
    int sent = uv_try_write((uv_stream_t *)&line->socket, &buffer, 1);
    if (sent < 0 && sent != UV_EAGAIN) {
        close_line(line, uv_strerror(sent), false);
        return false;
    }
    size_t done = sent < 0 ? 0 : (size_t)sent;
    return done == size || send_later(line, &bytes[done], size - done);
}

/* What TLS has to send. */
static bool flush_tls(struct line *line)
{
    char bytes[TLS_SIZE];
    size_t size;
    while ((size = tls_take(line->tls, bytes, sizeof bytes)) > 0)
        if (!send_raw(line, bytes, size))
            return false;
    return true;
}

static bool send_bytes(struct line *line, const char *bytes, size_t size)
{
    if (line->tls == NULL || line->is_closing)
        return send_raw(line, bytes, size);
    return tls_say(line->tls, bytes, size) && flush_tls(line);
}

/* ---- WebSocket frames ---- */

static ssize_t frames_read(wslay_event_context_ptr frames, uint8_t *out, size_t room, int flags,
                           void *data)
{
    struct line *line = data;
    size_t size = line->in_size < room ? line->in_size : room;
    (void)flags;
    if (size == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(out, line->in, size);
    line->in += size;
    line->in_size -= size;
    return (ssize_t)size;
}

static ssize_t frames_write(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size,
                            int flags, void *data)
{
    struct line *line = data;
    (void)frames;
    (void)flags;
    writer_put(&line->out, (const char *)bytes, size);
    return (ssize_t)size;
}

static int frames_mask(wslay_event_context_ptr frames, uint8_t *out, size_t size, void *data)
{
    (void)frames;
    (void)data;
    random_bytes(out, size);
    return 0;
}

static void frames_message(wslay_event_context_ptr frames,
                           const struct wslay_event_on_msg_recv_arg *message, void *data)
{
    struct line *line = data;
    (void)frames;
    if (message->opcode == WSLAY_TEXT_FRAME && !line->is_closing)
        line->events->message(line, (const char *)message->msg, message->msg_length);
}

static bool flush_frames(struct line *line)
{
    if (wslay_event_send(line->frames) != 0) {
        close_line(line, "the frames cannot be written", false);
        return false;
    }
    bool is_sent = line->out.size == 0 || send_bytes(line, line->out.at, line->out.size);
    writer_free(&line->out);
    return is_sent;
}

static void begin_frames(struct line *line)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = frames_read,
                                                           .send_callback = frames_write,
                                                           .genmask_callback = frames_mask,
                                                           .on_msg_recv_callback = frames_message};
    if (wslay_event_context_client_init(&line->frames, &callbacks, line) != 0)
        memory_gone();
    wslay_event_config_set_max_recv_msg_length(line->frames, NET_MESSAGE_MAX);
    line->is_open = true;
    line->events->opened(line);
}

static void take_frames(struct line *line)
{
    int status = wslay_event_recv(line->frames);
    if (line->is_closing)
        return;
    if (status != 0) {
        close_line(line, "the frames make no sense", false);
        return;
    }
    if (wslay_event_want_write(line->frames) && !flush_frames(line))
        return;
    if (wslay_event_get_close_received(line->frames))
        close_line(line, "the server has closed", false);
}

bool line_send(struct line *line, const char *text, size_t size)
{
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text, size};
    if (line->is_closing || !line->is_open)
        return false;
    return wslay_event_queue_msg(line->frames, &message) == 0 && flush_frames(line);
}

void line_close(struct line *line)
{
    if (line->frames != NULL && line->is_open && !line->is_closing &&
        wslay_event_queue_close(line->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0) == 0)
        flush_frames(line);
    close_line(line, "done", false);
}

/* ---- HTTP ---- */

static int on_header_name(llhttp_t *parser, const char *at, size_t size)
{
    struct line *line = parser->data;
    size_t old = strlen(line->header);
    if (size < sizeof line->header - old)
        snprintf(&line->header[old], sizeof line->header - old, "%.*s", (int)size, at);
    return 0;
}

static int on_header_value(llhttp_t *parser, const char *at, size_t size)
{
    struct line *line = parser->data;
    size_t old = strlen(line->accept);
    if (strcasecmp(line->header, "sec-websocket-accept") == 0 &&
        size < sizeof line->accept - old)
        snprintf(&line->accept[old], sizeof line->accept - old, "%.*s", (int)size, at);
    return 0;
}

static int on_header_done(llhttp_t *parser)
{
    struct line *line = parser->data;
    line->header[0] = '\0';
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t size)
{
    struct line *line = parser->data;
    if (line->body.size + size > NET_MESSAGE_MAX)
        return -1;
    writer_put(&line->body, at, size);
    return 0;
}

static bool accept_is_right(const struct line *line)
{
    char expected[HANDSHAKE_ANSWER_SIZE + 1];
    handshake_answer(line->nonce, expected);
    return strcmp(expected, line->accept) == 0;
}

static int on_complete(llhttp_t *parser)
{
    struct line *line = parser->data;
    unsigned status = (unsigned)parser->status_code;
    if (line->is_websocket) {
        char why[WHY_MAX];
        line->is_accepted = status == 101 && accept_is_right(line);
        snprintf(why, sizeof why, "no WebSocket, but status %u", status);
        if (!line->is_accepted)
            close_line(line, why, false);
        return 0;
    }
    struct writer body = line->body;
    line->body = (struct writer){0};
    bool stays_open = llhttp_should_keep_alive(parser);
    line->events->answer(line, status, body.size == 0 ? "" : body.at, body.size);
    writer_free(&body);
    if (!stays_open)
        close_line(line, "the server has closed", false);
    return 0;
}

static void take_http(struct line *line)
{
    enum llhttp_errno code = llhttp_execute(&line->parser, (const char *)line->in, line->in_size);
    if (line->is_closing)
        return;
    if (code == HPE_PAUSED_UPGRADE && line->is_accepted) {
        const uint8_t *rest = (const uint8_t *)llhttp_get_error_pos(&line->parser);
        line->in_size -= (size_t)(rest - line->in);
        line->in = rest;
        begin_frames(line);
        if (line->in_size > 0 && !line->is_closing)
            take_frames(line);
    } else if (code != HPE_OK) {
        close_line(line, "this is no HTTP", false);
    }
}

bool line_ask(struct line *line, const char *method, const char *path, const char *body,
              size_t size)
{
    struct writer request = {0};
    char head[1024];
    bool has_key = line->net->key[0] != '\0';
    int head_size = snprintf(head, sizeof head,
                             "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                             "%s%s%sContent-Length: %zu\r\n\r\n",
                             method, path, line->net->host,
                             has_key ? "Authorization: Bearer " : "", line->net->key,
                             has_key ? "\r\n" : "", size);
    if (head_size < 0 || (size_t)head_size >= sizeof head)
        return false;
    writer_put(&request, head, (size_t)head_size);
    writer_put(&request, body, size);
    bool is_sent = send_bytes(line, request.at, request.size);
    writer_free(&request);
    return is_sent;
}

static bool ask_upgrade(struct line *line)
{
    uint8_t nonce[HANDSHAKE_KEY_BYTES];
    char head[1024];
    random_bytes(nonce, sizeof nonce);
    handshake_key(nonce, line->nonce);
    int size = snprintf(head, sizeof head,
                        "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n",
                        line->net->host, line->nonce);
    return send_bytes(line, head, (size_t)size);
}

/* ---- libuv ---- */

static void on_room(uv_handle_t *handle, size_t wish, uv_buf_t *out)
{
    (void)handle;
    (void)wish;
    *out = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void take_bytes(struct line *line, const void *bytes, size_t size)
{
    line->in = bytes;
    line->in_size = size;
    if (line->is_open && line->is_websocket)
        take_frames(line);
    else
        take_http(line);
}

/* The way to the server is there. */
static void begin_line(struct line *line)
{
    if (line->is_websocket) {
        ask_upgrade(line);
        return;
    }
    line->is_open = true;
    line->events->opened(line);
}

static void greet_tls(struct line *line)
{
    enum tls_state state = tls_greet(line->tls);
    if (!flush_tls(line) || state == TLS_GOING)
        return;
    if (state == TLS_READY) {
        line->is_greeting = false;
        begin_line(line);
        return;
    }
    close_line(line, state == TLS_DISTRUSTED ? net_distrusted : net_no_tls, false);
}

static void take_tls(struct line *line, const void *bytes, size_t size)
{
    char plain[TLS_SIZE];
    int heard = 1;
    if (!tls_feed(line->tls, bytes, size)) {
        close_line(line, "too much at once", false);
        return;
    }
    if (line->is_greeting)
        greet_tls(line);
    while (!line->is_greeting && !line->is_closing && heard > 0) {
        heard = tls_hear(line->tls, plain, sizeof plain);
        if (heard > 0)
            take_bytes(line, plain, (size_t)heard);
    }
    if (heard < 0)
        close_line(line, "the server has closed", false);
    else if (!line->is_closing)
        flush_tls(line);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct line *line = stream->data;
    if (size < 0)
        close_line(line, uv_strerror((int)size), false);
    else if (line->tls != NULL)
        take_tls(line, buffer->base, (size_t)size);
    else
        take_bytes(line, buffer->base, (size_t)size);
}

static void on_connect(uv_connect_t *connecting, int status)
{
    struct line *line = connecting->data;
    if (line->is_closing)
        return;
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&line->socket, on_room, on_read);
    if (status != 0) {
        close_line(line, status == UV_ECONNREFUSED ? net_refused : uv_strerror(status), false);
        return;
    }
    uv_tcp_nodelay(&line->socket, 1);
    if (line->net->name[0] == '\0') {
        begin_line(line);
        return;
    }
    line->is_greeting = true;
    line->tls = tls_open(line->net->name);
    if (line->tls == NULL)
        close_line(line, "no memory for TLS", false);
    else
        greet_tls(line);
}

static struct line *open_line(const struct net *net, const struct net_events *events,
                              void *context, bool is_websocket)
{
    static const llhttp_settings_t settings = {.on_header_field = on_header_name,
                                               .on_header_value = on_header_value,
                                               .on_header_value_complete = on_header_done,
                                               .on_body = on_body,
                                               .on_message_complete = on_complete};
    struct line *line = calloc(1, sizeof *line);
    if (line == NULL)
        memory_gone();
    line->net = net;
    line->events = events;
    line->context = context;
    line->is_websocket = is_websocket;
    llhttp_init(&line->parser, HTTP_RESPONSE, &settings);
    line->parser.data = line;
    uv_tcp_init(net->loop, &line->socket);
    line->socket.data = line;
    line->connecting.data = line;
    int status = 0;
    if (net->source.sin_family != 0)
        status = uv_tcp_bind(&line->socket, (const struct sockaddr *)&net->source, 0);
    if (status == 0)
        status = uv_tcp_connect(&line->connecting, &line->socket,
                                (const struct sockaddr *)&net->address, on_connect);
    if (status != 0)
        close_line(line, uv_strerror(status), false);
    return line;
}

struct line *line_open_http(const struct net *net, const struct net_events *events,
                            void *context)
{
    return open_line(net, events, context, false);
}

struct line *line_open_websocket(const struct net *net, const struct net_events *events,
                                 void *context)
{
    return open_line(net, events, context, true);
}
