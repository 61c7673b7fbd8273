/* postgres_owners.c - several servers on one database: which tables are ours and by which epoch,
 * which were lost, taking one, and saying that we are alive (decision 035). What decides whether
 * something is written is the epoch, which each commit asks for; clocks decide how soon. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/checksum.h"
#include "store/postgres_store.h"

enum { TAKE_TRIES = 3 };

/* ---- The shares of a commit ---- */

/* By table, and in the order they came in. */
static int compare_placed(const void *a, const void *b)
{
    const struct placed *one = a, *other = b;
    if (one->table != other->table)
        return one->table < other->table ? -1 : 1;
    return one->at < other->at ? -1 : 1;
}

static int compare_shares(const void *a, const void *b)
{
    const struct share *one = a, *other = b;
    return (one->table > other->table) - (one->table < other->table);
}

static bool make_room(struct postgres_store *store, size_t count)
{
    if (count <= store->share_room)
        return true;
    void *larger[] = {realloc(store->shares, 2 * count * sizeof *store->shares),
                      realloc(store->before, 2 * count * sizeof *store->before),
                      realloc(store->order, 2 * count * sizeof *store->order)};
    store->shares = larger[0] == NULL ? store->shares : larger[0];
    store->before = larger[1] == NULL ? store->before : larger[1];
    store->order = larger[2] == NULL ? store->order : larger[2];
    if (larger[0] == NULL || larger[1] == NULL || larger[2] == NULL)
        return false;
    store->share_room = 2 * count;
    return true;
}

static void add_write(struct share *share, const struct store_write *write)
{
    share->count++;
    share->is_new |= write->kind == STORE_ADD_TABLE;
    share->is_free |= write->epoch == 0 && write->kind != STORE_RELEASE;
    share->sum = share->sum * 1099511628211U + (uint64_t)checksum_of(write) + write->epoch;
}

/* What was done, or may have been, when this commit was tried before. */
static void recall(const struct postgres_store *store, struct share *share)
{
    const struct share *found = store->before_count == 0 ? NULL
        : bsearch(share, store->before, store->before_count, sizeof *found, compare_shares);
    bool is_same = found != NULL && found->sum == share->sum && found->count == share->count;
    share->is = is_same ? found->is : SHARE_OPEN;
    share->was_unsure = share->is == SHARE_UNSURE;
}

bool shares_make(struct postgres_store *store, const struct store_write *writes, size_t count,
                 bool is_question)
{
    size_t placed = 0;
    store->share_count = 0;
    if (!make_room(store, count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (writes[i].kind != STORE_SET_NOTE)
            store->order[placed++] = (struct placed){writes[i].table, i};
    if (placed > 0)
        qsort(store->order, placed, sizeof *store->order, compare_placed);
    for (size_t i = 0; i < placed; i++) {
        bool is_same = i > 0 && store->order[i - 1].table == store->order[i].table;
        if (!is_same)
            store->shares[store->share_count++] =
                (struct share){.table = store->order[i].table, .first = i};
        add_write(&store->shares[store->share_count - 1], &writes[store->order[i].at]);
    }
    for (size_t i = 0; i < store->share_count && !is_question; i++)
        recall(store, &store->shares[i]);
    return true;
}

void shares_keep(struct postgres_store *store, bool is_done)
{
    struct share *last = store->shares;
    store->shares = store->before;
    store->before = last;
    store->before_count = is_done ? 0 : store->share_count;
    store->share_count = 0;
}

void shares_doubt(struct postgres_store *store)
{
    for (size_t i = 0; i < store->before_count; i++)
        if (store->before[i].is == SHARE_DONE)
            store->before[i].is = SHARE_UNSURE;
}

bool shares_find_alive(struct postgres_store *store, char problem[STORE_PROBLEM_MAX])
{
    bool is_needed = false;
    store->alive.count = 0;
    for (size_t i = 0; i < store->share_count; i++)
        is_needed |= store->shares[i].is_free;
    if (!is_needed)
        return true;
    PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_FIND_ALIVE, NULL, problem);
    bool is_well = rows != NULL && numbers_add(&store->alive, store->owner);
    for (int i = 0; is_well && i < PQntuples(rows); i++)
        is_well = numbers_add(&store->alive, row_number(rows, i, 0)) ||
                  store_problem(problem, "no memory is left");
    PQclear(rows);
    return is_well;
}

bool shares_add_lost(struct postgres_store *store, uint64_t table)
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

bool shares_has_namesake(struct postgres_store *store, const struct store_write *writes,
                         const struct share *share)
{
    bool is_found = false;
    for (size_t i = 0; i < share->count && !is_found; i++) {
        const struct store_write *write = &writes[store->order[share->first + i].at];
        struct values values = {.count = 0};
        char problem[STORE_PROBLEM_MAX];
        if (write->kind != STORE_ADD_TABLE)
            continue;
        values_add_number(&values, (int64_t)write->table);
        values_add_text(&values, write->name);
        PGresult *rows = pg_run(&store->lines[LINE_CHANGES], PG_FIND_NAMESAKE, &values, problem);
        is_found = rows != NULL && row_number(rows, 0, 0) > 0;
        PQclear(rows);
    }
    return is_found;
}

size_t postgres_store_lost(struct store *base, const uint64_t **tables)
{
    const struct postgres_store *store = (struct postgres_store *)base;
    *tables = store->lost;
    return store->lost_count;
}

/* ---- Taking one ---- */

/* From whoever had it, and is not alive. False if it was not asked; an epoch of 0: somebody else
 * has it by now, or there is no such row. */
static bool try_to_take(struct postgres_store *store, struct line *line, int64_t table,
                        int64_t from, uint64_t *epoch, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0};
    values_add_number(&values, table);
    values_add_number(&values, store->owner);
    values_add_number(&values, from);
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

/* Whose it was when it was last taken, and that server if it is another one and alive. */
static bool find_owner(const struct postgres_store *store, struct line *line, int64_t table,
                       int64_t *last, struct store_server *out, char problem[STORE_PROBLEM_MAX])
{
    struct values values = {.count = 0}, server = {.count = 0};
    values_add_number(&values, table);
    PGresult *rows = pg_run(line, PG_FIND_OWNER, &values, problem);
    bool is_asked = rows != NULL;
    *last = is_asked && PQntuples(rows) == 1 ? row_number(rows, 0, 0) : 0;
    PQclear(rows);
    if (!is_asked || *last == 0 || *last == store->owner)
        return is_asked;
    values_add_number(&server, *last);
    rows = pg_run(line, PG_FIND_SERVER, &server, problem);
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
    for (unsigned i = 0; i < TAKE_TRIES && out->epoch == 0 && out->owner.id == 0; i++) {
        int64_t last;
        if (!find_owner(store, line, number, &last, &out->owner, problem) ||
            (out->owner.id == 0 && !try_to_take(store, line, number, last, &out->epoch, problem)))
            return false;
    }
    return true;
}

/* ---- Being alive ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What servers write down they compare with each other's: by one clock. A second or two are the
 * way there and back. */
void owners_set_clock(struct postgres_store *store, int64_t now_s)
{
    int64_t ahead_s = now_s - (int64_t)time(NULL);
    if (llabs(ahead_s - store->ahead_s) > CLOCK_SLACK_S)
        store->ahead_s = llabs(ahead_s) > CLOCK_SLACK_S ? ahead_s : 0;
}

int64_t postgres_store_now_s(const struct store *base)
{
    return (int64_t)time(NULL) + ((const struct postgres_store *)base)->ahead_s;
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
            owners_set_clock(store, row_number(rows, i, 3));
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
