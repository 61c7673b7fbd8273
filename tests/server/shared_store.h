/* shared_store.h - a database that several simulated servers share: a store in memory with rows
 * of owners and servers, kept by the same rules as PostgreSQL's (decision 035). Each server has
 * a door of its own to it, which can be shut. Bugs can be planted. */
#ifndef RUMMERY_SHARED_STORE_H
#define RUMMERY_SHARED_STORE_H

#include "store/store.h"

enum { SHARED_TABLES_MAX = 64, SHARED_LEASE_MS = 3000 };

enum plant {
    PLANT_NONE,
    PLANT_NO_EPOCH,   /* whose a table is is not asked when it is written to */
    PLANT_OWN_CLOCK,  /* who believes by its own clock that its lease runs may write */
    PLANT_HEARD,      /* a commit that nobody heard of is taken as done */
    PLANT_FORGETS,    /* what was acknowledged is not looked for when the database has gone back */
    PLANT_TWICE,      /* a lease that runs is given to a second server, too */
    PLANT_STALE,      /* what is told from memory is told without asking whose the table is */
    PLANT_SEED,       /* a server that starts draws the same random bytes as those before it */
    PLANT_LEAK        /* what goes over a link has a blank behind it if a hidden card is odd */
};
enum { PLANTS = PLANT_LEAK + 1 };

enum fate { FATE_NONE, FATE_FAILS, FATE_UNHEARD /* it is done, and that is not heard */ };

struct owner_row {
    uint64_t table, owner, epoch;
};

struct door;

struct database {
    struct store *tables;
    uint64_t now_ms; /* its clock */
    enum plant plant;
    struct owner_row owners[SHARED_TABLES_MAX];
    unsigned owner_count;
    struct door *doors; /* all there ever were */
    uint64_t next_id;
    /* How it was at some time, to which it may go back: all lines break by that. */
    struct store *earlier;
    struct owner_row earlier_owners[SHARED_TABLES_MAX];
    unsigned earlier_count;
    uint64_t generation;
    uint32_t timeline; /* how often it was promoted */
};

struct door {
    struct store store; /* first, so that its address is the door's */
    struct database *database, *leads; /* that it has a line to, and where the next one goes */
    uint32_t heard_timeline;           /* the latest that it was told of */
    struct door *next;
    uint64_t id;
    uint64_t alive_until_ms;
    uint64_t own_until_ms, *own_now_ms; /* the same by the clock of its server */
    bool is_shut;     /* nothing comes through */
    bool has_session; /* until its process is gone */
    enum fate fate;   /* of the next commit */
    uint64_t lost[SHARED_TABLES_MAX];
    size_t lost_count;
    struct told *told;   /* as a line to PostgreSQL has it */
    uint64_t generation; /* that was looked at */
};

void database_begin(struct database *database, enum plant plant);
void database_end(struct database *database);
/* A server's, with its clock; it belongs to the database. */
struct door *door_new(struct database *database, uint64_t *own_now_ms);
/* The process ends: cleanly, or it is killed. */
void door_leave(struct door *door, bool is_clean);
/* A standby is promoted: it goes on as the database, and what it was copied from lives on. */
void database_split(struct database *database, struct database *before);
/* Whether the table is this server's, by this epoch. */
bool database_has(struct database *database, uint64_t id, uint64_t table, uint64_t epoch);
/* Whose it is, or was last. */
uint64_t database_owner(struct database *database, const char *name);
/* Notes how it is; and goes back to that. */
void database_note(struct database *database);
void database_go_back(struct database *database);
/* Whether the table is set aside, as moves of it are missing. */
bool database_is_aside(struct database *database, const char *name);
/* An operator lets a table that is set aside go on from what there is. */
void database_accept(struct database *database, const char *name);
/* The last entry of a table, whoever has written it; 0 if there is none. */
uint32_t database_seq(struct database *database, const char *name);

#endif
