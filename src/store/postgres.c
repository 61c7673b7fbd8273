/* postgres.c - commits to a PostgreSQL store: one transaction for all writes, sent in one go. It
 * begins with the fence, which fails where a table is not ours any more. When COMMIT is answered
 * it is on the server's disk; when it is not, nobody knows, and the next try finds out. */
#include <assert.h>
#include <string.h>

#include "store/checksum.h"
#include "store/postgres_store.h"

/* What the statement of a write is given, and the question for it. */
void postgres_values_of(const struct store_write *write, struct values *out)
{
    out->count = 0;
    if (write->kind != STORE_SET_NOTE)
        values_add_number(out, (int64_t)write->table);
    switch (write->kind) {
    case STORE_ADD_TABLE:
        values_add_number(out, write->at_s);
        values_add_text(out, write->name);
        break;
    case STORE_ADD_ENTRY:
        values_add_number(out, write->seq);
        values_add_number(out, write->at_s);
        values_add_number(out, write->who);
        values_add_text(out, write->request);
        values_add_text(out, write->line);
        break;
    case STORE_PUT_AWAY:
    case STORE_BRING_BACK:
        values_add_number(out, write->at_s);
        values_add_number(out, write->kind == STORE_PUT_AWAY);
        values_add_text(out, write->line);
        break;
    case STORE_SET_LIVE:
    case STORE_SET_NOTE:
        values_add_text(out, write->line);
        break;
    case STORE_SET_CARD:
        values_add_number(out, write->card.due_s);
        values_add_number(out, write->card.slept_s);
        values_add_number(out, write->card.touched_s);
        values_add_number(out, write->card.turn);
        break;
    case STORE_DELETE_TABLE:
    case STORE_HOLD:
    case STORE_RELEASE:
        return;
    }
    values_add_number(out, checksum_of(write));
}

/* ---- A transaction in one go ---- */

static const enum postgres_statement statement_of[] = {
    [STORE_ADD_TABLE] = PG_ADD_TABLE,   [STORE_ADD_ENTRY] = PG_ADD_ENTRY,
    [STORE_SET_LIVE] = PG_SET_LIVE,     [STORE_DELETE_TABLE] = PG_DELETE_TABLE,
    [STORE_PUT_AWAY] = PG_MOVE_TABLE,   [STORE_BRING_BACK] = PG_MOVE_TABLE,
    [STORE_SET_NOTE] = PG_SET_NOTE,     [STORE_SET_CARD] = PG_SET_CARD,
    [STORE_RELEASE] = PG_RELEASE,
};
static const enum postgres_statement question_of[] = {
    [STORE_ADD_TABLE] = PG_HOLDS_TABLE, [STORE_ADD_ENTRY] = PG_HOLDS_ENTRY,
    [STORE_SET_LIVE] = PG_HOLDS_LIVE,   [STORE_DELETE_TABLE] = PG_HOLDS_NONE,
    [STORE_PUT_AWAY] = PG_HOLDS_MOVE,   [STORE_BRING_BACK] = PG_HOLDS_MOVE,
    [STORE_SET_NOTE] = PG_HOLDS_NOTE,   [STORE_SET_CARD] = PG_HOLDS_CARD,
};

struct transaction {
    struct postgres_store *store;
    const struct store_write *writes;
    size_t count;
    bool is_question; /* whether the writes are there already, instead of writing them */
    /* what came of it */
    bool is_committed, is_fenced, is_lost, is_there;
    char state[8]; /* of the first thing that failed */
    char *problem;
};

static bool is_asked(const struct transaction *all, size_t at)
{
    enum store_write_kind kind = all->writes[at].kind;
    if (kind == STORE_HOLD || (all->is_question && kind == STORE_RELEASE))
        return false;
    return !all->is_question || !store_is_replaced(all->writes, all->count, at);
}

/* Whether tables are taken for this commit alone. */
static bool has_free(const struct transaction *all)
{
    return all->store->free.count > 0 && !all->is_question;
}

static bool send_fences(const struct transaction *all)
{
    struct postgres_store *store = all->store;
    struct line *line = &store->lines[LINE_CHANGES];
    struct values server = {.count = 0}, ours = {.count = 0}, unowned = {.count = 0};
    values_add_number(&server, store->owner);
    values_add_number(&ours, store->owner);
    values_add_number(&unowned, store->owner);
    values_add_number(&server, store->epoch);
    if (!pg_send(line, PG_FENCE, &server))
        return false;
    if (store->ours.count > 0) {
        values_add_numbers(&ours, &store->ours);
        values_add_numbers(&ours, &store->epochs);
        values_add_number(&ours, (int64_t)store->ours.count);
        if (!pg_send(line, PG_FENCE_OWNED, &ours))
            return false;
    }
    if (!has_free(all))
        return true;
    values_add_numbers(&unowned, &store->free);
    struct values seized = {.count = 0};
    values_add_numbers(&seized, &store->free);
    return pg_send(line, PG_FENCE_FREE, &unowned) && pg_send(line, PG_SEIZE, &seized);
}

static void add_owner(const struct transaction *all, const struct store_write *write,
                      struct values *values)
{
    if (write->kind == STORE_ADD_TABLE && !all->is_question)
        values_add_number(values, all->store->owner);
    if (write->kind == STORE_RELEASE) {
        values_add_number(values, all->store->owner);
        values_add_number(values, (int64_t)write->epoch);
    }
}

static void send_all(const struct transaction *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    struct values values = {.count = 0};
    bool is_sent = pg_send(line, PG_BEGIN, NULL) && send_fences(all);
    for (size_t i = 0; is_sent && i < all->count; i++) {
        enum store_write_kind kind = all->writes[i].kind;
        if (!is_asked(all, i))
            continue;
        postgres_values_of(&all->writes[i], &values);
        add_owner(all, &all->writes[i], &values);
        is_sent = pg_send(line, all->is_question ? question_of[kind] : statement_of[kind],
                          &values);
    }
    if (!is_sent || !pg_send(line, PG_COMMIT, NULL) || !pg_send_end(line))
        pg_close(line);
}

/* The first result that is wrong tells why; those behind it only that they were not tried. */
static PGresult *take_one(struct transaction *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    PGresult *result = pg_take(line);
    ExecStatusType status = PQresultStatus(result);
    bool is_well = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!is_well && all->problem[0] == '\0') {
        const char *state = pg_state_of(result);
        memcpy(all->state, state, strnlen(state, sizeof all->state - 1));
        pg_complain(line, result, all->problem);
    }
    if (is_well)
        return result;
    PQclear(result);
    return NULL;
}

/* Whether the next result is that of a fence that failed. */
static bool is_barred(struct transaction *all)
{
    bool was_well = all->problem[0] == '\0';
    PGresult *fence = take_one(all);
    bool is_failed = fence == NULL;
    PQclear(fence);
    return is_failed && was_well && strcmp(all->state, "22012") == 0;
}

static void take_fences(struct transaction *all)
{
    all->is_fenced = is_barred(all);
    if (all->store->ours.count > 0)
        all->is_lost = is_barred(all);
    if (has_free(all)) {
        all->is_lost |= is_barred(all);
        PQclear(take_one(all));
    }
}

static void take_all(struct transaction *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    PQclear(take_one(all));
    take_fences(all);
    all->is_there = true;
    for (size_t i = 0; i < all->count; i++) {
        if (!is_asked(all, i))
            continue;
        PGresult *result = take_one(all);
        if (all->is_question && (result == NULL || row_number(result, 0, 0) != 1))
            all->is_there = false;
        PQclear(result);
    }
    /* a warning here says that no standby has it: that is not what was asked for */
    PGresult *commit = take_one(all);
    all->is_committed = commit != NULL && !line->has_warned &&
                        strcmp(PQcmdStatus(commit), "COMMIT") == 0;
    PQclear(commit);
    if (line->connection != NULL && pg_take_end(line))
        pg_roll_back(line);
}

static enum store_result result_of(const struct transaction *all)
{
    if (all->is_committed)
        return STORE_DONE;
    if (all->store->lines[LINE_CHANGES].connection == NULL)
        return STORE_BROKEN;
    if (all->is_fenced) /* the next line finds out what has happened */
        return STORE_BROKEN;
    if (strcmp(all->state, "23505") == 0)
        return STORE_CONFLICT;
    if (all->is_lost)
        return STORE_LOST;
    return strcmp(all->state, "53100") == 0 ? STORE_FULL : STORE_BROKEN;
}

static enum store_result run(struct transaction *all)
{
    struct postgres_store *store = all->store;
    char *problem = all->problem;
    store->lost_count = 0;
    if (!owners_sort(store, all->writes, all->count)) {
        store_problem(problem, "no memory is left");
        return STORE_FULL;
    }
    enum store_result result = postgres_hold(store, problem);
    if (result != STORE_DONE)
        return result;
    store->lines[LINE_CHANGES].has_warned = false;
    send_all(all);
    take_all(all);
    result = result_of(all);
    if (all->is_fenced) {
        store_problem(problem, "%s: the database does not know this server any more",
                      store->shown);
        pg_close(&store->lines[LINE_CHANGES]);
    } else if (all->is_lost) {
        store_problem(problem, "%s: another server has a table of this commit", store->shown);
    } else if (result != STORE_DONE && problem[0] == '\0') {
        store_problem(problem, "%s: the database does not say that it is saved", store->shown);
    }
    /* what was lost may be ours again by now: then the same commit is tried once more */
    bool is_ours_alone = result == STORE_CONFLICT;
    if (result == STORE_LOST || is_ours_alone)
        result = owners_find_lost(store, all->writes, all->count,
                                  is_ours_alone ? STORE_CONFLICT : STORE_BROKEN, problem);
    return result;
}

/* ---- Commits ---- */

static enum store_result postgres_commit(struct store *base, const struct store_write *writes,
                                         size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct transaction all = {
        .store = store, .writes = writes, .count = count, .problem = problem};
    assert(!store->is_to_read);
    enum store_result result = run(&all);
    if (result == STORE_DONE)
        rewind_remember(store, writes, count);
    return result;
}

/* It locks the server's row and so is a commit of its own: when that is on disk, and with all
 * standbys that are waited for, then so is everything that it has seen. */
static enum store_result postgres_holds(struct store *base, const struct store_write *writes,
                                        size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    char own_problem[STORE_PROBLEM_MAX] = "";
    struct transaction all = {.store = store, .writes = writes, .count = count,
                              .is_question = true, .problem = own_problem};
    enum store_result result = run(&all);
    if (result == STORE_DONE && !all.is_there)
        return STORE_CONFLICT;
    if (result == STORE_DONE)
        rewind_remember(store, writes, count);
    else
        store_problem(problem, "%s", own_problem);
    return result;
}

static bool postgres_secret(struct store *base, uint8_t out[STORE_SECRET_SIZE],
                            char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    memcpy(out, ((struct postgres_store *)base)->secret, STORE_SECRET_SIZE);
    return true;
}

static bool postgres_backup(struct store *base, const char *path,
                            char problem[STORE_PROBLEM_MAX])
{
    (void)base;
    return store_problem(problem, "%.100s: a database is backed up by its own means, pg_dump",
                         path);
}

const struct store_kind store_postgres = {
    .scheme = "postgres",
    .open = postgres_store_open,
    .close = postgres_store_close,
    .commit = postgres_commit,
    .holds = postgres_holds,
    .is_there = postgres_store_is_there,
    .take = postgres_store_take,
    .lost = postgres_store_lost,
    .announce = postgres_store_announce,
    .others = postgres_store_others,
    .rewind = postgres_store_rewind,
    .news = postgres_store_news,
    .hear = postgres_store_hear,
    .load = postgres_store_load,
    .read_log = postgres_store_read_log,
    .survey = postgres_store_survey,
    .fetch = postgres_store_fetch,
    .next = postgres_store_next,
    .look = postgres_store_look,
    .secret = postgres_secret,
    .set_secret = postgres_store_set_secret,
    .backup = postgres_backup,
};
