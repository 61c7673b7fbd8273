/* postgres_open.c - opening a PostgreSQL store: its lines, its schema and the migration of an
 * older one, and being one of the servers that write to it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_store.h"

/* Whoever migrates holds this: "Rumm". */
#define MIGRATION_LOCK "1383427437"

static bool read_where(struct postgres_store *store, const char *where,
                       char problem[STORE_PROBLEM_MAX])
{
    /* postgres://... is a URI as it stands */
    const char *scheme = strncmp(where, "//", 2) == 0 ? "postgres:" : "";
    int size = snprintf(store->place, sizeof store->place, "%s%s", scheme, where);
    if (where[0] == '\0')
        return store_problem(problem, "`postgres:` needs a URI, as in "
                             "postgres://user@host/database");
    return (size > 0 && (size_t)size < sizeof store->place) ||
           store_problem(problem, "the URI of the database is too long");
}

/* How problems begin: no password, whatever the place holds. */
static void note_shown(struct postgres_store *store)
{
    PGconn *connection = store->lines[LINE_CHANGES].connection;
    const char *host = PQhost(connection), *database = PQdb(connection);
    snprintf(store->shown, sizeof store->shown, "postgres %.60s/%.40s", host == NULL ? "" : host,
             database == NULL ? "" : database);
}

/* ---- Versions ---- */

struct version {
    int version; /* 0: there is nothing */
    int oldest;  /* the oldest program that can use it, by the version it knows */
};

static bool read_version(struct line *line, struct version *out,
                         char problem[STORE_PROBLEM_MAX])
{
    *out = (struct version){0, 0};
    /* of the catalog itself: to_regclass() may go by what it knew before a lock was waited for */
    PGresult *answer = pg_ask(line,
                              "SELECT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE "
                              "schemaname = 'rummery' AND tablename = 'version')",
                              problem);
    if (answer == NULL)
        return false;
    bool is_there = PQgetvalue(answer, 0, 0)[0] == 't';
    PQclear(answer);
    if (!is_there)
        return true;
    answer = pg_ask(line, "SELECT version, oldest FROM rummery.version", problem);
    if (answer == NULL)
        return false;
    bool is_one = PQntuples(answer) == 1;
    if (is_one)
        *out = (struct version){atoi(PQgetvalue(answer, 0, 0)), atoi(PQgetvalue(answer, 0, 1))};
    PQclear(answer);
    return is_one || store_problem(problem, "%s: the version of the store is missing",
                                   line->shown);
}

static bool run(struct line *line, const char *sql, char problem[STORE_PROBLEM_MAX])
{
    PGresult *answer = pg_ask(line, sql, problem);
    PQclear(answer);
    return answer != NULL;
}

static bool make_schema(struct line *line, char problem[STORE_PROBLEM_MAX])
{
    PGresult *answer = pg_ask(line,
                              "SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE "
                              "nspname = 'rummery')",
                              problem);
    bool is_missing = answer != NULL && PQgetvalue(answer, 0, 0)[0] == 't';
    PQclear(answer);
    return answer != NULL && (!is_missing || run(line, "CREATE SCHEMA rummery", problem));
}

/* All steps that are missing, in one transaction; others who migrate wait for it. */
static bool migrate(struct line *line, char problem[STORE_PROBLEM_MAX])
{
    struct version found;
    char note[128];
    bool is_well = run(line, "BEGIN; SELECT pg_advisory_xact_lock(" MIGRATION_LOCK ")", problem) &&
                   read_version(line, &found, problem);
    if (is_well && found.version == 0)
        is_well = make_schema(line, problem);
    for (int i = is_well ? found.version : 0; is_well && i < POSTGRES_SCHEMA_VERSION; i++) {
        snprintf(note, sizeof note, "UPDATE rummery.version SET version = %d, oldest = %d", i + 1,
                 postgres_steps[i].oldest);
        is_well = run(line, postgres_steps[i].sql, problem) && run(line, note, problem);
    }
    return is_well && run(line, "COMMIT", problem);
}

/* Only who writes makes or migrates anything. */
static bool check_version(const struct postgres_store *store, struct line *line,
                          bool is_to_write, char problem[STORE_PROBLEM_MAX])
{
    struct version found;
    if (!read_version(line, &found, problem))
        return false;
    if (found.version >= POSTGRES_SCHEMA_VERSION)
        return found.oldest <= POSTGRES_SCHEMA_VERSION ||
               store_problem(problem, "%s: the store has version %d, made by a newer Rummery, for "
                             "which one has to know version %d; this one knows up to %d",
                             store->shown, found.version, found.oldest,
                             (int)POSTGRES_SCHEMA_VERSION);
    if (!is_to_write)
        return found.version == 0
                   ? store_problem(problem, "%s: there is no store of Rummery", store->shown)
                   : store_problem(problem, "%s: the store is of an older version, which a "
                                   "server brings up to date when it starts", store->shown);
    return migrate(line, problem);
}

/* ---- Lines ---- */

static bool may_write(const struct postgres_store *store, struct line *line,
                      char problem[STORE_PROBLEM_MAX])
{
    PGresult *answer = pg_ask(line, "SELECT pg_is_in_recovery(),"
                              " current_setting('transaction_read_only')", problem);
    if (answer == NULL)
        return false;
    bool is_standby = PQgetvalue(answer, 0, 0)[0] == 't';
    bool is_closed = strcmp(PQgetvalue(answer, 0, 1), "off") != 0;
    PQclear(answer);
    if (is_standby)
        return store_problem(problem, "%s: this is a standby, which can only be read",
                             store->shown);
    return !is_closed ||
           store_problem(problem, "%s: the database can only be read", store->shown);
}

static bool make_line(struct postgres_store *store, enum line_use use,
                      char problem[STORE_PROBLEM_MAX])
{
    struct line *line = &store->lines[use];
    bool is_to_write = use == LINE_CHANGES && !store->is_to_read;
    pg_close(line);
    if (!pg_open(line, store->place, problem))
        return false;
    if ((!is_to_write ||
         (may_write(store, line, problem) && rewind_look(store, line, problem))) &&
        check_version(store, line, is_to_write, problem) && pg_prepare(line, problem))
        return true;
    pg_close(line);
    return false;
}

struct line *postgres_reading(struct postgres_store *store, enum line_use use,
                              char problem[STORE_PROBLEM_MAX])
{
    struct line *line = &store->lines[use];
    if (use == LINE_CHANGES && !store->is_to_read)
        return postgres_hold(store, problem) == STORE_DONE ? line : NULL;
    return pg_is_there(line) || make_line(store, use, problem) ? line : NULL;
}

/* ---- Holding ---- */

static bool run_once(struct line *line, enum postgres_statement statement,
                     const struct values *values, char problem[STORE_PROBLEM_MAX])
{
    PGresult *rows = pg_run(line, statement, values, problem);
    PQclear(rows);
    return rows != NULL;
}

/* A server's tables have numbers above those of all that started before it. */
static bool add_last_start(struct line *line, struct values *values,
                           char problem[STORE_PROBLEM_MAX])
{
    PGresult *rows = pg_run(line, PG_LAST_START, NULL, problem);
    if (rows != NULL)
        values_add_number(values, row_number(rows, 0, 0));
    PQclear(rows);
    return rows != NULL;
}

/* The session is known before the row is: there is no moment in which we seem to be gone. The one
 * before it is ended first: what was sent over that, and may still arrive, is not done. */
static enum store_result take_hold(struct postgres_store *store,
                                   char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    struct line *line = &store->lines[LINE_CHANGES];
    bool is_first = store->epoch == 0;
    if (is_first && !run_once(line, PG_TIDY, NULL, problem))
        return STORE_BROKEN;
    values_add_number(&values, store->owner);
    if (!run_once(line, PG_UNSEAT, &values, problem) || !run_once(line, PG_SIT, &values, problem))
        return STORE_BROKEN;
    shares_doubt(store);
    values_add_number(&values, is_first ? POSTGRES_SCHEMA_VERSION : store->epoch);
    if (is_first && !add_last_start(line, &values, problem))
        return STORE_BROKEN;
    PGresult *rows = pg_run(line, is_first ? PG_HOLD : PG_HOLD_AGAIN, &values, problem);
    if (rows == NULL)
        return STORE_BROKEN;
    bool is_ours = PQntuples(rows) == 1;
    if (is_ours) {
        store->epoch = row_number(rows, 0, 0);
        store->number = row_number(rows, 0, 1);
        owners_set_clock(store, row_number(rows, 0, 2));
    }
    PQclear(rows);
    if (is_first && is_ours)
        return STORE_DONE;
    enum store_result result = is_ours ? STORE_DONE : rewind_come_back(store, problem);
    return result == STORE_DONE ? rewind_check(store, problem) : result;
}

/* A new epoch for each line: what was sent over the last one, and may still be under way,
 * comes too late. If it was in the middle, this waits until it is done or undone. A line that leads
 * to a database of which another server has seen the next one is given up, though it is there. */
enum store_result postgres_hold(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    uint32_t timeline;
    assert(!store->is_to_read);
    if (pg_is_there(&store->lines[LINE_CHANGES]) && !told_is_superseded(store->told, &timeline))
        return STORE_DONE;
    if (!make_line(store, LINE_CHANGES, problem))
        return STORE_BROKEN;
    enum store_result result = take_hold(store, problem);
    if (result != STORE_DONE)
        pg_close(&store->lines[LINE_CHANGES]);
    return result;
}

/* ---- The secret ---- */

/* True if there is one of the right size. */
static bool read_secret(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_READ_SECRET, NULL, problem);
    bool is_found = rows != NULL && PQntuples(rows) == 1 &&
                    PQgetlength(rows, 0, 0) == STORE_SECRET_SIZE;
    if (is_found)
        memcpy(store->secret, PQgetvalue(rows, 0, 0), STORE_SECRET_SIZE);
    PQclear(rows);
    return is_found;
}

static bool write_secret(struct postgres_store *store, enum postgres_statement how,
                         const uint8_t secret[STORE_SECRET_SIZE],
                         char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_text(&values, (struct text){(const char *)secret, STORE_SECRET_SIZE});
    PGresult *done = pg_run(&store->lines[LINE_CHANGES], how, &values, problem);
    PQclear(done);
    return done != NULL &&
           (read_secret(store, problem) || problem[0] != '\0' ||
            store_problem(problem, "%s: the secret is damaged", store->shown)) &&
           problem[0] == '\0';
}

/* Whoever comes second keeps the secret of the first. */
static bool make_secret(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    uint8_t bytes[STORE_SECRET_SIZE];
    if (read_secret(store, problem))
        return true;
    if (problem[0] != '\0' || store->is_to_read)
        return problem[0] == '\0';
    if (!store_random(bytes, sizeof bytes))
        return store_problem(problem, "the system has no random bytes");
    return write_secret(store, PG_ADD_SECRET, bytes, problem);
}

bool postgres_store_set_secret(struct store *base, const uint8_t secret[STORE_SECRET_SIZE],
                               char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    return postgres_hold(store, problem) == STORE_DONE &&
           write_secret(store, PG_SET_SECRET, secret, problem);
}

/* ---- The whole ---- */

static bool begin(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    if (!store_random((uint8_t *)&store->owner, sizeof store->owner))
        return store_problem(problem, "the system has no random bytes");
    if (!make_line(store, LINE_CHANGES, problem))
        return false;
    note_shown(store);
    return (store->is_to_read || take_hold(store, problem) == STORE_DONE) &&
           make_secret(store, problem);
}

struct store *postgres_store_open(const char *where, const struct store_opening *how,
                                  char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        store_problem(problem, "no memory is left");
        return NULL;
    }
    store->store.kind = &store_postgres;
    store->is_to_read = how->is_to_read;
    store->told = told_new();
    snprintf(store->shown, sizeof store->shown, "postgres");
    for (int i = 0; i < LINE_COUNT; i++)
        store->lines[i].shown = store->shown;
    if (store->told == NULL)
        store_problem(problem, "no memory is left");
    else if (read_where(store, where, problem) && begin(store, problem))
        return &store->store;
    postgres_store_close(&store->store);
    return NULL;
}

/* Others may have all that was ours, at once. */
static void leave(struct postgres_store *store)
{
    struct values values = {.count = 0};
    char problem[STORE_PROBLEM_MAX];
    values_add_number(&values, store->owner);
    if (store->epoch != 0 && pg_is_there(&store->lines[LINE_CHANGES]))
        run_once(&store->lines[LINE_CHANGES], PG_LEAVE, &values, problem);
}

void postgres_store_close(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    leave(store);
    for (int i = 0; i < LINE_COUNT; i++)
        pg_close(&store->lines[i]);
    free(store->order);
    free(store->shares);
    free(store->before);
    free(store->alive.at);
    free(store->lost);
    free(store->rewind.tables);
    told_free(store->told);
    free(store);
}

/* The line, that is: one that broke while nothing was written is made anew. */
enum store_result postgres_store_is_there(struct store *base, char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    if (store->is_to_read)
        return postgres_reading(store, LINE_CHANGES, problem) != NULL ? STORE_DONE : STORE_BROKEN;
    enum store_result result = postgres_hold(store, problem);
    if (result == STORE_DONE && !owners_beat(store, problem))
        result = STORE_BROKEN;
    return result;
}
