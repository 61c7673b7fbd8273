/* remote_internal.h - a seat at a server's table: what its files share. remote.c has the line to
 * the server and what is asked on it, remote_http.c what is asked by HTTP, remote_take.c takes what
 * the server says. */
#ifndef RUMMERY_REMOTE_INTERNAL_H
#define RUMMERY_REMOTE_INTERNAL_H

#include "client/net.h"
#include "tui/remote.h"
#include "tui/save.h"
#include "wire/message_read.h"

enum { REMOTE_ORIGIN_SIZE = REMOTE_HOST_SIZE + 32, REMOTE_ID_SIZE = 33, ADDRESSES_MAX = 8 };

/* What the HTTP line is for. */
enum errand { ERRAND_NONE, ERRAND_MAKE, ERRAND_JOIN, ERRAND_RECORD, ERRAND_KEEP };

struct remote {
    struct source source; /* first, so that its address is the remote table's */
    struct remote_setup setup;
    char origin[REMOTE_ORIGIN_SIZE]; /* http://HOST:PORT */
    char language[8];
    char key[SAVE_KEY_SIZE]; /* empty: to watch */
    char id[REMOTE_ID_SIZE]; /* of the request to sit down, so that it is done once */
    struct net net;
    struct sockaddr_storage addresses[ADDRESSES_MAX]; /* tried in turn until one is the server */
    unsigned address_count, address;
    uv_getaddrinfo_t resolving;
    bool is_resolving;
    struct line *line; /* the WebSocket */
    struct line *http;
    enum errand errand;
    struct writer out;
    struct message_reading reading;
    bool is_greeted;  /* the server knows who is on the line */
    bool was_greeted; /* ... and did once */
    bool is_pinged;
    bool is_leaving;
    bool wants_record; /* somebody wants to see it who would ask twice */
    bool is_kept; /* the record of the match that is over was asked for */
    bool is_closing;
    unsigned failures;  /* in a row */
    bool has_draft;     /* the latest own draft, until a move is made */
    bool is_draft_sent;
    struct table draft;
    uv_timer_t retry;
    uv_timer_t watch; /* for a line that has gone silent */
    uv_timer_t drafts; /* a few a second */
    unsigned open_count; /* handles, lines and lookups that have yet to end */
};

/* Opens the WebSocket. */
void remote_connect(struct remote *remote);
/* A line could not be opened, or broke: waits, or gives up. */
void remote_try_again(struct remote *remote, const char *why);
/* Lets the memory go once nothing needs it any more. */
void remote_release(struct remote *remote);

/* ---- remote_http.c ---- */

void remote_begin_errand(struct remote *remote, enum errand errand);
/* Follows the table anew, by the key there is. */
void remote_use_key(struct remote *remote);
/* Whether the seat is to be found again. */
bool remote_keeps_key(const struct remote *remote);

/* ---- remote_take.c ---- */

/* A message of the server. */
void remote_take(struct remote *remote, const char *text, size_t size);

/* The server has said who we are: what waits is said again. */
void remote_greeted(struct remote *remote);
/* Asks for the whole table on the same line. */
void remote_hello(struct remote *remote);
/* Own random bytes for the next shuffle, if they are due. */
void remote_mix(struct remote *remote);
/* There is nothing to come back to. */
void remote_end(struct remote *remote, const char *code);
/* The line is no good: it is opened anew. */
void remote_lose(struct remote *remote);
/* The key does not fit: sits down anew if there is an invitation. False if there is none. */
bool remote_sit_again(struct remote *remote);

#endif
