/* sim_client.c - clients of the simulated server: HTTP requests and WebSocket frames as bytes,
 * the frames by wslay's own client side. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { PIECE_MAX = 40 };

static ssize_t put_bytes(const uint8_t *bytes, size_t size, int flags, void *user_data)
{
    struct client *client = user_data;
    (void)flags;
    writer_put(&client->out, (const char *)bytes, size);
    return (ssize_t)size;
}

static ssize_t get_bytes(uint8_t *out, size_t size, int flags, void *user_data)
{
    struct client *client = user_data;
    size_t there = client->in.size - client->in_at;
    (void)flags;
    size = size < there ? size : there;
    if (size == 0)
        return -1;
    memcpy(out, &client->in.at[client->in_at], size);
    client->in_at += size;
    return (ssize_t)size;
}

static int make_mask(uint8_t *out, size_t size, void *user_data)
{
    const struct client *client = user_data;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(client->index + 31 * i);
    return 0;
}

struct client *client_new(struct sim *sim, const char *address, bool is_http)
{
    static const struct wslay_frame_callbacks callbacks = {put_bytes, get_bytes, make_mask};
    static const char upgrade[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    unsigned index = 0;
    while (sim->clients[index] != NULL)
        index++;
    assert(index < SIM_CLIENTS_MAX);
    struct connection *connection =
        sim->is_carried ? NULL : connection_new(&sim->commons, address, sim->now_ms);
    if (connection == NULL && !sim->is_carried)
        return NULL;
    struct client *client = calloc(1, sizeof *client);
    assert(client != NULL);
    client->sim = sim;
    client->index = index;
    client->connection = connection;
    client->is_http = is_http;
    wslay_frame_context_init(&client->frames, &callbacks, client);
    sim->clients[index] = client;
    if (index >= sim->client_top)
        sim->client_top = index + 1;
    if (!is_http)
        writer_put(&client->out, upgrade, sizeof upgrade - 1);
    return client;
}

void client_cut(struct client *client)
{
    if (client->connection != NULL)
        connection_free(client->connection);
    client->connection = NULL;
}

void client_free(struct client *client)
{
    struct writer *writers[] = {&client->out, &client->in, &client->part, &client->heard,
                                &client->bytes};
    client_cut(client);
    client->sim->clients[client->index] = NULL;
    while (client->sim->client_top > 0 &&
           client->sim->clients[client->sim->client_top - 1] == NULL)
        client->sim->client_top--;
    wslay_frame_context_free(client->frames);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        writer_free(writers[i]);
    free(client);
}

void client_say(struct client *client, const char *format, ...)
{
    static char text[16384];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert(size >= 0 && (size_t)size < sizeof text);
    struct wslay_frame_iocb frame = {.fin = 1,
                                     .opcode = WSLAY_TEXT_FRAME,
                                     .payload_length = (uint64_t)size,
                                     .mask = 1,
                                     .data = (const uint8_t *)text,
                                     .data_length = (size_t)size};
    ssize_t sent = wslay_frame_send(client->frames, &frame);
    assert(sent == size);
    (void)sent;
}

static void say_control(struct client *client, uint8_t opcode)
{
    struct wslay_frame_iocb frame = {.fin = 1, .opcode = opcode, .mask = 1};
    wslay_frame_send(client->frames, &frame);
}

void client_leave(struct client *client)
{
    static const uint8_t done[] = {1000 >> 8, 1000 & 0xff};
    struct wslay_frame_iocb frame = {.fin = 1,
                                     .opcode = WSLAY_CONNECTION_CLOSE,
                                     .payload_length = sizeof done,
                                     .mask = 1,
                                     .data = done,
                                     .data_length = sizeof done};
    wslay_frame_send(client->frames, &frame);
}

bool client_is_waiting(const struct client *client)
{
    return client->connection != NULL && client->out_at < client->out.size;
}

void client_deliver(struct client *client, bool all)
{
    struct sim *sim = client->sim;
    size_t size = client->out.size - client->out_at;
    if (size == 0 || client->connection == NULL)
        return;
    if (!all) {
        size_t most = size < PIECE_MAX ? size : PIECE_MAX;
        /* mostly whole messages, or nothing would ever come to pass */
        if (sim->config.in_pieces || random_below(&sim->random, 8) == 0)
            size = 1 + random_below(&sim->random, (uint32_t)most);
    }
    /* a copy of its own size, so that reading past it is seen by a sanitizer */
    uint8_t *copy = malloc(size);
    assert(copy != NULL);
    memcpy(copy, &client->out.at[client->out_at], size);
    client->out_at += size;
    if (client->out_at == client->out.size) {
        writer_clear(&client->out);
        client->out_at = 0;
    }
    hub_set_time(sim->hub, sim->now_ms, sim->wall_s);
    connection_receive(client->connection, copy, size, sim->now_ms);
    free(copy);
    client_collect(client);
}

/* ---- What comes ---- */

/* Whatever is said about a table must be on disk. */
static void check_durable(struct client *client, const char *message)
{
    struct sim *sim = client->sim;
    struct problem problem;
    if (sim->config.given != NULL)
        return;
    struct json_line line;
    CHECK_ABOUT(json_read_line(&line, message, strlen(message), &problem), message);
    const char *name = value_text(value_field(line.object, "table"));
    struct value seq = value_field(line.object, "seq");
    if (value_field(line.object, "resumed").at != NULL)
        seq = value_field(line.object, "resumed");
    const struct room *room = name != NULL ? sim_room(sim, name) : NULL;
    if (room != NULL)
        client->table = room->number;
    bool is_known = client->table < sim->durable_room && client->table > 0;
    if (is_known && value_whole(seq) > (int64_t)sim->durable[client->table]) {
        sim->false_words++;
        test_fail(__FILE__, __LINE__, message);
    }
    bool is_free = strstr(message, "\"error\":\"storage\"") != NULL ||
                   strcmp(message, "{\"pong\":true}") == 0 || sim->hub->problem[0] != '\0';
    if (sim->hub->waiting != NULL && !sim->is_carried && !is_free) {
        sim->false_words++;
        test_fail(__FILE__, __LINE__, message);
    }
    json_line_free(&line);
}

static void take_message(struct client *client)
{
    struct writer *part = &client->part;
    uint32_t size = (uint32_t)part->size;
    if (client->keeps_bytes) {
        writer_put(&client->bytes, (const char *)&size, sizeof size);
        writer_put(&client->bytes, part->at, part->size);
    }
    writer_put(part, "", 1);
    check_durable(client, part->at);
    writer_put(&client->heard, part->at, part->size);
    writer_clear(part);
}

static void read_frames(struct client *client)
{
    struct wslay_frame_iocb frame;
    ssize_t got;
    memset(&frame, 0, sizeof frame);
    while ((got = wslay_frame_recv(client->frames, &frame)) >= 0) {
        writer_put(&client->part, (const char *)frame.data, frame.data_length);
        if (client->part.size < frame.payload_length)
            continue;
        if (frame.opcode == WSLAY_TEXT_FRAME)
            take_message(client);
        else if (frame.opcode == WSLAY_PING)
            say_control(client, WSLAY_PONG);
        else if (frame.opcode == WSLAY_CONNECTION_CLOSE && client->part.size >= 2)
            client->closed = (unsigned)(uint8_t)client->part.at[0] << 8 |
                             (uint8_t)client->part.at[1];
        writer_clear(&client->part);
    }
    CHECK(got == WSLAY_ERR_WANT_READ);
    if (client->in_at == client->in.size) {
        writer_clear(&client->in);
        client->in_at = 0;
    }
}

static void read_upgrade(struct client *client)
{
    static const char good[] = "HTTP/1.1 101 ", end[] = "\r\n\r\n";
    size_t at = 0;
    while (at + 4 <= client->in.size && memcmp(&client->in.at[at], end, 4) != 0)
        at++;
    if (at + 4 > client->in.size)
        return;
    client->is_upgraded = memcmp(client->in.at, good, sizeof good - 1) == 0;
    CHECK(client->is_upgraded || client->sim->is_carried);
    client->in_at = at + 4;
}

/* Answers wait like messages do, but for records: those come from the disk itself. */
static void check_answer(struct client *client, size_t before)
{
    struct sim *sim = client->sim;
    if (client->in.size == before || sim->hub == NULL || sim->hub->waiting == NULL ||
        sim->config.given != NULL)
        return;
    writer_put(&client->in, "", 1);
    client->in.size--;
    if (strstr(client->in.at, "storage") != NULL ||
        strstr(client->in.at, "Content-Type: text/plain") != NULL)
        return;
    const char *body = strstr(client->in.at, "\r\n\r\n");
    if (sim->hub->problem[0] != '\0' && body != NULL) {
        if (strstr(body, "{\"table\"") != NULL)
            check_durable(client, body + 4);
        return;
    }
    sim->false_words++;
    test_fail(__FILE__, __LINE__, client->in.at);
}

void client_collect(struct client *client)
{
    struct text output;
    size_t before = client->in.size;
    if (client->connection == NULL)
        return;
    while ((output = connection_output(client->connection)).size > 0) {
        size_t size = output.size;
        if (client->sim->config.in_pieces)
            size = 1 + random_below(&client->sim->random, (uint32_t)size);
        writer_put(&client->in, output.at, size);
        connection_sent(client->connection, size);
    }
    if (client->is_http) {
        check_answer(client, before);
        return;
    }
    client_take(client, "", 0);
}

void client_take(struct client *client, const char *bytes, size_t size)
{
    writer_put(&client->in, bytes, size);
    if (!client->is_upgraded)
        read_upgrade(client);
    if (client->is_upgraded)
        read_frames(client);
}

const char *client_next(struct client *client)
{
    if (client->heard_at >= client->heard.size) {
        writer_clear(&client->heard);
        client->heard_at = 0;
        return NULL;
    }
    const char *message = &client->heard.at[client->heard_at];
    client->heard_at += strlen(message) + 1;
    return message;
}

/* ---- HTTP ---- */

unsigned sim_http(struct sim *sim, const char *address, const char *method, const char *path,
                  const char *key, const char *body, struct sim_answer *answer)
{
    static char head[1024];
    memset(answer, 0, sizeof *answer);
    struct client *client = client_new(sim, address, true);
    if (client == NULL)
        return 0;
    int size = snprintf(head, sizeof head,
                        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        "%s%s%sContent-Length: %zu\r\n\r\n",
                        method, path, key == NULL ? "" : "Authorization: Bearer ",
                        key == NULL ? "" : key, key == NULL ? "" : "\r\n",
                        body == NULL ? (size_t)0 : strlen(body));
    assert(size > 0 && (size_t)size < sizeof head);
    writer_put(&client->out, head, (size_t)size);
    if (body != NULL)
        writer_put(&client->out, body, strlen(body));
    sim_settle(sim);
    writer_put(&client->in, "", 1);
    if (strncmp(client->in.at, "HTTP/1.1 ", 9) == 0) {
        const char *start = strstr(client->in.at, "\r\n\r\n");
        answer->status = (unsigned)strtoul(&client->in.at[9], NULL, 10);
        if (start != NULL)
            snprintf(answer->body, sizeof answer->body, "%s", start + 4);
    }
    client_free(client);
    return answer->status;
}
