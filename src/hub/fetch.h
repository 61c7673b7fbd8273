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
    uint64_t durable_batch; /* what was on disk when it was asked for */
};

enum fetch_outcome {
    FETCH_DONE,
    FETCH_NONE,    /* there is no such table */
    FETCH_AWAY,    /* it was put away */
    FETCH_REWOUND, /* the store has less of it than was acknowledged: it was set aside */
    FETCH_ELSEWHERE, /* another server has it */
    FETCH_DAMAGED, /* it cannot be read */
    FETCH_FAILED   /* the store did not answer */
};

struct fetched {
    struct fetch wanted;
    enum fetch_outcome outcome;
    uint64_t number;               /* the table's; 0 if there is none, */
    char name[STORE_NAME_MAX + 1]; /* and its name, as far as it is known */
    struct room *room;             /* done; whoever gets this owns it */
    uint64_t epoch;                /* by which it is ours; 0: it was only looked at */
    struct store_server owner;     /* elsewhere */
    char why[FETCH_WHY_MAX];       /* damaged, rewound, failed, elsewhere */
    struct store_card card;        /* done, if it has one */
    bool has_card;
    int64_t touched_s;             /* done: when it was made, or the last entry came */
    int64_t away_s;                /* away, rewound: since then, */
    uint64_t away_served_s;        /* and by the server's own time */
};

struct rewound;
/* What is missing, in words. */
void rewound_explain(const struct rewound *what, char out[FETCH_WHY_MAX]);

/* Reads the store by store_fetch() and store_next(). The secret is the hub's. */
void table_fetch(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                 const struct fetch *wanted, struct fetched *out);

/* ---- Which tables need to be looked after ---- */

enum look_aim {
    LOOK_AWAKE, /* those that were in memory when the server ended, behind a number */
    LOOK_DUE,   /* those that are due next */
    LOOK_SPARE, /* one that goes if place is needed */
    LOOK_LEFT,  /* those that nobody has touched for long */
    LOOK_AWAY   /* those that were put away long ago */
};
enum { LOOK_AIMS = LOOK_AWAY + 1, LOOK_MAX = 64, LOOK_TURNS = 4 };

struct look {
    enum look_aim aim;
    uint64_t after;              /* awake */
    int64_t until_s[LOOK_TURNS]; /* spare, left: of each turn to go; away: the first */
    unsigned most;               /* at most LOOK_MAX */
};

struct found {
    uint64_t number;
    char name[STORE_NAME_MAX + 1];
    int64_t at_s;           /* due, left, away: then, or since then */
    uint64_t away_served_s; /* away: since then by the server's own time */
};

struct looked {
    struct look wanted;
    bool is_done;
    unsigned count;
    struct found found[LOOK_MAX];
};

/* Asks the store by store_look(). */
void table_look(struct store *store, const struct look *wanted, struct looked *out);

#endif
