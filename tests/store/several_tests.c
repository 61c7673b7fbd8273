/* several_tests.c - several stores as one: where a table is, and what becomes of a commit that some
 * of them have done and another has not. */
#include "several_tests.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { PLACES = 3, MANY = 3000 };

static char problem[STORE_PROBLEM_MAX];

static struct store *two(void)
{
    struct store *store = store_open("memory memory", problem);
    struct store_write writes[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                   write_table(2, "two"), write_entry(2, 0, "a")};
    CHECK_ABOUT(store != NULL, problem);
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    return store;
}

static bool has_log(struct store *store, uint64_t table, const char *expected)
{
    const char *found = dump_log(store, table, problem);
    if (found != NULL && strcmp(found, expected) == 0)
        return true;
    printf("found: %s\n", found == NULL ? problem : found);
    return false;
}

static void test_numbers(void)
{
    unsigned counts[PLACES] = {0};
    uint64_t number = 7, least = MANY;
    test_begin("tables are spread evenly by their names, and the name alone says where");
    for (unsigned i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "table%u", i);
        uint64_t next = store_number(number, text_of(name), PLACES);
        CHECK(next > number && next <= number + PLACES);
        CHECK(store_number(next, text_of(name), PLACES) == next + PLACES);
        counts[next % PLACES]++;
        number = next;
    }
    for (unsigned i = 0; i < PLACES; i++)
        least = counts[i] < least ? counts[i] : least;
    CHECK(least > MANY / PLACES * 9 / 10);
    test_begin("where there is one database numbers follow each other");
    CHECK(store_number(7, text_of("a"), 1) == 8 && store_number(7, text_of("b"), 0) == 8);
}

static void test_names(void)
{
    struct store *store = two();
    test_begin("a table is found by its name wherever its number has put it");
    for (uint64_t number = 10; number < 30; number++) {
        char name[16], expected[32];
        uint64_t found = 0;
        snprintf(name, sizeof name, "copied%u", (unsigned)number);
        snprintf(expected, sizeof expected, "as %u", (unsigned)number);
        struct store_write made[] = {write_table(number, name),
                                     write_entry(number, 0, expected)};
        CHECK(store_commit(store, made, COUNT(made), problem) == STORE_DONE);
        CHECK(store_next(store, number - 1, &found, problem) && found == number);
        CHECK(strstr(dump_named(store, name, problem), expected) != NULL);
    }
    CHECK(strcmp(dump_named(store, "nobody", problem), "") == 0);
    store_close(store);
}

static void test_parts(void)
{
    struct store *store = two();
    test_begin("what one has done when another fails is not done again");
    struct store_write failed[] = {write_entry(1, 1, "b"), write_entry(2, 0, "again")};
    CHECK(store_commit(store, failed, COUNT(failed), problem) == STORE_CONFLICT);
    CHECK(problem[0] != '\0' && has_log(store, 2, "2.0 by 2@100 [] a; "));
    struct store_write mended[] = {write_entry(1, 1, "b"), write_entry(2, 1, "c")};
    CHECK(store_commit_again(store, mended, COUNT(mended), problem) == STORE_DONE);
    CHECK(has_log(store, 1, "1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "));
    CHECK(has_log(store, 2, "2.0 by 2@100 [] a; 2.1 by 3@101 [r] c; "));
    test_begin("what comes behind it is");
    struct store_write half[] = {write_entry(1, 2, "d"), write_entry(2, 1, "again")};
    CHECK(store_commit(store, half, COUNT(half), problem) == STORE_CONFLICT);
    struct store_write more[] = {write_entry(1, 2, "d"), write_entry(1, 3, "e"),
                                 write_entry(2, 2, "f")};
    CHECK(store_commit(store, more, COUNT(more), problem) == STORE_DONE);
    CHECK(has_log(store, 1, "1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; 1.2 by 4@102 [] d; "
                            "1.3 by 5@103 [r] e; "));
    test_begin("and what only looks like it is a conflict");
    struct store_write third[] = {write_entry(1, 4, "g"), write_entry(2, 2, "again")};
    CHECK(store_commit(store, third, COUNT(third), problem) == STORE_CONFLICT);
    struct store_write other[] = {write_entry(1, 4, "h"), write_entry(2, 3, "i")};
    CHECK(store_commit_again(store, other, COUNT(other), problem) == STORE_CONFLICT);
    test_begin("once all is done it is done, and the same again is a conflict");
    struct store_write last[] = {write_entry(1, 5, "k")};
    CHECK(store_commit(store, last, 1, problem) == STORE_DONE);
    CHECK(store_commit(store, last, 1, problem) == STORE_CONFLICT);
    store_close(store);
}

static void test_notes(void)
{
    struct store *store = two();
    struct store_write first = write_move(STORE_SET_NOTE, 0, 0, "n1");
    struct store_write second = write_move(STORE_SET_NOTE, 0, 0, "n2");
    test_begin("a newer note is written although the one before it was");
    struct store_write failed[] = {write_entry(2, 1, "b"), first, write_entry(1, 0, "again")};
    CHECK(store_commit(store, failed, COUNT(failed), problem) == STORE_CONFLICT);
    struct store_write mended[] = {write_entry(2, 1, "b"), first, write_entry(1, 1, "c"), second};
    CHECK(store_commit_again(store, mended, COUNT(mended), problem) == STORE_DONE);
    CHECK(has_log(store, 2, "2.0 by 2@100 [] a; 2.1 by 3@101 [r] b; "));
    CHECK(strstr(dump(store, problem), "note n2; ") != NULL);
    store_close(store);
}

static void test_words(void)
{
    char many[17 * sizeof "memory"] = "memory";
    const char *const wrong[] = {"memory sqlite:x", "sqlite:x sqlite:y", "memory memory mysql:x",
                                 many};
    for (unsigned i = 1; i < 17; i++)
        strcat(many, " memory");
    test_begin("what cannot be one store is refused in words");
    for (size_t i = 0; i < COUNT(wrong); i++)
        CHECK(store_open(wrong[i], problem) == NULL && problem[0] != '\0');
    CHECK(access("x", F_OK) != 0); /* nothing was made before it was refused */
    struct store *store = store_open("memory memory memory", problem);
    CHECK(store != NULL && store_places(store) == PLACES && !store_is_shared(store));
    CHECK(!store_backup(store, "x", problem) && problem[0] != '\0');
    store_close(store);
    store = store_open("memory", problem);
    CHECK(store != NULL && store_places(store) == 1);
    store_close(store);
}

void test_several(void)
{
    test_numbers();
    test_names();
    test_parts();
    test_notes();
    test_words();
}
