/* sqlite.c - commits to an SQLite file: one transaction for all writes, by statements that
 * are prepared once. In WAL mode with synchronous=FULL a COMMIT that returns is on disk. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "store/checksum.h"
#include "store/sqlite_store.h"

bool sqlite_complain(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    int code = sqlite3_errcode(store->db) & 0xff;
    return store_problem(problem, SHOWN_PATH ": %s%s", store->path, sqlite3_errmsg(store->db),
                         code == SQLITE_CORRUPT || code == SQLITE_NOTADB
                             ? "; put a backup in its place (docs/deploy.md)"
                             : "");
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

/* The values of a statement one after the other, until one cannot be bound: what is not bound
 * would be written as NULL, or as it was last time. */
struct binding {
    sqlite3_stmt *statement;
    int at;
    int code;
};

static void bind_number(struct binding *to, sqlite3_int64 number)
{
    if (to->code == SQLITE_OK)
        to->code = sqlite3_bind_int64(to->statement, ++to->at, number);
}

/* SQLite takes a NULL pointer for NULL, which an empty text is not. */
static void bind_text(struct binding *to, struct text text)
{
    if (to->code == SQLITE_OK)
        to->code = sqlite3_bind_text64(to->statement, ++to->at, text.size == 0 ? "" : text.at,
                                       text.size, SQLITE_STATIC, SQLITE_UTF8);
}

int sqlite_bind_write(sqlite3_stmt *statement, const struct store_write *write)
{
    struct binding to = {statement, 0, SQLITE_OK};
    if (write->kind != STORE_SET_NOTE)
        bind_number(&to, (sqlite3_int64)write->table);
    switch (write->kind) {
    case STORE_ADD_TABLE:
        bind_number(&to, write->at_s);
        bind_text(&to, write->name);
        break;
    case STORE_ADD_ENTRY:
        bind_number(&to, write->seq);
        bind_number(&to, write->at_s);
        bind_number(&to, write->who);
        bind_text(&to, write->request);
        bind_text(&to, write->line);
        break;
    case STORE_PUT_AWAY:
    case STORE_BRING_BACK:
        bind_number(&to, write->at_s);
        bind_number(&to, write->kind == STORE_PUT_AWAY);
        bind_text(&to, write->line);
        break;
    case STORE_SET_LIVE:
    case STORE_SET_NOTE:
        bind_text(&to, write->line);
        break;
    case STORE_SET_CARD:
        bind_number(&to, write->card.due_s);
        bind_number(&to, write->card.slept_s);
        bind_number(&to, write->card.touched_s);
        bind_number(&to, write->card.turn);
        break;
    case STORE_DELETE_TABLE:
    case STORE_HOLD:
    case STORE_RELEASE:
        return to.code;
    }
    bind_number(&to, checksum_of(write));
    return to.code;
}

static int run_write(struct sqlite_store *store, const struct store_write *write)
{
    static const enum statement statement_of[] = {
        [STORE_ADD_TABLE] = STATEMENT_ADD_TABLE,
        [STORE_ADD_ENTRY] = STATEMENT_ADD_ENTRY,
        [STORE_SET_LIVE] = STATEMENT_SET_LIVE,
        [STORE_DELETE_TABLE] = STATEMENT_DELETE_TABLE,
        [STORE_PUT_AWAY] = STATEMENT_MOVE_TABLE,
        [STORE_BRING_BACK] = STATEMENT_MOVE_TABLE,
        [STORE_SET_NOTE] = STATEMENT_SET_NOTE,
        [STORE_SET_CARD] = STATEMENT_SET_CARD,
    };
    assert(write->kind <= STORE_SET_CARD); /* nobody shares a file */
    enum statement which = statement_of[write->kind];
    int code = sqlite_bind_write(store->statements[which], write);
    return code != SQLITE_OK ? code : sqlite_run(store, which);
}

/* The log's pages move to the file, where most of them have a place already, and the log
 * gives its room back. Whoever reads just now is not waited for: there will be another try. */
static void make_room(struct sqlite_store *store)
{
    sqlite3_busy_timeout(store->db, 0);
    sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(store->db, SQLITE_BUSY_TIMEOUT_MS);
}

static enum store_result sqlite_commit(struct store *base, const struct store_write *writes,
                                       size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    assert(!store->is_to_read);
    int code = sqlite_run(store, STATEMENT_BEGIN);
    for (size_t i = 0; code == SQLITE_OK && i < count; ++i)
        code = run_write(store, &writes[i]);
    if (code == SQLITE_OK)
        code = sqlite_run(store, STATEMENT_COMMIT);
    if (code == SQLITE_OK)
        return STORE_DONE;
    enum store_result result = result_of(store, code);
    sqlite_complain(store, problem);
    sqlite_roll_back(store);
    if (result == STORE_FULL)
        make_room(store);
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
    .holds = sqlite_store_holds,
    .is_there = sqlite_store_is_there,
    .load = sqlite_store_load,
    .read_log = sqlite_store_read_log,
    .survey = sqlite_store_survey,
    .fetch = sqlite_store_fetch,
    .next = sqlite_store_next,
    .look = sqlite_store_look,
    .secret = sqlite_secret,
    .set_secret = sqlite_store_set_secret,
    .backup = sqlite_store_backup,
};
