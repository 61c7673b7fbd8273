/* postgres_owners.c - several servers on one database: which tables are ours and by which epoch,
 * which were lost, taking one, and saying that we are alive (decision 035). What decides whether
 * something is written is the epoch, which each commit asks for; clocks decide how soon. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/postgres_store.h"

enum { TAKE_TRIES = 3 };

/* A table as a commit needs it. */
struct owned {
    uint64_t table, epoch;
    bool is_new; /* the commit makes it */
};

/* ---- The tables of a commit ---- */

/* By table; one that is made stands before what is written to it. */
static int compare(const void *a, const void *b)
{
    const struct owned *one = a, *other = b;
    if (one->table != other->table)
        return one->table < other->table ? -1 : 1;
    if (one->is_new != other->is_new)
        return one->is_new ? -1 : 1;
    return (one->epoch > other->epoch) - (one->epoch < other->epoch);
}

static bool make_room(struct postgres_store *store, size_t count)
{
    if (count <= store->owned_room)
        return true;
    struct owned *larger = realloc(store->owned, 2 * count * sizeof *larger);
    if (larger == NULL)
        return false;
    store->owned = larger;
    store->owned_room = 2 * count;
    return true;
}

static bool is_owned_write(const struct store_write *write)
{
    return write->kind != STORE_SET_NOTE && write->kind != STORE_RELEASE;
}

bool owners_sort(struct postgres_store *store, const struct store_write *writes, size_t count)
{
    size_t found = 0;
    bool is_well = make_room(store, count);
    store->ours.count = store->epochs.count = store->free.count = 0;
    for (size_t i = 0; is_well && i < count; i++)
        if (is_owned_write(&writes[i]))
            store->owned[found++] = (struct owned){writes[i].table, writes[i].epoch,
                                                   writes[i].kind == STORE_ADD_TABLE};
    if (found > 0)
        qsort(store->owned, found, sizeof *store->owned, compare);
    for (size_t i = 0; is_well && i < found; i++) {
        struct owned *at = &store->owned[i];
        bool is_same = i > 0 && at[-1].table == at->table;
        at->is_new |= is_same && at[-1].is_new;
        if (at->is_new || (is_same && at[-1].epoch == at->epoch))
            continue;
        is_well = at->epoch == 0 ? numbers_add(&store->free, (int64_t)at->table)
                                 : numbers_add(&store->ours, (int64_t)at->table) &&
                                       numbers_add(&store->epochs, (int64_t)at->epoch);
    }
    return is_well;
}

/* ---- Which are lost ---- */

static bool add_lost(struct postgres_store *store, uint64_t table)
{
    if (store->lost_count == store->lost_room) {
        size_t more = 2 * store->lost_room + 8;
        uint64_t *larger = realloc(store->lost, more * sizeof *larger);
        if (larger == NULL)
            return false;
        store->lost = larger;
        store->lost_room = more;
    }
    store->lost[store->lost_count++] = table;
    return true;
}

static bool add_rows(struct postgres_store *store, enum postgres_statement question,
                     const struct values *values, char problem[STORE_PROBLEM_MAX])
{
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], question, values, problem);
    bool is_well = rows != NULL;
    for (int i = 0; is_well && i < PQntuples(rows); i++)
        is_well = add_lost(store, (uint64_t)row_number(rows, i, 0));
    PQclear(rows);
    return is_well;
}

/* A table that another server has made under the same name at the same time. */
static bool add_namesakes(struct postgres_store *store, const struct store_write *writes,
                          size_t count, char problem[STORE_PROBLEM_MAX])
{
    bool is_well = true;
    for (size_t i = 0; is_well && i < count; i++) {
        struct values values = {.count = 0};
        if (writes[i].kind != STORE_ADD_TABLE)
            continue;
        values_add_number(&values, (int64_t)writes[i].table);
        values_add_text(&values, writes[i].name);
        PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_FIND_NAMESAKE, &values, problem);
        is_well = rows != NULL &&
                  (row_number(rows, 0, 0) == 0 || add_lost(store, writes[i].table));
        PQclear(rows);
    }
    return is_well;
}

static bool find_lost(struct postgres_store *store, const struct store_write *writes,
                      size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_number(&values, store->owner);
    if (store->ours.count > 0) {
        values_add_numbers(&values, &store->ours);
        values_add_numbers(&values, &store->epochs);
        if (!add_rows(store, PG_FIND_LOST, &values, problem))
            return false;
    }
    values.count = 1;
    if (store->free.count > 0) {
        values_add_numbers(&values, &store->free);
        if (!add_rows(store, PG_FIND_BLOCKED, &values, problem))
            return false;
    }
    return add_namesakes(store, writes, count, problem);
}

enum store_result owners_find_lost(struct postgres_store *store,
                                   const struct store_write *writes, size_t count,
                                   enum store_result result, char problem[STORE_PROBLEM_MAX])
{
    char own_problem[STORE_PROBLEM_MAX] = "";
    store->lost_count = 0;
    if (!find_lost(store, writes, count, own_problem)) {
        store_problem(problem, "%s", own_problem[0] == '\0' ? "no memory is left" : own_problem);
        return STORE_BROKEN;
    }
    return store->lost_count > 0 ? STORE_LOST : result;
}

size_t postgres_store_lost(struct store *base, const uint64_t **tables)
{
    const struct postgres_store *store = (struct postgres_store *)base;
    *tables = store->lost;
    return store->lost_count;
}

/* ---- Taking one ---- */

/* False if it was not asked; an epoch of 0: somebody else has it, or there is no such row. */
static bool try_to_take(struct postgres_store *store, struct line *line, int64_t table,
                        uint64_t *epoch, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_number(&values, table);
    values_add_number(&values, store->owner);
    PGresult *rows = pg_run(line, PG_TAKE, &values, problem);
    *epoch = rows != NULL && PQntuples(rows) == 1 ? (uint64_t)row_number(rows, 0, 0) : 0;
    PQclear(rows);
    return rows != NULL;
}

static struct store_server server_of(const PGresult *rows, int row)
{
    struct store_server server = {.id = (uint64_t)row_number(rows, row, 0)};
    struct text address = row_text(rows, row, 1);
    if (address.size < STORE_ADDRESS_MAX)
        memcpy(server.address, address.at, address.size);
    return server;
}

/* Who else has it, and is alive. */
static bool find_owner(const struct postgres_store *store, struct line *line, int64_t table,
                       struct store_server *out, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_number(&values, table);
    values_add_number(&values, store->owner);
    PGresult *rows = pg_run(line, PG_FIND_OWNER, &values, problem);
    if (rows != NULL && PQntuples(rows) == 1)
        *out = server_of(rows, 0);
    PQclear(rows);
    return rows != NULL;
}

bool postgres_store_announce(struct store *base, struct store_server *self,
                             char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct values values = {.count = 0};
    self->id = (uint64_t)store->owner;
    memcpy(store->address, self->address, sizeof store->address);
    values_add_number(&values, store->owner);
    values_add_text(&values, text_of(self->address));
    if (postgres_hold(store, problem) != STORE_DONE)
        return false;
    PGresult *done = pg_run(&store->lines[LINE_CHANGES], PG_ANNOUNCE, &values, problem);
    PQclear(done);
    return done != NULL;
}

bool postgres_store_take(struct store *base, uint64_t table, struct text name,
                         struct store_taken *out, char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct line *line = postgres_reading(store, LINE_FETCHES, problem);
    int64_t number = (int64_t)table;
    bool is_found = true;
    *out = (struct store_taken){.table = 0};
    if (line == NULL ||
        (name.size > 0 && !postgres_find_table(line, name, &number, &is_found, problem)))
        return false;
    if (!is_found)
        return true;
    out->table = (uint64_t)number;
    /* who had it may let go of it between the two questions, or somebody else takes it */
    for (unsigned i = 0; i < TAKE_TRIES && out->epoch == 0 && out->owner.id == 0; i++)
        if (!find_owner(store, line, number, &out->owner, problem) ||
            (out->owner.id == 0 && !try_to_take(store, line, number, &out->epoch, problem)))
            return false;
    return true;
}

/* ---- Being alive ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether we are among those who are alive; the others are noted. */
static bool take_alive(struct postgres_store *store, const PGresult *rows)
{
    bool is_here = false;
    store->others_count = 0;
    for (int i = 0; i < PQntuples(rows); i++) {
        struct store_server server = server_of(rows, i);
        if (server.id == (uint64_t)store->owner) {
            is_here = true;
            store->epoch = row_number(rows, i, 2);
        } else if (server.address[0] != '\0' && store->others_count < STORE_OTHERS_MAX) {
            store->others[store->others_count++] = server;
        }
    }
    return is_here;
}

size_t postgres_store_others(struct store *base, struct store_server out[STORE_OTHERS_MAX])
{
    const struct postgres_store *store = (struct postgres_store *)base;
    memcpy(out, store->others, store->others_count * sizeof *out);
    return store->others_count;
}

bool owners_beat(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    if (store->is_to_read || now_ms() - store->beat_ms < POSTGRES_BEAT_MS)
        return true;
    values_add_number(&values, store->owner);
    values_add_number(&values, store->epoch);
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_BEAT, &values, problem);
    bool is_here = rows != NULL && take_alive(store, rows);
    PQclear(rows);
    if (rows != NULL && !is_here) { /* the next line finds out what has happened */
        pg_close(&store->lines[LINE_CHANGES]);
        store_problem(problem, "%s: the database does not know this server", store->shown);
    }
    if (is_here)
        store->beat_ms = now_ms();
    return is_here;
}
