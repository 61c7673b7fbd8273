/* shim_sqlite.c - the calls that our code makes of SQLite, put in its place by the linker
 * (--wrap), so that those SQLite makes of itself are none. A call that fails is not made; what
 * SQLite says of it then is the name of the error, as it would be. */
#include <sqlite3.h>
#include <string.h>

#include "shim.h"

static const int step_errors[] = {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_BUSY, SQLITE_NOMEM,
                                  SQLITE_IOERR_FSYNC, SQLITE_IOERR_READ};
static const int open_errors[] = {SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_IOERR_READ,
                                  SQLITE_BUSY};
static const int memory_errors[] = {SQLITE_NOMEM};
static const int lock_errors[] = {SQLITE_BUSY}; /* the one that only the step tells */

static _Thread_local int last_error;

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The error of this call, or 0. */
static int error_of(const char *name, const int *errors, size_t count)
{
    unsigned turn;
    last_error = shim_fails(SHIM_SQLITE, name, &turn) ? errors[turn % count] : 0;
    return last_error;
}

#define WRAPPED(result, name, parameters)             \
    result __real_##name parameters;                  \
    result __wrap_##name parameters;                  \
    result __wrap_##name parameters

WRAPPED(const char *, sqlite3_errmsg, (sqlite3 * db))
{
    return last_error != 0 ? sqlite3_errstr(last_error) : __real_sqlite3_errmsg(db);
}

WRAPPED(int, sqlite3_open_v2, (const char *path, sqlite3 **out, int flags, const char *vfs))
{
    int error = error_of("sqlite3_open_v2", open_errors, COUNT(open_errors));
    if (error == 0)
        return __real_sqlite3_open_v2(path, out, flags, vfs);
    *out = NULL;
    return error;
}

WRAPPED(int, sqlite3_prepare_v2,
        (sqlite3 * db, const char *sql, int size, sqlite3_stmt **out, const char **tail))
{
    int error = error_of("sqlite3_prepare_v2", open_errors, COUNT(open_errors));
    if (error == 0)
        return __real_sqlite3_prepare_v2(db, sql, size, out, tail);
    *out = NULL;
    return error;
}

WRAPPED(int, sqlite3_prepare_v3,
        (sqlite3 * db, const char *sql, int size, unsigned flags, sqlite3_stmt **out,
         const char **tail))
{
    int error = error_of("sqlite3_prepare_v3", open_errors, COUNT(open_errors));
    if (error == 0)
        return __real_sqlite3_prepare_v3(db, sql, size, flags, out, tail);
    *out = NULL;
    return error;
}

WRAPPED(int, sqlite3_step, (sqlite3_stmt * statement))
{
    unsigned turn;
    int error = error_of("sqlite3_step", step_errors, COUNT(step_errors));
    if (error != 0)
        return error;
    const char *sql = sqlite3_sql(statement);
    int code = __real_sqlite3_step(statement);
    if (code == SQLITE_DONE && sql != NULL && strcmp(sql, "COMMIT") == 0 &&
        shim_fails(SHIM_LATE, "COMMIT", &turn))
        code = last_error = SQLITE_IOERR_FSYNC;
    return code;
}

WRAPPED(int, sqlite3_exec,
        (sqlite3 * db, const char *sql, int (*row)(void *, int, char **, char **),
         void *context, char **problem))
{
    int error = error_of("sqlite3_exec", step_errors, COUNT(step_errors));
    return error != 0 ? error : __real_sqlite3_exec(db, sql, row, context, problem);
}

WRAPPED(int, sqlite3_bind_int64, (sqlite3_stmt * statement, int at, sqlite3_int64 number))
{
    int error = error_of("sqlite3_bind_int64", memory_errors, COUNT(memory_errors));
    return error != 0 ? error : __real_sqlite3_bind_int64(statement, at, number);
}

WRAPPED(int, sqlite3_bind_int, (sqlite3_stmt * statement, int at, int number))
{
    int error = error_of("sqlite3_bind_int", memory_errors, COUNT(memory_errors));
    return error != 0 ? error : __real_sqlite3_bind_int(statement, at, number);
}

WRAPPED(int, sqlite3_bind_text64,
        (sqlite3_stmt * statement, int at, const char *text, sqlite3_uint64 size,
         void (*release)(void *), unsigned char encoding))
{
    int error = error_of("sqlite3_bind_text64", memory_errors, COUNT(memory_errors));
    return error != 0 ? error
                      : __real_sqlite3_bind_text64(statement, at, text, size, release, encoding);
}

WRAPPED(int, sqlite3_bind_blob,
        (sqlite3_stmt * statement, int at, const void *bytes, int size,
         void (*release)(void *)))
{
    int error = error_of("sqlite3_bind_blob", memory_errors, COUNT(memory_errors));
    return error != 0 ? error : __real_sqlite3_bind_blob(statement, at, bytes, size, release);
}

WRAPPED(sqlite3_backup *, sqlite3_backup_init,
        (sqlite3 * to, const char *to_name, sqlite3 *from, const char *from_name))
{
    int error = error_of("sqlite3_backup_init", memory_errors, COUNT(memory_errors));
    return error != 0 ? NULL : __real_sqlite3_backup_init(to, to_name, from, from_name);
}

WRAPPED(int, sqlite3_backup_step, (sqlite3_backup * backup, int pages))
{
    int error = error_of("sqlite3_backup_step", lock_errors, COUNT(lock_errors));
    return error != 0 ? error : __real_sqlite3_backup_step(backup, pages);
}

WRAPPED(int, sqlite3_backup_finish, (sqlite3_backup * backup))
{
    int error = error_of("sqlite3_backup_finish", step_errors, COUNT(step_errors));
    int code = __real_sqlite3_backup_finish(backup);
    return error != 0 ? error : code;
}
