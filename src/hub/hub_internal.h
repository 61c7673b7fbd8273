/* hub_internal.h - what the hub's files share: sessions, the batch of a turn of the loop, and
 * the steps that requests are made of. */
#ifndef RUMMERY_HUB_INTERNAL_H
#define RUMMERY_HUB_INTERNAL_H

#include "hub/fetch.h"
#include "hub/hub.h"
#include "hub/rooms.h"
#include "room/room.h"
#include "visitors/address.h"
#include "visitors/limits.h"
#include "visitors/metrics.h"
#include "visitors/shared.h"
#include "wire/json.h"

enum {
    NAMES_MAX = 16384,       /* buckets of the table of names */
    NAPS_MAX = 2048,         /* how a sleeping table stands for a key is kept so often */
    BATCH_WRITES_MAX = 65536, /* beyond this the store is too far behind: `storage` */
    BUSY_WINDOW_MS = 100,    /* so many commits in such a time are busy */
    BUSY_COMMITS = 20,
    BATCH_POST_MAX = 64 << 20, /* so many bytes may wait to be said while the store is behind, */
    BATCH_POST_ILL_MAX = 8 << 20, /* and so many while it fails */
    LOG_ROUND_MAX = 5000,    /* so many more entries may end the round when the log is full */
    KEY_SIZE = 33,           /* 32 characters, 192 bits, and a NUL */
    WATCHERS_MAX = 100,      /* at one table: each of them is told each move */
    KEY_CONNECTIONS_MAX = 16, /* of one key */
    VISIT_MS = 10000,        /* whoever makes a table is there by then, ... */
    AWAY_MIN_MS = 3600000,   /* ... and has a place kept for so long when away, */
    AWAY_OVER_MS = 86400000, /* or so long after playing alone, or to the end */
    SWEEP_MS = 60000,        /* tables left alone are looked for this often, */
    CROWDED_SWEEP_MS = 1000, /* or this often while memory is short */
    CHECK_ALL_MS = 86400000, /* all tables are read through once in so long */
    RECORDS_WAITING_MAX = 16,   /* who waits for records at once ... */
    RECORDS_PER_ADDRESS = 4,    /* ... and from one address */
    RECORDS_KEPT_MAX = 16,      /* for whoever asks again, ... */
    RECORDS_KEPT_BYTES = 8 << 20,  /* ... and how many bytes of them */
    RECORDS_BYTES_MAX = 32 << 20,  /* beyond this, slow readers included, none is made */
    HELD_MAX = 32 << 10,     /* bytes asked by one visitor while its table is fetched */
    LEASE_MS = 3000,         /* a server that is silent for so long may have lost its tables, */
    DOUBT_MS = 1500,         /* and asks after half of that, before it says anything of them */
    ORPHANS_MS = 2000,       /* tables of servers that are gone are looked for this often */
    ELSEWHERE_MS = 5000,     /* so long a table of another server is waited for, ... */
    ELSEWHERE_STEP_MS = 250, /* ... and asked for this often */
    CLOSE_TRY_AGAIN = 1013,  /* of a WebSocket */
    CLOSE_POLICY = 1008,
    ANSWERS_A_TURN = 32      /* of one visitor who sends ahead; others have their turn too */
};

/* One connection as the hub knows it. */
struct session {
    struct connection *connection; /* NULL when free */
    uint32_t index, generation;
    struct room *room;
    uint64_t about; /* the number of the table that it asked for last */
    struct passage *passage; /* to the server that has its table; NULL */
    uint8_t holder; /* HOLDER_NONE: watches */
    bool is_whole;  /* is told the whole view each turn */
    /* Of a table as the disk has it, while it is being read (hub_ill.c). */
    bool is_reading;
    bool reads_as_message; /* for a hello; else for a request of the API */
    bool is_behind; /* is told nothing of its table until it is told the whole of it */
    uint8_t reads_holder;
    uint32_t reads_until; /* the last entry that is on disk */
    char reads_name[TABLE_NAME_SIZE];
    struct session *next, **link; /* among the sessions of the room */
    /* While a table is fetched (hub_fetch.c). */
    struct awaited *awaited; /* that it waits for; NULL */
    struct session *next_waiting, **waiting_link;
    struct writer held; /* what it has asked since, in order */
    bool holds_request; /* that is a request of the API, else messages */
    bool is_leaving;    /* once all that is answered */
};

/* A table that is being fetched, and who waits for it, first come first. */
struct awaited {
    struct fetch wanted;
    struct session *first, **end;
    struct awaited *next; /* of the names of one bucket */
    struct awaited *next_unasked;
    uint64_t since_ms;
    uint64_t again_ms; /* not to be asked for before */
};

/* A table that is served: what the hub knows of a room beside what the room knows itself. */
struct served {
    struct room room; /* first, so that its address is the table's */
    uint32_t index;   /* in the hub */
    uint64_t epoch;   /* by which it is ours */
    int64_t touched_s;
    int64_t back_s; /* when it was brought back, if it had been put away */
    uint32_t accepted; /* who was told up to here is no proof that anything is missing */
    struct address maker; /* the block of addresses it was made from; zeros after a restart */
    uint64_t changes_us; /* for the rate of entries that are no moves: of all keys, */
    uint64_t key_changes_us[HOLDERS_MAX]; /* and of each */
    bool was_visited; /* by somebody with a key */
    uint8_t glances;  /* bits: holders who have asked how it stands */
    uint64_t used_ms; /* when somebody needed it in memory last */
    uint64_t batch;   /* the last one that it has writes in */
    bool is_noted_awake; /* on disk: else its card there says since when it sleeps */
    bool is_dozing;      /* it is to be forgotten when that is on disk */
    struct session *sessions;
    struct room *next_of_name;
};

static inline struct served *served_of(struct room *room)
{
    return (struct served *)room;
}
static inline const struct served *served_as(const struct room *room)
{
    return (const struct served *)room;
}

/* A table to be written to: one that is here, or one that nobody has in memory. */
struct held {
    uint64_t number, epoch;
};
static inline struct held held_here(const struct room *room)
{
    return (struct held){room->number, served_as(room)->epoch};
}
static inline struct held held_by_nobody(uint64_t number)
{
    return (struct held){number, 0};
}

/* A message that waits until what it rests on is durable. */
struct letter {
    uint32_t session, generation;
    uint64_t table; /* that it is about; 0: none */
    uint16_t status; /* of an HTTP answer; 0: a message */
    bool is_plain;   /* text instead of JSON */
    bool is_last;    /* the text is why the connection is closed */
    size_t offset, size;
};

/* A table that was set aside, because it cannot be read or because moves of it are missing that
 * were acknowledged. Its number and its name are not given to another. */
struct kept {
    uint64_t number;
    char name[STORE_NAME_MAX + 1]; /* empty if it cannot be read */
    char why[FETCH_WHY_MAX];
    bool is_rewound; /* moves are missing: the store says so, and whether it is still so */
    bool is_said;    /* in the log */
    uint64_t batch;  /* the one that has it, if it was set aside here */
};

/* How long tables were left alone is told by the machine's clock, which may jump. The server
 * counts by itself how long it has served, over all its lives, and believes the machine's
 * clock only when that has gone along with it for a day. */
struct keep_clock {
    bool is_started, has_note;
    uint64_t started_ms, seen_ms, noted_ms;
    int64_t seen_wall_s;
    uint64_t served_before_s;
    uint64_t trusted_from_s; /* by the server's own time */
};

/* What came in during one turn of the loop. */
struct batch {
    uint64_t number;
    struct store_write *writes;
    size_t write_count, write_room;
    struct writer texts; /* of the writes, in order: name, request, line */
    struct letter *letters;
    size_t letter_count, letter_room;
    struct writer post; /* the letters' texts */
    bool has_removals; /* of tables: what the store has of them is not to be read */
};

/* Somebody who waits for a record. */
struct waiter {
    uint32_t session, generation;
    uint64_t table;
    uint32_t match_number;
    uint32_t round_seq; /* of the table when it asked: a later text has all it knows of */
    bool is_being_read; /* and was in line when that began */
};

/* A record as it was when entry `seq` was the last. */
struct kept_record {
    uint64_t table;
    uint32_t match_number, seq;
    struct shared *text;
};

struct records {
    struct waiter waiting[RECORDS_WAITING_MAX]; /* first come, first served */
    struct kept_record kept[RECORDS_KEPT_MAX];  /* longest unused first */
    unsigned waiting_count, kept_count;
    size_t kept_bytes, alive_bytes; /* of all texts, those that slow readers keep included */
    bool is_reading;
    uint64_t table; /* that is being read */
    uint32_t match_number;
};

struct hub {
    struct hub_config config;
    struct hub_world world;
    struct room_world room_world; /* of every room */
    struct room_desk desk;
    const struct session *asker;  /* whose message is being answered; NULL */
    struct limits *limits;
    struct metrics *metrics;
    uint64_t now_ms;
    int64_t wall_s;

    struct room **awake; /* those that are in memory */
    uint64_t *due_ms;    /* of each of them */
    uint32_t awake_count, awake_room;
    uint64_t room_count; /* all that are served */
    uint64_t last_number; /* that a table was given */
    struct room *names[NAMES_MAX];
    struct nap *naps[NAPS_MAX]; /* how tables stand that sleep; NULL where nothing is kept */
    uint64_t next_due_ms;
    uint64_t sweep_due_ms;

    struct kept *kept;
    uint32_t kept_count, kept_room;
    uint32_t kept_at; /* the one that was last asked for again */
    struct keep_clock clock;
    char health[512]; /* what /healthz says while all is well */

    /* Tables that are due while they sleep (hub_sleep.c). */
    bool is_looking[LOOK_AIMS]; /* the world was asked for that, */
    bool is_wanted[LOOK_AIMS];  /* or is to be once no removal waits for the disk */
    bool are_old_awake;    /* those that were in memory when the server ended are again */
    uint64_t awake_after;  /* until then: behind this number there may be more */
    uint32_t waking_count; /* being fetched because they are due */
    uint64_t alarm_ms;     /* when the next one is due, or may be */
    uint64_t check_number; /* the last one that was looked at, in going through all */
    uint64_t check_due_ms;
    bool is_checking;
    uint64_t orphans_due_ms; /* where the store is shared */
    uint64_t heard_ms;       /* when the store last answered */

    struct awaited *awaited[NAMES_MAX];
    struct awaited place; /* who waits for a place for a new table, */
    const struct looked *places; /* and what the store has just said about that; NULL */
    bool is_place_taken;  /* the one that was found has gone to somebody */
    struct awaited *unasked; /* those that the world has not been asked for yet */
    const struct fetched *answered; /* while those who waited for it ask again; NULL */

    struct passage **passages, *free_passages;
    uint32_t passage_count; /* places, free ones included */

    struct session **sessions;
    uint32_t session_count; /* places, free ones included */
    uint32_t *free_sessions;
    uint32_t free_count;

    struct records records;
    struct batch batches[2];
    struct batch *filling;
    struct batch *waiting; /* NULL: no commit is under way */
    uint64_t durable_batch; /* the last one that is on disk */
    bool has_failed;       /* the commit under way failed and will be tried again */
    bool is_retry;
    bool is_torn; /* somebody else writes to the store */
    bool is_gone; /* the store's files are not where they were */
    bool is_at_once; /* letters of this request need not wait: they rest on nothing new */
    uint64_t retry_due_ms;
    uint64_t commit_started_ms;
    uint64_t window_started_ms; /* commits are counted to see how busy it is */
    uint32_t window_commits;
    char problem[STORE_PROBLEM_MAX]; /* of a store that fails; empty: it works */
    bool is_stopping;

    struct writer text;    /* for one message at a time */
    struct writer scratch; /* for lines of the store */
};

/* ---- Sessions and letters (hub.c) ------------------------------------------------------- */

/* NULL if there is no memory for a new one. */
struct session *session_of(struct hub *hub, struct connection *connection);
void session_sit(struct hub *hub, struct session *session, struct room *room, unsigned holder,
                 bool is_whole);
void session_rise(struct hub *hub, struct session *session);

/* They wait for the commit; the text is copied. */
void post_message(struct hub *hub, const struct session *session, struct text text);
void post_answer(struct hub *hub, const struct session *session, unsigned status, bool is_plain,
                 struct text text);
/* Ends the WebSocket after what was posted before. */
void post_close(struct hub *hub, const struct session *session, const char *reason);
/* At once: for what rests on nothing. */
void send_now(struct hub *hub, const struct session *session, struct text text);
static inline struct text writer_text(const struct writer *writer)
{
    return (struct text){writer->at, writer->size};
}

/* ---- Writing (hub_write.c) -------------------------------------------------------------- */

void write_table(struct hub *hub, const struct room *room);
void write_delete(struct hub *hub, struct held table);
void write_card(struct hub *hub, struct held table, const struct store_card *its);
/* Any write but an entry; what a kind does not use is empty. */
void write_other(struct hub *hub, enum store_write_kind kind, struct held table,
                 struct text line);
/* Asks whether the table is still ours. */
void write_hold(struct hub *hub, const struct room *room);
/* As rewound_write() has it. */
void write_aside(struct hub *hub, const struct store_write *aside);
/* The next entry of a room's log. */
void write_entry(struct hub *hub, struct room *room, const struct entry *entry);
/* When the next commit may start. */
uint64_t group_due_ms(const struct hub *hub);
/* Moves on to the next batch or sends what waits for nothing. */
void batch_turn(struct hub *hub);
bool store_takes_more(const struct hub *hub);
/* False when so much waits to be said that nothing more may be asked. */
bool post_takes_more(const struct hub *hub);

/* ---- A store that fails (hub_ill.c) ------------------------------------------------------ */

static inline bool is_ill(const struct hub *hub)
{
    return hub->problem[0] != '\0';
}
/* The first time everybody at a table is told. */
void fall_ill(struct hub *hub, const char *problem);
void get_well(struct hub *hub);
/* Whether everything that happened in the room is on disk. */
bool is_durable(const struct hub *hub, const struct room *room);
/* Has the table read as the disk has it, and tells it at once: as the whole table, or as the
 * answer to a GET. */
void durable_ask(struct hub *hub, struct session *session, const struct room *room,
                 unsigned holder);

/* ---- Tables that are not served (hub_keep.c) --------------------------------------------- */

/* Takes a table out of service; a day later it is deleted, and until then it can be brought
 * back (`rummery tables restore`). False if the store takes nothing now. */
bool hub_put_away(struct hub *hub, struct room *room, const char *why);
/* The table, of which these are the remains, cannot be read. */
bool keep_damaged(struct hub *hub, const struct fetched *remains);
struct kept *kept_by_number(const struct hub *hub, uint64_t number);
const struct kept *kept_by_name(const struct hub *hub, struct text name);
/* A new one in the list, which may be there already; NULL if there is no memory. */
struct kept *keep_add(struct hub *hub, uint64_t number, const char *name, const char *why);
/* It is not to be kept any more. */
void keep_drop(struct hub *hub, struct kept *kept);
/* Says in the log that it is set aside. */
void keep_report(struct hub *hub, struct kept *kept);
/* Why a new table cannot have this name, or NULL. */
const char *taken_code(const struct hub *hub, struct text name);
/* The code that tells why there is no table of this name. */
const char *missing_code(const struct hub *hub, struct text name);
/* The line of the store's own note. */
void keep_read_note(struct hub *hub, struct text line);
/* Tables that nobody has touched for long are put away, and deleted a day later. */
void keep_sweep(struct hub *hub);
/* The same for those that sleep: asks the store for them, and is told. */
void look_for_left(struct hub *hub);
void look_for_away(struct hub *hub);
void keep_looked(struct hub *hub, const struct looked *looked);
/* Puts one away that sleeps; false if it cannot be now. */
bool put_away_asleep(struct hub *hub, const struct found *found, const char *why);

/* ---- Tables that have lost moves (hub_rewound.c) ------------------------------------------ */

/* Whether somebody with a key who was told so much was told more than there is. */
bool rewound_is_proof(const struct room *room, uint32_t told);
/* Then the table is set aside, and who is there is sent away. False if the store takes nothing
 * now. */
bool rewound_set_aside(struct hub *hub, struct room *room, uint32_t told);
/* One that was found to be set aside; and one that is not, or not any more. */
void rewound_found(struct hub *hub, const struct fetched *fetched);
void rewound_over(struct hub *hub, uint64_t number);
/* Whether it was set aside after this was asked for: then what was read is out of date. */
bool rewound_is_newer(const struct hub *hub, const struct fetched *fetched);
/* What was set aside is on disk now, and is said. */
void rewound_durable(struct hub *hub);
/* Whether one of them was given back is looked for, one after the other. */
void rewound_sweep(struct hub *hub);

/* ---- Rooms (hub.c) ---------------------------------------------------------------------- */

struct room *room_find(const struct hub *hub, const char *name, size_t size);
bool room_add(struct hub *hub, struct room *room);
/* Nobody is there, and all of it is on disk: the next who asks has it fetched. */
void room_forget(struct hub *hub, struct room *room);
/* The table is not served any more, and whoever is there is told. */
void room_remove(struct hub *hub, struct room *room);
/* To be called after whatever may have changed when something happens by itself there. */
void room_set_due(struct hub *hub, struct room *room);
unsigned name_bucket(const char *name, size_t size);

/* ---- Tables that have to be fetched first (hub_fetch.c) ---------------------------------- */

/* Whether there is a table of this name is known: *room is it, or NULL. False if the store has
 * to be asked first: then the session waits, and what it asks is to be held and comes again. */
bool table_is_known(struct hub *hub, struct session *session, struct text name,
                    struct room **room);
void hold_message(struct session *session, struct text message);
void hold_request(struct session *session, const struct http_request *request);
/* Texts one behind the other, each with its size before it. */
enum { PART_HEAD_SIZE = 4 };
void put_part(struct writer *held, struct text part);
struct text take_part(struct text *held);
/* What the store has just said about this name, to who waited for that; NULL. */
const struct fetched *answer_about(const struct hub *hub, struct text name);
/* The session waits for nothing any more. */
void session_forget(struct session *session);
/* The session waits until the store has found a table that can go. */
void wait_for_place(struct hub *hub, struct session *session);
/* Those who waited for that ask again. */
void ask_all_again(struct hub *hub, struct awaited *awaited);
/* Whether somebody waits for the table of this name. */
bool is_awaited(struct hub *hub, const char *name);
/* Whether a table was removed, and that is not on disk yet: until then its remains there are
 * not to be read. */
bool has_removals(const struct hub *hub);
/* Asks the world for what is wanted and can be read now. */
void fetches_turn(struct hub *hub);
/* Who waits now waits in vain. */
void fetches_stop(struct hub *hub);
void fetches_free(struct hub *hub);

/* When it should be called again. */
uint64_t fetches_due_ms(const struct hub *hub);

/* ---- Whose tables are (hub_owners.c) ------------------------------------------------------ */

/* Whoever wants the table may take it; nothing where all tables are ours. */
void owners_release(struct hub *hub, struct held table);
/* What is told of a table from memory may be old, if another server has it by now: the store is
 * asked first. False if it cannot be. */
bool owners_ask(struct hub *hub, const struct room *room);
/* Whether the store was heard of so lately that nobody can have taken a table. */
bool owners_is_sure(const struct hub *hub);
/* Before something is said to who sits there: if that is not sure, it waits for the store. */
void owners_doubt(struct hub *hub, const struct room *room);
/* The store has answered: after a long silence each table is asked for. */
void owners_heard(struct hub *hub);
/* A table that was fetched: the one that is here is not what the store has, and goes. */
void owners_replace(struct hub *hub, const struct fetched *fetched);
/* Whether it is still to be waited for; then it is asked for again. */
bool owners_wait(struct hub *hub, struct awaited *awaited, const struct fetched *fetched);

/* ---- Tables of other servers (hub_pass.c) ------------------------------------------------- */

/* From now on the visitor is the other server's; false if it cannot be. */
bool pass_begin(struct hub *hub, struct session *session, const struct store_server *to);
void pass_message(struct hub *hub, struct session *session, struct text message);
void pass_request(struct hub *hub, struct session *session,
                  const struct http_request *request);
void pass_leaving(struct hub *hub, struct session *session);
/* The visitor is gone. */
void pass_end(struct hub *hub, struct session *session);
void passages_free(struct hub *hub);

/* ---- Tables that sleep (hub_sleep.c) ------------------------------------------------------ */

/* Something is about to be written of a table: on disk it is to be known as awake. */
void sleep_write(struct hub *hub, struct room *room);
/* Has all that nobody needs in memory fall asleep. */
void sleep_sweep(struct hub *hub);
/* A table that was fetched: how long it has slept counts as time of its turn. */
void sleep_ends(struct hub *hub, struct room *room, const struct fetched *fetched);
/* Whether no further table fits into memory, and whether soon none will. */
bool is_memory_full(const struct hub *hub);
bool is_memory_short(const struct hub *hub);
/* Has those woken that are due, and looks through all. */
void wake_turn(struct hub *hub);
uint64_t wake_due_ms(const struct hub *hub);
/* Has the table fetched as if somebody had asked for it. */
void wake(struct hub *hub, uint64_t number);
/* One that was fetched because it is due; one that was looked at. */
void wake_fetched(struct hub *hub, const struct fetched *fetched);
void look_for(struct hub *hub, const struct look *look);

/* ---- Bounds (hub_bounds.c) -------------------------------------------------------------- */

/* Takes one from the buckets of entries that are no moves, of the table and of the key if
 * there is one; false if one of them is empty. */
bool log_takes_change(struct hub *hub, struct room *room, unsigned holder);
/* Full: only moves of the round that is being played are taken. Closed: not even those. */
bool log_is_full(const struct hub *hub, const struct room *room);
bool log_is_closed(const struct hub *hub, const struct room *room);
/* Whether one more may come with this key, or watch; of a key the oldest goes instead. */
bool room_takes_session(struct hub *hub, const struct session *session, const struct room *room,
                        unsigned holder);
/* Which tables go first. Whoever makes a table to play comes to it at once: one that nobody
 * ever came to, which after a restart is one that nobody came back to, is no loss, and a flood of
 * them is the newest. */
enum turn_to_go { GOES_UNVISITED, GOES_UNSTARTED, GOES_OVER, STAYS };
_Static_assert((int)STAYS + 1 == (int)LOOK_TURNS, "each turn is looked for");
enum { TURN_NONE = LOOK_TURNS }; /* not served */
enum turn_to_go turn_to_go(const struct room *room);

enum placing { PLACING_DONE, PLACING_FAILED, PLACING_LATER };
/* Makes sure that there is place for one more table, if need be that of one whose keys are all
 * away: first those that nobody ever came to, the newest first; then those never started; then
 * those played alone or to the end; the longest left first. Those in memory go before those
 * that sleep. LATER: the store has to be asked, and the session waits as for a table. */
enum placing hub_make_place(struct hub *hub, struct session *session);
/* Which one that would be. */
void look_for_spare(struct hub *hub);

/* ---- What rooms need (hub_rooms.c) ------------------------------------------------------- */

void hub_make_room_world(struct hub *hub);
/* Clocks, computer players, deals of this table. */
void hub_tick_room(struct hub *hub, struct room *room);
/* To all sessions of the room. */
void tell_all(struct hub *hub, struct room *room, struct text text);
/* How things are, to somebody who has come. */
void tell_hello(struct hub *hub, struct session *session, uint32_t after, struct text id);
/* A refusal, with the code's words if `why` is NULL; at once if it is the store's. */
void tell_problem(struct hub *hub, const struct session *session, struct text id,
                  const char *code, const char *why);
/* The HTTP status that goes with a code. */
unsigned error_status(const char *code);

/* ---- Requests (hub_requests.c) ------------------------------------------------------------ */

void hub_message(struct hub *hub, struct session *session, struct text message);

/* ---- HTTP (hub_api.c, hub_record.c) ----------------------------------------------------- */

void hub_request(struct hub *hub, struct session *session, const struct http_request *request);
void api_error(struct hub *hub, const struct session *session, const char *code,
                  const char *why);
/* Has the record of one of the table's matches made, and answers with it. */
void record_ask(struct hub *hub, struct session *session, const struct room *room,
                uint32_t match_number);
void records_free(struct records *records);

/* ---- How sleeping tables stand (hub_naps.c) --------------------------------------------- */

/* What those who asked would be told, when the table falls asleep. */
void naps_keep(struct hub *hub, const struct room *room);
/* It wakes, or is not there any more. */
void naps_drop(struct hub *hub, const char *name);
/* Whether it is known how the table stands for this key: then it was told. */
bool naps_answer(struct hub *hub, const struct session *session, struct text name,
                 struct text key);
void naps_free(struct hub *hub);

/* ---- Secrets (secrets.c) ---------------------------------------------------------------- */

/* All derived from the server's secret, so that nothing but hashes is stored. */
void secret_table_name(const struct hub *hub, struct text id, char out[TABLE_NAME_SIZE]);
void secret_invite(const struct hub *hub, const char *name, char out[INVITE_SIZE]);
void secret_key(const struct hub *hub, const char *name, struct text id, char out[KEY_SIZE]);
void secret_hash(struct text text, uint8_t out[HASH_SIZE]);
/* The holder with this key, compared in constant time; HOLDER_NONE. */
unsigned secret_find_holder(const struct room *room, struct text key);
/* Of a request's id, to know it again. */
uint64_t secret_id_hash(const uint8_t secret[STORE_SECRET_SIZE], struct text id);
bool secret_is_invite(const struct hub *hub, const struct room *room, struct text invite);

#endif
