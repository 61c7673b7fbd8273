/* sqlite_read.c - reading an SQLite store back. SQLite keeps no checksums of its pages, so
 * the file's structure is checked before all of it is read, and every column for its type
 * and range: damage is told of, not handed on. */
#include <string.h>

#include "store/sqlite_store.h"

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

static bool is_damaged(const struct sqlite_store *store, uint64_t table,
                       char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": table %llu is damaged", store->path,
                         (unsigned long long)table);
}

static bool is_stopped(const struct sqlite_store *store, uint64_t table,
                       char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, SHOWN_PATH ": the reader stopped at table %llu", store->path,
                         (unsigned long long)table);
}

static bool read_entry(const struct sqlite_store *store, sqlite3_stmt *row, uint64_t table,
                       const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    sqlite3_int64 seq = sqlite3_column_int64(row, 0);
    sqlite3_int64 who = sqlite3_column_int64(row, 2);
    if (!has_types(row, "iiitt") || seq < 0 || seq > UINT32_MAX || who < 0 || who > UINT8_MAX)
        return is_damaged(store, table, problem);
    struct store_write entry = {
        .kind = STORE_ADD_ENTRY,
        .table = table,
        .seq = (uint32_t)seq,
        .at_s = sqlite3_column_int64(row, 1),
        .who = (uint8_t)who,
        .request = column_text(row, 3),
        .line = column_text(row, 4),
    };
    return reader->entry(reader->context, &entry) || is_stopped(store, table, problem);
}

static bool read_entries(struct sqlite_store *store, uint64_t table,
                         const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = store->statements[STATEMENT_READ_ENTRIES];
    bool is_well = true;
    int code = SQLITE_ROW;
    if (reader->entry == NULL)
        return true;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(store, problem);
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW)
        is_well = read_entry(store, row, table, reader, problem);
    if (is_well && code != SQLITE_DONE)
        is_well = sqlite_complain(store, problem);
    sqlite3_reset(row);
    return is_well;
}

static bool read_live(struct sqlite_store *store, uint64_t table,
                      const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = store->statements[STATEMENT_READ_LIVE];
    bool is_well = true;
    if (reader->live == NULL)
        return true;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(store, problem);
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW && !has_types(row, "t"))
        is_well = is_damaged(store, table, problem);
    else if (code == SQLITE_ROW)
        is_well = reader->live(reader->context, table, column_text(row, 0)) ||
                  is_stopped(store, table, problem);
    else if (code != SQLITE_DONE)
        is_well = sqlite_complain(store, problem);
    sqlite3_reset(row);
    return is_well;
}

static bool read_table(struct sqlite_store *store, sqlite3_stmt *row,
                       const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    uint64_t table = (uint64_t)sqlite3_column_int64(row, 0);
    if (!has_types(row, "iit") || sqlite3_column_bytes(row, 2) > STORE_NAME_MAX)
        return is_damaged(store, table, problem);
    int64_t at_s = sqlite3_column_int64(row, 1);
    if (reader->table != NULL &&
        !reader->table(reader->context, table, at_s, column_text(row, 2)))
        return is_stopped(store, table, problem);
    return read_entries(store, table, reader, problem) &&
           read_live(store, table, reader, problem);
}

/* A lost page can look like a table that has no entries; this is what tells them apart. */
static bool check_structure(struct sqlite_store *store, char problem[STORE_PROBLEM_MAX])
{
    sqlite3_stmt *row = NULL;
    bool is_well = sqlite3_prepare_v2(store->db, "PRAGMA quick_check(1)", -1, &row, NULL) ==
                       SQLITE_OK &&
                   sqlite3_step(row) == SQLITE_ROW;
    const char *answer = is_well ? (const char *)sqlite3_column_text(row, 0) : NULL;
    if (!is_well)
        sqlite_complain(store, problem);
    else if (answer == NULL || strcmp(answer, "ok") != 0)
        is_well = store_problem(problem, SHOWN_PATH ": the file is damaged: %s", store->path,
                                answer == NULL ? "no answer" : answer);
    sqlite3_finalize(row);
    return is_well;
}

bool sqlite_store_load(struct store *base, const struct store_reader *reader,
                       char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    sqlite3_stmt *row = store->statements[STATEMENT_READ_TABLES];
    int code = SQLITE_ROW;
    /* One transaction, so that all tables are seen as of one moment. */
    if (sqlite_run(store, STATEMENT_BEGIN_READING) != SQLITE_OK)
        return sqlite_complain(store, problem);
    bool is_well = check_structure(store, problem);
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW)
        is_well = read_table(store, row, reader, problem);
    if (is_well && code != SQLITE_DONE)
        is_well = sqlite_complain(store, problem);
    sqlite3_reset(row);
    sqlite_roll_back(store);
    return is_well;
}

bool sqlite_store_read_log(struct store *base, uint64_t table,
                           const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    return sqlite_open_logs(store, problem) && read_entries(store->logs, table, reader, problem);
}
