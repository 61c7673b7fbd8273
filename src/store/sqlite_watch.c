/* sqlite_watch.c - whether what was written is really there: the rows of a commit that
 * seemed to fail, and the files themselves under their names. */
#include <string.h>
#include <sys/stat.h>

#include "store/sqlite_store.h"

/* ---- Rows ---- */

/* STORE_BROKEN: it cannot be told. */
static enum store_result find_row(struct sqlite_store *store, const struct store_write *write)
{
    static const enum statement statement_of[] = {
        [STORE_ADD_TABLE] = STATEMENT_HOLDS_TABLE,   [STORE_ADD_ENTRY] = STATEMENT_HOLDS_ENTRY,
        [STORE_SET_LIVE] = STATEMENT_HOLDS_LIVE,     [STORE_DELETE_TABLE] = STATEMENT_HOLDS_NONE,
        [STORE_PUT_AWAY] = STATEMENT_HOLDS_MOVE,     [STORE_BRING_BACK] = STATEMENT_HOLDS_MOVE,
        [STORE_SET_NOTE] = STATEMENT_HOLDS_NOTE,     [STORE_SET_CARD] = STATEMENT_HOLDS_CARD,
    };
    sqlite3_stmt *row = store->statements[statement_of[write->kind]];
    bool is_read = sqlite_bind_write(row, write) == SQLITE_OK &&
                   sqlite3_step(row) == SQLITE_ROW;
    bool is_there = is_read && sqlite3_column_int(row, 0) == 1;
    sqlite3_reset(row);
    if (!is_read)
        return STORE_BROKEN;
    return is_there ? STORE_DONE : STORE_CONFLICT;
}

enum store_result sqlite_store_holds(struct store *base, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_result result = STORE_DONE;
    for (size_t i = 0; result == STORE_DONE && i < count; ++i)
        if (!store_is_replaced(writes, count, i))
            result = find_row(store, &writes[i]);
    if (result == STORE_BROKEN)
        sqlite_complain(store, problem);
    return result;
}

/* ---- Files ---- */

static bool is_missing(const char *path, char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH " was removed or replaced", path);
}

bool sqlite_watch_files(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    static const char *const endings[WATCHED_COUNT] = {"", "-wal", "-shm"};
    struct stat found;
    for (unsigned i = 0; store->vfs[0] == '\0' && i < WATCHED_COUNT; ++i) {
        /* the name that was given may be a link that will point elsewhere; SQLite follows it,
         * and has the other two beside the file */
        const char *base = i == 0 ? store->path : sqlite3_db_filename(store->db, "main");
        sqlite3_snprintf(sizeof store->watched[i].path, store->watched[i].path, "%s%s", base,
                         endings[i]);
        if (stat(store->watched[i].path, &found) != 0)
            return is_missing(store->watched[i].path, problem);
        store->watched[i].device = found.st_dev;
        store->watched[i].inode = found.st_ino;
    }
    return true;
}

enum store_result sqlite_store_is_there(struct store *base, char problem[STORE_PROBLEM_MAX])
{
    const struct sqlite_store *store = (struct sqlite_store *)base;
    struct stat found;
    for (unsigned i = 0; store->vfs[0] == '\0' && i < WATCHED_COUNT; ++i)
        if (stat(store->watched[i].path, &found) != 0 ||
            found.st_dev != store->watched[i].device ||
            found.st_ino != store->watched[i].inode)
            return is_missing(store->watched[i].path, problem) ? STORE_DONE : STORE_BROKEN;
    return STORE_DONE;
}
