/* connection_internal.h - what the files behind connection.h share: a connection's inside, the
 * request that is being read, and the answers. Nobody else includes it. */
#ifndef RUMMERY_CONNECTION_INTERNAL_H
#define RUMMERY_CONNECTION_INTERNAL_H

#include <llhttp.h>

#include "visitors/connection.h"
#include "visitors/files.h"
#include "visitors/limits.h"
#include "visitors/metrics.h"
#include "visitors/shared.h"

enum {
    HEAD_MAX = 8192,         /* request line and headers */
    TARGET_MAX = 2048,       /* path and query */
    HEADER_NAME_MAX = 40,    /* longer names are none that we know */
    PENDING_MAX = 32768,     /* what a visitor may send ahead of an answer */
    REQUEST_BYTES_MAX = HEAD_MAX + 8 * MESSAGE_MAX, /* with the overhead of chunks */
    OUTPUT_PAUSE = 65536,    /* with so much unsent no further request is answered */
    CLOSE_WAIT_MS = 2000,    /* how long the peer's close frame, or our last answer to it, is
                              * waited for */
    FRAME_HEAD_MAX = 14,
    CONTROL_MAX = 125        /* bytes of a control frame's payload */
};

enum frame_opcode {
    FRAME_MORE = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
};

/* The codes that a fault closes with (RFC 6455, 7.4.1). */
enum close_code {
    CLOSE_PROTOCOL = 1002,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_NO_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009
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
    HEADER_TRANSFER_ENCODING,
    HEADER_X_FORWARDED_FOR,
    HEADER_COUNT
};

/* Where the next byte of a request's lines stands; as far as the target they are in the order of
 * the line. */
enum head_state {
    HEAD_BEGIN,
    HEAD_EMPTY_CR,
    HEAD_METHOD,
    HEAD_TARGET_BEGIN,
    HEAD_TARGET,
    HEAD_VERSION,
    HEAD_LINE_CR,
    HEAD_LINE, /* the beginning of a line of headers */
    HEAD_NAME,
    HEAD_VALUE,
    HEAD_LAST_CR,
    HEAD_WHOLE,
    HEAD_WRONG
};

/* Status 0: there is none. */
struct head_fault {
    unsigned status;
    const char *words;
};

/* A growing piece of memory. */
struct buffer {
    char *at;
    size_t size, capacity;
};

/* A character that has come in part. */
struct utf8 {
    uint8_t more;      /* bytes to come */
    uint8_t low, high; /* of the next one */
};

/* The frame that is being read, and the message that it is a part of. */
struct frames {
    uint8_t head[FRAME_HEAD_MAX];
    uint8_t head_size;
    uint8_t mask[4];
    enum frame_opcode opcode;
    uint64_t size, taken; /* of the payload */
    uint32_t fragments;   /* of the unfinished message */
    struct utf8 utf8;
    bool is_head_whole, is_final, is_in_message;
    char control[CONTROL_MAX];
    struct buffer message;
};

/* What a WebSocket is closed with. Code 0: there is none. */
struct frame_fault {
    unsigned code;
    const char *words;
};

/* What is only needed while a connection speaks HTTP; freed when it becomes a WebSocket. */
struct http {
    llhttp_t parser;
    enum head_state state;
    struct buffer lines; /* of a head, or of trailers, that has not come whole */
    struct buffer head; /* the target, then the values of the headers that we read */
    struct buffer body;
    struct buffer pending; /* bytes that came while a request waits for its answer */
    struct text tail;      /* the rest of a file or another text, sent from where it lies */
    struct shared *shared; /* what the tail is of */
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
    bool is_head_whole, is_trailing, is_whole, is_waiting, is_between, is_running;
    bool has_odd_header; /* one that a visitor on this machine does not send by itself */
    bool is_keep_alive, is_head_method;
};

struct connection {
    struct commons *commons;
    void *session, *socket;
    const struct carrier *carrier;    /* of a visitor of another server; NULL */
    void *carried;                    /* the carrier's */
    struct http *http;                /* NULL once this is a WebSocket */
    struct buffer output;             /* freed when all is sent */
    size_t output_start;
    struct frames frames;
    uint64_t now_ms, heard_ms, moved_ms, closing_ms;
    uint64_t bucket_us;               /* for the rate of messages */
    struct connection *older_keyless, *newer_keyless;
    uint64_t caller_ms;             /* since when it is what it is */
    enum caller caller;
    bool is_keyless;                  /* stands in the list of those */
    struct frame_fault leave;         /* what a visitor who leaves is closed with */
    bool is_trusted, is_counted, is_websocket, is_done, is_dropped;
    bool is_ended; /* the visitor closed its side and says nothing more */
    bool is_ping_sent, is_closing, is_leaving; /* our close frame is sent; the visitor's came */
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

/* head.c */
enum head_state head_next(enum head_state state, char c);
/* Takes the blanks away that end values, which are no part of them (RFC 9110, 5.5), and returns
 * what size is left. */
size_t head_trim(char *lines, size_t size);
/* Looks at the first of the lines of a whole head: its version, which is brought down to one
 * that we know, and its method. */
struct head_fault head_judge(char *lines, size_t size);

/* http.c */
bool http_new(struct connection *connection, const char *peer);
void http_free(struct connection *connection);
void http_receive(struct connection *connection, const char *bytes, size_t size);
/* Goes on with what waits, when there is room and nothing to wait for; done if nothing waits and
 * nothing more will come. */
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
bool is_trusted_proxy(const struct commons *commons, const char *address);
bool is_own_origin(const struct commons *commons, struct text origin, struct text host);
/* The name or address and perhaps a port, as in Host; false if it is no such thing. */
bool host_is_written_well(struct text host);
/* Whether this server is meant by that name: see `hosts` in connection.h. */
bool host_is_ours(const struct commons *commons, struct text host);

/* answer.c */
/* `more`: further header lines, each ending with CR LF; may be "". */
void answer_write(struct connection *connection, unsigned status, const char *type,
                  const char *more, struct text body);
void answer_problem(struct connection *connection, unsigned status, const char *more,
                  const char *words);
/* An error after which the connection is of no more use. */
void answer_fault(struct connection *connection, unsigned status, const char *words);
void answer_shared(struct connection *connection, struct shared *text);
/* 429: the visitor may come again after so many seconds. */
void answer_too_often(struct connection *connection, uint32_t wait_s);
void answer_file(struct connection *connection, const struct file *file);

/* upgrade.c */
void upgrade_handle(struct connection *connection);

/* frames.c */
/* Takes the next byte of a frame's head; `is_head_whole` once that was the last one. */
struct frame_fault frames_take_head(struct frames *frames, uint8_t byte);
/* Takes payload of that frame, as much as there is of it, and returns how much that was. */
size_t frames_unmask(struct frames *frames, const char *bytes, size_t size, char *out);
static inline bool frame_is_control(const struct frames *frames)
{
    return frames->opcode >= FRAME_CLOSE;
}
/* False as soon as the text cannot be UTF-8 any more. */
bool utf8_take(struct utf8 *utf8, struct text text);
bool utf8_is_whole(const struct utf8 *utf8);

/* websocket.c */
/* The visitor has closed its side of the line. */
void websocket_end(struct connection *connection);
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
