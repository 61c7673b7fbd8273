/* fleet.h - several simulated servers with the links between them, one database and their players:
 * what the files of fleet_tests share. */
#ifndef RUMMERY_FLEET_H
#define RUMMERY_FLEET_H

#include "server/guests.h"
#include "shared_store.h"
#include "sim.h"

enum { SERVERS = 3, PARTIES = 2, ACKS_MAX = 1024, LOST_MAX = 16 };

/* What may befall its database in a life: nothing but lines that break, that an earlier state is
 * put back, and that a standby is promoted while the one before lives on. */
enum fleet_kind { FLEET_STAYS, FLEET_GOES_BACK, FLEET_SPLITS };

/* One way between two servers. */
struct way {
    struct frame *first, **end;
    bool is_cut;
    bool is_told; /* since it is there, all that the one knew of the database */
};

struct ack {
    unsigned party, guest;
    uint32_t seq;
    uint64_t owner; /* who acknowledged it */
    char id[33];
};

struct fleet {
    struct database database, before; /* the one that was superseded, if there is one */
    enum fleet_kind kind;
    bool has_lost;      /* the database was put back, or has split */
    bool is_noted;      /* what it may go back to */
    bool knows[SERVERS]; /* all that was acknowledged since */
    bool is_accepted[PARTIES]; /* who was told more proves nothing any more */
    struct sim sims[SERVERS];
    struct door *doors[SERVERS];
    bool is_up[SERVERS];
    unsigned percent[SERVERS]; /* how fast its clock goes */
    uint64_t check_ms[SERVERS];
    struct way ways[SERVERS][SERVERS];
    struct {
        unsigned at, from;
    } ends[SERVERS][SERVERS];
    struct guests *guests[SERVERS][SERVERS]; /* at the first, of the second */
    struct party parties[PARTIES];
    bool is_asked[PARTIES][PARTY_MAX]; /* and the answer is waited for */
    uint64_t since_ms[PARTIES][PARTY_MAX];
    struct ack acks[ACKS_MAX];
    unsigned ack_count;
    struct random random;
    bool is_frozen[SERVERS]; /* as by SIGSTOP: time goes on without it */
    bool is_coming[PARTIES][PARTY_MAX];
    uint32_t comes_to[PARTIES][PARTY_MAX]; /* the last entry when it said hello */
    struct random again[SERVERS];
    char lost_seeds[LOST_MAX][2 * SEED_SIZE + 1]; /* told, and not in a log any more */
    unsigned lost_count;
};
extern struct fleet fleet;

/* ---- Links (fleet_links.c) ---- */

extern uint64_t fleet_passed; /* things that went over links */
/* A hub_world's. */
bool fleet_pass(void *context, const struct store_server *to, enum pass_kind kind,
                uint32_t visitor, struct text what);
/* One thing arrives; false if there is none. */
bool fleet_deliver(unsigned from, unsigned to);
/* What is under way is lost; */
void fleet_forget(struct way *way);
/* and whoever was passed on, too. */
void fleet_part(unsigned one, unsigned other);

/* ---- Its database (fleet_back.c) ---- */

extern uint64_t fleet_rewinds, fleet_splits, fleet_accepted;
/* What befalls it in a life of this kind. */
void fleet_befall(void);
/* It is lost, but who acknowledged it is gone, and others have played past it: nobody can know. */
bool fleet_is_past(const struct ack *ack);
/* What one has acknowledged the others hear of, and which database it sees. */
void fleet_tell(void);
/* What it may go back to is now, and who is up knows all. */
void fleet_note(void);
/* A server is gone, with what it had not told. */
void fleet_leave(unsigned server);
/* Nothing that is known would be lost with this server. */
bool fleet_may_go(unsigned server);

/* ---- What is asked of it (fleet_checks.c) ---- */

/* Somebody comes now; and what it is told is no older than that. */
void fleet_comes(unsigned p, unsigned g);
void fleet_check_come(unsigned p, unsigned g);
/* No seed stands in the logs twice, nor any that was told before the database went back; how many
 * there are. */
unsigned fleet_check_seeds(void);
/* The database goes back to what was noted; seeds that somebody knows are lost by that. */
void fleet_lose_seeds(void);
/* A server has started: PLANT_SEED is put into it. */
void fleet_plant_seed(unsigned server);

#endif
