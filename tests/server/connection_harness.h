/* connection_harness.h - connections with a service that writes down what it is told, and visitors
 * whose network is a pair of byte strings. */
#ifndef RUMMERY_CONNECTION_HARNESS_H
#define RUMMERY_CONNECTION_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sentences/sentences.h"
#include "visitors/connection.h"
#include "visitors/files.h"
#include "visitors/limits.h"
#include "visitors/metrics.h"

uint32_t random_below(uint32_t count);

/* How bytes travel. */
enum pieces { PIECES_WHOLE, PIECES_SINGLE, PIECES_RANDOM, PIECES_COUNT };

enum { RECORD_MAX = 16384 };

struct world {
    struct commons commons;
    struct metrics metrics;
    enum pieces pieces;
    uint64_t now_ms;
    const char *ill;
    /* what the service was told */
    unsigned requests, opened, messages, closed, wakes;
    char method[32], path[4096], query[4096], key[256];
    char body[RECORD_MAX], message[RECORD_MAX];
    size_t body_size, message_size;
    char address[ADDRESS_MAX];
    struct connection *waiting; /* asked for /api/later */
    bool is_slow;               /* neither messages nor those who leave are answered */
    struct connection *leaving;
};

struct visitor {
    struct world *world;
    struct connection *connection;
    char *received; /* closed by a NUL */
    size_t size, read;
    bool is_deaf; /* takes nothing of what is sent */
};

struct limits_config open_limits(void);
/* `config` may be NULL for no limits. */
void world_begin(struct world *world, const struct limits_config *config);
void world_end(struct world *world);

/* False if it is not let in. */
bool visitor_come(struct visitor *visitor, struct world *world, const char *peer);
void visitor_leave(struct visitor *visitor);
void visitor_send(struct visitor *visitor, const void *bytes, size_t size);
void visitor_say(struct visitor *visitor, const char *text);
void visitor_take(struct visitor *visitor);
void visitor_wait(struct visitor *visitor, uint64_t ms);

/* The next answer of those received: its status, 0 if there is none. Its head and body stay
 * until the next one is taken. */
struct answer {
    unsigned status;
    char head[8192];
    const char *body;
    size_t size;
};
unsigned answer_next(struct visitor *visitor, struct answer *answer, bool is_head);
bool answer_has(const struct answer *answer, const char *line);
/* One request on a connection of its own. */
unsigned ask(struct world *world, const char *peer, const char *request, struct answer *answer);

#define WEBSOCKET_REQUEST                                              \
    "GET /ws HTTP/1.1\r\nHost: example.test\r\nUpgrade: websocket\r\n" \
    "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

void suite_http(void);
void suite_requests(void);
void suite_files(void);
void suite_limits(void);
void suite_elsewhere(void);
void suite_upgrade(void);
void suite_websocket(void);
void suite_client(void);
void suite_memory(void);

#endif
