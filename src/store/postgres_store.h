/* postgres_store.h - what the files of the PostgreSQL store share.
 *
 * `postgres:` and then whatever libpq takes: a URI (`postgres://` may begin as it does), words
 * like `host=... dbname=...`, or the name of a database. There are three lines to it, one for
 * each thread that may use a store; a line that broke is made anew by whoever needs it next. */
#ifndef RUMMERY_POSTGRES_STORE_H
#define RUMMERY_POSTGRES_STORE_H

#include <libpq-fe.h>

#include "store/kinds.h"

/* Nothing is waited for without an end. The server gives a statement up before we give up
 * the line, so that what it says about it is still heard. */
enum {
    POSTGRES_CONNECT_S = 5,
    POSTGRES_STATEMENT_MS = 10000,
    POSTGRES_LINE_MS = 15000,
    POSTGRES_PLACE_MAX = 1024,
    POSTGRES_SHOWN_MAX = 128
};

enum postgres_statement {
    PG_BEGIN,
    PG_BEGIN_READING,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_HOLD,
    PG_HOLD_AGAIN,
    PG_HOLDS_LAST,
    PG_FENCE,
    PG_ADD_SECRET,
    PG_SET_SECRET,
    PG_READ_SECRET,
    PG_ADD_TABLE,
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
    PG_LOOK_LAST = PG_LOOK + STORE_BY_AWAY,
    PG_STATEMENT_COUNT
};

struct postgres_text {
    const char *types; /* of its values: n for a number, t for a text */
    const char *sql;
};
extern const struct postgres_text postgres_statements[PG_STATEMENT_COUNT];

/* Step i takes a database from version i to version i + 1; `oldest` is the oldest program,
 * by the version it knows, that can still use the result (decision 032). */
struct postgres_step {
    int oldest;
    const char *sql;
};
enum { POSTGRES_SCHEMA_VERSION = 1 };
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

/* ---- A line (postgres_line.c) ---- */

struct line {
    PGconn *connection; /* NULL: there is none */
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

struct postgres_store {
    struct store store;
    struct line lines[LINE_COUNT];
    char place[POSTGRES_PLACE_MAX];
    char shown[POSTGRES_SHOWN_MAX];
    bool is_to_read;
    uint8_t secret[STORE_SECRET_SIZE];
    /* Who writes: the owner is this process, the epoch this line of it. */
    int64_t owner, epoch;
    /* The last entry that was acknowledged, if its table is still there: a database that does
     * not have it any more has lost what it had promised. */
    bool has_last;
    int64_t last_table, last_seq, last_sum;
};

/* The line for changes, with the store held by us: STORE_DONE; STORE_CONFLICT if somebody else
 * holds it, or it is not what it was. */
enum store_result postgres_hold(struct postgres_store *store, char problem[STORE_PROBLEM_MAX]);
/* A line to read by; NULL with the problem told. */
struct line *postgres_reading(struct postgres_store *store, enum line_use use,
                              char problem[STORE_PROBLEM_MAX]);

struct store *postgres_store_open(const char *where, bool is_to_read,
                                  char problem[STORE_PROBLEM_MAX]);
void postgres_store_close(struct store *base);
bool postgres_store_is_there(struct store *base, char problem[STORE_PROBLEM_MAX]);
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
