/* sqlite_store.h - what the files of the SQLite store share.
 *
 * `sqlite:FILE`, or `sqlite:FILE?vfs=NAME` for tests that bring a disk of their own: the file
 * then belongs to that VFS alone, and no folder is made and no mode is set for it. */
#ifndef RUMMERY_SQLITE_STORE_H
#define RUMMERY_SQLITE_STORE_H

#include <sqlite3.h>
#include <sys/types.h>

#include "store/kinds.h"

enum { SQLITE_PATH_MAX = 4096, SQLITE_BUSY_TIMEOUT_MS = 5000 };
/* How a path begins a problem: cut, so that there is room left for what is wrong with it. */
#define SHOWN_PATH "%.150s"

enum statement {
    STATEMENT_BEGIN,
    STATEMENT_BEGIN_READING,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_ADD_TABLE,
    STATEMENT_ADD_ENTRY,
    STATEMENT_SET_LIVE,
    STATEMENT_DELETE_TABLE,
    STATEMENT_MOVE_TABLE,
    STATEMENT_SET_NOTE,
    STATEMENT_SET_CARD,
    STATEMENT_HOLDS_TABLE, /* these give 1 if the write with the same values is there */
    STATEMENT_HOLDS_ENTRY,
    STATEMENT_HOLDS_LIVE,
    STATEMENT_HOLDS_NONE,
    STATEMENT_HOLDS_MOVE,
    STATEMENT_HOLDS_NOTE,
    STATEMENT_HOLDS_CARD,
    STATEMENT_SURVEY,
    STATEMENT_FIND_TABLE,
    STATEMENT_NEXT_TABLE,
    STATEMENT_READ_TABLE,
    STATEMENT_READ_TABLES,
    STATEMENT_READ_ENTRIES_FROM,
    STATEMENT_READ_ALL_ENTRIES,
    STATEMENT_READ_ENTRIES,
    STATEMENT_READ_LIVE,
    STATEMENT_READ_CARD,
    STATEMENT_READ_MOVE,
    STATEMENT_READ_NOTE,
    STATEMENT_LOOK, /* one for each enum store_order */
    STATEMENT_LOOK_LAST = STATEMENT_LOOK + (int)STORE_BY_AWAY,
    STATEMENT_COUNT
};
#define STATEMENT_LOOK_BY(order) ((int)STATEMENT_LOOK + (int)(order))

/* Who reads beside a commit, each on a thread of its own: logs, and single tables. */
enum beside { BESIDE_LOGS, BESIDE_FETCHES };
enum { BESIDE_COUNT = BESIDE_FETCHES + 1 };

enum { SQLITE_SCHEMA_VERSION = 4 };
extern const char *const sqlite_migrations[SQLITE_SCHEMA_VERSION];
extern const char *const sqlite_statement_texts[STATEMENT_COUNT];

enum { WATCHED_COUNT = 3 }; /* the file as it was named, its log, the index of the log */

struct sqlite_store {
    struct store store;
    struct sqlite_store *beside[BESIDE_COUNT]; /* further doors to the file */
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    uint8_t secret[STORE_SECRET_SIZE];
    char path[SQLITE_PATH_MAX];
    char vfs[STORE_NAME_MAX]; /* empty for the system's files */
    bool is_to_read;
    struct {
        char path[SQLITE_PATH_MAX + 8];
        dev_t device;
        ino_t inode;
    } watched[WATCHED_COUNT];
};

/* Says what SQLite complains of; always false. */
bool sqlite_complain(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX]);
/* Says that a server has to bring the file up to date; always false. */
bool sqlite_is_older(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX]);
/* Runs a prepared statement that returns no rows; the code is SQLITE_OK when it is done. */
int sqlite_run(struct sqlite_store *store, enum statement statement);
/* Ends the transaction, if there still is one, as if it had never been. */
void sqlite_roll_back(struct sqlite_store *store);

/* Gives a statement the values of a write. */
int sqlite_bind_write(sqlite3_stmt *statement, const struct store_write *write);
/* Notes which files are open now. */
bool sqlite_watch_files(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX]);

struct store *sqlite_store_open(const char *where, const struct store_opening *how,
                                char problem[STORE_PROBLEM_MAX]);
enum store_result sqlite_store_holds(struct store *base, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_set_secret(struct store *base, const uint8_t secret[STORE_SECRET_SIZE],
                             char problem[STORE_PROBLEM_MAX]);
enum store_result sqlite_store_is_there(struct store *base, char problem[STORE_PROBLEM_MAX]);
void sqlite_store_close(struct store *base);
/* A door that can only read, opened when it is first needed; NULL with the problem told. */
struct sqlite_store *sqlite_open_beside(struct sqlite_store *store, enum beside which,
                                        char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_load(struct store *base, const struct store_reader *reader,
                       char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_read_log(struct store *base, uint64_t table,
                           const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_survey(struct store *base, const struct store_reader *reader,
                         struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_fetch(struct store *base, uint64_t table, struct text name,
                        const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_next(struct store *base, uint64_t after, uint64_t *table,
                       char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_look(struct store *base, const struct store_look *look, void *context,
                       store_found_function found, char problem[STORE_PROBLEM_MAX]);
bool sqlite_store_backup(struct store *base, const char *path,
                         char problem[STORE_PROBLEM_MAX]);

/* Makes an empty file that only its owner may read; an errno, EEXIST if there is one. */
int sqlite_make_file(const char *path);
/* Makes the names in the folder of a path durable; best effort. */
void sqlite_sync_folder_of(const char *path);
/* Makes relative names explicit, so that `:memory:` and `file:` are names like any other. */
bool sqlite_plain_path(const char *path, size_t size, char out[SQLITE_PATH_MAX]);

#endif
