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

/* A damaged one is none. */
static bool read_card(struct loading *loading, uint64_t table)
{
    const struct store_reader *reader = loading->reader;
    sqlite3_stmt *row = loading->store->statements[STATEMENT_READ_CARD];
    bool is_well = true;
    if (reader->card == NULL || row == NULL)
        return true;
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(loading->store, loading->problem);
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        struct store_write write = {
            .kind = STORE_SET_CARD, .table = table,
            .card = {.due_s = sqlite3_column_int64(row, 1),
                     .slept_s = sqlite3_column_int64(row, 2),
                     .touched_s = sqlite3_column_int64(row, 3),
                     .turn = (uint8_t)sqlite3_column_int64(row, 4)}};
        if (checksum_of(&write) == sqlite3_column_int64(row, 5))
            is_well = reader->card(reader->context, table, &write.card) ||
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
           read_card(loading, table.table) && read_live(loading, table.table);
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
        return sqlite_is_older(store, problem);
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
    struct sqlite_store *logs = sqlite_open_beside((struct sqlite_store *)base, BESIDE_LOGS,
                                                   problem);
    bool is_well = true;
    int code = SQLITE_ROW;
    if (logs == NULL)
        return false;
    sqlite3_stmt *row = logs->statements[STATEMENT_READ_ENTRIES];
    if (sqlite3_bind_int64(row, 1, (sqlite3_int64)table) != SQLITE_OK)
        return sqlite_complain(logs, problem);
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW) {
        struct store_write entry;
        const char *why = take_entry(row, &entry);
        if (why != NULL)
            is_well = store_problem(problem, SHOWN_PATH ": table %llu is damaged: %s",
                                    logs->path, (unsigned long long)table, why);
        else
            is_well = reader->entry(reader->context, &entry) ||
                      is_stopped(logs, table, problem);
    }
    if (is_well && code != SQLITE_DONE)
        is_well = sqlite_complain(logs, problem);
    sqlite3_reset(row);
    return is_well;
}

/* ---- One table ---- */

/* Runs a statement that gives one number or none; *is_found tells which. */
static bool ask_one(struct sqlite_store *store, sqlite3_stmt *row, bool *is_found,
                    sqlite3_int64 *out, char problem[STORE_PROBLEM_MAX])
{
    int code = sqlite3_step(row);
    *is_found = code == SQLITE_ROW && sqlite3_column_type(row, 0) == SQLITE_INTEGER;
    *out = *is_found ? sqlite3_column_int64(row, 0) : 0;
    bool is_well = code == SQLITE_ROW || code == SQLITE_DONE || sqlite_complain(store, problem);
    sqlite3_reset(row);
    return is_well;
}

/* A row behind the table's that is not sound may have been its last. */
static bool suspect_next(struct loading *loading, uint64_t table)
{
    struct store_write entry;
    const char *why = loading->has_entry ? take_entry(loading->entry, &entry) : NULL;
    return why == NULL || tell_damage(loading, table, text_none(), why);
}

/* The table of this number, or what is left of it. */
static bool read_one(struct loading *loading, sqlite3_int64 number)
{
    sqlite3_stmt *row = loading->store->statements[STATEMENT_READ_TABLE];
    if (sqlite3_bind_int64(row, 1, number) != SQLITE_OK ||
        sqlite3_bind_int64(loading->entry, 1, number) != SQLITE_OK)
        return sqlite_complain(loading->store, loading->problem);
    int code = sqlite3_step(row);
    bool is_well = code == SQLITE_ROW || code == SQLITE_DONE ||
                   sqlite_complain(loading->store, loading->problem);
    is_well = is_well && next_entry(loading);
    if (is_well && code == SQLITE_ROW)
        is_well = read_table(loading, row) && suspect_next(loading, (uint64_t)number);
    else if (is_well && loading->has_entry &&
             sqlite3_column_int64(loading->entry, 0) == number)
        is_well = tell_damage(loading, (uint64_t)number, text_none(), "its row is missing");
    sqlite3_reset(row);
    sqlite3_reset(loading->entry);
    return is_well;
}

/* What SQLite cannot read there is the table's damage, as long as the rest can be read. */
static bool is_corrupt(const struct sqlite_store *store)
{
    int code = sqlite3_errcode(store->db) & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

bool sqlite_store_fetch(struct store *base, uint64_t table, struct text name,
                        const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = sqlite_open_beside((struct sqlite_store *)base, BESIDE_FETCHES,
                                                    problem);
    sqlite3_int64 number = (sqlite3_int64)table;
    bool is_found = true;
    if (store == NULL)
        return false;
    sqlite3_stmt *find = store->statements[STATEMENT_FIND_TABLE];
    struct loading loading = {.store = store, .reader = reader, .problem = problem,
                              .entry = store->statements[STATEMENT_READ_ENTRIES_FROM]};
    if (sqlite_run(store, STATEMENT_BEGIN_READING) != SQLITE_OK)
        return sqlite_complain(store, problem);
    bool is_well = true;
    if (name.size > 0)
        is_well = (sqlite3_bind_text64(find, 1, name.at, name.size, SQLITE_STATIC,
                                       SQLITE_UTF8) == SQLITE_OK ||
                   sqlite_complain(store, problem)) &&
                  ask_one(store, find, &is_found, &number, problem);
    is_well = is_well && (!is_found || read_one(&loading, number));
    bool is_damage = !is_well && is_found && is_corrupt(store) && reader->damaged != NULL;
    sqlite_roll_back(store);
    if (!is_damage)
        return is_well;
    problem[0] = '\0';
    return reader->damaged(reader->context, (uint64_t)number, name,
                           "the file is damaged where it stands") ||
           is_stopped(store, (uint64_t)number, problem);
}

bool sqlite_store_next(struct store *base, uint64_t after, uint64_t *table,
                       char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = sqlite_open_beside((struct sqlite_store *)base, BESIDE_FETCHES,
                                                    problem);
    sqlite3_int64 number = 0;
    bool is_found = false;
    if (store == NULL)
        return false;
    sqlite3_stmt *row = store->statements[STATEMENT_NEXT_TABLE];
    bool is_well = sqlite3_bind_int64(row, 1, (sqlite3_int64)after) == SQLITE_OK
                       ? ask_one(store, row, &is_found, &number, problem)
                       : sqlite_complain(store, problem);
    *table = (uint64_t)number;
    return is_well;
}

/* ---- Tables by their cards ---- */

bool sqlite_store_look(struct store *base, const struct store_look *look, void *context,
                       store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = sqlite_open_beside((struct sqlite_store *)base, BESIDE_FETCHES,
                                                    problem);
    const sqlite3_int64 values[] = {(sqlite3_int64)look->after, look->until_s, look->turn,
                                    look->most};
    int code = SQLITE_OK;
    if (store == NULL)
        return false;
    sqlite3_stmt *row = store->statements[STATEMENT_LOOK_BY(look->by)];
    for (int i = 1; code == SQLITE_OK && i <= sqlite3_bind_parameter_count(row); ++i)
        code = sqlite3_bind_int64(row, i, values[i - 1]);
    bool is_well = code == SQLITE_OK;
    while (is_well && (code = sqlite3_step(row)) == SQLITE_ROW) {
        struct store_write one = {.table = (uint64_t)sqlite3_column_int64(row, 0),
                                  .at_s = sqlite3_column_int64(row, 1),
                                  .name = column_text(row, 2),
                                  .line = column_text(row, 3)};
        if (one.name.size <= STORE_NAME_MAX && !found(context, &one))
            is_well = is_stopped(store, one.table, problem);
    }
    if (is_well && code != SQLITE_DONE)
        is_well = false;
    if (!is_well && problem[0] == '\0')
        sqlite_complain(store, problem);
    sqlite3_reset(row);
    return is_well;
}

/* ---- The start ---- */

static bool is_small(struct sqlite_store *store, bool *out, char problem[STORE_PROBLEM_MAX])
{
    static const char size[] = "SELECT page_count * page_size <= 1048576"
                               " FROM pragma_page_count(), pragma_page_size()";
    sqlite3_stmt *row = NULL;
    sqlite3_int64 found = 0;
    bool is_found = false;
    bool is_well = sqlite3_prepare_v2(store->db, size, -1, &row, NULL) == SQLITE_OK
                       ? ask_one(store, row, &is_found, &found, problem)
                       : sqlite_complain(store, problem);
    sqlite3_finalize(row);
    *out = found != 0;
    return is_well;
}

bool sqlite_store_survey(struct store *base, const struct store_reader *reader,
                         struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    struct loading loading = {.store = store, .reader = reader, .problem = problem};
    sqlite3_stmt *row = store->statements[STATEMENT_SURVEY];
    bool is_checked = false;
    if (row == NULL)
        return sqlite_is_older(store, problem);
    if (sqlite_run(store, STATEMENT_BEGIN_READING) != SQLITE_OK)
        return sqlite_complain(store, problem);
    bool is_well = is_small(store, &is_checked, problem) &&
                   (!is_checked || check_structure(store, problem)) && read_note(&loading);
    if (is_well && sqlite3_step(row) == SQLITE_ROW)
        *out = (struct store_survey){.last_number = (uint64_t)sqlite3_column_int64(row, 0),
                                     .table_count = (uint64_t)sqlite3_column_int64(row, 1),
                                     .away_count = (uint64_t)sqlite3_column_int64(row, 2)};
    else if (is_well)
        is_well = sqlite_complain(store, problem);
    sqlite3_reset(row);
    sqlite_roll_back(store);
    return is_well;
}
