/* net.h - one life of a server on the simulated machine: the real loop and the real hub, a
 * store that is slow or fails, and peers of three kinds. Players sit at a table and play;
 * askers send requests and count the answers; rogues do what they like and vanish.
 *
 * Steady players and askers stay and read: in a calm life they must get every answer. */
#ifndef RUMMERY_NET_H
#define RUMMERY_NET_H

#include "../server/sim.h"
#include "kernel.h"

enum {
    ASKERS_MAX = 4,
    ROGUES_MAX = 8,
    PLAYERS_MAX = 3, /* two with keys, and somebody who watches */
    QUESTIONS_MAX = 300
};

/* How a peer uses its line. */
struct manner {
    uint32_t piece_max; /* bytes it sends at once */
    uint32_t take_max;  /* bytes it reads at once; 0: it does not read */
    uint32_t pause_us;  /* at most, between two things it does */
};

struct asker {
    struct alarm alarm;
    struct line *line;
    struct manner manner;
    struct writer out, in;
    size_t out_at, in_at;
    uint8_t questions[QUESTIONS_MAX];
    unsigned asked, answered;
    unsigned number; /* of the asker, for its address and its tables' ids */
    bool finishes;   /* with its last question, so that only the answers are left */
    bool is_steady, is_over;
};

struct rogue {
    struct alarm alarm;
    struct line *line;
    struct manner manner;
    struct writer out;
    size_t out_at, end_at; /* it ends at the latest when so much is sent */
    uint64_t end_us;       /* or then */
    unsigned ending, lives;
};

struct player {
    struct alarm alarm;
    struct line *line;
    struct manner manner;
    struct guest *guest;
    unsigned sends; /* of the request under way, over all lines */
    unsigned asks, asks_max, visits;
    bool is_steady, is_host;
};

/* What the seed decides about a whole life. */
struct temper {
    bool is_calm;    /* steady peers get all answers before the server is stopped */
    bool is_limited; /* few connections, few requests */
    uint32_t commit_us;    /* that a commit or a thought takes, at most */
    unsigned commit_fails; /* of a thousand */
    uint64_t stop_us;      /* when trouble ends, and in a life that is not calm the server */
};

struct world {
    struct sim sim;
    struct party party;
    struct loop *loop;
    struct temper temper;
    struct alarm jobs, stop;
    struct asker askers[ASKERS_MAX];
    struct rogue rogues[ROGUES_MAX];
    struct player players[PLAYERS_MAX];
    unsigned asker_count, rogue_count, player_count;
    bool is_quieting; /* nothing new is begun */
};

extern struct world world;

/* ---- askers.c and rogues.c ---- */

void asker_begin(struct asker *asker, unsigned number);
/* Asks for a table, and closes its side at once. */
void asker_begin_half_closed(struct asker *asker);
bool asker_is_content(const struct asker *asker);
void asker_end(struct asker *asker);

void rogue_begin(struct rogue *rogue);
/* Sends 300 requests at once and is gone. */
void rogue_begin_pipeline(struct rogue *rogue);
void rogue_end(struct rogue *rogue);

/* The page that is served: one file whose bytes follow from their place. */
enum { PAGE_SIZE = 70000 };
#define PAGE_PATH "/big.js"
char page_byte(size_t at);

/* ---- players.c ---- */

void player_begin(struct player *player, struct guest *guest, bool is_host);
bool player_is_content(const struct player *player);

#endif
