/* fuzz_connection.c - drives one connection from an input: its first eight bytes seed all choices
 * (pieces, answers at once or later, time, how much output is taken), the rest are bytes of
 * the wire. */
#include "fuzz_connection.h"

#include <stdlib.h>
#include <string.h>

#include "visitors/limits.h"
#include "visitors/metrics.h"

enum { OUTPUT_LIMIT = 200000, SEND_BUFFER_MAX = 20000, STEP_MS_MAX = 3000, END_MS = 1 << 30 };

struct fuzz_world {
    uint64_t random;
    struct connection *waiting, *leaving;
    unsigned opened, closed;
};

static void expect(bool condition)
{
    if (!condition)
        abort();
}

static uint32_t choose(struct fuzz_world *world, uint32_t count)
{
    world->random ^= world->random << 13;
    world->random ^= world->random >> 7;
    world->random ^= world->random << 17;
    return (uint32_t)(world->random >> 33) % count;
}

static void answer(struct fuzz_world *world, struct connection *connection)
{
    static const unsigned statuses[] = {200, 204, 404, 500};
    static const char body[300] = {'a'};
    world->waiting = NULL;
    connection_answer(connection, statuses[choose(world, 4)], "text/plain",
                      (struct text){body, choose(world, sizeof body)});
}

static void on_request(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct fuzz_world *world = context;
    expect(world->waiting == NULL);
    expect(request->path.size >= 5 && memcmp(request->path.at, "/api/", 5) == 0);
    expect(request->body.size <= MESSAGE_MAX);
    world->waiting = connection;
    if (choose(world, 2) == 0)
        answer(world, connection);
}

static void on_opened(void *context, struct connection *connection)
{
    struct fuzz_world *world = context;
    expect(++world->opened == 1);
    if (choose(world, 4) == 0)
        connection_send(connection, (struct text){"hello", 5});
}

static void on_message(void *context, struct connection *connection, struct text message)
{
    struct fuzz_world *world = context;
    expect(world->opened == 1 && message.size <= MESSAGE_MAX);
    for (size_t i = 0; i < message.size; i++)
        expect((uint8_t)message.at[i] != 0xff && (uint8_t)message.at[i] != 0xc0);
    for (uint32_t i = choose(world, 4); i > 0; i--)
        connection_send(connection, message);
    if (choose(world, 50) == 0)
        connection_close(connection, 1000, "enough");
}

static void on_closed(void *context, struct connection *connection)
{
    struct fuzz_world *world = context;
    (void)connection;
    world->closed++;
    world->waiting = world->leaving = NULL;
}

static void on_leaving(void *context, struct connection *connection)
{
    struct fuzz_world *world = context;
    expect(world->opened == 1 && world->leaving == NULL);
    world->leaving = connection;
    if (choose(world, 2) == 0)
        connection_close(connection, 1000, "");
}

static const char *on_ill(void *context)
{
    return choose(context, 2) == 0 ? NULL : "unwell";
}

static void take_output(struct fuzz_world *world, struct connection *connection)
{
    struct text output = connection_output(connection);
    expect(output.size <= OUTPUT_LIMIT);
    while (output.size > 0 && choose(world, 5) != 0) {
        connection_sent(connection, 1 + choose(world, (uint32_t)output.size));
        output = connection_output(connection);
    }
    if (connection_is_dropped(connection))
        expect(connection_is_done(connection) && output.size == 0);
}

static void feed(struct fuzz_world *world, struct connection *connection, const uint8_t *data,
                 size_t size)
{
    uint64_t now_ms = 0;
    while (size > 0) {
        size_t piece = 1 + choose(world, choose(world, 2) == 0 ? 16 : (uint32_t)size);
        piece = piece < size ? piece : size;
        uint8_t *copy = malloc(piece);
        expect(copy != NULL);
        memcpy(copy, data, piece);
        connection_receive(connection, copy, piece, now_ms);
        free(copy);
        data += piece;
        size -= piece;
        take_output(world, connection);
        if (world->waiting != NULL && choose(world, 3) == 0)
            answer(world, connection);
        if (world->leaving != NULL && choose(world, 3) == 0) {
            connection_send(connection, (struct text){"last words", 10});
            connection_close(connection, 1000, "");
        }
        if (choose(world, 20) == 0)
            connection_tick(connection, now_ms += choose(world, STEP_MS_MAX));
    }
}

void fuzz_connection(const char *before, const uint8_t *data, size_t size)
{
    static const char *const proxies[] = {"127.0.0.0/8", NULL};
    /* kept from input to input, as making it costs more than a run; so only limits that
     * belong to a connection */
    static const struct limits_config config = {.connections = 1, .messages = {6000, 100}};
    static struct limits *limits;
    if (limits == NULL)
        limits = limits_new(&config);
    struct fuzz_world world = {.random = 1};
    struct metrics metrics = {0};
    if (size < sizeof world.random)
        return;
    memcpy(&world.random, data, sizeof world.random);
    world.random |= 1;
    struct commons commons = {
        .service = {.context = &world, .request = on_request, .opened = on_opened,
                    .message = on_message, .closed = on_closed, .ill = on_ill,
                    .leaving = on_leaving},
        .limits = limits,
        .metrics = &metrics,
        .trusted_proxies = proxies,
        .header_ms = 5000,
        .keep_alive_ms = 8000,
        .ping_ms = 7000,
        .send_buffer_max = SEND_BUFFER_MAX,
    };
    expect(limits != NULL);
    struct connection *connection = connection_new(&commons, "127.0.0.1", 0);
    expect(connection != NULL);
    connection_receive(connection, (const uint8_t *)before, strlen(before), 0);
    feed(&world, connection, &data[sizeof world.random], size - sizeof world.random);
    if (choose(&world, 2) == 0) {
        connection_end(connection, END_MS);
        take_output(&world, connection);
        if (world.waiting != NULL)
            answer(&world, connection);
        take_output(&world, connection);
        connection_tick(connection, END_MS + 10 * STEP_MS_MAX);
        expect(connection_is_done(connection) || connection_output(connection).size > 0);
    }
    connection_free(connection);
    expect(world.closed == 1 && metrics.connections == 0 && metrics.websockets == 0);
}
