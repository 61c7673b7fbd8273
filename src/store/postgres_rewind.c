/* postgres_rewind.c - a database that comes back older: restored from a backup, or a standby that
 * was promoted without having everything. Each new line is asked whether it leads to what was
 * there before: the same system and timeline, our own row with at least the epoch that it had,
 * and all entries that were acknowledged. Tables of which entries are missing are set aside
 * before anything else is done (decision 055). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/checksum.h"
#include "store/postgres_store.h"
#include "store/rewound.h"

/* ---- What was told ---- */

void rewind_remember(struct postgres_store *store, const struct store_write *writes,
                     size_t count)
{
    int64_t now_s = postgres_store_now_s(&store->store);
    for (size_t i = 0; i < count; i++) {
        const struct store_write *write = &writes[i];
        struct store_told told = {.table = write->table, .seq = write->seq, .at_s = now_s};
        if (write->kind == STORE_ADD_ENTRY)
            told.sum = checksum_of(write);
        if (write->kind == STORE_DELETE_TABLE)
            told_drop(store->told, write->table);
        else if (write->kind == STORE_ADD_ENTRY || (write->kind == STORE_HOLD && write->seq > 0))
            told_note(store->told, &told,
                      write->kind == STORE_HOLD ? TOLD_BY_HOLD : TOLD_BY_COMMIT);
    }
}

size_t postgres_store_news(struct store *base, struct store_generation *generation,
                           struct store_told *out, size_t most)
{
    struct postgres_store *store = (struct postgres_store *)base;
    *generation = told_generation(store->told);
    return told_news(store->told, out, most);
}

struct store_told *postgres_store_known(struct store *base, struct store_generation *generation,
                                        size_t *count)
{
    struct postgres_store *store = (struct postgres_store *)base;
    *generation = told_generation(store->told);
    return told_all(store->told, count);
}

void postgres_store_hear(struct store *base, const struct store_generation *generation,
                         const struct store_told *told, size_t count)
{
    struct postgres_store *store = (struct postgres_store *)base;
    told_hear_generation(store->told, generation);
    for (size_t i = 0; i < count; i++)
        told_note(store->told, &told[i], TOLD_BY_OTHERS);
}

/* ---- What was found ---- */

/* The first words count. */
static void note_why(struct postgres_store *store, const char *why)
{
    store->has_rewind = true;
    store->rewind.is_promoted = false;
    if (store->rewind.why[0] == '\0')
        store_problem(store->rewind.why, "%s: %s", store->shown, why);
}

static bool note_table(struct postgres_store *store, uint64_t table)
{
    struct store_rewind *rewind = &store->rewind;
    uint64_t *larger = realloc(rewind->tables, (rewind->count + 1) * sizeof *larger);
    if (larger == NULL)
        return false;
    rewind->tables = larger;
    rewind->tables[rewind->count++] = table;
    store->has_rewind = true;
    return true;
}

bool postgres_store_rewind(struct store *base, struct store_rewind *out)
{
    struct postgres_store *store = (struct postgres_store *)base;
    bool has_rewind = store->has_rewind;
    *out = store->rewind;
    store->rewind = (struct store_rewind){.count = 0};
    store->has_rewind = false;
    return has_rewind;
}

/* ---- Which database it is ---- */

/* Where that may not be asked it is not known, and the rest has to do. */
static struct store_generation read_generation(struct line *line)
{
    char problem[STORE_PROBLEM_MAX];
    struct store_generation found = {0, 0};
    PGresult *answer = pg_ask(line, "SELECT system_identifier,"
                              " left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"
                              " FROM pg_control_system()", problem);
    if (answer != NULL && PQntuples(answer) == 1) {
        found.system = strtoull(PQgetvalue(answer, 0, 0), NULL, 10);
        found.timeline = (uint32_t)strtoul(PQgetvalue(answer, 0, 1), NULL, 16);
    }
    PQclear(answer);
    return found;
}

bool rewind_look(struct postgres_store *store, struct line *line,
                 char problem[STORE_PROBLEM_MAX])
{
    struct store_generation before = told_generation(store->told), found = read_generation(line);
    char why[STORE_PROBLEM_MAX];
    uint32_t timeline;
    if (before.system != 0 && found.system != 0 && before.system != found.system)
        note_why(store, "this is another database system than before");
    else if (before.timeline != found.timeline && before.system != 0 && found.system != 0) {
        snprintf(why, sizeof why, "the database is on timeline %u, and was on %u before",
                 (unsigned)found.timeline, (unsigned)before.timeline);
        note_why(store, why);
        store->rewind.is_promoted = found.timeline > before.timeline;
    }
    told_set_generation(store->told, &found);
    if (!told_is_superseded(store->told, &timeline))
        return true;
    return store_problem(problem, "%s: another server is on timeline %u of this database, which "
                         "was promoted since: this one (%u) must not be written to", store->shown,
                         (unsigned)timeline, (unsigned)found.timeline);
}

static bool is_same_secret(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_READ_SECRET, NULL, problem);
    bool is_same = rows != NULL && PQntuples(rows) == 1 &&
                   PQgetlength(rows, 0, 0) == STORE_SECRET_SIZE &&
                   memcmp(PQgetvalue(rows, 0, 0), store->secret, STORE_SECRET_SIZE) == 0;
    PQclear(rows);
    return is_same;
}

enum store_result rewind_come_back(struct postgres_store *store,
                                   char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    problem[0] = '\0';
    if (!is_same_secret(store, problem)) {
        if (problem[0] != '\0')
            return STORE_BROKEN;
        store_problem(problem, "%s: this is the store of other tables than before", store->shown);
        return STORE_CONFLICT;
    }
    values_add_number(&values, store->owner);
    values_add_number(&values, store->epoch + 1);
    values_add_number(&values, POSTGRES_SCHEMA_VERSION);
    values_add_number(&values, store->number);
    values_add_text(&values, text_of(store->address));
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_COME_BACK, &values, problem);
    if (rows == NULL)
        return STORE_BROKEN;
    bool is_ours = PQntuples(rows) == 1;
    if (is_ours)
        store->epoch = row_number(rows, 0, 0);
    PQclear(rows);
    note_why(store, "the database was put back to an earlier state");
    if (is_ours)
        return STORE_DONE;
    store_problem(problem, "%s: the database was put back to an earlier state, and does not know "
                  "this server any more", store->shown);
    return STORE_CONFLICT;
}

/* ---- Whether all is there ---- */

static bool add_all(struct numbers lists[4], const struct store_told *told, size_t count)
{
    bool is_well = true;
    for (size_t i = 0; is_well && i < count; i++)
        is_well = numbers_add(&lists[0], (int64_t)told[i].table) &&
                  numbers_add(&lists[1], told[i].seq) && numbers_add(&lists[2], told[i].sum) &&
                  numbers_add(&lists[3], told[i].at_s);
    return is_well;
}

/* Those of what was told that the database does not have; NULL with the problem told. */
static PGresult *find_rewound(struct postgres_store *store, const struct store_told *told,
                              size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct numbers lists[4] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    struct values values = {.count = 0};
    PGresult *rows = NULL;
    if (add_all(lists, told, count)) {
        for (unsigned i = 0; i < 4; i++)
            values_add_numbers(&values, &lists[i]);
        rows = pg_run(&store->lines[LINE_CHANGES], PG_FIND_REWOUND, &values, problem);
    } else {
        store_problem(problem, "no memory is left");
    }
    for (unsigned i = 0; i < 4; i++)
        free(lists[i].at);
    return rows;
}

/* What a row of PG_FIND_REWOUND says; of those of one table the first says most. */
struct finding {
    uint64_t table;
    struct rewound what;
    bool is_noted, is_gone;
};

static struct finding finding_of(const PGresult *rows, int row)
{
    return (struct finding){.table = (uint64_t)row_number(rows, row, 0),
                            .what = {.told = (uint32_t)row_number(rows, row, 1),
                                     .has = (uint32_t)row_number(rows, row, 2)},
                            .is_noted = row_number(rows, row, 3) != 0,
                            .is_gone = row_number(rows, row, 4) != 0};
}

static bool send_write(struct line *line, enum postgres_statement statement,
                       const struct store_write *write)
{
    struct values values;
    postgres_values_of(write, &values);
    return pg_send(line, statement, &values);
}

/* What was sent as one transaction of so many statements, all of which have to be well. */
static bool take_transaction(struct line *line, unsigned count, char problem[STORE_PROBLEM_MAX])
{
    bool is_well = true;
    for (unsigned i = 0; i < count; i++) {
        PGresult *result = pg_take(line);
        ExecStatusType status = PQresultStatus(result);
        if (is_well && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            is_well = pg_complain(line, result, problem);
        PQclear(result);
    }
    bool is_ended = line->connection != NULL && pg_take_end(line);
    if (is_well && !is_ended)
        is_well = pg_complain(line, NULL, problem);
    pg_roll_back(line);
    return is_well;
}

/* Whoever has the table loses it by this: all or nothing, in a transaction of the table's own,
 * which locks in the order of every commit. */
static bool set_aside(struct postgres_store *store, const struct finding *finding,
                      char problem[STORE_PROBLEM_MAX])
{
    struct line *line = &store->lines[LINE_CHANGES];
    struct values seized = {.count = 0};
    char text[REWOUND_LINE_MAX];
    struct store_write away =
        rewound_write(finding->table, 0, postgres_store_now_s(&store->store), &finding->what, text);
    struct store_write card = {.kind = STORE_SET_CARD, .table = finding->table,
                               .card = rewound_card};
    values_add_number(&seized, (int64_t)finding->table);
    bool is_sent = pg_send(line, PG_BEGIN, NULL) && pg_send(line, PG_SEIZE, &seized) &&
                   send_write(line, PG_MOVE_TABLE, &away) &&
                   send_write(line, PG_SET_CARD, &card) && pg_send(line, PG_COMMIT, NULL) &&
                   pg_send_end(line);
    if (!is_sent) {
        pg_complain(line, NULL, problem);
        pg_close(line);
    }
    return is_sent && take_transaction(line, 5, problem);
}

static bool take_finding(struct postgres_store *store, const struct finding *finding,
                         char problem[STORE_PROBLEM_MAX])
{
    if (finding->is_gone) {
        store->rewind.gone_count++;
        told_drop(store->told, finding->table);
        return true;
    }
    /* it is not forgotten: the same backup may be put back once more, and the note with it */
    if (!finding->is_noted && !set_aside(store, finding, problem))
        return false;
    return note_table(store, finding->table) || store_problem(problem, "no memory is left");
}

enum store_result rewind_check(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    size_t count;
    struct store_told *told = told_all(store->told, &count);
    if (told == NULL)
        return STORE_DONE;
    PGresult *rows = find_rewound(store, told, count, problem);
    bool is_well = rows != NULL;
    uint64_t last = 0;
    for (int i = 0; is_well && i < PQntuples(rows); i++) {
        struct finding finding = finding_of(rows, i);
        is_well = finding.table == last || take_finding(store, &finding, problem);
        last = finding.table;
    }
    if (store->rewind.count > 0)
        note_why(store, "the database has lost what it had acknowledged");
    if (!store->has_rewind) /* others have deleted those */
        store->rewind.gone_count = 0;
    PQclear(rows);
    free(told);
    return is_well ? STORE_DONE : STORE_BROKEN;
}
