/* hub.h - all tables and who sits at them. The hub decides; it does no I/O and reads no
 * clock. It is driven by connections (as their service), by time, and by what the outside
 * world reports: a commit is durable, a computer player has decided, a record was made.
 *
 * The law of durability: whatever the hub tells anybody waits in an outbox until the entries
 * that it rests on are committed. */
#ifndef RUMMERY_HUB_H
#define RUMMERY_HUB_H

#include "core/core.h"
#include "hub/pass.h"
#include "room/room.h"
#include "shuffle/shuffle.h"
#include "store/store.h"
#include "visitors/connection.h"

struct limits;
struct metrics;
struct hub;
struct fetch;
struct fetched;
struct look;
struct looked;

/* What the hub needs of the world. Jobs run off the loop and report back by the functions
 * below, on the loop. */
struct hub_world {
    void *context;
    /* The writes stay valid until hub_committed(). Never called while one is under way.
     * `is_again`: the same ones failed before. */
    void (*commit)(void *context, const struct store_write *writes, size_t count,
                   bool is_again);
    /* Makes a record (record.h) and reports to hub_record_made(). Never called while one is
     * being made. */
    void (*read_record)(void *context, uint64_t table, uint32_t match_number);
    /* Reads a table from the store (fetch.h) and reports to hub_fetched(), never at once. Those
     * that were asked for first come first. */
    void (*fetch)(void *context, const struct fetch *wanted);
    /* The same for tables that need to be looked after: hub_looked(). */
    void (*look)(void *context, const struct look *wanted);
    /* Plays a table's log once more up to an entry and reports to hub_table_read() with the
     * same ticket. False if too many are being read. */
    bool (*read_table)(void *context, uint64_t table, uint32_t until, uint64_t ticket);
    /* Copies the thought, reports to hub_thought(). */
    void (*think)(void *context, const struct thought *thought);
    /* Unpredictable bytes. */
    void (*random)(void *context, void *out, size_t size);
    /* The fair shuffle (shuffle_chance); a test may deal as it likes. */
    void (*chance)(void *context, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out);
    /* Says something about a visitor to the server that has the table; what comes back is told by
     * hub_passed(). False if there is no way there, or too much waits on it. NULL: never. */
    bool (*pass)(void *context, const struct store_server *to, enum pass_kind kind,
                 uint32_t visitor, struct text what);
    /* What whoever runs the server should know of a table: `table-put-away`,
     * `table-deleted`, `table-set-aside`, `table-lost`, or of no table: `clock-jumped`. May be
     * NULL. */
    void (*report)(void *context, const char *event, uint64_t number, const char *name,
                   const char *why);
};

struct hub_config {
    uint32_t tables_max;     /* in the store, but for those that were put away */
    uint32_t awake_max;      /* in memory */
    uint32_t idle_ms;        /* after which one that nobody needs there is forgotten */
    uint32_t check_ms;       /* between two that are looked at, in going through all */
    uint32_t log_max;        /* entries of a table after which no new round begins */
    uint32_t keep_days;      /* a table nobody touched for so long is put away; 0: never */
    uint32_t keep_new_days;  /* the same for one where no match was begun; 0: no sooner */
    uint32_t bot_pause_ms;   /* computer players wait this long before they act */
    uint32_t mix_wait_ms;    /* how long a deal waits for the seats' random bytes */
    uint32_t retry_ms;       /* after a commit failed */
    uint32_t group_ms;       /* when busy, commits start this far apart and hold more each */
    bool is_shared;          /* the store: other servers have tables there, too */
    uint8_t secret[STORE_SECRET_SIZE];
};

struct hub *hub_new(const struct hub_config *config, const struct hub_world *world,
                    struct limits *limits, struct metrics *metrics);
void hub_free(struct hub *hub);

/* What store_survey() is to call at the start, and what it found. */
struct store_reader hub_reader(struct hub *hub);
void hub_begin(struct hub *hub, const struct store_survey *survey);
/* What connections are to call. */
struct service hub_service(struct hub *hub);

/* The time, told at the beginning of each turn of the loop before anything else. */
void hub_set_time(struct hub *hub, uint64_t now_ms, int64_t wall_s);
/* The end of a turn of the loop: clocks that ran out, computer players to ask, the commit of
 * all that came in, the outbox of what is durable. */
void hub_turn(struct hub *hub);
/* When hub_turn() should be called again even if nothing comes in. */
uint64_t hub_due_ms(const struct hub *hub);

/* STORE_CONFLICT means that somebody else writes to the store: nothing more is committed or
 * acknowledged, and the process should end, for only a new one reads what is there. */
void hub_committed(struct hub *hub, enum store_result result, const char *problem);
/* Before hub_committed() with STORE_LOST: these tables are another server's. They are forgotten,
 * with all that waits to be written or said about them, and who was there is sent on. */
void hub_lost(struct hub *hub, const uint64_t *tables, size_t count);
/* The store has found, and noted, that moves of these tables are missing. Whoever had them has
 * lost them by that. */
void hub_rewound(struct hub *hub, const uint64_t *tables, size_t count);
void hub_record_made(struct hub *hub, bool is_made, uint32_t seq, struct text text);
/* Whether the store's files are where they were; to be told every now and then. */
void hub_checked(struct hub *hub, bool is_there, const char *problem);
/* A table that was fetched. Its room is the hub's now. */
void hub_fetched(struct hub *hub, struct fetched *fetched);
void hub_looked(struct hub *hub, const struct looked *looked);
/* The room is the hub's now; NULL if the log could not be read. */
void hub_table_read(struct hub *hub, uint64_t ticket, struct room *shadow);
void hub_thought(struct hub *hub, const struct thought *thought);

/* What the server says whose table it is; and that it cannot be reached any more. */
void hub_passed(struct hub *hub, uint64_t server, enum pass_kind kind, uint32_t visitor,
                struct text what);
void hub_parted(struct hub *hub, uint64_t server);
/* The parts of a PASS_REQUEST; false if they are not what they should be. */
bool pass_read_request(struct text what, struct text *address, struct http_request *out);

/* From now on nothing new is taken; unfinished turns are saved, and other servers may have the
 * tables. True once all is durable and said, and the loop may end. */
bool hub_stop(struct hub *hub);

#endif
