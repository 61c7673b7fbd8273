/* door.h - what the files behind connection.h share: a connection's inside, the request that
 * is being read, and the answers. Nobody else includes it. */
#ifndef RUMMERY_DOOR_H
#define RUMMERY_DOOR_H

#include <llhttp.h>
#include <wslay/wslay.h>

#include "server/connection.h"
#include "server/files.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/shared.h"

enum {
    HEAD_MAX = 8192,         /* request line and headers */
    TARGET_MAX = 2048,       /* path and query */
    HEADER_NAME_MAX = 32,    /* longer names are none that we read */
    PENDING_MAX = 32768,     /* what a visitor may send ahead of an answer */
    REQUEST_BYTES_MAX = HEAD_MAX + 8 * MESSAGE_MAX, /* with the overhead of chunks */
    OUTPUT_PAUSE = 65536,    /* with so much unsent no further request is answered */
    CLOSE_WAIT_MS = 2000     /* how long the peer's close frame is waited for */
};

/* The headers that we read. */
enum header {
    HEADER_HOST,
    HEADER_ORIGIN,
    HEADER_AUTHORIZATION,
    HEADER_UPGRADE,
    HEADER_CONNECTION,
    HEADER_SEC_WEBSOCKET_KEY,
    HEADER_SEC_WEBSOCKET_VERSION,
    HEADER_ACCEPT_ENCODING,
    HEADER_IF_NONE_MATCH,
    HEADER_EXPECT,
    HEADER_X_FORWARDED_FOR,
    HEADER_FORWARDED,
    HEADER_X_REAL_IP,
    HEADER_VIA,
    HEADER_COUNT
};

/* A growing piece of memory. */
struct buffer {
    char *at;
    size_t size, capacity;
};

/* What is only needed while a connection speaks HTTP; freed when it becomes a WebSocket. */
struct http {
    llhttp_t parser;
    struct buffer head; /* the target, then the values of the headers that we read */
    struct buffer body;
    struct buffer pending; /* bytes that came while a request waits for its answer */
    struct text tail;   /* the rest of a file or a shared text, sent from where it lies */
    struct shared *shared; /* the text that the tail is of; NULL: a file */
    size_t target_size;
    struct {
        size_t at, size;
        bool is_there;
    } headers[HEADER_COUNT];
    char name[HEADER_NAME_MAX];
    size_t name_size;
    enum header header; /* of the value being read; HEADER_COUNT if it is none of ours */
    size_t request_bytes;
    unsigned refusal; /* the status if the parser's callbacks found a fault */
    const char *fault;
    uint64_t began_ms;
    char peer[ADDRESS_MAX];
    bool is_head_whole, is_whole, is_waiting, is_between, is_running;
    bool is_keep_alive, is_head_method, is_line_begin;
};

struct connection {
    struct door *door;
    void *session, *socket;
    struct http *http;                /* NULL once this is a WebSocket */
    wslay_event_context_ptr events;   /* only while something is under way in it */
    struct buffer output;             /* freed when all is sent */
    size_t output_start;
    struct text input;                /* what wslay has not taken yet */
    uint64_t now_ms, heard_ms, moved_ms, closing_ms;
    uint64_t bucket_us;               /* for the rate of messages */
    int64_t unfinished;               /* bytes given to wslay less those of the frames begun */
    uint32_t fragments;               /* of the unfinished message */
    struct connection *older_keyless, *newer_keyless;
    uint64_t caller_ms;             /* since when it is what it is */
    enum caller caller;
    bool is_keyless;                  /* stands in the door's list */
    bool is_trusted, is_counted, is_websocket, is_done, is_dropped;
    bool is_ping_sent, is_closing, is_receiving;
    char address[ADDRESS_MAX];
};

/* connection.c */
bool buffer_add(struct buffer *buffer, const void *bytes, size_t size);
void buffer_free(struct buffer *buffer);
/* Without memory the connection is dropped. */
void output_add(struct connection *connection, const void *bytes, size_t size);
size_t output_size(const struct connection *connection);
void connection_wake(struct connection *connection);
void connection_finish(struct connection *connection);
void connection_drop(struct connection *connection);
/* Counts the connection in for its address, or out; the oldest without a key makes room. */
bool connection_count_in(struct connection *connection);
void connection_count_out(struct connection *connection);
/* Whether a stranger had its time. */
bool connection_is_overdue(const struct connection *connection);

/* http.c */
bool http_new(struct connection *connection, const char *peer);
void http_free(struct connection *connection);
void http_receive(struct connection *connection, const char *bytes, size_t size);
/* Goes on with what waits, when there is room and nothing to wait for. */
void http_continue(struct connection *connection);
/* All of the tail is sent, or never will be. */
void http_drop_tail(struct http *http);
void http_tick(struct connection *connection);
struct text http_header(const struct http *http, enum header header);

/* request.c */
void request_handle(struct connection *connection);

/* forwarded.c */
/* Takes the visitor's address from the request; false if that address has as many connections
 * as it may. */
bool forwarded_take(struct connection *connection);
bool is_trusted_proxy(const struct door *door, const char *address);
bool is_own_origin(const struct door *door, struct text origin, struct text host);

/* answer.c */
/* `more`: further header lines, each ending with CR LF; may be "". */
void answer_write(struct connection *connection, unsigned status, const char *type,
                  const char *more, struct text body);
void answer_problem(struct connection *connection, unsigned status, const char *more,
                  const char *words);
/* An error after which the connection is of no more use. */
void answer_fault(struct connection *connection, unsigned status, const char *words);
void answer_shared(struct connection *connection, struct shared *text);
void answer_file(struct connection *connection, const struct file *file);

/* upgrade.c */
void upgrade_handle(struct connection *connection);

/* websocket.c */
void websocket_receive(struct connection *connection, const char *bytes, size_t size);
void websocket_tick(struct connection *connection);
void websocket_free(struct connection *connection);
void websocket_send(struct connection *connection, struct text message);
void websocket_close(struct connection *connection, unsigned code, const char *reason);

/* text.c */
/* ASCII letters count the same in both cases. */
bool text_is_like(struct text text, const char *words);
bool text_begins(struct text text, const char *words);
struct text text_trim(struct text text);
/* Cuts the part before the next comma off a list; false at its end. */
bool text_next(struct text *list, struct text *part);

#endif
