/* connection_harness.c - the tests' world: see the header. */
#include "connection_harness.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static uint64_t random_state = 88172645463325252u;

uint32_t random_below(uint32_t count)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % count;
}

static void keep(char *out, size_t capacity, struct text text)
{
    assert(text.size < capacity);
    if (text.size > 0)
        memcpy(out, text.at, text.size);
    out[text.size] = '\0';
}

static struct text words(const char *text)
{
    return (struct text){text, strlen(text)};
}

static void on_request(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct world *world = context;
    world->requests++;
    keep(world->method, sizeof world->method, request->method);
    keep(world->path, sizeof world->path, request->path);
    keep(world->query, sizeof world->query, request->query);
    keep(world->key, sizeof world->key, request->key);
    keep(world->body, sizeof world->body, request->body);
    world->body_size = request->body.size;
    strcpy(world->address, connection_address(connection));
    if (strcmp(world->path, "/api/later") == 0)
        world->waiting = connection;
    else if (request->body.size > 0)
        connection_answer(connection, 200, "text/plain", request->body);
    else
        connection_answer(connection, 201, "application/json", words("{}"));
}

static void on_opened(void *context, struct connection *connection)
{
    struct world *world = context;
    world->opened++;
    strcpy(world->address, connection_address(connection));
}

static void on_message(void *context, struct connection *connection, struct text message)
{
    struct world *world = context;
    world->messages++;
    keep(world->message, sizeof world->message, message);
    world->message_size = message.size;
    if (world->is_slow)
        return;
    if (strcmp(world->message, "bye") == 0)
        connection_close(connection, 1000, "bye");
    else if (strcmp(world->message, "flood") == 0)
        for (int i = 0; i < 1000; i++)
            connection_send(connection, words("a line that nobody reads, over and over"));
    else
        connection_send(connection, message);
}

static void on_closed(void *context, struct connection *connection)
{
    struct world *world = context;
    world->closed++;
    if (world->waiting == connection)
        world->waiting = NULL;
}

static void on_leaving(void *context, struct connection *connection)
{
    struct world *world = context;
    world->leaving = connection;
    if (!world->is_slow)
        connection_close(connection, 1000, "");
}

static const char *on_ill(void *context)
{
    struct world *world = context;
    return world->ill;
}

static void on_wake(struct connection *connection)
{
    struct visitor *visitor = connection_socket(connection);
    if (visitor != NULL)
        visitor->world->wakes++;
}

struct limits_config open_limits(void)
{
    struct limits_config config;
    memset(&config, 0, sizeof config);
    return config;
}

void world_begin(struct world *world, const struct limits_config *config)
{
    struct limits_config open = open_limits();
    memset(world, 0, sizeof *world);
    world->now_ms = 1000000;
    world->commons = (struct commons){
        .service = {.context = world, .request = on_request, .opened = on_opened,
                    .message = on_message, .closed = on_closed, .ill = on_ill,
                    .leaving = on_leaving},
        .limits = limits_new(config == NULL ? &open : config),
        .metrics = &world->metrics,
        .header_ms = 10000,
        .keep_alive_ms = 30000,
        .ping_ms = 20000,
        .send_buffer_max = 20000,
        .wake = on_wake,
    };
}

void world_end(struct world *world)
{
    CHECK(world->metrics.connections == 0);
    CHECK(world->metrics.websockets == 0);
    CHECK(world->closed == world->metrics.connections_total);
    limits_free(world->commons.limits);
}

bool visitor_come(struct visitor *visitor, struct world *world, const char *peer)
{
    memset(visitor, 0, sizeof *visitor);
    visitor->world = world;
    visitor->connection = connection_new(&world->commons, peer, world->now_ms);
    visitor->received = calloc(1, 1);
    if (visitor->connection != NULL)
        connection_set_socket(visitor->connection, visitor);
    return visitor->connection != NULL;
}

void visitor_leave(struct visitor *visitor)
{
    connection_free(visitor->connection);
    free(visitor->received);
    memset(visitor, 0, sizeof *visitor);
}

void visitor_take(struct visitor *visitor)
{
    while (!visitor->is_deaf) {
        struct text output = connection_output(visitor->connection);
        if (output.size == 0)
            return;
        size_t size = output.size;
        if (visitor->world->pieces == PIECES_RANDOM)
            size = 1 + random_below((uint32_t)size);
        visitor->received = realloc(visitor->received, visitor->size + size + 1);
        memcpy(&visitor->received[visitor->size], output.at, size);
        visitor->size += size;
        visitor->received[visitor->size] = '\0';
        connection_sent(visitor->connection, size);
    }
}

void visitor_send(struct visitor *visitor, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0) {
        size_t piece = size;
        if (visitor->world->pieces == PIECES_SINGLE)
            piece = 1;
        else if (visitor->world->pieces == PIECES_RANDOM)
            piece = 1 + random_below(size < 40 ? (uint32_t)size : 40);
        /* a copy of its own size, so that reading past it is seen by the sanitizer */
        uint8_t *copy = malloc(piece);
        memcpy(copy, at, piece);
        connection_receive(visitor->connection, copy, piece, visitor->world->now_ms);
        free(copy);
        visitor_take(visitor);
        at += piece;
        size -= piece;
    }
}

void visitor_say(struct visitor *visitor, const char *text)
{
    visitor_send(visitor, text, strlen(text));
}

void visitor_wait(struct visitor *visitor, uint64_t ms)
{
    for (uint64_t passed_ms = 0; passed_ms < ms; passed_ms += 1000) {
        visitor->world->now_ms += ms - passed_ms < 1000 ? ms - passed_ms : 1000;
        connection_tick(visitor->connection, visitor->world->now_ms);
        visitor_take(visitor);
    }
}

unsigned answer_next(struct visitor *visitor, struct answer *answer, bool is_head)
{
    const char *start = &visitor->received[visitor->read];
    const char *end = strstr(start, "\r\n\r\n");
    memset(answer, 0, sizeof *answer);
    if (end == NULL || strncmp(start, "HTTP/1.1 ", 9) != 0)
        return 0;
    size_t size = (size_t)(end - start) + 4;
    assert(size < sizeof answer->head);
    memcpy(answer->head, start, size);
    answer->status = (unsigned)strtoul(&start[9], NULL, 10);
    answer->body = &start[size];
    const char *length = strstr(answer->head, "\r\nContent-Length: ");
    if (length != NULL && !is_head)
        answer->size = strtoul(&length[18], NULL, 10);
    if (visitor->read + size + answer->size > visitor->size)
        return 0;
    visitor->read += size + answer->size;
    return answer->status;
}

bool answer_has(const struct answer *answer, const char *line)
{
    char wanted[512];
    snprintf(wanted, sizeof wanted, "\r\n%s\r\n", line);
    return strstr(answer->head, wanted) != NULL;
}

unsigned ask(struct world *world, const char *peer, const char *request, struct answer *answer)
{
    static char body[1 << 16];
    struct visitor visitor;
    if (!visitor_come(&visitor, world, peer))
        return 0;
    visitor_say(&visitor, request);
    unsigned status = answer_next(&visitor, answer, strncmp(request, "HEAD ", 5) == 0);
    if (status != 0) {
        assert(answer->size < sizeof body);
        memcpy(body, answer->body, answer->size);
        body[answer->size] = '\0';
        answer->body = body;
    }
    visitor_leave(&visitor);
    return status;
}
