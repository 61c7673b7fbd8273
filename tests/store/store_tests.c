/* store_tests.c - one suite over every kind of store: what store.h promises. What only an
 * SQLite file can do or suffer is in sqlite_tests.c, what a database, in postgres_tests.c.
 * Usage: store_tests [FOLDER], or store_tests --postgres URI, of a database that is emptied,
 * or --silent-postgres URI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "copy_tests.h"
#include "harness.h"
#include "postgres_tests.h"
#include "sqlite_tests.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const char *where;
static char problem[STORE_PROBLEM_MAX];

static bool holds(struct store *store, const char *expected)
{
    const char *found = dump(store, problem);
    bool is_equal = found != NULL && strcmp(found, expected) == 0;
    if (!is_equal)
        printf("expected: %s\n   found: %s\n", expected, found == NULL ? problem : found);
    return is_equal;
}

/* An empty store of the kind under test. */
static struct store *fresh(void)
{
    if (strncmp(where, "sqlite:", 7) == 0)
        remove_store_file(where + 7);
    if (strncmp(where, "postgres:", 9) == 0)
        empty_database(where);
    struct store *store = store_open(where, problem);
    CHECK(store != NULL);
    if (store == NULL) {
        printf("%s\n", problem);
        exit(1);
    }
    return store;
}

static const char *const two_tables = "1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "
                                      "1 live draft; 2@100 two; 2.7 by 9@107 [r] c; ";

static struct store *fresh_with_two_tables(void)
{
    struct store *store = fresh();
    struct store_write writes[] = {write_table(2, "two"),   write_table(1, "one"),
                                   write_entry(1, 1, "b"),  write_entry(2, 7, "c"),
                                   write_entry(1, 0, "a"),  write_live(1, "draft")};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    CHECK(problem[0] == '\0');
    return store;
}

static void test_reading(void)
{
    test_begin("a fresh store is empty");
    struct store *store = fresh();
    CHECK(holds(store, ""));
    CHECK(store_commit(store, NULL, 0, problem) == STORE_DONE);
    store_close(store);

    test_begin("tables come back by number, their entries by seq, then what is unfinished");
    store = fresh_with_two_tables();
    CHECK(holds(store, two_tables));

    test_begin("the log of one table is read by itself");
    CHECK(strcmp(dump_log(store, 2, problem), "2.7 by 9@107 [r] c; ") == 0);
    CHECK(strcmp(dump_log(store, 3, problem), "") == 0);
    store_close(store);

    test_begin("texts keep every byte, and numbers their range");
    store = fresh();
    struct store_write writes[] = {write_table(UINT64_MAX / 2, "\xc3\xa4\"'"),
                                   write_entry(UINT64_MAX / 2, UINT32_MAX, "")};
    writes[1].who = UINT8_MAX;
    writes[1].at_s = INT64_MAX;
    writes[1].line = (struct text){NULL, 0};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    CHECK(holds(store, "9223372036854775807@100 \xc3\xa4\"'; 9223372036854775807.4294967295 "
                       "by 255@9223372036854775807 [r] ; "));
    store_close(store);
}

static bool stop(void *context, const struct store_write *entry)
{
    (void)entry;
    ++*(unsigned *)context;
    return false;
}

static void test_stopping(void)
{
    test_begin("a reader that stops is called no more, and the store works on");
    struct store *store = fresh_with_two_tables();
    unsigned calls = 0;
    struct store_reader reader = {.context = &calls, .entry = stop};
    CHECK(!store_load(store, &reader, problem));
    CHECK(calls == 1 && strstr(problem, "stopped") != NULL);
    CHECK(!store_read_log(store, 1, &reader, problem));
    CHECK(calls == 2);
    struct store_write more = write_entry(2, 8, "d");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    struct store_reader nothing = {.context = NULL};
    CHECK(store_load(store, &nothing, problem));
    store_close(store);
}

static void refused(struct store *store, const struct store_write *writes, size_t count,
                    enum store_result expected)
{
    CHECK(store_commit(store, writes, count, problem) == expected);
    CHECK(problem[0] != '\0');
    CHECK(holds(store, two_tables));
}

/* A store that servers share does each table's part of a commit by itself. */
static void test_each_table(struct store *store)
{
    static const char *const log = "2.7 by 9@107 [r] c; ";
    test_begin("an entry that exists is a conflict, and nothing of its table remains");
    struct store_write twice[] = {write_entry(2, 8, "y"), write_live(1, "other"),
                                  write_live(2, "other"), write_entry(2, 7, "again")};
    CHECK(store_commit(store, twice, COUNT(twice), problem) == STORE_CONFLICT);
    CHECK(problem[0] != '\0' && strcmp(dump_log(store, 2, problem), log) == 0);
    struct store_write number = write_table(2, "three"), name = write_table(3, "one");
    CHECK(store_commit(store, &number, 1, problem) == STORE_CONFLICT);
    CHECK(store_commit(store, &name, 1, problem) == STORE_LOST);
    struct store_write pair[] = {write_entry(2, 8, "y"), write_entry(2, 8, "y")};
    CHECK(store_commit(store, pair, COUNT(pair), problem) == STORE_CONFLICT);
    CHECK(strcmp(dump_log(store, 2, problem), log) == 0);

    test_begin("what a refused commit did to other tables is not done again with it");
    struct store_write lost[] = {write_entry(2, 8, "y"), write_live(5, "y"),
                                 write_entry(1, 2, "z")};
    CHECK(store_commit(store, lost, COUNT(lost), problem) == STORE_BROKEN);
    CHECK(store_commit(store, lost, COUNT(lost), problem) == STORE_BROKEN);
    lost[1] = lost[2];
    CHECK(store_commit(store, lost, 2, problem) == STORE_DONE);
    CHECK(strcmp(dump_log(store, 2, problem), "2.7 by 9@107 [r] c; 2.8 by 10@108 [] y; ") == 0);
    CHECK(store_commit(store, lost, 2, problem) == STORE_CONFLICT);
    store_close(store);
}

static void test_all_or_nothing(void)
{
    struct store *store = fresh_with_two_tables();
    if (store_is_shared(store)) {
        test_each_table(store);
        return;
    }
    test_begin("an entry that exists is a conflict, and nothing of the commit remains");
    struct store_write twice[] = {write_table(3, "three"),    write_entry(3, 0, "x"),
                                  write_live(1, "other"),     write_live(1, "and another"),
                                  write_entry(2, 8, "y"),     write_delete(1),
                                  write_table(1, "one"),      write_delete(9),
                                  write_delete(3),            write_entry(2, 7, "again")};
    refused(store, twice, COUNT(twice), STORE_CONFLICT);

    test_begin("a table's number that exists is a conflict");
    struct store_write number[] = {write_entry(2, 8, "y"), write_table(2, "three")};
    refused(store, number, COUNT(number), STORE_CONFLICT);

    test_begin("a table's name that exists is a conflict");
    struct store_write name[] = {write_entry(2, 8, "y"), write_table(3, "one")};
    refused(store, name, COUNT(name), store_is_shared(store) ? STORE_LOST : STORE_CONFLICT);

    test_begin("the same entry twice in one commit is a conflict");
    struct store_write pair[] = {write_entry(2, 8, "y"), write_entry(2, 8, "y")};
    refused(store, pair, COUNT(pair), STORE_CONFLICT);

    test_begin("an entry or a live line of no table is refused");
    struct store_write lost[] = {write_entry(2, 8, "y"), write_entry(5, 0, "y")};
    refused(store, lost, COUNT(lost), STORE_BROKEN);
    struct store_write lost_live[] = {write_entry(2, 8, "y"), write_live(5, "y")};
    refused(store, lost_live, COUNT(lost_live), STORE_BROKEN);

    test_begin("a refused commit may be mended and made");
    CHECK(store_commit(store, lost, 1, problem) == STORE_DONE);
    CHECK(strcmp(dump_log(store, 2, problem), "2.7 by 9@107 [r] c; 2.8 by 10@108 [] y; ") == 0);
    store_close(store);
}

static void test_changes(void)
{
    struct store *store = fresh_with_two_tables();
    test_begin("a live line replaces the one before it");
    struct store_write live[] = {write_live(1, "x"), write_live(1, "newer")};
    CHECK(store_commit(store, live, COUNT(live), problem) == STORE_DONE);
    CHECK(holds(store, "1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; 1 live newer; "
                       "2@100 two; 2.7 by 9@107 [r] c; "));

    test_begin("a deleted table takes its entries and its live line along");
    struct store_write deletion[] = {write_delete(1), write_delete(77)};
    CHECK(store_commit(store, deletion, COUNT(deletion), problem) == STORE_DONE);
    CHECK(holds(store, "2@100 two; 2.7 by 9@107 [r] c; "));

    test_begin("writes take effect in their order");
    struct store_write again[] = {write_delete(2), write_table(4, "two"), write_delete(4),
                                  write_table(5, "two"), write_entry(5, 0, "z")};
    CHECK(store_commit(store, again, COUNT(again), problem) == STORE_DONE);
    CHECK(holds(store, "5@100 two; 5.0 by 2@100 [] z; "));
    store_close(store);
}

static void test_moves(void)
{
    struct store *store = fresh_with_two_tables();
    test_begin("a table that is put away says so before its entries, and loses none of them");
    struct store_write away[] = {write_move(STORE_PUT_AWAY, 2, 500, "old"),
                                 write_move(STORE_SET_NOTE, 0, 0, "first")};
    CHECK(store_commit(store, away, COUNT(away), problem) == STORE_DONE);
    CHECK(holds(store, "note first; 1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "
                       "1 live draft; 2@100 two; 2 away@500 old; 2.7 by 9@107 [r] c; "));

    test_begin("being brought back replaces it, and a note the one before");
    struct store_write back[] = {write_move(STORE_BRING_BACK, 2, 600, ""),
                                 write_move(STORE_SET_NOTE, 0, 0, "second")};
    CHECK(store_commit(store, back, COUNT(back), problem) == STORE_DONE);
    static const char *const then = "note second; 1@100 one; 1.0 by 2@100 [] a; "
                                    "1.1 by 3@101 [r] b; 1 live draft; 2@100 two; "
                                    "2 back@600 ; 2.7 by 9@107 [r] c; ";
    CHECK(holds(store, then));

    test_begin("moves and notes of a commit that is refused leave nothing behind");
    struct store_write lost[] = {write_move(STORE_PUT_AWAY, 1, 700, ""),
                                 write_move(STORE_PUT_AWAY, 2, 700, ""),
                                 write_move(STORE_SET_NOTE, 0, 0, "third"),
                                 write_move(STORE_PUT_AWAY, 9, 700, "")};
    CHECK(store_commit(store, lost, COUNT(lost), problem) == STORE_BROKEN);
    CHECK(store_is_shared(store) || holds(store, then)); /* each table's part is one by itself */
    struct store_write gone = write_delete(2);
    CHECK(store_commit(store, &gone, 1, problem) == STORE_DONE);
    store_close(store);
}

struct found_text {
    char text[256];
};

static bool add_found(void *context, const struct store_write *one)
{
    struct found_text *found = context;
    size_t size = strlen(found->text);
    snprintf(found->text + size, sizeof found->text - size, "%llu %.*s@%lld%.*s; ",
             (unsigned long long)one->table, (int)one->name.size, one->name.at,
             (long long)one->at_s, (int)one->line.size, one->line.at);
    return true;
}

static const char *looked(struct store *store, struct store_look look)
{
    static struct found_text found;
    found.text[0] = '\0';
    return store_look(store, &look, &found, add_found, problem) ? found.text : problem;
}

static struct store_write write_card(uint64_t table, int64_t due_s, int64_t slept_s,
                                     int64_t touched_s, uint8_t turn)
{
    return (struct store_write){
        .kind = STORE_SET_CARD,
        .table = table,
        .card = {.due_s = due_s, .slept_s = slept_s, .touched_s = touched_s, .turn = turn}};
}

static bool note_card(void *context, uint64_t table, const struct store_card *card)
{
    snprintf(context, 64, "%llu %lld %lld %lld %u", (unsigned long long)table,
             (long long)card->due_s, (long long)card->slept_s, (long long)card->touched_s,
             card->turn);
    return true;
}

static void test_cards(void)
{
    struct store *store = fresh();
    struct store_write writes[] = {
        write_table(1, "one"), write_table(2, "two"), write_table(3, "three"),
        write_table(4, "four"), write_table(5, "five"), write_entry(5, 1, "e"),
        write_card(1, 0, 0, 100, 0), write_card(2, 700, 50, 100, 1),
        write_card(3, 600, 60, 110, 1), write_card(4, STORE_NEVER, 40, 90, 1),
        write_card(4, STORE_NEVER, 70, 95, 1), write_move(STORE_PUT_AWAY, 5, 300, "x")};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);

    test_begin("tables are found by what their cards say, in that order");
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_AWAKE, .most = 9}),
                 "1 one@1; ") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_AWAKE, .after = 1, .most = 9}),
                 "") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_DUE, .most = 9}),
                 "3 three@600; 2 two@700; ") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_DUE, .most = 1}),
                 "3 three@600; ") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_SLEPT, .until_s = 60,
                                                   .turn = 1, .most = 9}),
                 "2 two@50; 3 three@60; ") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_TOUCHED, .until_s = 100,
                                                   .turn = 1, .most = 9}),
                 "4 four@95; 2 two@100; ") == 0);
    CHECK(strcmp(looked(store, (struct store_look){.by = STORE_BY_AWAY, .until_s = 300,
                                                   .most = 9}), "5 five@300x; ") == 0);

    test_begin("a table comes by its number or its name, and the next by the one before");
    char card[64] = "";
    struct store_reader reader = {.context = card, .card = note_card};
    CHECK(store_fetch(store, 0, text_of("three"), &reader, problem));
    CHECK(strcmp(card, "3 600 60 110 1") == 0);
    CHECK(store_fetch(store, 2, text_none(), &reader, problem));
    CHECK(strcmp(card, "2 700 50 100 1") == 0);
    CHECK(store_fetch(store, 0, text_of("six"), &reader, problem));
    CHECK(strcmp(card, "2 700 50 100 1") == 0);
    uint64_t next = 0;
    CHECK(store_next(store, 4, &next, problem) && next == 5);
    CHECK(store_next(store, 5, &next, problem) && next == 0);

    test_begin("a survey counts them");
    struct store_survey survey;
    CHECK(store_survey(store, &reader, &survey, problem));
    CHECK(store_is_shared(store) ? survey.last_number > 5 : survey.last_number == 5);
    CHECK(survey.table_count == 5 && survey.away_count == 1);
    store_close(store);
}

/* A thousand tables in an order of no use, a hundred writes a commit. */
static void test_many(void)
{
    enum { TABLES = 1000, BATCH = 100 };
    static char names[TABLES][8];
    struct store_write writes[BATCH];
    size_t count = 0;
    struct store *store = fresh();
    test_begin("many tables are kept apart");
    for (unsigned i = 0; i < TABLES; ++i) {
        unsigned number = i * 387 % TABLES;
        snprintf(names[i], sizeof names[i], "t%u", number * 7 % TABLES);
        writes[count++] = write_table(number, names[i]);
        writes[count++] = write_entry(number, 1, names[i]);
        if (count == BATCH) {
            CHECK(store_commit(store, writes, count, problem) == STORE_DONE);
            count = 0;
        }
    }
    const char *all = dump(store, problem);
    for (unsigned number = 0; number < TABLES; ++number) {
        char expected[80];
        unsigned name = number * 7 % TABLES;
        int size = snprintf(expected, sizeof expected, "%u@100 t%u; %u.1 by 3@101 [r] t%u; ",
                            number, name, number, name);
        bool is_next = all != NULL && strncmp(all, expected, (size_t)size) == 0;
        CHECK(is_next);
        if (!is_next)
            break;
        all += size;
    }
    store_close(store);
}

static void test_secret(void)
{
    static const uint8_t zeros[STORE_SECRET_SIZE];
    uint8_t first[STORE_SECRET_SIZE] = {0};
    uint8_t second[STORE_SECRET_SIZE] = {0};
    test_begin("the secret stays the same, and is another in another store");
    struct store *store = fresh();
    CHECK(store_secret(store, first, problem) && store_secret(store, second, problem));
    CHECK(memcmp(first, second, sizeof first) == 0);
    CHECK(memcmp(first, zeros, sizeof first) != 0);
    store_close(store);
    store = fresh();
    CHECK(store_secret(store, second, problem));
    CHECK(memcmp(first, second, sizeof first) != 0);
    store_close(store);
}

static void test_door(void)
{
    static const char *const wrong[] = {"mysql:x", "", ":", "sqlit:a", "sqlite",
                                        "sqlite:",    "memory:x", "sqlite:a?vfs=none", "postgres:"};
    test_begin("what is no store is refused in words");
    for (size_t i = 0; i < COUNT(wrong); ++i) {
        CHECK(store_open(wrong[i], problem) == NULL);
        CHECK(problem[0] != '\0');
    }
    CHECK(store_open("mysql:x", problem) == NULL);
    CHECK(strstr(problem, "`mysql`") != NULL && strstr(problem, "`sqlite:FILE`") != NULL);
    store_close(NULL);
}

static void note_of_one(struct store *store, const char *line)
{
    struct store_write note = write_move(STORE_SET_NOTE, 0, 0, line);
    CHECK(store_commit(store, &note, 1, problem) == STORE_DONE);
}

static void test_several(void)
{
    static const struct store_reader nothing = {.context = NULL};
    struct store_survey survey;
    char both[512], path[160];
    test_begin("several databases are no store, and no file is made of their names");
    snprintf(path, sizeof path, "%s/one.db", test_folder);
    snprintf(both, sizeof both, "sqlite:%s sqlite:%s", path, path);
    const char *const wrong[] = {both, "memory memory", "postgres:a postgres://b/c",
                                 "postgres:a  memory"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        CHECK(store_open(wrong[i], problem) == NULL);
        CHECK(strstr(problem, "`rummery copy`") != NULL);
    }
    CHECK(store_open_to_read(both, problem) == NULL);
    CHECK(access(both + 7, F_OK) != 0 && access(path, F_OK) != 0);

    test_begin("a blank in a path is one");
    snprintf(both, sizeof both, "sqlite:%s of sqlite", path);
    struct store *store = store_open(both, problem);
    CHECK(store != NULL && access(both + 7, F_OK) == 0);

    test_begin("what was one of several databases is not served alone");
    note_of_one(store, "several 1 of 2\nnote");
    CHECK(!store_survey(store, &nothing, &survey, problem));
    CHECK(strstr(problem, "one of several") != NULL);
    note_of_one(store, "severally");
    CHECK(store_survey(store, &nothing, &survey, problem));
    store_close(store);
}

static void test_kind(const char *place)
{
    where = place;
    test_reading();
    test_stopping();
    test_all_or_nothing();
    test_changes();
    test_moves();
    test_cards();
    test_many();
    test_secret();
}

int main(int count, char **arguments)
{
    char in_file[128];
    if (count == 3 && strcmp(arguments[1], "--postgres") == 0) {
        test_kind(arguments[2]);
        test_copies(fresh);
        test_postgres(arguments[2]);
        return test_finish();
    }
    if (count == 3 && strcmp(arguments[1], "--silent-postgres") == 0) {
        test_silent_postgres(arguments[2]);
        return test_finish();
    }
    make_test_folder();
    snprintf(in_file, sizeof in_file, "sqlite:%s/suite.db", test_folder);
    const char *const places[] = {"memory", in_file};
    for (size_t i = 0; i < COUNT(places); i++) {
        test_kind(places[i]);
        test_copies(fresh);
    }
    test_door();
    test_several();
    test_sqlite();
    test_sqlite_damage(count > 1 ? arguments[1] : "tests/store");
    remove_test_folder();
    return test_finish();
}
