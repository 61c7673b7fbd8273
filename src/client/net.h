/* net.h - lines to a server: HTTP requests and WebSockets, thousands of them on one libuv loop.
 * One address for all lines, with TLS if it is wanted.
 *
 * Every line is opened once and closed once: closed() is always the last that is heard of it,
 * also where it could not be opened, and never comes from inside a call of this interface. */
#ifndef RUMMERY_NET_H
#define RUMMERY_NET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    NET_MESSAGE_MAX = 256 * 1024, /* most a server may say at once, or answer */
    NET_QUEUE_MAX = 256 * 1024,   /* most that may wait to be sent on one line */
    NET_HOST_MAX = 288,           /* a name of 255 letters, and the port */
    NET_NAME_MAX = 256,
    NET_KEY_MAX = 64
};

/* Why a line was closed whose server is not who it should be. */
extern const char net_distrusted[];
/* Nobody listens there; what answers does not speak TLS. */
extern const char net_refused[], net_no_tls[];

struct line;

struct net_events {
    void (*opened)(struct line *line);
    /* A WebSocket's text. */
    void (*message)(struct line *line, const char *text, size_t size);
    /* HTTP: the answer to the request made last. */
    void (*answer)(struct line *line, unsigned status, const char *body, size_t size);
    /* The line is gone when this returns. */
    void (*closed)(struct line *line, const char *why);
};

/* Where all lines go. */
struct net {
    uv_loop_t *loop;
    struct sockaddr_storage address;
    struct sockaddr_in source; /* sin_family 0: whatever the system takes */
    char host[NET_HOST_MAX];
    char key[NET_KEY_MAX];   /* of a seat, sent with HTTP requests; empty: none */
    char name[NET_NAME_MAX]; /* whom a certificate must be for; empty: no TLS */
};

/* `address` is an IPv4 address in digits. */
bool net_init(struct net *net, uv_loop_t *loop, const char *address, unsigned port);
/* The same with an address that was looked up; `host` is how the server is called. */
void net_init_at(struct net *net, uv_loop_t *loop, const struct sockaddr *address,
                 const char *host);
/* Lines opened from now on come from this address of the machine. */
bool net_set_source(struct net *net, const char *address);

struct line *line_open_http(const struct net *net, const struct net_events *events,
                            void *context);
struct line *line_open_websocket(const struct net *net, const struct net_events *events,
                                 void *context);
void *line_context(const struct line *line);

/* One request at a time; the line stays open for the next one if the server agrees. */
bool line_ask(struct line *line, const char *method, const char *path, const char *body,
              size_t size);
/* A text message. False where the line is closing, or too much waits already. */
bool line_send(struct line *line, const char *text, size_t size);
/* Ends the line: politely, or as a cable that is cut. */
void line_close(struct line *line);
void line_cut(struct line *line);

#endif
