/* postgres_tests.c - what a database can do or suffer: lines cut at every byte, sessions ended,
 * versions, damage, a database that may only be read or has
 * forgotten what it promised. */
#include "postgres_tests.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cut_line.h"
#include "harness.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { URI_SIZE = 512, CUT_STEP = 11, PATIENCE_S = 90, SEQ_MAX = 100000 };

static char problem[STORE_PROBLEM_MAX];
static const char *direct;
static char through[URI_SIZE]; /* the same over the line that is cut, */
static char either[3 * URI_SIZE]; /* or over the other one where that does not answer */

static char answer[256];

const char *run_sql(const char *sql)
{
    PGconn *connection = PQconnectdb(direct);
    PQsetNoticeProcessor(connection, NULL, NULL);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    CHECK_ABOUT(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK,
                PQerrorMessage(connection));
    snprintf(answer, sizeof answer, "%s",
             status == PGRES_TUPLES_OK && PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(connection);
    return answer;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Tries the commit again until it is told to be done, or for far too long. */
static enum store_result insist(struct store *store, const struct store_write *writes,
                                size_t count, char why[STORE_PROBLEM_MAX])
{
    double since_s = seconds();
    enum store_result result = STORE_BROKEN;
    while (result == STORE_BROKEN && seconds() - since_s < (double)PATIENCE_S)
        result = store_commit_again(store, writes, count, why);
    return result;
}

void empty_database(const char *uri)
{
    direct = uri;
    run_sql("SET client_min_messages = error; DROP SCHEMA IF EXISTS rummery CASCADE");
}

struct store *open_database(const char *uri)
{
    struct store *store = store_open(uri, problem);
    CHECK_ABOUT(store != NULL, problem);
    if (store == NULL)
        exit(1);
    return store;
}

static bool holds(const char *expected)
{
    struct store *store = store_open_to_read(direct, problem);
    const char *found = store == NULL ? NULL : dump(store, problem);
    bool is_equal = found != NULL && strcmp(found, expected) == 0;
    if (!is_equal)
        printf("expected: %s\n   found: %s\n", expected, found == NULL ? problem : found);
    store_close(store);
    return is_equal;
}

static struct store *fresh_with_a_table(const char *uri)
{
    empty_database(direct);
    struct store *store = open_database(uri);
    struct store_write writes[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    return store;
}

void end_sessions(void)
{
    run_sql("SELECT count(pg_terminate_backend(pid, 20000)) FROM pg_stat_activity"
            " WHERE application_name = 'rummery' AND pid <> pg_backend_pid()");
}

/* ---- Opening ---- */

static void test_opening(void)
{
    uint8_t before[STORE_SECRET_SIZE], after[STORE_SECRET_SIZE];
    test_begin("what was committed is there after closing and opening");
    struct store *store = fresh_with_a_table(direct);
    CHECK(store_secret(store, before, problem));
    store_close(store);
    store = open_database(direct);
    CHECK(store_secret(store, after, problem) && memcmp(before, after, sizeof before) == 0);
    CHECK(strcmp(dump_log(store, 1, problem), "1.0 by 2@100 [] a; ") == 0);
    store_close(store);

    test_begin("opened to be read nothing is made, and nobody is disturbed");
    store = open_database(direct);
    CHECK(holds("1@100 one; 1.0 by 2@100 [] a; "));
    struct store_write more = write_entry(1, 1, "b");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    store_close(store);
    empty_database(direct);
    CHECK(store_open_to_read(direct, problem) == NULL);
    CHECK(strstr(problem, "there is no store of Rummery") != NULL);
    CHECK(strcmp(run_sql("SELECT to_regnamespace('rummery') IS NULL"), "t") == 0);
}

static void test_versions(void)
{
    store_close(fresh_with_a_table(direct));
    test_begin("a newer version is used as long as it says that this program may");
    run_sql("UPDATE rummery.version SET version = 7;"
            "ALTER TABLE rummery.entries ADD COLUMN mood int8 NOT NULL DEFAULT 3");
    struct store *store = open_database(direct);
    struct store_write more = write_entry(1, 1, "b");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    CHECK(strcmp(dump_log(store, 1, problem), "1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; ") == 0);
    store_close(store);
    CHECK(strcmp(run_sql("SELECT version FROM rummery.version"), "7") == 0);

    test_begin("and refused in words where it does not, also on a line that is made anew");
    store = open_database(direct);
    run_sql("UPDATE rummery.version SET oldest = 7");
    end_sessions();
    more = write_entry(1, 2, "c");
    CHECK(store_commit(store, &more, 1, problem) == STORE_BROKEN);
    CHECK(store_commit_again(store, &more, 1, problem) == STORE_BROKEN);
    CHECK(strstr(problem, "newer Rummery") != NULL);
    store_close(store);
    CHECK(store_open(direct, problem) == NULL && strstr(problem, "newer Rummery") != NULL);
    CHECK(store_open_to_read(direct, problem) == NULL);
}

static void test_settings(void)
{
    char uri[URI_SIZE];
    test_begin("a session that would not wait for the disk is made to");
    snprintf(uri, sizeof uri, "%s&options=-csynchronous_commit%%3Doff", direct);
    struct store *store = fresh_with_a_table(uri);
    struct store_write more = write_entry(1, 1, "b");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    store_close(store);

    test_begin("what cannot be reached, entered or written is said in words, without a password");
    static const struct {
        const char *more, *words;
    } wrongs[] = {{"&port=1", "No such file"},
                  {"&dbname=nowhere", "does not exist"},
                  {"&user=locked&password=swordfish", "authentication failed"},
                  {"&user=locked&password=open", "permission denied"},
                  {"&options=-cdefault_transaction_read_only%3Don", "can only be read"},
                  {"&connect_timeout=soon", "\"soon\""}};
    empty_database(direct);
    for (size_t i = 0; i < COUNT(wrongs); i++) {
        snprintf(uri, sizeof uri, "%s%s", direct, wrongs[i].more);
        CHECK(store_open(uri, problem) == NULL);
        CHECK_ABOUT(strstr(problem, wrongs[i].words) != NULL, problem);
        CHECK(strstr(problem, "swordfish") == NULL);
    }
}

/* ---- Another writer ---- */

static void test_conflicts(void)
{
    struct store *store = fresh_with_a_table(direct);
    test_begin("an entry that somebody else wrote is a conflict, however often it is tried");
    run_sql("INSERT INTO rummery.entries VALUES (1, 3, 103, 5, 0, 'r', 'theirs')");
    struct store_write ours = write_entry(1, 3, "ours");
    for (unsigned i = 0; i < 2; i++) {
        CHECK(store_commit(store, &ours, 1, problem) == STORE_CONFLICT);
        CHECK(store_commit_again(store, &ours, 1, problem) == STORE_CONFLICT);
        CHECK(problem[0] != '\0');
    }

    test_begin("a commit that was saved after all is done when it is tried again");
    struct store_write all[] = {
        write_table(7, "seven"),       write_entry(7, 1, "x"),
        write_live(7, "early"),        write_live(7, "late"),
        write_table(8, "eight"),       write_entry(8, 1, "y"),
        write_delete(8),               write_move(STORE_PUT_AWAY, 7, 5, "a"),
        write_move(STORE_BRING_BACK, 7, 6, "b"), write_move(STORE_SET_NOTE, 0, 0, "n"),
        write_move(STORE_SET_NOTE, 0, 0, "m")};
    CHECK(store_commit(store, all, COUNT(all), problem) == STORE_DONE);
    CHECK(store_commit(store, all, COUNT(all), problem) == STORE_CONFLICT);
    CHECK(store_commit_again(store, all, COUNT(all), problem) == STORE_DONE);
    CHECK(problem[0] == '\0');

    test_begin("and a conflict if anything of it is not what was to be written");
    static const char *const changes[] = {
        "UPDATE rummery.tables SET at_s = 1 WHERE id = 7",
        "UPDATE rummery.entries SET at_s = 1 WHERE table_id = 7",
        "UPDATE rummery.entries SET who = 1 WHERE table_id = 7",
        "UPDATE rummery.entries SET request = 'q' WHERE table_id = 7",
        "UPDATE rummery.entries SET line = 'z' WHERE table_id = 7",
        "UPDATE rummery.entries SET sum = 1 WHERE table_id = 7",
        "UPDATE rummery.live SET line = 'early' WHERE table_id = 7",
        "UPDATE rummery.moves SET is_away = 1 WHERE table_id = 7",
        "INSERT INTO rummery.tables VALUES (8, 1, 'again', 0)"};
    for (size_t i = 0; i < COUNT(changes); i++) {
        struct store_write gone[] = {write_delete(7), write_delete(8)};
        CHECK(store_commit(store, gone, COUNT(gone), problem) == STORE_DONE);
        CHECK(store_commit(store, all, COUNT(all), problem) == STORE_DONE);
        run_sql(changes[i]);
        CHECK_ABOUT(store_commit_again(store, all, COUNT(all), problem) == STORE_CONFLICT,
                    changes[i]);
    }
    store_close(store);
}

/* ---- Damage ---- */

static void test_damage(void)
{
    struct store *store = fresh_with_a_table(direct);
    struct store_write more[] = {write_table(2, "two"), write_entry(2, 1, "b"),
                                 write_live(2, "draft")};
    CHECK(store_commit(store, more, COUNT(more), problem) == STORE_DONE);

    test_begin("a row that was changed is told of, and the other tables are read");
    run_sql("UPDATE rummery.entries SET line = 'z' WHERE table_id = 1");
    CHECK(dump(store, problem) == NULL && strstr(problem, "checksum") != NULL);
    CHECK(strcmp(dump_with_damage(store, problem),
                 "1@100 one; 1 damaged : an entry's checksum is wrong; "
                 "2@100 two; 2.1 by 3@101 [r] b; 2 live draft; ") == 0);
    CHECK(dump_log(store, 1, problem) == NULL && dump_log(store, 2, problem) != NULL);
    run_sql("UPDATE rummery.tables SET at_s = 5 WHERE id = 1;"
            "UPDATE rummery.live SET line = 'other'");
    CHECK(strcmp(dump_with_damage(store, problem),
                 "1 damaged one: its own row is damaged; 2@100 two; 2.1 by 3@101 [r] b; ") == 0);

    test_begin("entries without their table are damage");
    run_sql("SET session_replication_role = replica; DELETE FROM rummery.tables WHERE id = 1");
    CHECK(strcmp(dump_with_damage(store, problem),
                 "1 damaged : its row is missing; 2@100 two; 2.1 by 3@101 [r] b; ") == 0);
    store_close(store);
}

/* ---- Lines that break ---- */

static void test_ended_sessions(void)
{
    struct store *store = fresh_with_a_table(direct);
    CHECK(dump_log(store, 1, problem) != NULL);
    test_begin("a session that was ended is made anew by whoever needs it");
    end_sessions();
    CHECK(store_is_there(store, problem) == STORE_DONE);
    CHECK(dump_log(store, 1, problem) != NULL);
    end_sessions();
    struct store_write more = write_entry(1, 1, "b");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    CHECK(holds("1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "));

    store_close(store);
}

static void test_reading_only(void)
{
    struct store *store = fresh_with_a_table(direct);
    test_begin("while the database may only be read nothing is lost, and then it goes on");
    run_sql("ALTER SYSTEM SET default_transaction_read_only = on");
    run_sql("SELECT pg_reload_conf()");
    struct store_write more = write_entry(1, 1, "b");
    enum store_result result = STORE_DONE;
    /* a session takes note of it when it is next idle */
    for (double since_s = seconds();
         result == STORE_DONE && seconds() - since_s < (double)PATIENCE_S; more.seq++)
        result = store_commit(store, &more, 1, problem);
    more.seq--;
    CHECK(result == STORE_BROKEN && strstr(problem, "read-only") != NULL);
    CHECK(store_commit_again(store, &more, 1, problem) == STORE_BROKEN);
    PGconn *connection = PQconnectdb(direct);
    PQclear(PQexec(connection, "SET default_transaction_read_only = off"));
    PQclear(PQexec(connection, "ALTER SYSTEM RESET default_transaction_read_only"));
    PQclear(PQexec(connection, "SELECT pg_reload_conf()"));
    PQfinish(connection);
    CHECK_ABOUT(insist(store, &more, 1, problem) == STORE_DONE, problem);
    store_close(store);
}

/* A commit that waits for a standby which does not come. */
struct waiting {
    pthread_t thread;
    struct store *store;
    struct store_write write;
    enum store_result result;
    atomic_bool is_over;
    char problem[STORE_PROBLEM_MAX];
};

static void *commit_and_wait(void *context)
{
    struct waiting *waiting = context;
    do /* the database takes note of the standby when it comes to it */
        waiting->result = store_commit(waiting->store, &waiting->write, 1, waiting->problem);
    while (waiting->result == STORE_DONE && ++waiting->write.seq < SEQ_MAX);
    atomic_store(&waiting->is_over, true);
    return NULL;
}

static void set_standby(const char *name)
{
    char sql[96];
    snprintf(sql, sizeof sql, "ALTER SYSTEM SET synchronous_standby_names = '%s'", name);
    run_sql(sql);
    run_sql("SELECT pg_reload_conf()");
    snprintf(sql, sizeof sql, "SHOW synchronous_standby_names");
    double since_s = seconds();
    while (strcmp(run_sql(sql), name) != 0 && seconds() - since_s < (double)PATIENCE_S)
        continue;
}

/* PostgreSQL commits then, warns, and calls it a success. */
static void test_missing_standby(void)
{
    struct waiting waiting = {.store = fresh_with_a_table(direct),
                              .write = write_entry(1, 1, "b"), .result = STORE_DONE};
    test_begin("a commit that no standby has is not told as done, though the server says so");
    set_standby("nobody");
    CHECK(pthread_create(&waiting.thread, NULL, commit_and_wait, &waiting) == 0);
    double since_s = seconds();
    while (!atomic_load(&waiting.is_over) && seconds() - since_s < (double)PATIENCE_S)
        run_sql("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                " WHERE wait_event = 'SyncRep'");
    CHECK(pthread_join(waiting.thread, NULL) == 0);
    CHECK_ABOUT(waiting.result == STORE_BROKEN && waiting.problem[0] != '\0', waiting.problem);
    char count[16];
    snprintf(count, sizeof count, "%u", (unsigned)waiting.write.seq + 1);
    CHECK(strcmp(run_sql("SELECT count(*) FROM rummery.entries"), count) == 0);
    set_standby("");
    CHECK(store_commit_again(waiting.store, &waiting.write, 1, problem) == STORE_DONE);
    CHECK(strcmp(run_sql("SELECT count(*) FROM rummery.entries"), count) == 0);
    store_close(waiting.store);
}

struct tally {
    unsigned cuts, unheard, undone;
};

/* One commit, cut there, and tried again until it is told to be done. */
static bool cut_once(struct store *store, uint32_t seq, enum way way, size_t bytes,
                     struct tally *tally)
{
    char expected[160], line[16];
    snprintf(line, sizeof line, "e%u", (unsigned)seq);
    struct store_write writes[] = {write_entry(1, seq, line), write_live(1, line)};
    snprintf(expected, sizeof expected, "SELECT count(*) FROM rummery.entries WHERE seq = %u",
             (unsigned)seq);
    cut_line_at(way, bytes);
    enum store_result result = store_commit(store, writes, COUNT(writes), problem);
    bool was_cut = cut_line_was_cut();
    CHECK(result == STORE_DONE || result == STORE_BROKEN);
    CHECK(result == STORE_DONE || problem[0] != '\0');
    CHECK(was_cut || result == STORE_DONE);
    tally->cuts += was_cut;
    if (result != STORE_DONE) {
        bool is_there = strcmp(run_sql(expected), "1") == 0;
        tally->unheard += is_there;
        tally->undone += !is_there;
    }
    if (result != STORE_DONE)
        CHECK_ABOUT(insist(store, writes, COUNT(writes), problem) == STORE_DONE, problem);
    CHECK(strcmp(run_sql(expected), "1") == 0);
    return was_cut;
}

static void test_cuts(void)
{
    struct tally tally = {0};
    uint32_t seq = 1;
    test_begin("wherever the line is cut in a commit, it is done once, and told when it is");
    struct store *store = fresh_with_a_table(through);
    for (int way = TO_DATABASE; way <= FROM_DATABASE; way++)
        for (size_t bytes = 0; cut_once(store, seq++, (enum way)way, bytes, &tally);)
            bytes += CUT_STEP;
    printf("%u cuts: %u commits were done and not heard of, %u were not done\n", tally.cuts,
           tally.unheard, tally.undone);
    CHECK(tally.unheard > 0 && tally.undone > 0);
    char count[16];
    snprintf(count, sizeof count, "%u", (unsigned)seq);
    CHECK(strcmp(run_sql("SELECT count(*) FROM rummery.entries"), count) == 0);
    store_close(store);
}

static void test_cuts_while_asking(void)
{
    uint32_t seq = 1;
    size_t bytes = 0;
    bool was_cut = true;
    test_begin("a line cut while it is asked what became of a commit tells nothing wrong");
    struct store *store = fresh_with_a_table(through);
    for (; was_cut; bytes += 7 * CUT_STEP) {
        struct store_write write = write_entry(1, seq++, "x");
        CHECK(store_commit(store, &write, 1, problem) == STORE_DONE);
        cut_line_at(TO_DATABASE, bytes);
        enum store_result result = store_commit_again(store, &write, 1, problem);
        was_cut = cut_line_was_cut();
        CHECK_ABOUT(result == (was_cut ? STORE_BROKEN : STORE_DONE) || result == STORE_DONE,
                    problem);
        if (result != STORE_DONE)
            CHECK_ABOUT(insist(store, &write, 1, problem) == STORE_DONE, problem);
    }
    store_close(store);
}

static void test_late_arrival(void)
{
    test_begin("what was sent over a line that broke does nothing when it arrives later");
    struct store *store = fresh_with_a_table(through);
    struct store_write first = write_live(1, "first"), second = write_live(1, "second");
    cut_line_keeping();
    CHECK(store_commit(store, &first, 1, problem) == STORE_BROKEN);
    CHECK(store_commit_again(store, &first, 1, problem) == STORE_DONE);
    CHECK(store_commit(store, &second, 1, problem) == STORE_DONE);
    cut_line_deliver();
    CHECK(holds("1@100 one; 1.0 by 2@100 [] a; 1 live second; "));
    store_close(store);
}

/* ---- Silence ---- */

/* Whether something took so long, and not much longer, however busy the machine is. */
static void check_took(double since_s, double least_s, const char *what)
{
    double took_s = seconds() - since_s;
    printf("%s: given up after %.1f s\n", what, took_s);
    CHECK_ABOUT(took_s >= least_s - 0.5 && took_s < least_s + 90, what);
}

/* A commit that waits for somebody's lock, in another database of the same server. */
struct blocked {
    pthread_t thread;
    char uri[URI_SIZE];
    bool is_ready;
    enum store_result result, then;
    double took_s;
    char problem[STORE_PROBLEM_MAX];
};

static void *wait_for_lock(void *context)
{
    struct blocked *blocked = context;
    struct store *store = store_open(blocked->uri, blocked->problem);
    struct store_write writes[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    PGconn *other = PQconnectdb(blocked->uri);
    PGresult *locked = PQexec(other, "BEGIN; LOCK TABLE rummery.entries");
    blocked->is_ready = store != NULL && PQresultStatus(locked) == PGRES_COMMAND_OK;
    double since_s = seconds();
    if (blocked->is_ready)
        blocked->result = store_commit(store, writes, COUNT(writes), blocked->problem);
    blocked->took_s = seconds() - since_s;
    PQclear(locked);
    PQfinish(other);
    char why[STORE_PROBLEM_MAX];
    blocked->then = blocked->is_ready ? insist(store, writes, COUNT(writes), why) : STORE_BROKEN;
    store_close(store);
    return NULL;
}

static void test_lock(struct blocked *blocked)
{
    test_begin("a statement that somebody blocks is given up after 10 seconds");
    CHECK(pthread_join(blocked->thread, NULL) == 0);
    CHECK_ABOUT(blocked->is_ready && blocked->result == STORE_BROKEN, blocked->problem);
    CHECK_ABOUT(strstr(blocked->problem, "statement timeout") != NULL, blocked->problem);
    check_took(seconds() - blocked->took_s, 10, "a statement");
    CHECK(blocked->then == STORE_DONE);
}

/* The second place is the same database by another way, as one that was promoted. */
static void test_silence_of_one(void)
{
    struct store_write more = write_entry(1, 1, "b");
    test_begin("a silent host is given up after 5 seconds, though the next one answers");
    struct store *store = fresh_with_a_table(either);
    double since_s = seconds();
    cut_line_silence(true);
    CHECK(store_commit(store, &more, 1, problem) == STORE_BROKEN);
    check_took(since_s, 5, "silence of one");
    CHECK(seconds() - since_s < 14); /* and not after the 15 of a line that is at work */
    since_s = seconds();
    CHECK_ABOUT(store_commit_again(store, &more, 1, problem) == STORE_DONE, problem);
    check_took(since_s, 5, "the way to the next one");
    cut_line_silence(false);
    CHECK(holds("1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "));
    store_close(store);
}

static void test_silence(void)
{
    struct store_write more = write_entry(1, 1, "b");
    struct blocked blocked = {.result = STORE_DONE};
    snprintf(blocked.uri, sizeof blocked.uri, "%s&dbname=postgres", direct);
    CHECK(pthread_create(&blocked.thread, NULL, wait_for_lock, &blocked) == 0);
    test_begin("a database that does not answer at all is given up after 5 seconds");
    struct store *store = fresh_with_a_table(through);
    double since_s = seconds();
    cut_line_silence(true);
    CHECK(store_commit(store, &more, 1, problem) == STORE_BROKEN);
    check_took(since_s, 5, "silence");

    test_begin("one that does not take a line is given up after 5 seconds");
    since_s = seconds();
    CHECK(store_commit_again(store, &more, 1, problem) == STORE_BROKEN);
    CHECK_ABOUT(strstr(problem, "timeout expired") != NULL, problem);
    check_took(since_s, 5, "a line");
    cut_line_silence(false);
    CHECK_ABOUT(insist(store, &more, 1, problem) == STORE_DONE, problem);

    CHECK(holds("1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "));
    store_close(store);
    test_silence_of_one();
    test_lock(&blocked);
}

/* ---- The whole ---- */

static void begin(const char *uri)
{
    char folder[URI_SIZE];
    direct = uri;
    const char *host = strstr(uri, "host=");
    snprintf(folder, sizeof folder, "%s", host == NULL ? "" : host + strlen("host="));
    folder[strcspn(folder, "&")] = '\0';
    cut_line_begin(folder);
    snprintf(through, sizeof through, "%s&host=%s", uri, cut_line_folder);
    snprintf(either, sizeof either, "%s,%s&target_session_attrs=read-write", through, folder);
}

void test_silent_postgres(const char *uri)
{
    begin(uri);
    test_silence();
    cut_line_end();
}

void test_postgres(const char *uri)
{
    begin(uri);
    test_opening();
    test_versions();
    test_settings();
    test_owners(direct);
    test_conflicts();
    test_damage();
    test_ended_sessions();
    test_rewound(direct);
    test_reading_only();
    test_missing_standby();
    test_cuts();
    test_cuts_while_asking();
    test_late_arrival();
    cut_line_end();
}
