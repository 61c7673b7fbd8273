/* hub.h - all tables and who sits at them. The hub decides; it does no I/O and reads no
 * clock. It is driven by connections (as their service), by time, and by what the outside
 * world reports: a commit is durable, a computer player has decided, a record was made.
 *
 * The law of durability: whatever the hub tells anybody waits in an outbox until the entries
 * that it rests on are committed. */
#ifndef RUMMERY_HUB_H
#define RUMMERY_HUB_H

#include "bots/effort.h"
#include "core/core.h"
#include "server/connection.h"
#include "shuffle/shuffle.h"
#include "store/store.h"

struct limits;
struct metrics;
struct hub;

/* A computer player's turn: what it may know, and what it decides. */
struct thought {
    uint64_t table;
    uint32_t place; /* where the hub finds that table quickly */
    uint32_t seq;   /* of the last entry when it was asked */
    uint8_t seat;
    uint8_t level;
    uint32_t budget_ms;
    uint32_t pause_ms; /* the usual one; long plays are shown later by a part of it */
    struct view view;
    struct standing standing; /* of the match, which everybody knows */
    struct action action; /* filled in off the loop */
    bool is_decided;
};

/* What the hub needs of the world. Jobs run off the loop and report back by the functions
 * below, on the loop. */
struct hub_world {
    void *context;
    /* The writes stay valid until hub_committed(). Never called while one is under way. */
    void (*commit)(void *context, const struct store_write *writes, size_t count);
    /* Makes a record (record.h) and reports to hub_record_made(). Never called while one is
     * being made. */
    void (*read_record)(void *context, uint64_t table, uint32_t match_number);
    /* Copies the thought, reports to hub_thought(). */
    void (*think)(void *context, const struct thought *thought);
    /* Unpredictable bytes. */
    void (*random)(void *context, void *out, size_t size);
    /* The fair shuffle (shuffle_chance); a test may deal as it likes. */
    void (*chance)(void *context, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out);
};

struct hub_config {
    uint32_t tables_max;
    uint32_t log_max;        /* entries of a table after which no new round begins */
    uint32_t keep_days;      /* a table nobody touched for so long is deleted; 0: never */
    uint32_t bot_pause_ms;   /* computer players wait this long before they act */
    uint32_t mix_wait_ms;    /* how long a deal waits for the seats' random bytes */
    uint32_t retry_ms;       /* after a commit failed */
    uint32_t group_ms;       /* when busy, commits start this far apart and hold more each */
    uint8_t secret[STORE_SECRET_SIZE];
};

struct hub *hub_new(const struct hub_config *config, const struct hub_world *world,
                    struct limits *limits, struct metrics *metrics);
void hub_free(struct hub *hub);

/* What store_load() is to call to bring the tables back. */
struct store_reader hub_reader(struct hub *hub);
/* If that failed, what could not be read, in words. */
const char *hub_load_problem(const struct hub *hub);
/* What connections are to call. */
struct service hub_service(struct hub *hub);

/* The time, told at the beginning of each turn of the loop before anything else. */
void hub_set_time(struct hub *hub, uint64_t now_ms, int64_t wall_s);
/* The end of a turn of the loop: clocks that ran out, computer players to ask, the commit of
 * all that came in, the outbox of what is durable. */
void hub_turn(struct hub *hub);
/* When hub_turn() should be called again even if nothing comes in. */
uint64_t hub_due_ms(const struct hub *hub);

void hub_committed(struct hub *hub, enum store_result result, const char *problem);
void hub_record_made(struct hub *hub, bool is_made, uint32_t seq, struct text text);
void hub_thought(struct hub *hub, const struct thought *thought);

/* From now on nothing new is taken; unfinished turns are saved. True once all is durable and
 * said, and the loop may end. */
bool hub_stop(struct hub *hub);

#endif
