/* postgres_store.h - what the files of the PostgreSQL store share.
 *
 * `postgres:` and then whatever libpq takes: a URI (`postgres://` may begin as it does), words
 * like `host=... dbname=...`, or the name of a database. There are three lines to it, one for
 * each thread that may use a store; a line that broke is made anew by whoever needs it next. */
#ifndef RUMMERY_POSTGRES_STORE_H
#define RUMMERY_POSTGRES_STORE_H

#include <libpq-fe.h>

#include "store/kinds.h"
#include "store/told.h"

/* Nothing is waited for without an end. The server gives a statement up before we give up
 * the line, so that what it says about it is still heard. */
enum {
    POSTGRES_CONNECT_S = 5,
    POSTGRES_STATEMENT_MS = 10000,
    POSTGRES_LINE_MS = 15000,
    POSTGRES_QUIET_MS = 3000, /* after which it is asked whether anybody is there, */
    POSTGRES_PING_S = 2,      /* who has to answer that soon */
    POSTGRES_BEAT_MS = 500, /* how often we say that we are alive, if asked that often */
    CLOCK_SLACK_S = 5,      /* clocks that differ by so much are taken as the same */
    POSTGRES_PLACE_MAX = 1024,
    POSTGRES_SHOWN_MAX = 128
};

enum postgres_statement {
    PG_BEGIN,
    PG_BEGIN_READING,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_TIDY,
    PG_LAST_START,
    PG_HOLD,
    PG_HOLD_AGAIN,
    PG_COME_BACK,
    PG_FIND_REWOUND,
    PG_UNSEAT,
    PG_SIT,
    PG_BEAT,
    PG_LEAVE,
    PG_ANNOUNCE,
    PG_KNOWS_US,
    PG_FENCE,
    PG_FENCE_OWNED,
    PG_FENCE_FREE,
    PG_SEIZE,
    PG_RELAX,
    PG_FIND_ALIVE,
    PG_FIND_NAMESAKE,
    PG_TAKE,
    PG_FIND_OWNER,
    PG_FIND_SERVER,
    PG_RELEASE,
    PG_ADD_SECRET,
    PG_SET_SECRET,
    PG_READ_SECRET,
    PG_ADD_TABLE,
    PG_ADD_OWNER,
    PG_ADD_ENTRY,
    PG_SET_LIVE,
    PG_DELETE_TABLE,
    PG_MOVE_TABLE,
    PG_SET_NOTE,
    PG_SET_CARD,
    PG_HOLDS_TABLE, /* these give 1 if the write with the same values is there */
    PG_HOLDS_ENTRY,
    PG_HOLDS_LIVE,
    PG_HOLDS_NONE,
    PG_HOLDS_MOVE,
    PG_HOLDS_NOTE,
    PG_HOLDS_CARD,
    PG_SURVEY,
    PG_FIND_TABLE,
    PG_NEXT_TABLE,
    PG_END_OF_SOME,
    PG_READ_TABLES, /* these, of all tables from one number to another */
    PG_READ_MOVES,
    PG_READ_ENTRIES,
    PG_READ_CARDS,
    PG_READ_LIVE,
    PG_READ_NOTE,
    PG_LOOK, /* one for each enum store_order */
    PG_LOOK_LAST = PG_LOOK + (int)STORE_BY_AWAY,
    PG_STATEMENT_COUNT
};
#define PG_LOOK_BY(order) ((enum postgres_statement)((int)PG_LOOK + (int)(order)))

struct postgres_text {
    const char *types; /* of its values: n for a number, t for a text, a for many numbers */
    const char *sql;
};
extern const struct postgres_text postgres_statements[PG_STATEMENT_COUNT];

/* Step i takes a database from version i to version i + 1; `oldest` is the oldest program,
 * by the version it knows, that can still use the result (decision 032). */
struct postgres_step {
    int oldest;
    const char *sql;
};
enum { POSTGRES_SCHEMA_VERSION = 2 };
extern const struct postgres_step postgres_steps[POSTGRES_SCHEMA_VERSION];

/* The values of a statement, as the server wants them. */
enum { POSTGRES_VALUES_MAX = 7 };
struct values {
    int count;
    char numbers[POSTGRES_VALUES_MAX][8];
    const char *at[POSTGRES_VALUES_MAX];
    int sizes[POSTGRES_VALUES_MAX];
};
void values_add_number(struct values *values, int64_t number);
void values_add_text(struct values *values, struct text text);

/* Several numbers as one value. */
struct numbers {
    char *at; /* as the server wants them */
    size_t count, room;
};
/* False if there is no memory. */
bool numbers_add(struct numbers *numbers, int64_t number);
void values_add_numbers(struct values *values, const struct numbers *numbers);

/* ---- A line (postgres_line.c) ---- */

struct line {
    PGconn *connection; /* NULL: there is none */
    const char *place;  /* where it goes */
    const char *shown;  /* how problems begin */
    bool has_warned;    /* since it was last set to false */
};

/* Makes a line with nothing but the session's settings; false with the problem told. */
bool pg_open(struct line *line, const char *place, char problem[STORE_PROBLEM_MAX]);
void pg_close(struct line *line);
/* Whether it was there a moment ago. */
bool pg_is_there(struct line *line);
/* Says what the line or the result complains of, if that is not NULL; always false. */
bool pg_complain(const struct line *line, const PGresult *result,
                 char problem[STORE_PROBLEM_MAX]);
/* The last result of statements in plain text, before pg_prepare(); NULL with the problem
 * told. PQclear() it. */
PGresult *pg_ask(struct line *line, const char *sql, char problem[STORE_PROBLEM_MAX]);
/* Prepares all statements. From here on they are sent one behind the other without waiting. */
bool pg_prepare(struct line *line, char problem[STORE_PROBLEM_MAX]);
/* Adds a statement, values may be NULL; false if the line is broken. */
bool pg_send(struct line *line, enum postgres_statement statement,
             const struct values *values);
/* Ends what is sent in one go. */
bool pg_send_end(struct line *line);
/* The next result in the order of sending, also one that failed; NULL: the line is broken, and
 * closed. PQclear() it. */
PGresult *pg_take(struct line *line);
/* Takes what belongs to pg_send_end(). */
bool pg_take_end(struct line *line);
/* One statement by itself: its rows, or NULL with the problem told. PQclear() them. */
PGresult *pg_run(struct line *line, enum postgres_statement statement,
                 const struct values *values, char problem[STORE_PROBLEM_MAX]);
/* Ends the transaction, if there is one, as if it had never been. */
void pg_roll_back(struct line *line);
/* What the server calls an error, five letters; "" if there is none. */
const char *pg_state_of(const PGresult *result);

/* Values of a row: 0 and "" where there is none of that kind. */
int64_t row_number(const PGresult *rows, int row, int column);
struct text row_text(const PGresult *rows, int row, int column);

/* ---- The store ---- */

/* A line for each thread: what changes, logs, single tables. */
enum line_use { LINE_CHANGES, LINE_LOGS, LINE_FETCHES };
enum { LINE_COUNT = LINE_FETCHES + 1 };

/* A write of a commit, by its table. */
struct placed {
    uint64_t table;
    size_t at;
};

/* What a commit does to one table: a transaction of its own. */
enum { SHARE_STATE_SIZE = 8 };
struct share {
    uint64_t table, sum;
    size_t first, count; /* of the order */
    bool is_new;         /* the commit makes the table */
    bool is_free;        /* nobody has it, and it is taken for this commit */
    enum share_is {
        SHARE_OPEN,
        SHARE_UNSURE, /* it was sent, and it was not heard what came of it */
        SHARE_DONE    /* over this line */
    } is;
    bool was_unsure;
    unsigned fences, sent;        /* statements */
    bool is_fenced;               /* it is not ours */
    char state[SHARE_STATE_SIZE]; /* of the first thing that failed */
};

struct postgres_store {
    struct store store;
    struct line lines[LINE_COUNT];
    char place[POSTGRES_PLACE_MAX];
    char shown[POSTGRES_SHOWN_MAX];
    bool is_to_read;
    uint8_t secret[STORE_SECRET_SIZE];
    /* Who writes: the owner is this process, the epoch this line of it. The number tells what
     * numbers its tables have. */
    int64_t owner, epoch, number;
    int64_t beat_ms; /* when it was last said that we are alive, */
    struct store_server others[STORE_OTHERS_MAX]; /* and who else was then */
    size_t others_count;
    /* The commit under way, by tables, and the one before it if that was not done. */
    struct placed *order;
    struct share *shares, *before;
    size_t share_count, before_count, share_room;
    struct numbers alive; /* servers */
    uint64_t *lost; /* those that kept the last commit from being done */
    size_t lost_count, lost_room;
    /* What was acknowledged, by us and by others: a database that does not have it any more has
     * lost what it had promised. */
    struct told *told;
    struct store_rewind rewind; /* what was found and not yet asked for */
    bool has_rewind;
    char address[STORE_ADDRESS_MAX]; /* where others reach us */
    _Atomic int64_t ahead_s; /* the database's clock is so far before ours */
};

/* ---- Whose tables are (postgres_owners.c) ---- */

/* Sorts the writes of a commit by their tables, and recalls what was done of it before; false if
 * there is no memory. */
bool shares_make(struct postgres_store *store, const struct store_write *writes, size_t count,
                 bool is_question);
/* Keeps them until the commit is tried again. */
void shares_keep(struct postgres_store *store, bool is_done);
/* The line broke: what was done over it may not have reached the disk. */
void shares_doubt(struct postgres_store *store);
/* Asks who is alive where tables that nobody should have are written to. */
bool shares_find_alive(struct postgres_store *store, char problem[STORE_PROBLEM_MAX]);
bool shares_add_lost(struct postgres_store *store, uint64_t table);
/* Whether another server has made a table under the same name at the same time. */
bool shares_has_namesake(struct postgres_store *store, const struct store_write *writes,
                         const struct share *share);
/* What time the database says it is. */
void owners_set_clock(struct postgres_store *store, int64_t now_s);
int64_t postgres_store_now_s(const struct store *base);
/* Says that we are alive, if it is time; false if that cannot be said. */
bool owners_beat(struct postgres_store *store, char problem[STORE_PROBLEM_MAX]);
bool postgres_store_take(struct store *base, uint64_t table, struct text name,
                         struct store_taken *out, char problem[STORE_PROBLEM_MAX]);
bool postgres_store_announce(struct store *base, struct store_server *self,
                             char problem[STORE_PROBLEM_MAX]);
size_t postgres_store_lost(struct store *base, const uint64_t **tables);
size_t postgres_store_others(struct store *base, struct store_server out[STORE_OTHERS_MAX]);
/* As PG_FIND_TABLE has it; *is_found is false if there is none (postgres_read.c). */
bool postgres_find_table(struct line *line, struct text name, int64_t *number, bool *is_found,
                         char problem[STORE_PROBLEM_MAX]);

/* ---- Going back (postgres_rewind.c) ---- */

/* Which database the line leads to. False if it is one that nobody should write to any more. */
bool rewind_look(struct postgres_store *store, struct line *line,
                 char problem[STORE_PROBLEM_MAX]);
/* The database does not know us any more, or as we were: it was put back. We are one of its
 * servers again. STORE_CONFLICT if that cannot be. */
enum store_result rewind_come_back(struct postgres_store *store,
                                   char problem[STORE_PROBLEM_MAX]);
/* Whether all is there that was acknowledged: tables of which entries are missing are set aside. */
enum store_result rewind_check(struct postgres_store *store, char problem[STORE_PROBLEM_MAX]);
/* What the next line looks for before it is relied on. */
void rewind_remember(struct postgres_store *store, const struct store_write *writes,
                     size_t count);
bool postgres_store_rewind(struct store *base, struct store_rewind *out);
struct store_told *postgres_store_known(struct store *base, struct store_generation *generation,
                                        size_t *count);
size_t postgres_store_news(struct store *base, struct store_generation *generation,
                           struct store_told *out, size_t most);
void postgres_store_hear(struct store *base, const struct store_generation *generation,
                         const struct store_told *told, size_t count);

/* The values of a write for its statement (postgres.c). */
void postgres_values_of(const struct store_write *write, struct values *out);

/* The line for changes, with us among the servers: STORE_DONE; STORE_CONFLICT if the store is
 * not what it was. */
enum store_result postgres_hold(struct postgres_store *store, char problem[STORE_PROBLEM_MAX]);
/* A line to read by; NULL with the problem told. */
struct line *postgres_reading(struct postgres_store *store, enum line_use use,
                              char problem[STORE_PROBLEM_MAX]);

struct store *postgres_store_open(const char *where, const struct store_opening *how,
                                  char problem[STORE_PROBLEM_MAX]);
void postgres_store_close(struct store *base);
enum store_result postgres_store_is_there(struct store *base, char problem[STORE_PROBLEM_MAX]);
bool postgres_store_set_secret(struct store *base, const uint8_t secret[STORE_SECRET_SIZE],
                               char problem[STORE_PROBLEM_MAX]);
bool postgres_store_load(struct store *base, const struct store_reader *reader,
                         char problem[STORE_PROBLEM_MAX]);
bool postgres_store_read_log(struct store *base, uint64_t table,
                             const struct store_reader *reader,
                             char problem[STORE_PROBLEM_MAX]);
bool postgres_store_survey(struct store *base, const struct store_reader *reader,
                           struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
bool postgres_store_fetch(struct store *base, uint64_t table, struct text name,
                          const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
bool postgres_store_next(struct store *base, uint64_t after, uint64_t *table,
                         char problem[STORE_PROBLEM_MAX]);
bool postgres_store_look(struct store *base, const struct store_look *look, void *context,
                         store_found_function found, char problem[STORE_PROBLEM_MAX]);

#endif
