/* fetch.h - one table brought back from the store, off the loop, where time and disk may be
 * taken: its log is played once more, and what comes of it is handed to the hub. */
#ifndef RUMMERY_FETCH_H
#define RUMMERY_FETCH_H

#include "room/room.h"
#include "store/store.h"

enum { FETCH_WHY_MAX = 160 };

enum fetch_aim {
    FETCH_NAMED,    /* somebody asks for the table of this name */
    FETCH_NUMBERED, /* it is due: the table of this number */
    FETCH_NEXT      /* to look through all: the first table behind this number */
};

struct fetch {
    enum fetch_aim aim;
    uint64_t number;
    char name[TABLE_NAME_SIZE];
};

enum fetch_outcome {
    FETCH_DONE,
    FETCH_NONE,    /* there is no such table */
    FETCH_AWAY,    /* it was put away */
    FETCH_DAMAGED, /* it cannot be read */
    FETCH_FAILED   /* the store did not answer */
};

struct fetched {
    struct fetch wanted;
    enum fetch_outcome outcome;
    uint64_t number;               /* the table's; 0 if there is none, */
    char name[STORE_NAME_MAX + 1]; /* and its name, as far as it is known */
    struct room *room;             /* done; whoever gets this owns it */
    char why[FETCH_WHY_MAX];       /* damaged, failed */
    int64_t touched_s;             /* done: when it was made, or the last entry came */
    int64_t away_s;                /* away: since then, */
    uint64_t away_served_s;        /* and by the server's own time */
};

/* Reads the store by store_fetch() and store_next(). The secret is the hub's. */
void table_fetch(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                 const struct fetch *wanted, struct fetched *out);

#endif
