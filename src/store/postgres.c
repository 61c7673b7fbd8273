/* postgres.c - commits to a PostgreSQL store: a transaction for each table and a last one for this
 * server, all sent in one go (decision 058). That of a table begins with the fence, which fails
 * where the table is not ours any more. When the last is answered all are on the database's disk;
 * when it is not, nobody knows, and the next try finds out. */
#include <assert.h>
#include <stdio.h>
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

/* ---- Transactions in one go ---- */

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

/* One commit, or the question whether it is there already. */
struct commit {
    struct postgres_store *store;
    const struct store_write *writes;
    size_t count;
    bool is_question;
    /* what came of it */
    bool is_committed, is_untried, is_fenced, is_there;
    char *problem; /* the first one */
};

static bool is_asked(const struct commit *all, size_t at)
{
    enum store_write_kind kind = all->writes[at].kind;
    if (kind == STORE_HOLD || (all->is_question && kind == STORE_RELEASE))
        return false;
    return !all->is_question || !store_is_replaced(all->writes, all->count, at);
}

static bool send_write(const struct commit *all, const struct store_write *write)
{
    struct values values = {.count = 0};
    postgres_values_of(write, &values);
    if (write->kind == STORE_RELEASE) {
        values_add_number(&values, all->store->owner);
        values_add_number(&values, (int64_t)write->epoch);
    }
    return pg_send(&all->store->lines[LINE_CHANGES],
                   all->is_question ? question_of[write->kind] : statement_of[write->kind],
                   &values);
}

/* Whoever takes the table waits for us, or we for them. A table that nobody has is taken for this
 * commit alone. */
static unsigned send_fence(const struct commit *all, uint64_t table, uint64_t epoch)
{
    const struct postgres_store *store = all->store;
    struct line *line = &all->store->lines[LINE_CHANGES];
    struct values values = {.count = 0}, seized = {.count = 0};
    values_add_number(&values, (int64_t)table);
    values_add_number(&values, store->owner);
    values_add_number(&seized, (int64_t)table);
    if (epoch != 0) {
        values_add_number(&values, (int64_t)epoch);
        return pg_send(line, PG_FENCE_OWNED, &values);
    }
    if (all->is_question)
        return 0;
    values_add_numbers(&values, &store->alive);
    return pg_send(line, PG_FENCE_FREE, &values) ? 1U + pg_send(line, PG_SEIZE, &seized) : 0;
}

/* The transaction of one table. It need not be on disk when it is answered: the last one of a
 * commit is, and all before it in the log of the database. */
static void send_share(const struct commit *all, struct share *share)
{
    struct postgres_store *store = all->store;
    struct line *line = &store->lines[LINE_CHANGES];
    uint64_t fenced = UINT64_MAX;
    share->fences = pg_send(line, PG_BEGIN, NULL) + pg_send(line, PG_RELAX, NULL);
    for (size_t i = 0; i < share->count && !share->is_new; i++) {
        const struct store_write *write = &all->writes[store->order[share->first + i].at];
        if (write->kind == STORE_RELEASE || write->epoch == fenced)
            continue;
        share->fences += send_fence(all, share->table, write->epoch);
        fenced = write->epoch;
    }
    share->sent = share->fences;
    for (size_t i = 0; i < share->count; i++) {
        const struct store_write *write = &all->writes[store->order[share->first + i].at];
        struct values owner = {.count = 0};
        if (!is_asked(all, store->order[share->first + i].at))
            continue;
        share->sent += send_write(all, write);
        if (write->kind != STORE_ADD_TABLE || all->is_question)
            continue;
        values_add_number(&owner, (int64_t)share->table);
        values_add_number(&owner, store->owner);
        share->sent += pg_send(line, PG_ADD_OWNER, &owner);
    }
    if (!pg_send(line, PG_COMMIT, NULL))
        pg_close(line);
}

static const char *const untried = "untried"; /* something before it failed */

/* The first result that is wrong tells why; those behind it only that they were not tried. */
static PGresult *take_one(const struct commit *all, char state[SHARE_STATE_SIZE])
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    PGresult *result = pg_take(line);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    if (state[0] == '\0' && status == PGRES_PIPELINE_ABORTED) {
        snprintf(state, SHARE_STATE_SIZE, "%s", untried);
    } else if (state[0] == '\0') {
        const char *found = pg_state_of(result);
        snprintf(state, SHARE_STATE_SIZE, "%s", found[0] == '\0' ? "?" : found);
        if (all->problem[0] == '\0')
            pg_complain(line, result, all->problem);
    }
    PQclear(result);
    return NULL;
}

static void take_share(struct commit *all, struct share *share)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    share->state[0] = '\0';
    share->is_fenced = false;
    for (unsigned i = 0; i < share->sent; i++) {
        bool was_well = share->state[0] == '\0';
        PGresult *result = take_one(all, share->state);
        share->is_fenced |= was_well && i < share->fences && strcmp(share->state, "22012") == 0;
        if (all->is_question && i >= share->fences &&
            (result == NULL || row_number(result, 0, 0) != 1))
            all->is_there = false;
        PQclear(result);
    }
    PGresult *end = take_one(all, share->state);
    bool is_done = share->state[0] == '\0' && strcmp(PQcmdStatus(end), "COMMIT") == 0;
    PQclear(end);
    if (line->connection == NULL)
        share->is = SHARE_UNSURE;
    else if (is_done && !all->is_question)
        share->is = SHARE_DONE;
}

/* The beginning of a transaction about ourselves. */
static bool send_begin(const struct commit *all, enum postgres_statement fence)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    struct values server = {.count = 0};
    values_add_number(&server, all->store->owner);
    values_add_number(&server, all->store->epoch);
    return pg_send(line, PG_BEGIN, NULL) && pg_send(line, fence, &server);
}

/* Nothing is written to a database that was put back while the line stayed: a table in it may
 * look like ours, and what we add would not follow what it has. Only looked at, and before all
 * tables: where it fails, none is tried. */
static void send_first(const struct commit *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    if (!send_begin(all, PG_KNOWS_US) || !pg_send(line, PG_COMMIT, NULL))
        pg_close(line);
}

static void take_first(struct commit *all)
{
    char state[SHARE_STATE_SIZE] = "";
    for (unsigned i = 0; i < 3; i++)
        PQclear(take_one(all, state));
    all->is_fenced = strcmp(state, "22012") == 0;
}

/* Ourselves, and what is of no table: the last transaction, which waits for the disk and for all
 * standbys that are waited for. */
static void send_last(const struct commit *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    bool is_sent = send_begin(all, PG_FENCE);
    for (size_t i = 0; is_sent && i < all->count; i++)
        if (all->writes[i].kind == STORE_SET_NOTE && is_asked(all, i))
            is_sent = send_write(all, &all->writes[i]);
    if (!is_sent || !pg_send(line, PG_COMMIT, NULL) || !pg_send_end(line))
        pg_close(line);
}

static void take_last(struct commit *all)
{
    struct line *line = &all->store->lines[LINE_CHANGES];
    char state[SHARE_STATE_SIZE] = "";
    PQclear(take_one(all, state));
    PQclear(take_one(all, state));
    all->is_fenced |= strcmp(state, "22012") == 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->writes[i].kind != STORE_SET_NOTE || !is_asked(all, i))
            continue;
        PGresult *result = take_one(all, state);
        if (all->is_question && (result == NULL || row_number(result, 0, 0) != 1))
            all->is_there = false;
        PQclear(result);
    }
    /* a warning here says that no standby has it: that is not what was asked for */
    PGresult *end = take_one(all, state);
    all->is_untried = strcmp(state, untried) == 0;
    all->is_committed = state[0] == '\0' && !line->has_warned &&
                        strcmp(PQcmdStatus(end), "COMMIT") == 0;
    PQclear(end);
    if (line->connection != NULL && pg_take_end(line))
        pg_roll_back(line);
}

/* Those behind one that failed were not tried. */
static bool is_open(const struct share *share)
{
    return share->is != SHARE_DONE &&
           (share->state[0] == '\0' || strcmp(share->state, untried) == 0);
}

/* All transactions in one go; where one fails, once more those that it kept from being tried. */
static void exchange(struct commit *all)
{
    struct postgres_store *store = all->store;
    struct line *line = &store->lines[LINE_CHANGES];
    all->is_there = true;
    do {
        line->has_warned = false;
        send_first(all);
        for (size_t i = 0; i < store->share_count; i++)
            if (is_open(&store->shares[i]))
                send_share(all, &store->shares[i]);
        send_last(all);
        take_first(all);
        for (size_t i = 0; i < store->share_count; i++)
            if (is_open(&store->shares[i]))
                take_share(all, &store->shares[i]);
        take_last(all);
    } while (all->is_untried && !all->is_fenced && line->connection != NULL &&
             !all->is_question);
}

/* Whether a share that may have been done, and cannot be done now, was done. It is on disk then:
 * the last transaction came behind it. */
static bool is_there_already(const struct commit *all, struct share *share)
{
    char problem[STORE_PROBLEM_MAX] = "";
    struct commit question = *all;
    struct share asked = *share;
    struct line *line = &all->store->lines[LINE_CHANGES];
    question.problem = problem;
    question.is_question = question.is_there = true;
    send_share(&question, &asked);
    pg_send_end(line);
    take_share(&question, &asked);
    if (line->connection != NULL && pg_take_end(line))
        pg_roll_back(line);
    return asked.state[0] == '\0' && question.is_there;
}

static enum store_result judge_share(const struct commit *all, struct share *share)
{
    struct postgres_store *store = all->store;
    bool is_taken = strcmp(share->state, "23505") == 0;
    if (share->state[0] == '\0')
        return STORE_DONE;
    if (is_taken && share->was_unsure && is_there_already(all, share)) {
        share->is = SHARE_DONE;
        return STORE_DONE;
    }
    if (share->is_fenced || (is_taken && shares_has_namesake(store, all->writes, share)))
        return shares_add_lost(store, share->table) ? STORE_LOST : STORE_FULL;
    if (is_taken)
        return STORE_CONFLICT;
    return strcmp(share->state, "53100") == 0 ? STORE_FULL : STORE_BROKEN;
}

/* What weighs most: what ends the server, what is another's, and then what may be tried again. */
static const unsigned weights[] = {[STORE_DONE] = 0, [STORE_FULL] = 1, [STORE_BROKEN] = 2,
                                   [STORE_LOST] = 3, [STORE_CONFLICT] = 4};

static enum store_result judge(struct commit *all)
{
    struct postgres_store *store = all->store;
    struct line *line = &store->lines[LINE_CHANGES];
    enum store_result worst = all->is_committed ? STORE_DONE : STORE_BROKEN;
    if (all->is_fenced && line->connection != NULL) {
        store_problem(all->problem, "%s: the database does not know this server any more",
                      store->shown);
        pg_close(line); /* the next line finds out what has happened */
        return STORE_BROKEN;
    }
    for (size_t i = 0; i < store->share_count && line->connection != NULL; i++) {
        enum store_result result = judge_share(all, &store->shares[i]);
        worst = weights[result] > weights[worst] ? result : worst;
    }
    if (line->connection == NULL)
        worst = STORE_BROKEN;
    if (worst == STORE_LOST)
        store_problem(all->problem, "%s: another server has a table of this commit",
                      store->shown);
    else if (worst == STORE_DONE)
        all->problem[0] = '\0';
    else if (all->problem[0] == '\0')
        store_problem(all->problem, "%s: the database does not say that it is saved",
                      store->shown);
    return worst;
}

static enum store_result run(struct commit *all)
{
    struct postgres_store *store = all->store;
    store->lost_count = 0;
    enum store_result result = postgres_hold(store, all->problem);
    if (result != STORE_DONE)
        return result;
    if (!shares_make(store, all->writes, all->count, all->is_question)) {
        store_problem(all->problem, "no memory is left");
        return STORE_FULL;
    }
    if (!all->is_question && !shares_find_alive(store, all->problem))
        return STORE_BROKEN;
    exchange(all);
    result = judge(all);
    if (!all->is_question)
        shares_keep(store, result == STORE_DONE);
    return result;
}

/* ---- Commits ---- */

static enum store_result postgres_commit(struct store *base, const struct store_write *writes,
                                         size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct commit all = {
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
    struct commit all = {.store = store, .writes = writes, .count = count,
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
    .now_s = postgres_store_now_s,
    .rewind = postgres_store_rewind,
    .news = postgres_store_news,
    .known = postgres_store_known,
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
