/* remote.h - a seat at a server's table, by the link that the page shows. */
#ifndef RUMMERY_REMOTE_H
#define RUMMERY_REMOTE_H

#include "tui/source.h"

enum { REMOTE_HOST_SIZE = 256, REMOTE_PART_SIZE = 64 };

/* What a link says: http://HOST:PORT/t/TABLE#INVITATION, or https. */
struct table_link {
    bool is_secure;
    char host[REMOTE_HOST_SIZE];
    unsigned port;
    char table[REMOTE_PART_SIZE];
    char invite[REMOTE_PART_SIZE]; /* empty: only to watch, or a seat that is known already */
};

/* False if the text is no such link. */
bool link_read(const char *text, struct table_link *out);
/* The address of a server alone, as in https://HOST or http://HOST:8080/. */
bool link_read_server(const char *text, struct table_link *out);

/* A table to be made there. */
struct remote_made {
    const struct game *game;
    struct options options; /* they fit the game and the seats */
    unsigned seats;
    struct sitter sitter[SEATS_MAX]; /* kind, level, name; SITTER_OPEN for whoever comes */
};

struct remote_setup {
    const struct remote_made *made; /* NULL: the link has a table. Stays the caller's */
    struct table_link link;
    unsigned people; /* how many sit down here; 0: to watch */
    struct sitter sitter[SEATS_MAX]; /* their names, and colours if they want certain ones */
    const char *language;
    bool is_apart; /* a seat of its own: nothing of it is kept among this user's, ... */
    const char *key_file; /* ... its key here, if anywhere. Stays the caller's */
};

/* Begins to sit down; what comes of it is told by the source. A seat that this user has there
 * already is taken again. */
struct source *remote_open(uv_loop_t *loop, const struct remote_setup *setup);

#endif
