/* sqlite_open.c - opening an SQLite store: making the file, refusing one that is not ours,
 * and bringing an older one up to date. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/checksum.h"
#include "store/sqlite_store.h"

enum {
    APPLICATION_ID = 0x52756d6d, /* "Rumm", what file(1) and we know the file by */
    HEADER_SIZE = 100,
    VERSION_WITHOUT_CARDS = 3, /* of the file */
    APPLICATION_ID_AT = 68,
    FOLDER_MODE = 0700,
    FILE_MODE = 0600
};

/* The log keeps 250 pages (1 MB) before they move to the file, and is cut back to that, so
 * that it never fills a small disk by itself. The cache of 32 MB holds the last page of some
 * 8000 tables, where their next entries go. */
static const char *const settings =
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA cache_size = -32768;"
    "PRAGMA wal_autocheckpoint = 250;"
    "PRAGMA journal_size_limit = 1048576;";

int sqlite_make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (file < 0)
        return errno;
    close(file);
    return 0;
}

/* The folder of a path as a text of its own; NULL if there is no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

void sqlite_sync_folder_of(const char *path)
{
    char *folder = folder_of(path);
    int file = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

/* Makes the folder of a path and those above it, as far as they are missing. */
static bool make_folder_of(const char *path, char problem[STORE_PROBLEM_MAX])
{
    char folder[SQLITE_PATH_MAX];
    memcpy(folder, path, strlen(path) + 1);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int error = mkdir(folder, FOLDER_MODE) == 0 ? 0 : errno;
        if (error == 0)
            sqlite_sync_folder_of(folder);
        else if (access(folder, F_OK) != 0)
            return store_problem(problem, SHOWN_PATH ": cannot make the folder: %s", folder,
                                 strerror(error));
        *slash = '/';
    }
    return true;
}

bool sqlite_plain_path(const char *path, size_t size, char out[SQLITE_PATH_MAX])
{
    size_t prefix_size = path[0] == '/' || path[0] == '.' ? 0 : 2;
    if (prefix_size + size >= SQLITE_PATH_MAX)
        return false;
    memcpy(out, "./", prefix_size);
    memcpy(out + prefix_size, path, size);
    out[prefix_size + size] = '\0';
    return true;
}

static bool read_where(struct sqlite_store *store, const char *where,
                       char problem[STORE_PROBLEM_MAX])
{
    static const char query[] = "?vfs=";
    const char *vfs = strstr(where, query);
    size_t size = vfs == NULL ? strlen(where) : (size_t)(vfs - where);
    if (size == 0)
        return store_problem(problem, "`sqlite:` needs the name of a file");
    if (!sqlite_plain_path(where, size, store->path))
        return store_problem(problem, "the name of the file is too long");
    if (vfs == NULL)
        return true;
    vfs += sizeof query - 1;
    if (strlen(vfs) >= sizeof store->vfs || sqlite3_vfs_find(vfs) == NULL)
        return store_problem(problem, SHOWN_PATH ": there is no VFS `%s`", store->path, vfs);
    memcpy(store->vfs, vfs, strlen(vfs) + 1);
    return true;
}

static bool make_place(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    if (store->vfs[0] != '\0' || store->is_to_read)
        return true;
    if (!make_folder_of(store->path, problem))
        return false;
    int error = sqlite_make_file(store->path);
    if (error != 0 && error != EEXIST)
        return store_problem(problem, SHOWN_PATH ": cannot make the file: %s", store->path,
                             strerror(error));
    return true;
}

static bool is_header_foreign(const unsigned char *header, sqlite3_int64 size)
{
    static const unsigned char magic[16] = "SQLite format 3";
    const unsigned char *id = header + APPLICATION_ID_AT;
    if (size == 0)
        return false;
    return memcmp(header, magic, sizeof magic) != 0 ||
           ((uint32_t)id[0] << 24 | (uint32_t)id[1] << 16 | (uint32_t)id[2] << 8 | id[3]) !=
               APPLICATION_ID;
}

/* Opening a database already writes files beside it, so one that is not ours is refused by a
 * look at its header. The look goes through the VFS: closing a file of our own would drop the
 * locks that this process may hold on it. */
static bool has_foreign_header(const struct sqlite_store *store)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(store->vfs[0] == '\0' ? NULL : store->vfs);
    sqlite3_filename name = sqlite3_create_filename(store->path, "", "", 0, NULL);
    sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);
    unsigned char header[HEADER_SIZE] = {0};
    bool is_foreign = false;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    if (name != NULL && file != NULL &&
        vfs->xOpen(vfs, name, file, flags, &flags) == SQLITE_OK) {
        sqlite3_int64 size = 0;
        int code = file->pMethods->xFileSize(file, &size);
        if (code == SQLITE_OK && size > 0)
            code = file->pMethods->xRead(file, header, HEADER_SIZE, 0);
        is_foreign = (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) &&
                     is_header_foreign(header, size);
    }
    if (file != NULL && file->pMethods != NULL)
        file->pMethods->xClose(file);
    free(file);
    sqlite3_free_filename(name);
    return is_foreign;
}

/* A cut while the file was being made leaves any header, and the journal that mends it. */
static bool has_journal(const struct sqlite_store *store)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(store->vfs[0] == '\0' ? NULL : store->vfs);
    char journal[SQLITE_PATH_MAX + 16];
    int is_there = 0;
    sqlite3_snprintf(sizeof journal, journal, "%s-journal", store->path);
    return vfs->xAccess(vfs, journal, SQLITE_ACCESS_EXISTS, &is_there) != SQLITE_OK ||
           is_there != 0;
}

static bool execute(struct sqlite_store *store, const char *sql,
                    char problem[STORE_PROBLEM_MAX])
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           sqlite_complain(store, problem);
}

static bool ask_number(struct sqlite_store *store, const char *sql, int64_t *out,
                       char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = NULL;
    bool is_found = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL) == SQLITE_OK &&
                    sqlite3_step(row) == SQLITE_ROW;
    if (is_found)
        *out = sqlite3_column_int64(row, 0);
    else
        sqlite_complain(store, problem);
    sqlite3_finalize(row);
    return is_found;
}

static bool set_number(struct sqlite_store *store, const char *name, int number,
                       char problem[STORE_PROBLEM_MAX])
{
    char sql[64];
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA %s = %d", name, number);
    return execute(store, sql, problem);
}

static bool refuse_foreign(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": the file is not a store of Rummery",
                         store->path);
}

static bool refuse_newer(const struct sqlite_store *store, int64_t version,
                         char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem,
                         SHOWN_PATH ": the file has version %lld, made by a newer Rummery; "
                         "this one knows up to %d",
                         store->path, (long long)version, (int)SQLITE_SCHEMA_VERSION);
}

/* The id is written before the log mode is set, so that it is always in the file itself. */
static bool claim(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    int64_t id = 0;
    int64_t version = 0;
    int64_t count = 0;
    if (!ask_number(store, "PRAGMA application_id", &id, problem) ||
        !ask_number(store, "PRAGMA user_version", &version, problem) ||
        !ask_number(store, "SELECT count(*) FROM sqlite_schema", &count, problem))
        return false;
    bool is_fresh = id == 0 && version == 0 && count == 0;
    if (id != APPLICATION_ID && (!is_fresh || store->is_to_read))
        return refuse_foreign(store, problem);
    if (version > SQLITE_SCHEMA_VERSION)
        return refuse_newer(store, version, problem);
    return !is_fresh || set_number(store, "application_id", APPLICATION_ID, problem);
}

static bool use_log_mode(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = NULL;
    static const char sql[] = "PRAGMA journal_mode = WAL";
    bool is_answered = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL) == SQLITE_OK &&
                       sqlite3_step(row) == SQLITE_ROW;
    const char *mode = is_answered ? (const char *)sqlite3_column_text(row, 0) : NULL;
    bool is_wal = mode != NULL && strcmp(mode, "wal") == 0;
    if (!is_answered)
        sqlite_complain(store, problem);
    else if (!is_wal)
        store_problem(problem, SHOWN_PATH ": the folder does not allow a write-ahead log",
                      store->path);
    sqlite3_finalize(row);
    return is_wal;
}

static struct text value_text(sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return (struct text){text == NULL ? "" : text, (size_t)sqlite3_value_bytes(value)};
}

/* sum_of_table(id, at_s, name), sum_of_live(id, line), sum_of_card(id, due_s, ...) and
 * sum_of_entry(id, at_s, seq, who, request, line) for migrations. */
static void sum_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    const enum store_write_kind *kind = sqlite3_user_data(context);
    struct store_write write = {.kind = *kind, .table = (uint64_t)sqlite3_value_int64(values[0])};
    if (*kind == STORE_SET_CARD)
        write.card = (struct store_card){.due_s = sqlite3_value_int64(values[1]),
                                         .slept_s = sqlite3_value_int64(values[2]),
                                         .touched_s = sqlite3_value_int64(values[3]),
                                         .turn = (uint8_t)sqlite3_value_int64(values[4])};
    else if (*kind != STORE_SET_LIVE)
        write.at_s = sqlite3_value_int64(values[1]);
    if (*kind == STORE_ADD_TABLE)
        write.name = value_text(values[count - 1]);
    else
        write.line = value_text(values[count - 1]);
    if (*kind == STORE_ADD_ENTRY) {
        write.seq = (uint32_t)sqlite3_value_int64(values[2]);
        write.who = (uint8_t)sqlite3_value_int64(values[3]);
        write.request = value_text(values[4]);
    }
    sqlite3_result_int64(context, checksum_of(&write));
}

static bool add_sums(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    static const struct {
        const char *name;
        int count;
        enum store_write_kind kind;
    } sums[] = {{"sum_of_table", 3, STORE_ADD_TABLE},
                {"sum_of_entry", 6, STORE_ADD_ENTRY},
                {"sum_of_live", 2, STORE_SET_LIVE},
                {"sum_of_card", 5, STORE_SET_CARD}};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (sqlite3_create_function(store->db, sums[i].name, sums[i].count,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                                    (void *)(uintptr_t)&sums[i].kind, sum_in_sql, NULL,
                                    NULL) != SQLITE_OK)
            return sqlite_complain(store, problem);
    return true;
}

/* One step in a transaction of its own; *version is what the file has then. */
static bool migrate_once(struct sqlite_store *store, int64_t *version,
                         char problem[STORE_PROBLEM_MAX])
{
    if (!execute(store, "BEGIN IMMEDIATE", problem) ||
        !ask_number(store, "PRAGMA user_version", version, problem))
        return false;
    if (*version > SQLITE_SCHEMA_VERSION)
        return refuse_newer(store, *version, problem);
    if (*version < 0)
        return refuse_foreign(store, problem);
    if (*version == SQLITE_SCHEMA_VERSION)
        return execute(store, "ROLLBACK", problem);
    return execute(store, sqlite_migrations[*version], problem) &&
           set_number(store, "user_version", (int)++*version, problem) &&
           execute(store, "COMMIT", problem);
}

static bool prepare(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    for (int i = 0; i < STATEMENT_COUNT; ++i)
        if (sqlite3_prepare_v3(store->db, sqlite_statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return sqlite_complain(store, problem);
    return true;
}

/* A file that is only read stays as it is; of an older version nothing is prepared. */
static bool migrate(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    int64_t version = 0;
    /* A file that is up to date is opened without waiting for whoever writes. */
    if (!ask_number(store, "PRAGMA user_version", &version, problem))
        return false;
    if (version != SQLITE_SCHEMA_VERSION && store->is_to_read)
        return true;
    if (version != SQLITE_SCHEMA_VERSION && !add_sums(store, problem))
        return false;
    while (version != SQLITE_SCHEMA_VERSION)
        if (!migrate_once(store, &version, problem))
            return false;
    return prepare(store, problem);
}

/* True if there is one of the right size. */
static bool read_secret(struct sqlite_store *store)
{
    sqlite3_stmt *row = NULL;
    bool is_found = sqlite3_prepare_v2(store->db, "SELECT bytes FROM secret", -1, &row,
                                       NULL) == SQLITE_OK &&
                    sqlite3_step(row) == SQLITE_ROW &&
                    sqlite3_column_bytes(row, 0) == STORE_SECRET_SIZE;
    if (is_found)
        memcpy(store->secret, sqlite3_column_blob(row, 0), STORE_SECRET_SIZE);
    sqlite3_finalize(row);
    return is_found;
}

static bool write_secret(struct sqlite_store *store, const char *sql,
                         const uint8_t secret[STORE_SECRET_SIZE],
                         char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = NULL;
    bool is_made = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL) == SQLITE_OK &&
                   sqlite3_bind_blob(row, 1, secret, STORE_SECRET_SIZE, SQLITE_STATIC) ==
                       SQLITE_OK &&
                   sqlite3_step(row) == SQLITE_DONE;
    if (!is_made)
        sqlite_complain(store, problem);
    sqlite3_finalize(row);
    if (is_made && !read_secret(store))
        return store_problem(problem, SHOWN_PATH ": the secret is damaged", store->path);
    return is_made;
}

/* Whoever comes second keeps the secret of the first. */
static bool make_secret(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    uint8_t bytes[STORE_SECRET_SIZE];
    if (read_secret(store) || store->is_to_read)
        return true;
    if (!store_random(bytes, sizeof bytes))
        return store_problem(problem, "the system has no random bytes");
    return write_secret(store, "INSERT OR IGNORE INTO secret(id, bytes) VALUES (1, ?)", bytes,
                        problem);
}

bool sqlite_store_set_secret(struct store *base, const uint8_t secret[STORE_SECRET_SIZE],
                             char problem[STORE_PROBLEM_MAX])
{
    return write_secret((struct sqlite_store *)base, "UPDATE secret SET bytes = ?", secret,
                        problem);
}

static bool open_file(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    bool is_named = store->vfs[0] != '\0';
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                (is_named ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_initialize() != SQLITE_OK)
        return store_problem(problem, SHOWN_PATH ": SQLite does not start: no memory is left",
                             store->path);
    if (has_foreign_header(store) && !has_journal(store))
        return refuse_foreign(store, problem);
    if (sqlite3_open_v2(store->path, &store->db, flags, is_named ? store->vfs : NULL) !=
        SQLITE_OK)
        return sqlite_complain(store, problem);
    if (sqlite3_db_readonly(store->db, "main") != 0)
        return store_problem(problem, SHOWN_PATH ": the file may not be written", store->path);
    sqlite3_busy_timeout(store->db, SQLITE_BUSY_TIMEOUT_MS);
    return true;
}

/* Where the log's index could not be opened for writing, SQLite goes on reading and refuses
 * every write to come. Whoever writes at this moment shows that it can be done. */
static bool may_write(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    if (store->is_to_read)
        return true;
    sqlite3_busy_timeout(store->db, 0);
    int code = sqlite_run(store, STATEMENT_BEGIN);
    bool is_well = code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY ||
                   sqlite_complain(store, problem);
    sqlite_roll_back(store);
    sqlite3_busy_timeout(store->db, SQLITE_BUSY_TIMEOUT_MS);
    return is_well;
}

bool sqlite_is_older(const struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": the file is of an older version, which a "
                         "server brings up to date when it starts", store->path);
}

/* A file that only lacks cards can be looked at before a server has brought it up to date. */
static bool prepare_reading(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    int64_t version = 0;
    bool is_prepared = ask_number(store, "PRAGMA user_version", &version, problem);
    if (is_prepared && version < VERSION_WITHOUT_CARDS)
        return sqlite_is_older(store, problem);
    for (int i = 0; is_prepared && i < STATEMENT_COUNT; ++i) {
        bool is_of_cards = i == STATEMENT_SURVEY || i == STATEMENT_READ_CARD ||
                           (i >= STATEMENT_LOOK && i <= STATEMENT_LOOK_LAST);
        bool is_wanted = i == STATEMENT_BEGIN_READING || i == STATEMENT_ROLLBACK ||
                         i >= STATEMENT_SURVEY;
        if (is_wanted && !(is_of_cards && version < SQLITE_SCHEMA_VERSION))
            is_prepared = sqlite3_prepare_v3(store->db, sqlite_statement_texts[i], -1,
                                             SQLITE_PREPARE_PERSISTENT, &store->statements[i],
                                             NULL) == SQLITE_OK;
    }
    return is_prepared;
}

struct sqlite_store *sqlite_open_beside(struct sqlite_store *store, enum beside which,
                                        char problem[STORE_PROBLEM_MAX])
{
    if (store->beside[which] != NULL)
        return store->beside[which];
    struct sqlite_store *door = calloc(1, sizeof *door);
    if (door == NULL) {
        store_problem(problem, "no memory is left");
        return NULL;
    }
    memcpy(door->path, store->path, sizeof door->path);
    if (sqlite3_open_v2(store->path, &door->db,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        store->vfs[0] == '\0' ? NULL : store->vfs) == SQLITE_OK &&
        sqlite3_busy_timeout(door->db, SQLITE_BUSY_TIMEOUT_MS) == SQLITE_OK &&
        prepare_reading(door, problem)) {
        store->beside[which] = door;
        return door;
    }
    if (problem[0] == '\0')
        sqlite_complain(door, problem);
    sqlite_store_close(&door->store);
    return NULL;
}

struct store *sqlite_store_open(const char *where, const struct store_opening *how,
                                char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        store_problem(problem, "no memory is left");
        return NULL;
    }
    store->store.kind = &store_sqlite;
    store->is_to_read = how->is_to_read;
    if (read_where(store, where, problem) && make_place(store, problem) &&
        open_file(store, problem) && claim(store, problem) && execute(store, settings, problem) &&
        use_log_mode(store, problem) && migrate(store, problem) && may_write(store, problem) &&
        make_secret(store, problem) && sqlite_watch_files(store, problem))
        return &store->store;
    sqlite_store_close(&store->store);
    return NULL;
}

void sqlite_store_close(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    for (int i = 0; i < BESIDE_COUNT; ++i)
        if (store->beside[i] != NULL)
            sqlite_store_close(&store->beside[i]->store);
    for (int i = 0; i < STATEMENT_COUNT; ++i)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->db);
    free(store);
}
