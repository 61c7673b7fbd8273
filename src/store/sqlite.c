/* sqlite.c - commits to an SQLite file: one transaction for all writes, by statements that
 * are prepared once. In WAL mode with synchronous=FULL a COMMIT that returns is on disk. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "store/sqlite_store.h"

bool sqlite_complain(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": %s", store->path, sqlite3_errmsg(store->db));
}

int sqlite_run(struct sqlite_store *store, enum statement statement)
{
    int code = sqlite3_step(store->statements[statement]);
    sqlite3_reset(store->statements[statement]);
    assert(code != SQLITE_ROW);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

void sqlite_roll_back(struct sqlite_store *store)
{
    /* A full disk or a failed write has ended the transaction already. */
    if (sqlite3_get_autocommit(store->db) == 0)
        sqlite_run(store, STATEMENT_ROLLBACK);
}

static bool is_system_out_of_room(const struct sqlite_store *store)
{
    int error = sqlite3_system_errno(store->db);
    return error == ENOSPC || error == EDQUOT;
}

/* A failed sync is never a full disk: what it left behind is unknown. */
static enum store_result result_of(const struct sqlite_store *store, int code)
{
    switch (code) {
    case SQLITE_OK:
        return STORE_DONE;
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE:
        return STORE_CONFLICT;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
    case SQLITE_CANTOPEN:
        return is_system_out_of_room(store) ? STORE_FULL : STORE_BROKEN;
    }
    return STORE_BROKEN;
}

/* SQLite takes a NULL pointer for NULL, which an empty text is not. */
static int bind_text(sqlite3_stmt *statement, int at, struct text text)
{
    return sqlite3_bind_text64(statement, at, text.size == 0 ? "" : text.at, text.size,
                               SQLITE_STATIC, SQLITE_UTF8);
}

/* A code of SQLite; what is not bound would be written as NULL, or as it was last time. */
static int bind_write(sqlite3_stmt *statement, const struct store_write *write)
{
    int code = sqlite3_bind_int64(statement, 1, (sqlite3_int64)write->table);
    switch (write->kind) {
    case STORE_ADD_TABLE:
        code = code != SQLITE_OK ? code : sqlite3_bind_int64(statement, 2, write->at_s);
        return code != SQLITE_OK ? code : bind_text(statement, 3, write->name);
    case STORE_ADD_ENTRY:
        code = code != SQLITE_OK ? code : sqlite3_bind_int64(statement, 2, write->seq);
        code = code != SQLITE_OK ? code : sqlite3_bind_int64(statement, 3, write->at_s);
        code = code != SQLITE_OK ? code : sqlite3_bind_int(statement, 4, write->who);
        code = code != SQLITE_OK ? code : bind_text(statement, 5, write->request);
        return code != SQLITE_OK ? code : bind_text(statement, 6, write->line);
    case STORE_SET_LIVE:
        return code != SQLITE_OK ? code : bind_text(statement, 2, write->line);
    case STORE_DELETE_TABLE:
        return code;
    }
    return code;
}

static int do_write(struct sqlite_store *store, const struct store_write *write)
{
    static const enum statement statement_of[] = {
        [STORE_ADD_TABLE] = STATEMENT_ADD_TABLE,
        [STORE_ADD_ENTRY] = STATEMENT_ADD_ENTRY,
        [STORE_SET_LIVE] = STATEMENT_SET_LIVE,
        [STORE_DELETE_TABLE] = STATEMENT_DELETE_TABLE,
    };
    enum statement which = statement_of[write->kind];
    int code = bind_write(store->statements[which], write);
    return code != SQLITE_OK ? code : sqlite_run(store, which);
}

static enum store_result sqlite_commit(struct store *base, const struct store_write *writes,
                                       size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    int code = sqlite_run(store, STATEMENT_BEGIN);
    for (size_t i = 0; code == SQLITE_OK && i < count; ++i)
        code = do_write(store, &writes[i]);
    if (code == SQLITE_OK)
        code = sqlite_run(store, STATEMENT_COMMIT);
    if (code == SQLITE_OK)
        return STORE_DONE;
    enum store_result result = result_of(store, code);
    sqlite_complain(store, problem);
    sqlite_roll_back(store);
    return result;
}

static bool sqlite_secret(struct store *base, uint8_t out[STORE_SECRET_SIZE],
                          char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    memcpy(out, ((struct sqlite_store *)base)->secret, STORE_SECRET_SIZE);
    return true;
}

const struct store_kind store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_store_open,
    .close = sqlite_store_close,
    .commit = sqlite_commit,
    .load = sqlite_store_load,
    .read_log = sqlite_store_read_log,
    .secret = sqlite_secret,
    .backup = sqlite_store_backup,
};
