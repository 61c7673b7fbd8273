/* copy_tests.c - a copy has everything, goes only into an empty store, and what differs between
 * two stores is found. */
#include "copy_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "store/copy.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { MANY = 1500, LONG_SIZE = (1 << 20) + 1 };

static char problem[STORE_PROBLEM_MAX];

static struct store *in_memory(void)
{
    struct store *store = store_open("memory", problem);
    CHECK(store != NULL);
    return store;
}

/* One of everything, more entries than go into a commit, and a line that is longer than all
 * that is kept for one. */
static void fill(struct store *store)
{
    struct store_card card = {.due_s = 9, .slept_s = 8, .touched_s = 7, .turn = 1};
    struct store_write writes[] = {
        write_table(1, "one"),      write_entry(1, 1, "a"),  write_live(1, "draft"),
        write_table(2, "two"),      write_entry(2, 1, "b"),
        write_move(STORE_PUT_AWAY, 2, 500, "{}"),
        write_table(3, "three"),    write_entry(3, 1, "c"),
        write_move(STORE_BRING_BACK, 3, 600, ""),
        {.kind = STORE_SET_CARD, .table = 3, .card = card},
        write_move(STORE_SET_NOTE, 0, 0, "note")};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    for (uint32_t i = 2; i < MANY; i++) {
        struct store_write entry = write_entry(1, i, "more");
        CHECK(store_commit(store, &entry, 1, problem) == STORE_DONE);
    }
    char *longest = malloc(LONG_SIZE + 1);
    memset(longest, 'x', LONG_SIZE);
    longest[LONG_SIZE] = '\0';
    struct store_write entry = write_entry(3, 2, longest);
    CHECK(store_commit(store, &entry, 1, problem) == STORE_DONE);
    free(longest);
}

static void is_copied(struct store *from, struct store *to)
{
    struct store_copied copied;
    uint8_t one[STORE_SECRET_SIZE], other[STORE_SECRET_SIZE];
    CHECK_ABOUT(store_copy(from, to, &copied, problem), problem);
    CHECK(copied.tables == 3 && copied.entries == MANY + 2);
    CHECK_ABOUT(store_compare(from, to, &copied, problem), problem);
    CHECK(copied.damaged_count == 0);
    CHECK(store_secret(from, one, problem) && store_secret(to, other, problem));
    CHECK(memcmp(one, other, sizeof one) == 0);
}

/* Each of these is put right again before the next. */
static void find_differences(struct store *one, struct store *other)
{
    struct store_card card = {.due_s = 9, .slept_s = 8, .touched_s = 6, .turn = 1};
    const struct store_write changes[] = {
        write_live(1, "other"), write_move(STORE_PUT_AWAY, 2, 501, "{}"),
        {.kind = STORE_SET_CARD, .table = 3, .card = card},
        write_move(STORE_SET_NOTE, 0, 0, "another"), write_entry(2, 2, "d"),
        write_table(4, "four")};
    for (size_t i = 0; i < COUNT(changes); i++) {
        CHECK(store_commit(other, &changes[i], 1, problem) == STORE_DONE);
        CHECK(!store_compare(one, other, NULL, problem) && problem[0] != '\0');
        CHECK(!store_compare(other, one, NULL, problem) && problem[0] != '\0');
        struct store_write same = changes[i];
        CHECK(store_commit(one, &same, 1, problem) == STORE_DONE);
        CHECK_ABOUT(store_compare(one, other, NULL, problem), problem);
    }
    uint8_t secret[STORE_SECRET_SIZE] = {1};
    CHECK(store_set_secret(other, secret, problem));
    CHECK(!store_compare(one, other, NULL, problem));
}

void test_copies(struct store *(*fresh)(void))
{
    struct store_copied copied;
    struct store *first = in_memory(), *second = fresh(), *third = in_memory();
    test_begin("a copy to this kind of store and back has everything, the secret too");
    fill(first);
    is_copied(first, second);
    is_copied(second, third);
    CHECK_ABOUT(store_compare(first, third, NULL, problem), problem);

    test_begin("nothing is copied into a store that is not empty");
    CHECK(!store_copy(first, second, &copied, problem));
    CHECK(strstr(problem, "not empty") != NULL && copied.tables == 0);
    struct store *noted = in_memory();
    struct store_write note = write_move(STORE_SET_NOTE, 0, 0, "n");
    CHECK(store_commit(noted, &note, 1, problem) == STORE_DONE);
    CHECK(!store_copy(first, noted, &copied, problem) && copied.tables == 0);
    store_close(noted);

    test_begin("whatever differs between two stores is found");
    find_differences(second, third);
    store_close(first);
    store_close(second);
    store_close(third);
}
