/* postgres_read.c - reading a PostgreSQL store back. Tables are read some at a time, whatever
 * belongs to them in one go; every row is checked for its ranges and its checksum, and damage is
 * told of, table by table, and not handed on. */
#include <string.h>

#include "store/checksum.h"
#include "store/postgres_store.h"

/* So many tables at once: with logs of the longest kind they are some tens of megabytes. */
enum { SOME_TABLES = 16 };

/* What belongs to a table, each by its number and in the order of the numbers. */
enum part { PART_TABLES, PART_MOVES, PART_ENTRIES, PART_CARDS, PART_LIVE };
enum { PART_COUNT = PART_LIVE + 1 };

struct loading {
    struct line *line;
    const struct store_reader *reader;
    char *problem;
    PGresult *rows[PART_COUNT];
    int at[PART_COUNT]; /* the next row of each */
    char state[8];      /* what the server calls the error, if it had one */
};

static bool is_stopped(const struct line *line, uint64_t table,
                       char problem[STORE_PROBLEM_MAX])
{
    return store_problem(problem, "%s: the reader stopped at table %llu", line->shown,
                         (unsigned long long)table);
}

static bool tell_damage(struct loading *loading, uint64_t table, struct text name,
                        const char *why)
{
    const struct store_reader *reader = loading->reader;
    if (reader->damaged == NULL)
        return store_problem(loading->problem, "%s: table %llu is damaged: %s",
                             loading->line->shown, (unsigned long long)table, why);
    return reader->damaged(reader->context, table, name, why) ||
           is_stopped(loading->line, table, loading->problem);
}

/* ---- Rows ---- */

/* Whether the next row of a part is of this table, or of one before it. */
static bool has_row(const struct loading *loading, enum part part, int64_t until)
{
    const PGresult *rows = loading->rows[part];
    return loading->at[part] < PQntuples(rows) &&
           row_number(rows, loading->at[part], 0) <= until;
}

/* NULL, or why the row is none. */
static const char *take_entry(const PGresult *rows, int row, struct store_write *out)
{
    int64_t seq = row_number(rows, row, 1), who = row_number(rows, row, 3);
    if (seq < 0 || seq > UINT32_MAX || who < 0 || who > UINT8_MAX)
        return "an entry has values that were never written";
    *out = (struct store_write){
        .kind = STORE_ADD_ENTRY,
        .table = (uint64_t)row_number(rows, row, 0),
        .seq = (uint32_t)seq,
        .at_s = row_number(rows, row, 2),
        .who = (uint8_t)who,
        .request = row_text(rows, row, 4),
        .line = row_text(rows, row, 5),
    };
    return checksum_of(out) == row_number(rows, row, 6) ? NULL : "an entry's checksum is wrong";
}

static bool read_entries_of(struct loading *loading, int64_t table)
{
    const struct store_reader *reader = loading->reader;
    bool is_well = true;
    while (is_well && has_row(loading, PART_ENTRIES, table)) {
        struct store_write entry;
        const char *why = take_entry(loading->rows[PART_ENTRIES], loading->at[PART_ENTRIES]++,
                                     &entry);
        if (why != NULL)
            is_well = tell_damage(loading, (uint64_t)table, text_none(), why);
        else if (reader->entry != NULL)
            is_well = reader->entry(reader->context, &entry) ||
                      is_stopped(loading->line, entry.table, loading->problem);
    }
    return is_well;
}

/* Entries before those of a table, or behind all, are of tables that are not there. */
static bool read_lost_entries(struct loading *loading, int64_t until)
{
    while (has_row(loading, PART_ENTRIES, until)) {
        int64_t table = row_number(loading->rows[PART_ENTRIES], loading->at[PART_ENTRIES], 0);
        if (!tell_damage(loading, (uint64_t)table, text_none(), "its row is missing"))
            return false;
        while (has_row(loading, PART_ENTRIES, table))
            loading->at[PART_ENTRIES]++;
    }
    return true;
}

static bool read_move(struct loading *loading, int64_t table)
{
    const struct store_reader *reader = loading->reader;
    if (!has_row(loading, PART_MOVES, table))
        return true;
    const PGresult *rows = loading->rows[PART_MOVES];
    int row = loading->at[PART_MOVES]++;
    struct store_write move = {
        .kind = row_number(rows, row, 2) != 0 ? STORE_PUT_AWAY : STORE_BRING_BACK,
        .table = (uint64_t)table,
        .at_s = row_number(rows, row, 1),
        .line = row_text(rows, row, 3)};
    if (reader->moved == NULL)
        return true;
    if (checksum_of(&move) != row_number(rows, row, 4))
        return tell_damage(loading, move.table, text_none(),
                           "whether it was put away cannot be read");
    return reader->moved(reader->context, &move) ||
           is_stopped(loading->line, move.table, loading->problem);
}

/* A damaged one is none. */
static bool read_card(struct loading *loading, int64_t table)
{
    const struct store_reader *reader = loading->reader;
    if (!has_row(loading, PART_CARDS, table))
        return true;
    const PGresult *rows = loading->rows[PART_CARDS];
    int row = loading->at[PART_CARDS]++;
    struct store_write write = {.kind = STORE_SET_CARD, .table = (uint64_t)table,
                                .card = {.due_s = row_number(rows, row, 1),
                                         .slept_s = row_number(rows, row, 2),
                                         .touched_s = row_number(rows, row, 3),
                                         .turn = (uint8_t)row_number(rows, row, 4)}};
    bool is_told = reader->card != NULL && checksum_of(&write) == row_number(rows, row, 5);
    return !is_told || reader->card(reader->context, write.table, &write.card) ||
           is_stopped(loading->line, write.table, loading->problem);
}

/* What is unfinished may be lost: a line that was damaged is left out. */
static bool read_live(struct loading *loading, int64_t table)
{
    const struct store_reader *reader = loading->reader;
    if (!has_row(loading, PART_LIVE, table))
        return true;
    const PGresult *rows = loading->rows[PART_LIVE];
    int row = loading->at[PART_LIVE]++;
    struct store_write live = {
        .kind = STORE_SET_LIVE, .table = (uint64_t)table, .line = row_text(rows, row, 1)};
    bool is_told = reader->live != NULL && checksum_of(&live) == row_number(rows, row, 2);
    return !is_told || reader->live(reader->context, live.table, live.line) ||
           is_stopped(loading->line, live.table, loading->problem);
}

static void skip(struct loading *loading, int64_t table)
{
    for (int part = PART_MOVES; part < PART_COUNT; part++)
        while (has_row(loading, (enum part)part, table))
            loading->at[part]++;
}

static bool read_table(struct loading *loading)
{
    const struct store_reader *reader = loading->reader;
    const PGresult *rows = loading->rows[PART_TABLES];
    int row = loading->at[PART_TABLES]++;
    int64_t number = row_number(rows, row, 0);
    struct store_write table = {.kind = STORE_ADD_TABLE, .table = (uint64_t)number,
                                .at_s = row_number(rows, row, 1),
                                .name = row_text(rows, row, 2)};
    if (number > INT64_MIN && !read_lost_entries(loading, number - 1))
        return false;
    if (table.name.size > STORE_NAME_MAX || checksum_of(&table) != row_number(rows, row, 3)) {
        skip(loading, number);
        return tell_damage(loading, table.table, table.name, "its own row is damaged");
    }
    if (reader->table != NULL &&
        !reader->table(reader->context, table.table, table.at_s, table.name))
        return is_stopped(loading->line, table.table, loading->problem);
    return read_move(loading, number) && read_entries_of(loading, number) &&
           read_card(loading, number) && read_live(loading, number);
}

/* ---- Some tables ---- */

/* False if the rows could not be had. */
static bool ask_for(struct loading *loading, int64_t from, int64_t to)
{
    static const enum postgres_statement statements[PART_COUNT] = {
        PG_READ_TABLES, PG_READ_MOVES, PG_READ_ENTRIES, PG_READ_CARDS, PG_READ_LIVE};
    struct values values = {.count = 0};
    bool is_sent = true;
    values_add_number(&values, from);
    values_add_number(&values, to);
    for (int i = 0; i < PART_COUNT; i++)
        is_sent = is_sent && pg_send(loading->line, statements[i], &values);
    if (!is_sent || !pg_send_end(loading->line)) {
        pg_complain(loading->line, NULL, loading->problem);
        pg_close(loading->line);
        return false;
    }
    bool is_well = true;
    for (int i = 0; i < PART_COUNT; i++) {
        loading->rows[i] = pg_take(loading->line);
        loading->at[i] = 0;
        if (!is_well || PQresultStatus(loading->rows[i]) == PGRES_TUPLES_OK)
            continue;
        const char *state = pg_state_of(loading->rows[i]);
        memcpy(loading->state, state, strnlen(state, sizeof loading->state - 1));
        is_well = pg_complain(loading->line, loading->rows[i], loading->problem);
    }
    return pg_take_end(loading->line) && is_well;
}

/* All tables from one number to another; *is_had is false if it was the database that failed. */
static bool read_some(struct loading *loading, int64_t from, int64_t to, bool *is_had)
{
    *is_had = ask_for(loading, from, to);
    bool is_well = *is_had;
    while (is_well && has_row(loading, PART_TABLES, to))
        is_well = read_table(loading);
    is_well = is_well && read_lost_entries(loading, to);
    for (int i = 0; i < PART_COUNT; i++) {
        PQclear(loading->rows[i]);
        loading->rows[i] = NULL;
    }
    if (!*is_had && loading->problem[0] == '\0')
        pg_complain(loading->line, NULL, loading->problem);
    return is_well;
}

/* One that was damaged is as good as none. */
static bool read_note(struct loading *loading)
{
    const struct store_reader *reader = loading->reader;
    if (reader->note == NULL)
        return true;
    PGresult *rows = pg_run(loading->line, PG_READ_NOTE, NULL, loading->problem);
    bool is_well = rows != NULL;
    if (is_well && PQntuples(rows) == 1) {
        struct store_write note = {.kind = STORE_SET_NOTE, .line = row_text(rows, 0, 0)};
        if (checksum_of(&note) == row_number(rows, 0, 1))
            is_well = reader->note(reader->context, note.line) ||
                      is_stopped(loading->line, 0, loading->problem);
    }
    PQclear(rows);
    return is_well;
}

static bool begin_reading(struct line *line, char problem[STORE_PROBLEM_MAX])
{
    PGresult *begun = pg_run(line, PG_BEGIN_READING, NULL, problem);
    PQclear(begun);
    return begun != NULL;
}

static bool find_end(struct line *line, int64_t from, int64_t *to,
                     char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_number(&values, from);
    values_add_number(&values, SOME_TABLES);
    PGresult *rows = pg_run(line, PG_END_OF_SOME, &values, problem);
    *to = rows == NULL ? 0 : row_number(rows, 0, 0);
    PQclear(rows);
    return rows != NULL;
}

bool postgres_store_load(struct store *base, const struct store_reader *reader,
                         char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_CHANGES, problem);
    struct loading loading = {.line = line, .reader = reader, .problem = problem};
    int64_t from = 0, to = 0;
    bool is_had;
    if (line == NULL)
        return false;
    /* One transaction, so that all tables are seen as of one moment. */
    bool is_well = begin_reading(line, problem) && read_note(&loading);
    while (is_well && to < INT64_MAX) {
        is_well = find_end(line, from, &to, problem) && read_some(&loading, from, to, &is_had);
        from = to < INT64_MAX ? to + 1 : to;
    }
    pg_roll_back(line);
    return is_well;
}

bool postgres_store_read_log(struct store *base, uint64_t table,
                             const struct store_reader *reader,
                             char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_LOGS, problem);
    struct values values = {.count = 0};
    bool is_well = true;
    if (line == NULL)
        return false;
    values_add_number(&values, (int64_t)table);
    values_add_number(&values, (int64_t)table);
    PGresult *rows = pg_run(line, PG_READ_ENTRIES, &values, problem);
    for (int i = 0; is_well && rows != NULL && i < PQntuples(rows); i++) {
        struct store_write entry;
        const char *why = take_entry(rows, i, &entry);
        if (why != NULL)
            is_well = store_problem(problem, "%s: table %llu is damaged: %s", line->shown,
                                    (unsigned long long)table, why);
        else
            is_well = reader->entry(reader->context, &entry) || is_stopped(line, table, problem);
    }
    is_well = is_well && rows != NULL;
    PQclear(rows);
    return is_well;
}

/* ---- One table ---- */

bool postgres_find_table(struct line *line, struct text name, int64_t *number, bool *is_found,
                         char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_text(&values, name);
    PGresult *rows = pg_run(line, PG_FIND_TABLE, &values, problem);
    *is_found = rows != NULL && PQntuples(rows) == 1;
    if (*is_found)
        *number = row_number(rows, 0, 0);
    PQclear(rows);
    return rows != NULL;
}

bool postgres_store_fetch(struct store *base, uint64_t table, struct text name,
                          const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_FETCHES, problem);
    struct loading loading = {.line = line, .reader = reader, .problem = problem};
    int64_t number = (int64_t)table;
    bool is_found = true, is_had = true;
    if (line == NULL)
        return false;
    bool is_well = begin_reading(line, problem) &&
                   (name.size == 0 ||
                    postgres_find_table(line, name, &number, &is_found, problem)) &&
                   (!is_found || read_some(&loading, number, number, &is_had));
    /* what the server cannot read there is the table's damage, as long as the rest can be read */
    bool is_damage = !is_had && reader->damaged != NULL && line->connection != NULL &&
                     strncmp(loading.state, "XX", 2) == 0;
    pg_roll_back(line);
    if (!is_damage)
        return is_well;
    problem[0] = '\0';
    return reader->damaged(reader->context, (uint64_t)number, name,
                           "the database is damaged where it stands") ||
           is_stopped(line, (uint64_t)number, problem);
}

bool postgres_store_next(struct store *base, uint64_t after, uint64_t *table,
                         char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_FETCHES, problem);
    struct values values = {.count = 0};
    if (line == NULL)
        return false;
    values_add_number(&values, (int64_t)after);
    PGresult *rows = pg_run(line, PG_NEXT_TABLE, &values, problem);
    *table = rows == NULL ? 0 : (uint64_t)row_number(rows, 0, 0);
    PQclear(rows);
    return rows != NULL;
}

/* ---- Tables by their cards ---- */

bool postgres_store_look(struct store *base, const struct store_look *look, void *context,
                         store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_FETCHES, problem);
    struct values values = {.count = 0};
    bool is_well = true;
    if (line == NULL)
        return false;
    values_add_number(&values, (int64_t)look->after);
    values_add_number(&values, look->until_s);
    values_add_number(&values, look->turn);
    values_add_number(&values, look->most);
    values_add_number(&values, ((struct postgres_store *)base)->owner);
    PGresult *rows = pg_run(line, PG_LOOK_BY(look->by), &values, problem);
    for (int i = 0; is_well && rows != NULL && i < PQntuples(rows); i++) {
        struct store_write one = {.table = (uint64_t)row_number(rows, i, 0),
                                  .at_s = row_number(rows, i, 1),
                                  .name = row_text(rows, i, 2),
                                  .line = row_text(rows, i, 3)};
        if (one.name.size <= STORE_NAME_MAX && !found(context, &one))
            is_well = is_stopped(line, one.table, problem);
    }
    is_well = is_well && rows != NULL;
    PQclear(rows);
    return is_well;
}

/* ---- The start ---- */

bool postgres_store_survey(struct store *base, const struct store_reader *reader,
                           struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    struct line *line = postgres_reading((struct postgres_store *)base, LINE_CHANGES, problem);
    struct loading loading = {.line = line, .reader = reader, .problem = problem};
    if (line == NULL || !read_note(&loading))
        return false;
    PGresult *rows = pg_run(line, PG_SURVEY, NULL, problem);
    if (rows == NULL)
        return false;
    /* each server gives numbers of its own */
    *out = (struct store_survey){
        .last_number = (uint64_t)((struct postgres_store *)base)->number << 32,
        .table_count = (uint64_t)row_number(rows, 0, 0),
        .away_count = (uint64_t)row_number(rows, 0, 1)};
    PQclear(rows);
    return true;
}
