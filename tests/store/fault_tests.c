/* fault_tests.c - every operation on the disk fails in turn, and the disk runs full at every
 * size: never a false STORE_DONE, never a crash, and afterwards the store works again. */
#include "fault_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cut_vfs.h"
#include "harness.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { LINE_SIZE = 3000, FAULT_COUNT_MAX = 100000 };

static char problem[STORE_PROBLEM_MAX];
static char long_line[LINE_SIZE + 1];

static struct store *must_open(void)
{
    struct store *store = store_open(CUT_STORE, problem);
    CHECK(store != NULL);
    if (store == NULL) {
        printf("%s\n", problem);
        exit(1);
    }
    return store;
}

/* As after a power cut, which is what shows whether a commit was durable. */
static struct store *open_after_cut(struct store *store)
{
    cut_vfs_fail_at(0);
    cut_vfs_cut();
    store_close(store);
    cut_vfs_power_on();
    return must_open();
}

static bool holds(struct store *store, const char *expected)
{
    const char *found = dump(store, problem);
    return found != NULL && strcmp(found, expected) == 0;
}

static const char *const before = "1@100 one; 1.0 by 2@100 [] a; 1 live x; ";
static char after[2 * LINE_SIZE];

static struct store *open_with_one_table(uint64_t seed)
{
    struct store_write writes[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                   write_live(1, "x")};
    cut_vfs_register("cut", seed);
    struct store *store = must_open();
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    return store;
}

static enum store_result commit_change(struct store *store)
{
    struct store_write writes[] = {write_entry(1, 1, long_line), write_live(1, "y")};
    return store_commit(store, writes, COUNT(writes), problem);
}

static void test_faults_in_open(void)
{
    uint64_t k = 0;
    unsigned refused = 0;
    test_begin("whatever fails while a store is made, it is made the next time");
    do {
        cut_vfs_register("cut", ++k);
        cut_vfs_fail_at(k);
        struct store *store = store_open(CUT_STORE, problem);
        CHECK(store != NULL || problem[0] != '\0');
        refused += store == NULL;
        bool has_failed = cut_vfs_has_failed();
        cut_vfs_fail_at(0);
        store_close(store);
        store = must_open();
        CHECK(holds(store, ""));
        store_close(store);
        if (!has_failed)
            break;
    } while (k < FAULT_COUNT_MAX);
    CHECK(refused > 20);
    printf("making a store: %llu faults, %u told of\n", (unsigned long long)k - 1, refused);
}

static void test_faults_in_reopening(void)
{
    bool has_failed = true;
    unsigned refused = 0;
    uint64_t k = 0;
    test_begin("whatever fails while a log is recovered, nothing is lost");
    while (has_failed && ++k < FAULT_COUNT_MAX) {
        struct store *store = open_with_one_table(k);
        cut_vfs_cut();
        store_close(store);
        cut_vfs_power_on();
        cut_vfs_fail_at(k);
        store = store_open(CUT_STORE, problem);
        const char *found = store == NULL ? NULL : dump(store, problem);
        CHECK(found == NULL ? problem[0] != '\0' : strcmp(found, before) == 0);
        refused += found == NULL;
        has_failed = cut_vfs_has_failed();
        store = open_after_cut(store);
        CHECK(holds(store, before));
        store_close(store);
    }
    CHECK(refused > 20);
    printf("opening and loading: %llu faults, %u told of\n", (unsigned long long)k - 1, refused);
}

/* The commit may be tried again at once, and may then be refused, but not wrongly granted. */
static bool commit_with_fault(uint64_t k, bool is_tried_again, unsigned *refused)
{
    struct store *store = open_with_one_table(k);
    cut_vfs_fail_at(k);
    enum store_result result = commit_change(store);
    bool has_failed = cut_vfs_has_failed();
    *refused += result != STORE_DONE;
    CHECK(result == STORE_DONE || result == STORE_BROKEN);
    CHECK(result == STORE_DONE || has_failed);
    if (result == STORE_BROKEN && is_tried_again)
        result = commit_change(store);
    bool is_done = result == STORE_DONE;
    CHECK(!is_tried_again || is_done);
    store = open_after_cut(store);
    CHECK(holds(store, after) || (!is_done && holds(store, before)));
    result = commit_change(store);
    CHECK(result == STORE_DONE || result == STORE_CONFLICT);
    CHECK(holds(store, after));
    store_close(store);
    return has_failed;
}

static void test_faults_in_commit(void)
{
    unsigned refused = 0;
    uint64_t k = 1;
    test_begin("whatever fails in a commit, it is there entirely or not at all");
    while (commit_with_fault(k, false, &refused) && k < FAULT_COUNT_MAX)
        ++k;
    CHECK(k > 5 && refused > 5);
    printf("a commit: %llu faults, %u told of\n", (unsigned long long)k - 1, refused);

    test_begin("a commit that failed succeeds when it is tried again");
    for (k = 1; commit_with_fault(k, true, &refused) && k < FAULT_COUNT_MAX;)
        ++k;
}

/* Closing moves the log into the file. */
static void test_faults_in_close(void)
{
    bool has_failed = true;
    uint64_t k = 0;
    test_begin("whatever fails while a store is closed, nothing is lost");
    while (has_failed && ++k < FAULT_COUNT_MAX) {
        struct store *store = open_with_one_table(k);
        CHECK(commit_change(store) == STORE_DONE);
        cut_vfs_fail_at(k);
        store_close(store);
        has_failed = cut_vfs_has_failed();
        store = open_after_cut(NULL);
        CHECK(holds(store, after));
        store_close(store);
    }
    CHECK(k > 5);
    printf("closing: %llu faults\n", (unsigned long long)k - 1);
}

static void test_faults_in_backup(void)
{
    bool has_failed = true;
    uint64_t k = 0;
    test_begin("whatever fails in a copy, a copy that is granted is whole");
    while (has_failed && ++k < FAULT_COUNT_MAX) {
        struct store *store = open_with_one_table(k);
        CHECK(commit_change(store) == STORE_DONE);
        cut_vfs_fail_at(k);
        bool is_done = store_backup(store, "copy.db", problem);
        has_failed = cut_vfs_has_failed();
        CHECK(is_done || (has_failed && problem[0] != '\0'));
        cut_vfs_fail_at(0);
        CHECK(holds(store, after));
        store_close(store);
        if (is_done) {
            struct store *copy = store_open("sqlite:copy.db?vfs=cut", problem);
            CHECK(copy != NULL && holds(copy, after));
            store_close(copy);
        }
    }
    CHECK(k > 5);
    printf("a copy: %llu faults\n", (unsigned long long)k - 1);
}

void test_faults(void)
{
    memset(long_line, 'l', LINE_SIZE);
    snprintf(after, sizeof after,
             "1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] %s; 1 live y; ", long_line);
    test_faults_in_open();
    test_faults_in_reopening();
    test_faults_in_commit();
    test_faults_in_close();
    test_faults_in_backup();
}

static void test_full_commit(void)
{
    unsigned full = 0;
    test_begin("a commit that finds the disk full leaves nothing, and may be tried again");
    for (int64_t room = 0; room < 24000; room += 97) {
        struct store *store = open_with_one_table((uint64_t)room);
        cut_vfs_set_room(room);
        enum store_result result = commit_change(store);
        CHECK(result == STORE_DONE || result == STORE_FULL);
        CHECK(result == STORE_DONE ? holds(store, after) : holds(store, before));
        if (result == STORE_FULL) {
            ++full;
            CHECK(strstr(problem, "full") != NULL || problem[0] == '\0');
            CHECK(commit_change(store) == STORE_FULL);
            if (room % 2 == 0) {
                store = open_after_cut(store);
                CHECK(holds(store, before));
            }
            cut_vfs_set_room(-1);
            CHECK(commit_change(store) == STORE_DONE);
        }
        store = open_after_cut(store);
        CHECK(holds(store, after));
        store_close(store);
    }
    CHECK(full > 20 && full < 240);
    printf("a commit on a full disk: refused %u times\n", full);
}

static bool is_counted(void *context, const struct store_write *entry)
{
    return entry->seq == (*(uint32_t *)context)++;
}

/* Long enough for the log to be moved into the file while the disk is full. */
static void test_full_for_long(void)
{
    enum { ENTRIES = 3000 };
    uint32_t next = 1;
    uint32_t found = 0;
    unsigned full = 0;
    uint64_t seed = 5;
    struct store *store = open_with_one_table(seed);
    test_begin("a disk that is full again and again loses nothing");
    cut_vfs_set_room(0);
    while (next < ENTRIES && full < ENTRIES) {
        struct store_write write = write_entry(1, next, long_line);
        enum store_result result = store_commit(store, &write, 1, problem);
        CHECK(result == STORE_DONE || result == STORE_FULL);
        if (result == STORE_DONE) {
            ++next;
            continue;
        }
        ++full;
        cut_vfs_set_room((int64_t)(full * 7919u % 60000u));
    }
    CHECK(next == ENTRIES && full > 20);
    cut_vfs_set_room(-1);
    store = open_after_cut(store);
    struct store_reader reader = {.context = &found, .entry = is_counted};
    CHECK(store_load(store, &reader, problem));
    CHECK(found == ENTRIES);
    store_close(store);
    printf("%d commits on a small disk: refused %u times\n", ENTRIES, full);
}

/* Tries again as the server does; how many entries there are when it is of no use any more. */
static uint32_t fill_disk(struct store *store, uint32_t next)
{
    for (unsigned refused = 0; refused < 20;) {
        struct store_write write = write_entry(1, next, long_line);
        enum store_result result = store_commit(store, &write, 1, problem);
        CHECK(result == STORE_DONE || result == STORE_FULL);
        next += result == STORE_DONE;
        refused += result != STORE_DONE;
    }
    return next;
}

static void test_small_disk(void)
{
    enum { ROOM = 4 << 20 };
    test_begin("a disk of 4 MB is filled by entries and not by the log");
    cut_vfs_register("cut", 11);
    cut_vfs_set_room(ROOM);
    struct store *store = must_open();
    struct store_write table = write_table(1, "one");
    CHECK(store_commit(store, &table, 1, problem) == STORE_DONE);
    uint32_t full = fill_disk(store, 0);
    CHECK(full * 4096 > ROOM / 2); /* a page each, and more */
    test_begin("and with more room it goes on by itself");
    cut_vfs_set_room(ROOM / 4);
    uint32_t more = fill_disk(store, full);
    CHECK(more > full + 50);
    cut_vfs_set_room(-1);
    store = open_after_cut(store);
    uint32_t found = 0;
    struct store_reader reader = {.context = &found, .entry = is_counted};
    CHECK(store_load(store, &reader, problem) && found == more);
    store_close(store);
    printf("a disk of 4 MB holds %u entries of 3 kB, with 1 MB more %u\n", full, more);
}

static void test_full_open(void)
{
    unsigned refused = 0;
    test_begin("a store that finds no room to be made says so, and is made later");
    for (int64_t room = 0; room < 150000; room += 1249) {
        cut_vfs_register("cut", (uint64_t)room);
        cut_vfs_set_room(room);
        struct store *store = store_open(CUT_STORE, problem);
        CHECK(store != NULL || problem[0] != '\0');
        refused += store == NULL;
        cut_vfs_set_room(-1);
        store_close(store);
        store = must_open();
        CHECK(holds(store, ""));
        store_close(store);
    }
    CHECK(refused > 20 && refused < 120);
}

void test_full_disk(void)
{
    test_full_commit();
    test_full_for_long();
    test_small_disk();
    test_full_open();
}
