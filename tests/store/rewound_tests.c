/* rewound_tests.c - a database that has lost what was acknowledged: which tables that concerns is
 * found on the next line, whoever had acknowledged it, and those are set aside. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "postgres_tests.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static char problem[STORE_PROBLEM_MAX];
static const char *direct;

static struct store *fresh_with_a_table(void)
{
    empty_database(direct);
    struct store *store = open_database(direct);
    struct store_write made[] = {write_table(1, "one"), write_entry(1, 0, "a")};
    CHECK(store_commit(store, made, COUNT(made), problem) == STORE_DONE);
    return store;
}

/* Two tables with two entries each, of which the second of the first is lost. */
static struct store *lose_an_entry(uint64_t epochs[2])
{
    struct store *store = fresh_with_a_table();
    struct store_write more[] = {write_entry(1, 1, "b"), write_table(2, "two"),
                                 write_entry(2, 0, "a"), write_entry(2, 1, "b")};
    CHECK(store_commit(store, more, COUNT(more), problem) == STORE_DONE);
    for (unsigned i = 0; i < 2; i++) {
        struct store_taken taken;
        CHECK(store_take(store, i + 1, text_none(), &taken, problem));
        epochs[i] = taken.epoch;
    }
    run_sql("DELETE FROM rummery.entries WHERE seq = 1 AND table_id = 1");
    end_sessions();
    return store;
}

static enum store_result commit_with(struct store *store, uint64_t epoch,
                                     struct store_write write)
{
    write.epoch = epoch;
    return store_commit(store, &write, 1, problem);
}

static bool is_set_aside(unsigned table)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM rummery.moves WHERE table_id = %u AND "
             "is_away = 1 AND length(line) > 0", table);
    return strcmp(run_sql(sql), "1") == 0;
}

static void test_set_aside(void)
{
    uint64_t epochs[2];
    struct store_rewind rewind;
    test_begin("a table that lost what was acknowledged is set aside, without anything written");
    struct store *store = lose_an_entry(epochs);
    CHECK(store_is_there(store, problem) == STORE_DONE);
    CHECK(store_rewound(store, &rewind) && strstr(rewind.why, "lost what it had") != NULL);
    CHECK(rewind.count == 1 && rewind.tables[0] == 1);
    free(rewind.tables);
    CHECK(is_set_aside(1) && !is_set_aside(2));
    CHECK(commit_with(store, epochs[0], write_entry(1, 1, "c")) == STORE_LOST);

    test_begin("and the others are written to");
    CHECK(commit_with(store, epochs[1], write_entry(2, 2, "c")) == STORE_DONE);
    CHECK(!store_rewound(store, &rewind));
    store_close(store);

    test_begin("the same is found by a commit, and by what was told to who came");
    store = lose_an_entry(epochs);
    CHECK(commit_with(store, epochs[0], write_entry(1, 1, "c")) == STORE_LOST);
    CHECK(store_rewound(store, &rewind) && rewind.count == 1);
    free(rewind.tables);
    struct store_write hold = {.kind = STORE_HOLD, .table = 2, .seq = 1};
    struct store *other = open_database(direct);
    struct store_taken taken;
    struct store_write release = {.kind = STORE_RELEASE, .table = 2, .epoch = epochs[1]};
    CHECK(store_commit(store, &release, 1, problem) == STORE_DONE);
    CHECK(store_take(other, 2, text_none(), &taken, problem));
    CHECK(commit_with(other, taken.epoch, hold) == STORE_DONE);
    run_sql("DELETE FROM rummery.entries WHERE seq = 1 AND table_id = 2");
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_DONE && store_rewound(other, &rewind));
    CHECK(rewind.count == 1 && rewind.tables[0] == 2 && is_set_aside(2));
    free(rewind.tables);
    store_close(other);
    store_close(store);
}

static void test_under_a_line(void)
{
    uint64_t epochs[2];
    struct store_rewind rewind;
    test_begin("nothing is written to a database that was put back while the line stayed");
    struct store *store = lose_an_entry(epochs);
    CHECK(store_is_there(store, problem) == STORE_DONE && store_rewound(store, &rewind));
    free(rewind.tables);
    struct store_write both[] = {write_entry(2, 2, "c"), write_table(3, "three"),
                                 write_entry(3, 0, "a")};
    both[0].epoch = epochs[1];
    run_sql("DELETE FROM rummery.entries WHERE seq = 1 AND table_id = 2");
    run_sql("UPDATE rummery.servers SET epoch = epoch - 1");
    CHECK(store_commit(store, both, COUNT(both), problem) == STORE_BROKEN);
    CHECK(strcmp(run_sql("SELECT count(*) FROM rummery.entries WHERE table_id > 1"), "1") == 0);

    test_begin("and the next try has found out what that concerns, and does the rest");
    CHECK(store_commit(store, both, COUNT(both), problem) == STORE_LOST);
    CHECK(store_rewound(store, &rewind) && strstr(rewind.why, "earlier state") != NULL);
    CHECK(is_set_aside(2) && !is_set_aside(3));
    free(rewind.tables);
    CHECK(store_commit(store, &both[1], 2, problem) == STORE_DONE);
    CHECK(strcmp(run_sql("SELECT count(*) FROM rummery.entries WHERE table_id > 1"), "2") == 0);
    store_close(store);
}

static void test_told(void)
{
    struct store_rewind rewind;
    test_begin("whoever acknowledged it: servers tell each other");
    struct store *store = fresh_with_a_table();
    struct store *other = open_database(direct);
    struct store_told told[4];
    struct store_generation generation;
    size_t count = store_news(store, &generation, told, 4);
    CHECK(count == 1 && told[0].table == 1 && generation.system != 0 && generation.timeline > 0);
    CHECK(store_news(store, &generation, told, 4) == 0);
    struct store_taken taken;
    struct store_write hold = {.kind = STORE_HOLD, .table = 1, .seq = 1};
    CHECK(store_commit(store, &(struct store_write){.kind = STORE_RELEASE, .table = 1, .epoch = 1},
                       1, problem) == STORE_DONE);
    CHECK(store_take(other, 1, text_none(), &taken, problem));
    CHECK(commit_with(other, taken.epoch, hold) == STORE_DONE);
    CHECK(commit_with(other, taken.epoch, hold) == STORE_DONE);
    CHECK(store_news(other, &generation, &told[1], 3) == 1 && told[1].seq == 1);
    told[0].seq = 5;
    store_hear(other, &generation, told, 1);
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_DONE && store_rewound(other, &rewind));
    CHECK(rewind.count == 1 && is_set_aside(1));
    free(rewind.tables);

    test_begin("the same backup once more takes the note along, and is noticed once more");
    run_sql("DELETE FROM rummery.moves");
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_DONE && store_rewound(other, &rewind));
    CHECK(rewind.count == 1 && is_set_aside(1));
    free(rewind.tables);

    test_begin("a lower entry that is told of later does not make it forgotten");
    run_sql("DELETE FROM rummery.moves");
    const struct store_told lower = {.table = 1, .seq = 1, .sum = 77, .at_s = told[0].at_s + 1};
    store_hear(other, &generation, &lower, 1);
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_DONE && store_rewound(other, &rewind));
    CHECK(rewind.count == 1 && strstr(run_sql("SELECT convert_from(line, 'UTF8') FROM "
                                              "rummery.moves"), "\"rewound\":5") != NULL);
    free(rewind.tables);

    test_begin("what was brought back since is no loss, and nor is what was deleted");
    run_sql("UPDATE rummery.moves SET is_away = 0, at_s = 9000000000");
    store_hear(other, &generation, told, 1);
    told[0].table = 99;
    store_hear(other, &generation, told, 1);
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_DONE && !store_rewound(other, &rewind));

    test_begin("a database that others have seen promoted is not written to");
    generation.timeline++;
    store_hear(other, &generation, told, 0);
    end_sessions();
    CHECK(store_is_there(other, problem) == STORE_BROKEN && strstr(problem, "timeline") != NULL);

    test_begin("nor by who has a line to it that is well");
    const struct store_generation unknown = {0, 0};
    CHECK(store_take(store, 1, text_none(), &taken, problem));
    CHECK(commit_with(store, taken.epoch, write_entry(1, 1, "b")) == STORE_DONE);
    store_hear(store, &generation, told, 0);
    store_hear(store, &unknown, told, 0); /* who may not ask for it changes nothing */
    CHECK(commit_with(store, taken.epoch, write_entry(1, 2, "c")) == STORE_BROKEN &&
          strstr(problem, "timeline") != NULL);
    CHECK(strcmp(run_sql("SELECT max(seq) FROM rummery.entries"), "1") == 0);
    store_close(other);
    store_close(store);
}

void test_rewound(const char *uri)
{
    direct = uri;
    test_set_aside();
    test_under_a_line();
    test_told();
}
