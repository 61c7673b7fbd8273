/* connection.h - one visitor's protocols, without the socket: HTTP by llhttp, WebSocket,
 * limits on both. Bytes go in by connection_receive(), bytes come out of
 * connection_output(); whoever owns the socket (loop.c, or a test with a simulated network)
 * carries them. Nothing here reads a clock: the time is handed in, in milliseconds that only
 * ever grow. */
#ifndef RUMMERY_CONNECTION_H
#define RUMMERY_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/text.h"

struct connection;
struct files;
struct limits;
struct metrics;
struct shared;

enum { ADDRESS_MAX = 46, MESSAGE_MAX = 8192 };

/* A complete request of the HTTP API. Texts are valid during the call only. */
struct http_request {
    struct text method; /* GET, POST, ... */
    struct text path;   /* begins with /api/, without the query */
    struct text query;
    struct text key;    /* what follows `Authorization: Bearer `, or nothing */
    struct text body;
};

/* What stands behind the connections: the hub, or a test. */
struct service {
    void *context;
    /* Answered exactly once by connection_answer(), at once or later. */
    void (*request)(void *context, struct connection *connection,
                    const struct http_request *request);
    /* A WebSocket stands; a whole text message came. */
    void (*opened)(void *context, struct connection *connection);
    void (*message)(void *context, struct connection *connection, struct text message);
    /* The connection ends: the last call about it, whatever state it was in. */
    void (*closed)(void *context, struct connection *connection);
    /* NULL if all is well, or what is wrong in words: for /healthz. */
    const char *(*ill)(void *context);
    /* The visitor of a WebSocket leaves, or has to: to be followed by connection_close() behind
     * the last thing that it is owed. May be NULL: then nothing is ever owed. */
    void (*leaving)(void *context, struct connection *connection);
    /* What /healthz says while all is well, a line that ends; may be NULL. */
    const char *(*well)(void *context);
};

/* Who a connection is for the service: nobody yet, somebody who watches, or who has a key. */
enum caller { CALLER_STRANGER, CALLER_GUEST, CALLER_KEY };

/* What all connections of a server share. */
struct commons {
    struct service service;
    const struct files *files;
    struct limits *limits;
    struct metrics *metrics;
    const char *const *origins;         /* allowed beside the own host; ends with NULL */
    /* Names that this server goes by, beside those of `origins`, localhost and addresses; ends
     * with NULL. NULL itself: any name is taken. */
    const char *const *hosts;
    const char *metrics_key;            /* whoever has it sees /metrics; NULL: there is none */
    bool shows_metrics;                 /* without a key: to whoever is on this machine */
    const char *const *trusted_proxies; /* addresses or CIDR blocks; ends with NULL */
    uint32_t header_ms;        /* a request must have come whole by then */
    uint32_t keep_alive_ms;    /* an idle HTTP connection is closed after this */
    uint32_t hello_ms;         /* a WebSocket of a stranger is closed after this; 0: never */
    uint32_t crowded_ms;       /* any connection of one, while places are short */
    uint32_t ping_ms;          /* an idle WebSocket is pinged, and closed if no pong comes */
    int64_t wall_s;            /* since 1970, kept up to date by the owner; 0: not known */
    size_t send_buffer_max;    /* a reader who lets more than this pile up is dropped */
    /* Called when output appears or the connection is done, so that the socket's owner need
     * not look at every connection; may be NULL. */
    void (*wake)(struct connection *connection);
    /* Called when more waits than may: the socket's owner sends what it takes at once, so that
     * only a reader who is slow is taken for one. May be NULL. */
    void (*push)(struct connection *connection);
    struct connection *keyless_first, *keyless_last; /* counted and without a key, oldest first */
};

/* Who carries what is said to a visitor of another server, whose connection is there. */
struct carrier {
    void (*say)(void *context, struct text message);
    void (*answer)(void *context, unsigned status, const char *type, struct text body);
    void (*close)(void *context, unsigned code, const char *reason);
    void (*caller)(void *context, enum caller caller);
};
/* A connection without a protocol: what the visitor asks is handed to the service by whoever
 * carries it, and freed by the same. NULL if the address has as many as it may. */
struct connection *connection_new_carried(struct commons *commons, const char *address,
                                          bool is_websocket, const struct carrier *carrier,
                                          void *context, uint64_t now_ms);
bool connection_is_carried(const struct connection *connection);
enum caller connection_caller(const struct connection *connection);

/* `peer` is the socket's address as text. NULL when this address has as many connections as it
 * may, or the server has and all of them have keys; the socket is then closed. Where the server
 * has as many as it may, the oldest without a key is dropped. */
struct connection *connection_new(struct commons *commons, const char *peer, uint64_t now_ms);
/* Calls service.closed and releases everything. */
void connection_free(struct connection *connection);

void connection_receive(struct connection *connection, const uint8_t *bytes, size_t size,
                        uint64_t now_ms);
/* The visitor closed its side and says nothing more. What it asked for is still answered, then
 * the connection is done. */
void connection_end(struct connection *connection, uint64_t now_ms);
/* Time passes: header time, keep-alive, pings. Called about once a second. */
void connection_tick(struct connection *connection, uint64_t now_ms);

/* What waits to be sent; `connection_sent` takes the first bytes of it away. The bytes may
 * move at the next call about this connection, and more may wait after them. */
struct text connection_output(const struct connection *connection);
void connection_sent(struct connection *connection, size_t size);
/* The socket is to be closed once the output is sent, or at once where the peer is at fault. */
bool connection_is_done(const struct connection *connection);
bool connection_is_dropped(const struct connection *connection);

/* For the service. */
void connection_answer(struct connection *connection, unsigned status, const char *type,
                       struct text body);
/* With a text that lies elsewhere (shared.h) and is kept until it is sent: status 200. */
void connection_answer_shared(struct connection *connection, struct shared *text);
void connection_send(struct connection *connection, struct text message);
/* Ends a WebSocket with a close frame: 1000 done, 1001 going away, 1008 policy, 1013 later. One
 * whose visitor leaves is ended with the code that this was for. */
void connection_close(struct connection *connection, unsigned code, const char *reason);
/* The visitor's address: the peer's, or what a trusted proxy says. */
const char *connection_address(const struct connection *connection);
/* A stranger who was something else before has all the time once more. */
void connection_set_caller(struct connection *connection, enum caller caller);
/* A pointer the service may keep with the connection; NULL at first. */
void connection_set_session(struct connection *connection, void *session);
void *connection_session(const struct connection *connection);
/* A pointer for the owner of the socket; NULL at first. */
void connection_set_socket(struct connection *connection, void *socket);
void *connection_socket(const struct connection *connection);

#endif
