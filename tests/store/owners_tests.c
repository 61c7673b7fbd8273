/* owners_tests.c - several servers on one database: whose a table is, who may take it and when,
 * and that nothing is written to it by anybody else. */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "postgres_tests.h"
#include "store/postgres_store.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static char problem[STORE_PROBLEM_MAX];
static const char *direct;

/* Says that whoever is there was last heard of long ago. */
static void end_leases(void)
{
    run_sql("UPDATE rummery.servers SET alive_until = alive_until - interval '1 hour'");
}

static struct store_taken take(struct store *store, const char *name)
{
    struct store_taken taken;
    CHECK_ABOUT(store_take(store, 0, text_of(name), &taken, problem), problem);
    return taken;
}

static enum store_result commit_by(struct store *store, uint64_t epoch,
                                   struct store_write write)
{
    write.epoch = epoch;
    return store_commit(store, &write, 1, problem);
}

/* The tables that the last commit was lost for, as text. */
static const char *lost(struct store *store)
{
    static char out[128];
    const uint64_t *tables;
    size_t count = store_lost(store, &tables), size = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count; i++)
        size += (size_t)snprintf(out + size, sizeof out - size, "%llu ",
                                 (unsigned long long)tables[i]);
    return out;
}

static void test_two_servers(void)
{
    test_begin("a table belongs to who made it, and another server is told so");
    empty_database(direct);
    struct store *one = open_database(direct), *other = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                 write_table(2, "two"), write_entry(2, 0, "a")};
    CHECK(store_commit(one, made, COUNT(made), problem) == STORE_DONE);
    struct store_server self = {.address = "192.0.2.1:7001"};
    CHECK(store_announce(one, &self, problem) && self.id != 0);
    struct store_taken taken = take(other, "one");
    CHECK(taken.table == 1 && taken.epoch == 0 && taken.owner.id == self.id);
    CHECK_ABOUT(strcmp(taken.owner.address, self.address) == 0, taken.owner.address);
    CHECK(take(one, "one").epoch == 1);
    CHECK(take(one, "nowhere").table == 0);

    test_begin("and only that one writes to it, both beside each other");
    struct store_write theirs[] = {write_table(3, "three"), write_entry(3, 0, "a")};
    CHECK(store_commit(other, theirs, COUNT(theirs), problem) == STORE_DONE);
    CHECK(commit_by(one, 1, write_entry(1, 1, "b")) == STORE_DONE);
    CHECK(commit_by(other, 1, write_entry(1, 2, "c")) == STORE_LOST);
    CHECK(strcmp(lost(other), "1 ") == 0);
    CHECK(commit_by(other, 0, write_delete(1)) == STORE_LOST && strcmp(lost(other), "1 ") == 0);

    test_begin("of a commit that is lost for one table the others are written, and only once");
    struct store_write both[] = {write_entry(3, 1, "b"), write_entry(2, 1, "b")};
    both[0].epoch = both[1].epoch = 1;
    CHECK(store_commit(other, both, COUNT(both), problem) == STORE_LOST);
    CHECK(strcmp(lost(other), "2 ") == 0);
    CHECK(strcmp(dump_log(other, 3, problem), "3.0 by 2@100 [] a; 3.1 by 3@101 [r] b; ") == 0);
    CHECK(store_commit(other, both, 1, problem) == STORE_DONE);
    CHECK(store_commit(other, both, 1, problem) == STORE_CONFLICT);

    test_begin("a name that another server has given is lost, and not the end");
    struct store_write twin[] = {write_table(4, "one"), write_entry(3, 2, "c")};
    twin[1].epoch = 1;
    CHECK(store_commit(other, twin, COUNT(twin), problem) == STORE_LOST);
    CHECK(strcmp(lost(other), "4 ") == 0);
    CHECK(store_commit(other, &twin[1], 1, problem) == STORE_DONE);
    store_close(one);
    store_close(other);
}

/* What is asked when nobody seemed to have the table a moment ago; the epoch, 0 if it is not
 * ours. */
static int64_t take_late(struct store *store, int64_t table, const struct store *from)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    struct values values = {.count = 0};
    struct line *line = postgres_reading(postgres, LINE_FETCHES, problem);
    values_add_number(&values, table);
    values_add_number(&values, postgres->owner);
    values_add_number(&values, from == NULL ? 0 : ((const struct postgres_store *)from)->owner);
    PGresult *rows = pg_run(line, PG_TAKE, &values, problem);
    CHECK_ABOUT(rows != NULL, problem);
    int64_t epoch = PQntuples(rows) == 1 ? row_number(rows, 0, 0) : 0;
    PQclear(rows);
    return epoch;
}

static void test_late_taking(void)
{
    test_begin("a table that somebody has taken since it was free is not taken from them");
    empty_database(direct);
    struct store *one = open_database(direct), *other = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    CHECK(store_commit(one, made, COUNT(made), problem) == STORE_DONE);
    CHECK(take_late(other, 1, NULL) == 0 && take_late(other, 9, NULL) == 0);
    CHECK(commit_by(one, 1, write_entry(1, 1, "b")) == STORE_DONE);
    CHECK(take_late(one, 1, NULL) == 1); /* it is ours: nothing has changed */
    struct store_write release = {.kind = STORE_RELEASE, .table = 1};
    CHECK(commit_by(one, 1, release) == STORE_DONE);
    CHECK(take_late(other, 1, NULL) == 2 && take_late(one, 1, NULL) == 0);
    CHECK(commit_by(one, 1, write_live(1, "late")) == STORE_LOST);
    end_leases();
    CHECK(take_late(one, 1, other) == 3);
    store_close(one);
    store_close(other);
}

static void test_letting_go(void)
{
    test_begin("a table that was let go of is taken, and who had it writes nothing more");
    empty_database(direct);
    struct store *one = open_database(direct), *other = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    CHECK(store_commit(one, made, COUNT(made), problem) == STORE_DONE);
    struct store_write release = {.kind = STORE_RELEASE, .table = 1};
    CHECK(commit_by(one, 1, release) == STORE_DONE);
    CHECK(commit_by(one, 1, write_live(1, "late")) == STORE_LOST);
    CHECK(take(other, "one").epoch == 2);
    CHECK(commit_by(one, 1, release) == STORE_DONE); /* is not ours to let go */
    CHECK(commit_by(other, 2, write_entry(1, 1, "b")) == STORE_DONE);

    test_begin("the same epoch of an earlier time does not make it ours again");
    CHECK(commit_by(other, 2, release) == STORE_DONE);
    CHECK(take(one, "one").epoch == 3);
    CHECK(commit_by(one, 1, write_live(1, "late")) == STORE_LOST);
    struct store_write hold = {.kind = STORE_HOLD, .table = 1};
    CHECK(commit_by(one, 3, hold) == STORE_DONE && commit_by(one, 1, hold) == STORE_LOST);

    test_begin("who ends lets go of everything");
    CHECK(take(other, "one").epoch == 0);
    store_close(one);
    CHECK(take(other, "one").epoch == 4);
    store_close(other);
}

static void test_leases(void)
{
    test_begin("a server that is not heard of loses what others ask for, and that alone");
    empty_database(direct);
    struct store *one = open_database(direct), *other = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                 write_table(2, "two"), write_entry(2, 0, "a")};
    CHECK(store_commit(one, made, COUNT(made), problem) == STORE_DONE);
    end_leases();
    CHECK(take(other, "one").epoch == 2);
    CHECK(commit_by(one, 1, write_entry(1, 1, "b")) == STORE_LOST);
    CHECK(commit_by(one, 1, write_entry(2, 1, "b")) == STORE_DONE);
    CHECK(commit_by(other, 2, write_entry(1, 1, "b")) == STORE_DONE);

    test_begin("a process that was killed is known to be gone before its lease is over");
    CHECK(commit_by(other, 2, write_entry(1, 2, "c")) == STORE_DONE);
    end_sessions();
    CHECK(store_is_there(one, problem) == STORE_DONE && take(one, "one").epoch == 3);
    CHECK(commit_by(other, 2, write_entry(1, 3, "d")) == STORE_LOST);

    test_begin("a server that the database has forgotten writes nothing, and is one of its again");
    run_sql("DELETE FROM rummery.servers");
    CHECK(commit_by(one, 3, write_entry(1, 3, "d")) == STORE_BROKEN);
    CHECK_ABOUT(strstr(problem, "does not know this server") != NULL, problem);
    CHECK_ABOUT(commit_by(one, 3, write_entry(1, 3, "d")) == STORE_DONE, problem);
    struct store_rewind rewind;
    CHECK(store_rewound(one, &rewind) && strstr(rewind.why, "earlier state") != NULL);
    CHECK(rewind.count == 0 && !store_rewound(one, &rewind));

    test_begin("so is one whose row has gone back, but not where another has its number by now");
    run_sql("UPDATE rummery.servers SET epoch = 1");
    end_sessions();
    CHECK(commit_by(one, 3, write_entry(1, 4, "e")) == STORE_DONE);
    CHECK(store_rewound(one, &rewind) && rewind.count == 0);
    run_sql("UPDATE rummery.servers SET owner = 7 WHERE number = 1");
    end_sessions();
    CHECK(commit_by(one, 3, write_entry(1, 5, "f")) == STORE_CONFLICT);
    CHECK(store_is_there(one, problem) == STORE_CONFLICT);

    test_begin("a database with another secret is another store");
    run_sql("UPDATE rummery.secret SET bytes = sha256('other')");
    run_sql("DELETE FROM rummery.servers");
    end_sessions();
    CHECK(store_is_there(one, problem) == STORE_CONFLICT && strstr(problem, "other tables"));
    store_close(one);
    store_close(other);
}

static unsigned found_count;
static bool count_found(void *context, const struct store_write *found)
{
    (void)context;
    (void)found;
    found_count++;
    return true;
}

static unsigned look_awake(struct store *store)
{
    const struct store_look look = {.by = STORE_BY_AWAKE, .most = 8};
    found_count = 0;
    CHECK_ABOUT(store_look(store, &look, NULL, count_found, problem), problem);
    return found_count;
}

static void test_orphans(void)
{
    test_begin("tables in memory are looked for by others when their server is gone");
    empty_database(direct);
    struct store *one = open_database(direct), *other = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                 {.kind = STORE_SET_CARD, .table = 1}};
    CHECK(store_commit(one, made, COUNT(made), problem) == STORE_DONE);
    CHECK(look_awake(other) == 0 && look_awake(one) == 1);
    end_leases();
    CHECK(look_awake(other) == 1);
    store_close(one);
    store_close(other);

    test_begin("each server gives numbers to tables that no other gives");
    one = open_database(direct);
    other = open_database(direct);
    const struct store_reader reader = {.context = NULL};
    struct store_survey first, second;
    CHECK(store_survey(one, &reader, &first, problem));
    CHECK(store_survey(other, &reader, &second, problem));
    CHECK(first.last_number >> 32 > 0 && second.last_number >> 32 > first.last_number >> 32);
    store_close(one);
    store_close(other);
}

static void test_migration(void)
{
    test_begin("a store of one holder becomes one of several servers, and the holder is fenced");
    empty_database(direct);
    struct store *store = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    CHECK(store_commit(store, made, COUNT(made), problem) == STORE_DONE);
    store_close(store);
    run_sql("DROP TABLE rummery.owners, rummery.servers, rummery.starts;"
            "UPDATE rummery.version SET version = 1, oldest = 1;"
            "INSERT INTO rummery.holder VALUES (1, 77, 5, 1)");
    store = open_database(direct);
    CHECK(strcmp(run_sql("SELECT owner = 0 AND epoch = 6 FROM rummery.holder"), "t") == 0);
    CHECK(strcmp(run_sql("SELECT oldest FROM rummery.version"), "2") == 0);
    CHECK(take(store, "one").epoch == 1);
    CHECK(commit_by(store, 1, write_entry(1, 1, "b")) == STORE_DONE);
    store_close(store);
}

void test_owners(const char *uri)
{
    direct = uri;
    test_two_servers();
    test_late_taking();
    test_letting_go();
    test_leases();
    test_orphans();
    test_migration();
}
