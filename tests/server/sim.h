/* sim.h - the whole server without sockets, clock, threads or luck: the hub, its connections
 * and a store in a simulated world. Time is a number, commits happen when the test lets them,
 * clients speak real bytes, and everything follows from one seed.
 *
 * In every run the law of durability is checked: while a commit is under way nothing is said
 * but `storage`, `pong` and what a connection says by itself, and no message names a `seq` that is
 * not on disk. While the store fails more may be said, of what is on disk. */
#ifndef RUMMERY_SIM_H
#define RUMMERY_SIM_H

#include <wslay/wslay.h>

#include "hub/hub_internal.h"
#include "hub/record.h"
#include "sentences/sentences.h"
#include "server/reader.h"
#include "visitors/files.h"

/* ---- The world ---------------------------------------------------------------------------- */

struct sim;

/* What the world is like; all zero is a peaceful one in memory. */
struct sim_config {
    uint64_t seed;
    const char *where; /* of the store; NULL: memory */
    struct store *given; /* one of several servers' stores (fleet.h), which sees to the law of
                          * durability itself; NULL: the store is the simulation's own */
    struct limits_config limits;
    struct hub_config hub;
    bool in_pieces; /* bytes arrive in random pieces */
    bool think_slowly; /* thoughts wait for sim_think() */
    void (*chance)(struct sim *sim, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out);
    /* What a simple player does; NULL: as the simulation's luck has it. */
    void (*choose)(struct sim *sim, const struct state *seen, struct action *out);
};

enum { SIM_CLIENTS_MAX = 512, SIM_PATH_MAX = 128, SIM_OTHER = 77 /* another server */ };

struct sim {
    struct sim_config config;
    struct random random;
    uint64_t now_ms;
    int64_t wall_s;
    struct store *store;
    struct hub *hub;
    struct commons commons;
    struct metrics metrics;
    struct limits *limits;

    /* the commit under way */
    const struct store_write *writes;
    size_t write_count;
    bool is_committing, is_again;
    enum store_result result; /* of the next commits */
    bool is_late;             /* they are done all the same */
    bool is_held;             /* commits wait until this is false */
    uint32_t *durable;        /* by the table's number: the last seq on disk */
    size_t durable_room;
    uint64_t commits, false_words;
    bool is_damaged;       /* the test has damaged the store: a table may be set aside */
    struct writer reports; /* what the hub has reported, a line each */

    /* From now on clients have no connection: a test carries their bytes from `out` and to
     * client_take(), and what it carries may be late. */
    bool is_carried;

    struct thought *thoughts;
    unsigned thought_count, thought_room;
    bool is_reading; /* a record is being made ... */
    uint64_t read_table;
    uint32_t read_match;
    bool reads_slowly; /* ... and waits until this is false */
    struct {
        uint64_t table, ticket;
        uint32_t until;
    } tables[READER_TABLES_MAX]; /* to be read as they were */
    unsigned table_count;
    uint64_t reads;
    struct fetch *fetches; /* tables to be fetched, in that order; */
    unsigned fetch_count, fetch_room;
    struct look looks[LOOK_AIMS]; /* the same for looking after tables; */
    unsigned look_count;
    bool fetches_slowly; /* they wait until this is false, */
    bool fetches_fail;   /* and the store does not answer, */
    bool are_elsewhere;  /* or says that another server has them */
    uint64_t lost;       /* the table that another server has when the next commit comes */

    struct client *clients[SIM_CLIENTS_MAX];
    unsigned client_top; /* there is none from here on */
    void *user; /* the test's */
};

/* False if there is no store to be had, which only happens when its power is off. */
bool sim_begin(struct sim *sim, const struct sim_config *config);
void sim_end(struct sim *sim);
/* The server is gone and comes back `down_ms` later on what the store holds. A clean end saves
 * what is unfinished. All clients are cut. */
void sim_stop(struct sim *sim, bool is_clean);
bool sim_start(struct sim *sim, uint64_t down_ms);
void sim_restart(struct sim *sim, bool is_clean, uint64_t down_ms);

/* Everything that can happen without time passing happens. */
void sim_settle(struct sim *sim);
/* The same for so long. */
void sim_wait(struct sim *sim, uint64_t ms);
/* One of the things that can happen, chosen at random; false if there is none. */
bool sim_step(struct sim *sim);
void sim_turn(struct sim *sim);
bool sim_commit(struct sim *sim);
bool sim_think(struct sim *sim);
/* An action of a simple player who sees this. */
void sim_choose(struct sim *sim, const struct state *seen, struct action *out);
/* Reads a log for whoever waits for a record or a table. */
bool sim_read(struct sim *sim);
/* Brings the table that was asked for first. */
bool sim_fetch(struct sim *sim);
bool sim_look(struct sim *sim);
/* All that the hub has reported, as text. */
const char *sim_reports(struct sim *sim);

struct room *sim_room(const struct sim *sim, const char *table);

/* ---- Clients ------------------------------------------------------------------------------- */

struct client {
    struct sim *sim;
    unsigned index;
    struct connection *connection; /* NULL once it is cut */
    struct wslay_frame_context *frames;
    struct writer out; /* to the server, not yet delivered from `out_at` on */
    size_t out_at;
    struct writer in; /* what came, not yet read from `in_at` on */
    size_t in_at;
    bool is_upgraded, is_http;
    unsigned closed; /* the code of the close frame */
    uint64_t table;  /* its number, once it was named */
    struct writer part;   /* of a frame */
    struct writer heard;  /* messages, each closed by a NUL */
    size_t heard_at;
    struct writer bytes;  /* all payload bytes with their sizes, for comparisons */
    bool keeps_bytes;
};

/* NULL if the address has too many. */
struct client *client_new(struct sim *sim, const char *address, bool is_http);
void client_cut(struct client *client);
void client_free(struct client *client);
void client_say(struct client *client, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A close frame. */
void client_leave(struct client *client);
/* The next message, valid until the next call to the simulator; NULL if there is none. */
const char *client_next(struct client *client);
void client_deliver(struct client *client, bool all);
bool client_is_waiting(const struct client *client);
void client_collect(struct client *client);
/* What the server said, by whatever way it came. */
void client_take(struct client *client, const char *bytes, size_t size);

/* One request on a connection of its own, settled; its status, 0 if there is no answer. The
 * body stays until the next one. */
struct sim_answer {
    unsigned status;
    char body[65536];
};
unsigned sim_http(struct sim *sim, const char *address, const char *method, const char *path,
                  const char *key, const char *body, struct sim_answer *answer);

/* ---- Following a table by its messages -------------------------------------------------- */

struct follower {
    bool is_known;
    uint32_t seq;
    unsigned game;
    struct options options;
    char phase[12];
    unsigned you; /* bits */
    unsigned view_count; /* 0 while there is nothing to see */
    struct view views[SEATS_MAX];
    struct places places; /* of the table that all of them see */
    int32_t totals[SEATS_MAX];
    long deal; /* of the commitment that was told */
    char commit[2 * COMMITMENT_SIZE + 1], last_commit[2 * COMMITMENT_SIZE + 1];
    char draft[TEXT_MAX];
    bool is_coming; /* it has said hello, and was not answered yet */
    bool is_over; /* the last move ended a round */
    char seed[2 * SEED_SIZE + 1];
};

/* Takes a message in; false if it does not fit what was told before. */
bool follow(struct follower *follower, struct value message, struct problem *problem);
/* Whether it knows what a seat may know; true while it is behind. */
bool follower_agrees(const struct follower *follower, const struct room *room);

/* ---- Guests: clients that sit at a table ------------------------------------------------- */

struct guest {
    struct sim *sim;
    struct client *client;
    struct follower follower;
    char address[ADDRESS_MAX];
    char table[TABLE_NAME_SIZE], key[KEY_SIZE], invite[INVITE_SIZE], api_id[40];
    unsigned next_id;
    char id[33];          /* of the last request */
    char pending[2048];   /* that request while it is not answered */
    bool is_answered;
    uint32_t answer_seq;  /* with which it was answered */
    char error[24];       /* the last error's code */
    bool sends_mixes, is_whole;
    char mix[2 * MIX_MAX + 1]; /* the last one sent */
    long mix_deal;             /* and what it was for */
    struct writer heard;  /* since guest_forget(), a line a message, closed by a NUL */
};

void guest_free(struct guest *guest);
/* Connects and says hello; with `after` if it was there before and `resumes`. */
void guest_come(struct guest *guest, bool resumes);
void guest_go(struct guest *guest);
/* Asks for something: `"do":"start"` and so on, with an id. */
void guest_ask(struct guest *guest, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same again with the same id. */
void guest_repeat(struct guest *guest);
/* Reads what came, follows it, and compares it with the server's own state. */
void guest_listen(struct guest *guest);
void guest_forget(struct guest *guest);
bool guest_heard(const struct guest *guest, const char *part);
unsigned guest_count(const struct guest *guest, const char *part);

/* ---- Parties: a table with its guests ----------------------------------------------------- */

enum { PARTY_WATCHER = SEATS_MAX, PARTY_MAX = SEATS_MAX + 1 };

struct party {
    struct sim *sim;
    struct guest guest[PARTY_MAX]; /* the host first; at PARTY_WATCHER who watches */
    unsigned people;               /* keys */
    char table[TABLE_NAME_SIZE], invite[INVITE_SIZE];
};

/* Makes a table for so many keys and so many computer players; `more` are further fields,
 * each with a leading comma. Everybody comes, and somebody watches. */
bool party_begin(struct party *party, struct sim *sim, const char *game, const char *options,
                 unsigned people, unsigned bots, const char *more);
void party_end(struct party *party);
void party_listen(struct party *party);
/* Settles and listens until nothing is said any more. */
void party_settle(struct party *party);
void party_wait(struct party *party, uint64_t ms);
struct room *party_room(const struct party *party);
/* The guest who holds the seat on turn; NULL if it is a computer player's. */
struct guest *party_on_turn(const struct party *party);
/* A legal action of a simple player from what the guest knows, as text. */
bool guest_choose(struct guest *guest, unsigned seat, char text[TEXT_MAX]);
/* The one on turn acts; false if nobody can. */
bool party_act(struct party *party);
/* Starts, and plays until the phase is another one, at most so many actions. */
void party_start(struct party *party);
bool party_play(struct party *party, unsigned actions_max);

/* A text field of a JSON text, copied; false if it is not there. */
bool take_field(const char *json, const char *name, char *out, size_t room);

#endif
