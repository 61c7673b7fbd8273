/* store.h - where tables outlive the process: a log of entries for every table.
 *
 * A table is its log. The server hands over what happened in one turn of its loop as one
 * list of writes; when store_commit() returns STORE_DONE all of them are on disk, and
 * otherwise nobody may rely on any of them. A store is used by one thread at a time and never
 * starts any; only store_read_log() may be called by a second one meanwhile, and store_take(),
 * store_fetch(), store_next() and store_look() by a third.
 *
 * Behind the interface: memory (tests, `--store memory`), SQLite (`--store sqlite:FILE`),
 * PostgreSQL (`--store postgres:URI`). A database is shared by several servers, and each table
 * belongs to one of them at a time (store_take()): STORE_LOST is how one learns that another has
 * taken it. In all other stores everything is the one server's. */
#ifndef RUMMERY_STORE_H
#define RUMMERY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/text.h"

enum { STORE_SECRET_SIZE = 32, STORE_PROBLEM_MAX = 256, STORE_NAME_MAX = 32 };

enum store_result {
    STORE_DONE,
    STORE_FULL,     /* no room now: nothing was written, the same commit may be tried again */
    STORE_CONFLICT, /* a (table, seq) or a table's name exists already: nothing was written.
                     * Only another writer can have put it there, or the store is not what
                     * it was */
    STORE_LOST,     /* tables of it belong to another server (store_lost()): nothing was
                     * written */
    STORE_BROKEN    /* anything else: nothing was written that can be relied on, and nobody
                     * knows whether it was */
};

enum store_write_kind {
    STORE_ADD_TABLE,    /* name: its public name; at_s: when it was made */
    STORE_ADD_ENTRY,    /* seq, who, at_s, request, line: the next entry of its log */
    STORE_SET_LIVE,     /* line: what is unfinished (draft and clock), replacing the last one */
    STORE_DELETE_TABLE, /* the table and all that belongs to it */
    STORE_PUT_AWAY,     /* at_s, line: out of service since then; nothing of it is deleted */
    STORE_BRING_BACK,   /* at_s, line: in service again */
    STORE_SET_NOTE,     /* line: the server's own, of no table, replacing the last one */
    STORE_SET_CARD,     /* card: replacing the last one */
    STORE_HOLD,         /* seq: up to which it is told of. Nothing is written: only whether the
                         * table is still ours */
    STORE_RELEASE       /* whoever wants the table may take it */
};

#define STORE_NEVER INT64_MAX

/* What is known of a table without reading its log. Times are seconds since 1970. */
struct store_card {
    int64_t due_s;     /* when it has to be in memory: 0 always, STORE_NEVER if nobody asks */
    int64_t slept_s;   /* since when it is not; 0: it is in memory */
    int64_t touched_s; /* when something happened there last */
    uint8_t turn;      /* the server's business: which go first where place is needed */
};

struct store_write {
    enum store_write_kind kind;
    uint64_t table; /* the server's number for the table, never used twice */
    uint64_t epoch; /* by which it is ours (store_take()); 0: nobody has it in memory, and it is
                     * taken for this commit alone */
    int64_t at_s;   /* seconds since 1970 */
    uint32_t seq;
    uint8_t who;    /* the server's business: which player asked */
    struct text name;
    struct text request; /* the id of the request that caused it; may be empty */
    struct text line;
    struct store_card card;
};

/* What store_load() and store_read_log() find. Each function may be NULL and returns false to
 * stop the reading, which then fails. Texts are valid during the call only. */
struct store_reader {
    void *context;
    bool (*table)(void *context, uint64_t table, int64_t at_s, struct text name);
    bool (*entry)(void *context, const struct store_write *entry);
    bool (*live)(void *context, uint64_t table, struct text line);
    /* The last STORE_PUT_AWAY or STORE_BRING_BACK of the table, before its entries. */
    bool (*moved)(void *context, const struct store_write *move);
    /* Behind its entries. */
    bool (*card)(void *context, uint64_t table, const struct store_card *card);
    bool (*note)(void *context, struct text line);
    /* A table that cannot be read whole, as far as its name is known: what came of it before
     * is worth nothing, and more may still come. May be called for tables that were read
     * already or have not come yet. NULL: damage ends the reading, which then fails. */
    bool (*damaged)(void *context, uint64_t table, struct text name, const char *why);
};

struct store;

/* Which tables are wanted, and in which order they come. */
enum store_order {
    STORE_BY_AWAKE,   /* in memory, or they were when the server ended; behind number `after` */
    STORE_BY_DUE,     /* not in memory and due some day, by that day */
    STORE_BY_SLEPT,   /* not in memory since until_s or longer, of this turn, by that time */
    STORE_BY_TOUCHED, /* not in memory and not touched since, of this turn, by that time */
    STORE_BY_AWAY     /* put away until then, by that time */
};

struct store_look {
    enum store_order by;
    uint64_t after;
    int64_t until_s;
    uint8_t turn;
    unsigned most; /* how many at most */
};

/* Of what is found only table, name and at_s are set, the time that it comes by; and where it was
 * put away, line. False stops the reading, which then fails. */
typedef bool (*store_found_function)(void *context, const struct store_write *found);

/* What a server has to know at its start. */
struct store_survey {
    uint64_t last_number; /* the numbers behind it are this server's to give */
    uint64_t table_count; /* rows of tables, those that were put away included, */
    uint64_t away_count;  /* and those alone */
};

/* Whose a table is. */
enum { STORE_ADDRESS_MAX = 64, STORE_OTHERS_MAX = 24 };
struct store_server {
    uint64_t id; /* of the process; 0: none */
    char address[STORE_ADDRESS_MAX]; /* where other servers reach it; empty: nowhere */
};
struct store_taken {
    uint64_t table; /* its number; 0: there is none of this name */
    uint64_t epoch; /* by which it is ours; 0: it is not, */
    struct store_server owner; /* but this one's, as far as that is known */
};

/* ---- A store that goes back (decision 055) ---- */

/* The last entry of a table that somebody was told is durable. */
struct store_told {
    uint64_t table;
    uint32_t seq;
    int64_t sum;  /* of the entry; 0: not known */
    int64_t at_s; /* when that was */
};
/* Which database it is, and the how manieth promotion; zeros: not known. */
struct store_generation {
    uint64_t system;
    uint32_t timeline;
};
/* What was found on a new line. */
struct store_rewind {
    char why[STORE_PROBLEM_MAX]; /* it is another one than before, in words; may be empty */
    uint64_t *tables; /* of which entries are missing that were told: they were set aside. Whoever
                       * is told of them frees them */
    size_t count;
    size_t gone_count; /* tables that are not there at all */
    bool is_promoted; /* another one took its place, and has everything that is known of */
};

/* How a kind is opened. */
struct store_opening {
    bool is_to_read; /* store_open_to_read() */
};

/* What a kind of store must be able to do; the functions below call it. */
struct store_kind {
    const char *scheme; /* "sqlite" for sqlite:FILE */
    struct store *(*open)(const char *where, const struct store_opening *how,
                          char problem[STORE_PROBLEM_MAX]);
    void (*close)(struct store *store);
    enum store_result (*commit)(struct store *store, const struct store_write *writes,
                                size_t count, char problem[STORE_PROBLEM_MAX]);
    /* STORE_DONE if every write is there, exactly, and durable; STORE_CONFLICT if not;
     * STORE_BROKEN if it cannot be told. NULL: nobody else can reach what it keeps. */
    enum store_result (*holds)(struct store *store, const struct store_write *writes,
                               size_t count, char problem[STORE_PROBLEM_MAX]);
    /* STORE_CONFLICT: it never will be, as only a new process can use what is there. */
    enum store_result (*is_there)(struct store *store, char problem[STORE_PROBLEM_MAX]);
    /* NULL, all three: everything is ours. */
    bool (*take)(struct store *store, uint64_t table, struct text name,
                 struct store_taken *out, char problem[STORE_PROBLEM_MAX]);
    size_t (*lost)(struct store *store, const uint64_t **tables);
    bool (*announce)(struct store *store, struct store_server *self,
                     char problem[STORE_PROBLEM_MAX]);
    /* NULL: there are none, or they need not be known. */
    size_t (*others)(struct store *store, struct store_server out[STORE_OTHERS_MAX]);
    int64_t (*now_s)(const struct store *store); /* NULL: this machine's */
    /* NULL, all four: it cannot go back while it is in use. */
    bool (*rewind)(struct store *store, struct store_rewind *out);
    size_t (*news)(struct store *store, struct store_generation *generation,
                   struct store_told *out, size_t most);
    struct store_told *(*known)(struct store *store, struct store_generation *generation,
                                size_t *count);
    void (*hear)(struct store *store, const struct store_generation *generation,
                 const struct store_told *told, size_t count);
    bool (*load)(struct store *store, const struct store_reader *reader,
                 char problem[STORE_PROBLEM_MAX]);
    bool (*read_log)(struct store *store, uint64_t table, const struct store_reader *reader,
                     char problem[STORE_PROBLEM_MAX]);
    bool (*survey)(struct store *store, const struct store_reader *reader,
                   struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
    bool (*fetch)(struct store *store, uint64_t table, struct text name,
                  const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
    bool (*next)(struct store *store, uint64_t after, uint64_t *table,
                 char problem[STORE_PROBLEM_MAX]);
    bool (*look)(struct store *store, const struct store_look *look, void *context,
                 store_found_function found, char problem[STORE_PROBLEM_MAX]);
    bool (*secret)(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                   char problem[STORE_PROBLEM_MAX]);
    bool (*set_secret)(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                       char problem[STORE_PROBLEM_MAX]);
    bool (*backup)(struct store *store, const char *path, char problem[STORE_PROBLEM_MAX]);
};

/* Every kind's struct begins with this. */
struct store {
    const struct store_kind *kind;
};

/* Opens `memory`, `sqlite:FILE` or `postgres:URI` (made if it is not there, migrated if it is
 * older). NULL with the problem in words: an unknown scheme, a store of a newer version, none at
 * all. */
struct store *store_open(const char *where, char problem[STORE_PROBLEM_MAX]);
/* The same for looking and copying: nothing is made or migrated, so that it does no harm to
 * whoever serves from the store. A store of an older version can be copied, not loaded. */
struct store *store_open_to_read(const char *where, char problem[STORE_PROBLEM_MAX]);
void store_close(struct store *store);

/* All writes or none, in their order; durable when it returns STORE_DONE. A store that servers
 * share does so for each table by itself: where it is refused for one, others may be done, and are
 * not done again when the same is tried again. */
enum store_result store_commit(struct store *store, const struct store_write *writes,
                               size_t count, char problem[STORE_PROBLEM_MAX]);
/* The same commit once more after it failed. It may have reached the disk all the same: a
 * conflict is STORE_DONE if every write of it is there, exactly as it was to be. */
enum store_result store_commit_again(struct store *store, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX]);
/* Whether the files are still those that were opened, where they were: what is written into
 * a file that was removed or replaced is lost. Every commit looks for itself. Of a database,
 * whether it can be reached; and where it is shared, others learn by this that we are alive.
 * STORE_DONE, STORE_BROKEN, or STORE_CONFLICT: it is not what it was, and this process can only
 * end. */
enum store_result store_is_there(struct store *store, char problem[STORE_PROBLEM_MAX]);
/* Whether the last commit or store_is_there() has found that the store is another one than before,
 * or has gone back: told once. By the same thread. */
bool store_rewound(struct store *store, struct store_rewind *out);
/* What other servers are to know: which store we see, and what was told since the last call. And
 * what they tell. By any thread. */
size_t store_news(struct store *store, struct store_generation *generation,
                  struct store_told *out, size_t most);
void store_hear(struct store *store, const struct store_generation *generation,
                const struct store_told *told, size_t count);
/* All that is known to have been told, by us and by others, for a server that has just come: an
 * array that the caller frees, or NULL. By any thread. */
struct store_told *store_known(struct store *store, struct store_generation *generation,
                               size_t *count);
/* The time, by the clock of all who share it: what is written down is compared by others. By any
 * thread. */
int64_t store_now_s(const struct store *store);
/* Whether other servers may use it at the same time. */
bool store_is_shared(const struct store *store);
/* Tells the other servers where they reach this one; its id is filled in. */
bool store_announce(struct store *store, struct store_server *self,
                    char problem[STORE_PROBLEM_MAX]);
/* The other servers that were alive at the last store_is_there(), and can be reached; how many
 * there are. By the same thread. */
size_t store_others(struct store *store, struct store_server out[STORE_OTHERS_MAX]);
/* Takes the table of this name, or if that is empty, of this number, unless it belongs to another
 * server that is alive. From then on nobody else writes to it, and what is read of it by
 * store_fetch() stays true until a commit says STORE_LOST. By the thread that fetches. */
bool store_take(struct store *store, uint64_t table, struct text name, struct store_taken *out,
                char problem[STORE_PROBLEM_MAX]);
/* How many tables the last commit was lost for, and which: until the next one. */
size_t store_lost(struct store *store, const uint64_t **tables);
/* Everything, table by table: the table, its entries by seq, what is unfinished. */
bool store_load(struct store *store, const struct store_reader *reader,
                char problem[STORE_PROBLEM_MAX]);
/* The entries of one table by seq, as of the last commit. */
bool store_read_log(struct store *store, uint64_t table, const struct store_reader *reader,
                    char problem[STORE_PROBLEM_MAX]);
/* How much there is, and the reader's note. A file that is small enough to be checked whole
 * in a moment is checked. */
bool store_survey(struct store *store, const struct store_reader *reader,
                  struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
/* One table as of the last commit, as store_load() tells it: the one of this name, or if that
 * is empty, of this number. Nothing is told where there is none. */
bool store_fetch(struct store *store, uint64_t table, struct text name,
                 const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
/* The next higher number that anything in the store has; 0 if there is none. */
bool store_next(struct store *store, uint64_t after, uint64_t *table,
                char problem[STORE_PROBLEM_MAX]);
/* Tables by their cards, and by when they were put away. */
bool store_look(struct store *store, const struct store_look *look, void *context,
                store_found_function found, char problem[STORE_PROBLEM_MAX]);
/* Random bytes made once with the store; keys of seats are derived from them. */
bool store_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                  char problem[STORE_PROBLEM_MAX]);
/* Replaces them, for a store that has no tables yet: it is to be another one's copy. */
bool store_set_secret(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                      char problem[STORE_PROBLEM_MAX]);
/* A consistent copy while the store is in use, also by another process. */
bool store_backup(struct store *store, const char *path, char problem[STORE_PROBLEM_MAX]);

#endif
