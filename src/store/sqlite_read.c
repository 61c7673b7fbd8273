/* sqlite_read.c - reading an SQLite store back. SQLite keeps no checksums of its pages, so
 * the file's structure is checked before all of it is read, and every row for its types, its
 * ranges and its checksum: damage is told of, table by table, and not handed on. */
#include <string.h>

#include "store/checksum.h"
#include "store/sqlite_store.h"

/* A reading of everything: tables and entries side by side, in the order of the file. */
struct loading {
    struct sqlite_store *store;
    const struct store_reader *reader;
    char *problem;
    sqlite3_stmt *entry; /* the next entry, if there is one */
    bool has_entry;
    bool has_last;
    sqlite3_int64 last_table, last_seq; /* of the entry before */
};

static bool has_types(sqlite3_stmt *row, const char *types)
{
    for (int i = 0; types[i] != '\0'; ++i)
        if (sqlite3_column_type(row, i) != (types[i] == 'i' ? SQLITE_INTEGER : SQLITE_TEXT))
            return false;
    return true;
}

static struct text column_text(sqlite3_stmt *row, int at)
{
    const char *text = (const char *)sqlite3_column_text(row, at);
    struct text out = {text == NULL ? "" : text, (size_t)sqlite3_column_bytes(row, at)};
    return out;
}

static bool is_stopped(const struct sqlite_store *store, uint64_t table,
                       char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": the reader stopped at table %llu", store->path,
                         (unsigned long long)table);
}

/* What SQLite cannot read, or would go on writing into at the wrong place. */
static bool is_broken(const struct sqlite_store *store, const char *what,
                      char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem,
                         "%.100s: the file is damaged, put a backup in its place "
                         "(docs/deploy.md): %s",
                         store->path, what);
}

static bool tell_damage(struct loading *loading, uint64_t table, struct text name,
                        const char *why)
{
    const struct store_reader *reader = loading->reader;
    /* without memory a text cannot be had, and nothing is wrong with it */
    if (sqlite3_errcode(loading->store->db) == SQLITE_NOMEM)
        return sqlite_complain(loading->store, loading->problem);
    if (reader->damaged == NULL)
        return store_problem(loading->problem, SHOWN_PATH ": table %llu is damaged: %s",
                             loading->store->path, (unsigned long long)table, why);
    return reader->damaged(reader->context, table, name, why) ||
           is_stopped(loading->store, table, loading->problem);
}

/* ---- Entries ---- */

/* NULL, or why the row is none. */
static const char *take_entry(sqlite3_stmt *row, struct store_write *out)
{
    sqlite3_int64 seq = sqlite3_column_int64(row, 1);
    sqlite3_int64 who = sqlite3_column_int64(row, 3);
    if (!has_types(row, "iiiitti") || seq < 0 || seq > UINT32_MAX || who < 0 ||
        who > UINT8_MAX)
        return "an entry has values that were never written";
    *out = (struct store_write){
        .kind = STORE_ADD_ENTRY,
        .table = (uint64_t)sqlite3_column_int64(row, 0),
        .seq = (uint32_t)seq,
        .at_s = sqlite3_column_int64(row, 2),
        .who = (uint8_t)who,
        .request = column_text(row, 4),
        .line = column_text(row, 5),
    };
    return checksum_of(out) == sqlite3_column_int64(row, 6) ? NULL
                                                            : "an entry's checksum is wrong";
}

/* Moves on; false if the file cannot be relied on. */
static bool next_entry(struct loading *loading)
{
    int code = loading->reader->entry == NULL ? SQLITE_DONE : sqlite3_step(loading->entry);
    loading->has_entry = code == SQLITE_ROW;
    if (code == SQLITE_DONE)
        return true;
    if (code != SQLITE_ROW)
        return sqlite_complain(loading->store, loading->problem);
    sqlite3_int64 table = sqlite3_column_int64(loading->entry, 0);
    sqlite3_int64 seq = sqlite3_column_int64(loading->entry, 1);
    /* where order is lost SQLite would put further entries anywhere */
    bool is_in_order = has_types(loading->entry, "ii") &&
                       (!loading->has_last || table > loading->last_table ||
                        (table == loading->last_table && seq > loading->last_seq));
    return is_in_order || is_broken(loading->store, "entries are out of order",
                                    loading->problem);
}

/* The entry that is next, handed on if it is sound and wanted. A row that is not may have
 * been one of the table before, whose last entry it then was. */
static bool read_entry(struct loading *loading, bool is_wanted)
{
    const struct store_reader *reader = loading->reader;
    struct store_write entry = {.table = 0};
    sqlite3_int64 table = sqlite3_column_int64(loading->entry, 0);
    const char *why = take_entry(loading->entry, &entry);
    bool is_well = true;
    if (why != NULL && loading->has_last && loading->last_table != table)
        is_well = tell_damage(loading, (uint64_t)loading->last_table, text_none(), why);
    if (why != NULL)
        is_well = is_well && tell_damage(loading, (uint64_t)table, text_none(), why);
    else if (is_wanted)
        is_well = reader->entry(reader->context, &entry) ||
                  is_stopped(loading->store, entry.table, loading->problem);
    loading->has_last = true;
    loading->last_table = table;
    loading->last_seq = sqlite3_column_int64(loading->entry, 1);
    return is_well && next_entry(loading);
}

static bool read_entries_of(struct loading *loading, sqlite3_int64 table, bool is_wanted)
{
    while (loading->has_entry && sqlite3_column_int64(loading->entry, 0) == table)
        if (!read_entry(loading, is_wanted))
            return false;
    return true;
}

/* Entries before those of a table, or behind all, are of tables that are not there. */
static bool read_lost_entries(struct loading *loading, bool has_table, sqlite3_int64 before)
{
    while (loading->has_entry) {
        sqlite3_int64 table = sqlite3_column_int64(loading->entry, 0);
        if (has_table && table >= before)
            break;
        if (!tell_damage(loading, (uint64_t)table, text_none(), "its row is missing") ||
            !read_entries_of(loading, table, false))
            return false;
    }
    return true;
}

/* ---- Tables ---- */

static bool read_move(struct loading *loading, uint64_t table)
{
    const struct store_reader *reader = loading->reader;
    sqlite3_stmt *row = loading->store->statements[STATEMENT_READ_MOVE];
    bool is_well = true;
    if (reader->moved == NULL)
        return true;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(loading->store, loading->problem);
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        struct store_write move = {
            .kind = sqlite3_column_int64(row, 1) != 0 ? STORE_PUT_AWAY : STORE_BRING_BACK,
            .table = table,
            .at_s = sqlite3_column_int64(row, 0),
            .line = column_text(row, 2)};
        if (!has_types(row, "iiti") || checksum_of(&move) != sqlite3_column_int64(row, 3))
            is_well = tell_damage(loading, table, text_none(),
                                  "whether it was put away cannot be read");
        else
            is_well = reader->moved(reader->context, &move) ||
                      is_stopped(loading->store, table, loading->problem);
    } else if (code != SQLITE_DONE) {
        is_well = sqlite_complain(loading->store, loading->problem);
    }
    sqlite3_reset(row);
    return is_well;
}

/* What is unfinished may be lost: a line that was damaged is left out. */
static bool read_live(struct loading *loading, uint64_t table)
{
    const struct store_reader *reader = loading->reader;
    sqlite3_stmt *row = loading->store->statements[STATEMENT_READ_LIVE];
    bool is_well = true;
    if (reader->live == NULL)
        return true;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(loading->store, loading->problem);
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        struct store_write live = {
            .kind = STORE_SET_LIVE, .table = table, .line = column_text(row, 0)};
        if (has_types(row, "ti") && checksum_of(&live) == sqlite3_column_int64(row, 1))
            is_well = reader->live(reader->context, table, live.line) ||
                      is_stopped(loading->store, table, loading->problem);
    } else if (code != SQLITE_DONE) {
        is_well = sqlite_complain(loading->store, loading->problem);
    }
    sqlite3_reset(row);
    return is_well;
}

/* One that was damaged is as good as none. */
static bool read_note(struct loading *loading)
{
    const struct store_reader *reader = loading->reader;
    sqlite3_stmt *row = loading->store->statements[STATEMENT_READ_NOTE];
    bool is_well = true;
    if (reader->note == NULL)
        return true;
    if (sqlite3_step(row) == SQLITE_ROW) {
        struct store_write note = {.kind = STORE_SET_NOTE, .line = column_text(row, 0)};
        if (has_types(row, "ti") && checksum_of(&note) == sqlite3_column_int64(row, 1))
            is_well = reader->note(reader->context, note.line) ||
                      is_stopped(loading->store, 0, loading->problem);
    }
    sqlite3_reset(row);
    return is_well;
}

static bool read_table(struct loading *loading, sqlite3_stmt *row)
{
    const struct store_reader *reader = loading->reader;
    sqlite3_int64 number = sqlite3_column_int64(row, 0);
    struct store_write table = {.kind = STORE_ADD_TABLE, .table = (uint64_t)number,
                                .at_s = sqlite3_column_int64(row, 1),
                                .name = column_text(row, 2)};
    if (!read_lost_entries(loading, true, number))
        return false;
    bool is_sound = has_types(row, "iiti") && table.name.size <= STORE_NAME_MAX &&
                    checksum_of(&table) == sqlite3_column_int64(row, 3);
    if (!is_sound)
        return tell_damage(loading, table.table, table.name, "its own row is damaged") &&
               read_entries_of(loading, number, false);
    if (reader->table != NULL &&
        !reader->table(reader->context, table.table, table.at_s, table.name))
        return is_stopped(loading->store, table.table, loading->problem);
    return read_move(loading, table.table) && read_entries_of(loading, number, true) &&
           read_live(loading, table.table);
}

/* ---- The whole file ---- */

/* A lost page can look like a table that has no entries; this is what tells them apart. What
 * it says of rows, and not of the structure, is found again when they are read. */
static bool check_structure(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    static const char structure[] = "*** in database";
    sqlite3_stmt *row = NULL;
    bool is_well = sqlite3_prepare_v2(store->db, "PRAGMA quick_check(1)", -1, &row, NULL) ==
                       SQLITE_OK &&
                   sqlite3_step(row) == SQLITE_ROW;
    const char *answer = is_well ? (const char *)sqlite3_column_text(row, 0) : NULL;
    if (!is_well)
        is_broken(store, sqlite3_errmsg(store->db), problem);
    else if (answer == NULL || strncmp(answer, structure, sizeof structure - 1) == 0)
        is_well = is_broken(store, answer == NULL ? "no answer" : answer, problem);
    sqlite3_finalize(row);
    return is_well;
}

bool sqlite_store_load(struct store *base, const struct store_reader *reader,
                       char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    sqlite3_stmt *row = store->statements[STATEMENT_READ_TABLES];
    struct loading loading = {.store = store, .reader = reader, .problem = problem,
                              .entry = store->statements[STATEMENT_READ_ALL_ENTRIES]};
    int code = SQLITE_ROW;
    if (row == NULL)
        return store_problem(problem, SHOWN_PATH ": the file is of an older version, which a "
                             "server brings up to date when it starts", store->path);
    /* One transaction, so that all tables are seen as of one moment. */
    if (sqlite_run(store, STATEMENT_BEGIN_READING) != SQLITE_OK)
        return sqlite_complain(store, problem);
    bool is_well = check_structure(store, problem) && read_note(&loading) &&
                   next_entry(&loading);
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW)
        is_well = read_table(&loading, row);
    if (is_well && code != SQLITE_DONE)
        is_well = sqlite_complain(store, problem);
    is_well = is_well && read_lost_entries(&loading, false, 0);
    sqlite3_reset(row);
    sqlite3_reset(loading.entry);
    sqlite_roll_back(store);
    return is_well;
}

bool sqlite_store_read_log(struct store *base, uint64_t table,
                           const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    if (!sqlite_open_logs(store, problem))
        return false;
    sqlite3_stmt *row = store->logs->statements[STATEMENT_READ_ENTRIES];
    bool is_well = true;
    int code = SQLITE_ROW;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(store->logs, problem);
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW) {
        struct store_write entry;
        const char *why = take_entry(row, &entry);
        if (why != NULL)
            is_well = store_problem(problem, SHOWN_PATH ": table %llu is damaged: %s",
                                    store->path, (unsigned long long)table, why);
        else
            is_well = reader->entry(reader->context, &entry) ||
                      is_stopped(store, table, problem);
    }
    if (is_well && code != SQLITE_DONE)
        is_well = sqlite_complain(store->logs, problem);
    sqlite3_reset(row);
    return is_well;
}
