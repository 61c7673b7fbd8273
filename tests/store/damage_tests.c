/* damage_tests.c - what befalls a store's files from outside: bytes that flip, rows that
 * somebody else writes, files that vanish under whoever writes to them, versions of before. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "sqlite_tests.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { PATH_SIZE = 192, FILE_MAX = 1 << 17 };

static char path[PATH_SIZE], where[PATH_SIZE + 8], problem[STORE_PROBLEM_MAX];
static char whole[FILE_MAX], damaged[FILE_MAX];

static struct store *must_open(void)
{
    struct store *store = store_open(where, problem);
    CHECK_ABOUT(store != NULL, problem);
    if (store == NULL)
        exit(1);
    return store;
}

static void run_sql(const char *sql)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    CHECK_ABOUT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static size_t read_file(const char *from, char out[FILE_MAX])
{
    FILE *file = fopen(from, "rb");
    size_t size = file == NULL ? 0 : fread(out, 1, FILE_MAX, file);
    if (file != NULL)
        fclose(file);
    CHECK_ABOUT(size > 0 && size < FILE_MAX, from);
    return size;
}

static void write_file(const char *to, const char *bytes, size_t size)
{
    FILE *file = fopen(to, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    if (file != NULL)
        fclose(file);
}

static const char first[] = "1@100 one; 1.1 by 3@101 [r] match; 1.2 by 4@102 [] draw; ";
static const char third[] = "3@100 three; 3.1 by 3@101 [r] match; ";

/* A fresh file with three tables, closed. */
static size_t make_file(void)
{
    const struct store_write writes[] = {
        write_table(1, "one"),      write_entry(1, 1, "match"),
        write_entry(1, 2, "draw"),  write_table(2, "two"),
        write_entry(2, 1, "match"), write_entry(2, 2, "play [r5 r6 r7]"),
        write_entry(2, 3, "draw"),  write_live(2, "draft"),
        write_table(3, "three"),    write_entry(3, 1, "match")};
    remove_store_file(path);
    struct store *store = must_open();
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
    store_close(store);
    return read_file(path, whole);
}

/* What is read, NULL if nothing is. */
static const char *read_damaged(void)
{
    struct store *store = store_open(where, problem);
    const char *found = store == NULL ? NULL : dump_with_damage(store, problem);
    bool is_plain = store != NULL && dump_with_damage(store, problem) != NULL &&
                    strstr(found, "damaged") == NULL;
    CHECK(store == NULL || is_plain == (dump(store, (char[STORE_PROBLEM_MAX]){0}) != NULL));
    if (store != NULL)
        found = dump_with_damage(store, problem);
    store_close(store);
    return found;
}

/* ---- Flipped bytes ---- */

static void test_flipped_bytes(void)
{
    static const char line[] = "play [r5 r6 r7]";
    size_t size = make_file(), at = 0, line_size = sizeof line - 1;
    unsigned set_aside = 0, refused = 0, of_line = 0;
    while (at + line_size < size && memcmp(whole + at, line, line_size) != 0)
        at++;
    CHECK(at + line_size < size);
    test_begin("a byte that flips anywhere in an entry is found, and the other tables are read");
    for (size_t i = at - 24; i < at + line_size + 8; i++) {
        for (unsigned bit = 0; bit < 8; bit += 3) {
            memcpy(damaged, whole, size);
            damaged[i] = (char)(damaged[i] ^ 1 << bit);
            remove_store_file(path);
            write_file(path, damaged, size);
            const char *found = read_damaged();
            if (found == NULL) {
                CHECK(problem[0] != '\0');
                refused++;
                continue;
            }
            CHECK_ABOUT(strstr(found, "2 damaged") != NULL || strstr(found, "1 damaged") != NULL ||
                            strstr(found, "3 damaged") != NULL, found);
            set_aside++;
            bool is_in_line = i >= at && i < at + line_size;
            of_line += is_in_line && strstr(found, first) != NULL && strstr(found, third) != NULL &&
                       strstr(found, "2 damaged : an entry's checksum is wrong") != NULL;
        }
    }
    CHECK(of_line == line_size * 3);
    printf("of %u flipped bits %u set a table aside and %u end the reading\n",
           set_aside + refused, set_aside, refused);
}

/* ---- Rows ---- */

static void test_damaged_rows(void)
{
    static const struct {
        const char *name, *sql, *expected;
    } cases[] = {
        {"a line that was changed sets its table aside", "UPDATE entries SET line = 'pass' WHERE "
         "table_id = 2 AND seq = 2", "2 damaged : an entry's checksum is wrong; "},
        {"so does a time", "UPDATE entries SET at_s = 9 WHERE table_id = 2 AND seq = 3",
         "2 damaged : an entry's checksum is wrong; "},
        {"so does a table's name", "UPDATE tables SET name = 'tvo' WHERE id = 2",
         "2 damaged tvo: its own row is damaged; "},
        {"an entry that has come to another table accuses both", "UPDATE entries SET table_id = 2,"
         " seq = 0 WHERE table_id = 1 AND seq = 2", "1 damaged : an entry's checksum is wrong; "},
        {"entries without a table are told of by its number", "PRAGMA foreign_keys = OFF;"
         "DELETE FROM tables WHERE id = 2", "2 damaged : its row is missing; "},
        {"the last table's entries, too", "PRAGMA foreign_keys = OFF;"
         "DELETE FROM tables WHERE id = 3", "3 damaged : its row is missing; "},
        {"whether it was put away must be readable", "INSERT INTO moves VALUES (2, 1, 1, '', 7)",
         "2 damaged : whether it was put away cannot be read; "},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        make_file();
        test_begin(cases[i].name);
        run_sql(cases[i].sql);
        const char *found = read_damaged();
        CHECK_ABOUT(found != NULL && strstr(found, cases[i].expected) != NULL,
                    found == NULL ? problem : found);
        CHECK(found != NULL && (strstr(found, first) != NULL || strstr(found, third) != NULL));
    }
    make_file();
    test_begin("what is unfinished, and the store's own note, are left out when damaged");
    run_sql("UPDATE live SET line = 'other'; INSERT INTO note VALUES (1, 'x', 7);");
    struct store *store = must_open();
    const char *found = dump(store, problem);
    CHECK(found != NULL && strstr(found, "live") == NULL && strstr(found, "note") == NULL);
    CHECK(found != NULL && strstr(found, "2.3 by 5@103 [r] draw; ") != NULL);

    test_begin("the log of a damaged table is not handed on");
    run_sql("UPDATE entries SET who = 9 WHERE table_id = 1");
    CHECK(dump_log(store, 1, problem) == NULL && strstr(problem, "checksum") != NULL);
    CHECK(dump_log(store, 2, problem) != NULL);
    store_close(store);
}

/* ---- Somebody else writes ---- */

static void test_conflicts(void)
{
    make_file();
    struct store *store = must_open();
    test_begin("an entry that somebody else wrote is a conflict, however often it is tried");
    run_sql("INSERT INTO entries VALUES (1, 3, 103, 5, 'r', 'theirs', 0)");
    struct store_write ours = write_entry(1, 3, "ours");
    for (unsigned i = 0; i < 2; i++) {
        CHECK(store_commit(store, &ours, 1, problem) == STORE_CONFLICT);
        CHECK(store_commit_again(store, &ours, 1, problem) == STORE_CONFLICT);
        CHECK(problem[0] != '\0');
    }

    test_begin("a commit that was on disk after all is done when it is tried again");
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
        "UPDATE tables SET at_s = 1 WHERE id = 7", "UPDATE entries SET at_s = 1 WHERE table_id = 7",
        "UPDATE entries SET who = 1 WHERE table_id = 7",
        "UPDATE entries SET request = 'q' WHERE table_id = 7",
        "UPDATE entries SET line = 'z' WHERE table_id = 7",
        "UPDATE entries SET sum = 1 WHERE table_id = 7",
        "UPDATE live SET line = 'early' WHERE table_id = 7",
        "UPDATE moves SET is_away = 1 WHERE table_id = 7", "UPDATE note SET line = 'n'",
        "INSERT INTO tables VALUES (8, 1, 'again', 0)"};
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

/* ---- Files that vanish ---- */

static const char *beside(const char *ending)
{
    static char names[2][PATH_SIZE + 16];
    static unsigned next;
    char *name = names[next++ % 2];
    snprintf(name, sizeof names[0], "%s%s", path, ending);
    return name;
}

static void test_vanishing(void)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    uint32_t seq = 10;
    make_file();
    struct store *store = must_open();
    for (size_t i = 0; i < COUNT(endings); i++) {
        test_begin("nothing is acknowledged while a file is not where it was");
        struct store_write write = write_entry(3, seq++, "x"), more = write_entry(3, seq++, "y");
        CHECK(store_is_there(store, problem) == STORE_DONE);
        CHECK(rename(beside(endings[i]), beside(".gone")) == 0);
        CHECK(store_is_there(store, problem) == STORE_BROKEN &&
              strstr(problem, "removed or replaced") != NULL);
        CHECK(store_commit(store, &write, 1, problem) == STORE_BROKEN && problem[0] != '\0');
        CHECK(store_commit_again(store, &write, 1, problem) == STORE_BROKEN);
        write_file(beside(endings[i]), "another file", 12);
        CHECK(store_commit_again(store, &write, 1, problem) == STORE_BROKEN);

        test_begin("when it is back all goes on, and nothing was written twice");
        CHECK(rename(beside(".gone"), beside(endings[i])) == 0);
        CHECK(store_commit_again(store, &write, 1, problem) == STORE_DONE);
        CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    }
    store_close(store);

    test_begin("a link that points elsewhere is a file that was replaced");
    char link_path[PATH_SIZE + 16], at_link[PATH_SIZE + 32];
    snprintf(link_path, sizeof link_path, "%s.link", path);
    snprintf(at_link, sizeof at_link, "sqlite:%s", link_path);
    CHECK(symlink(path, link_path) == 0);
    store = store_open(at_link, problem);
    CHECK_ABOUT(store != NULL && store_is_there(store, problem) == STORE_DONE, problem);
    CHECK(unlink(link_path) == 0 && symlink("/dev/null", link_path) == 0);
    CHECK(store_is_there(store, problem) == STORE_BROKEN);
    store_close(store);
}

/* ---- Versions of before ---- */

static void test_older_version(const char *folder)
{
    char from[PATH_SIZE], copy[PATH_SIZE + 16];
    snprintf(from, sizeof from, "%s/version-2.sqlite", folder);
    snprintf(copy, sizeof copy, "%s.copy", path);
    size_t size = read_file(from, whole);
    remove_store_file(path);
    write_file(path, whole, size);

    test_begin("a file of version 2 can be copied by whoever only reads, and stays as it is");
    struct store *store = store_open_to_read(where, problem);
    CHECK_ABOUT(store != NULL, problem);
    CHECK(dump(store, problem) == NULL && strstr(problem, "older version") != NULL);
    CHECK(store_backup(store, copy, problem));
    store_close(store);
    CHECK(read_file(path, damaged) == size && memcmp(whole, damaged, size) == 0);

    test_begin("it is brought up to date with all it had, and gets checksums");
    store = must_open();
    const char *found = dump(store, problem);
    CHECK_ABOUT(found != NULL, problem);
    unsigned entries = 0;
    for (const char *at = found; at != NULL && (at = strstr(at, " by ")) != NULL; at++)
        entries++;
    CHECK(entries == 11 && strstr(found, "match exclusiv players=2") != NULL);
    CHECK(strstr(found, "1@1794784078 tg5av7fbhq4x; ") == found);
    CHECK(strstr(found, "rf2am2nkcrqv; ") != NULL);
    struct store_write more = write_entry(1, 11, "draw");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    store_close(store);
    run_sql("UPDATE entries SET line = 'x' WHERE table_id = 1 AND seq = 2");
    found = read_damaged();
    CHECK(found != NULL && strstr(found, "1 damaged : an entry's checksum is wrong") != NULL);

    test_begin("whoever only reads makes no file");
    remove_store_file(path);
    CHECK(store_open_to_read(where, problem) == NULL && problem[0] != '\0');
    CHECK(access(path, F_OK) != 0);
}

void test_sqlite_damage(const char *folder)
{
    snprintf(path, sizeof path, "%s/damage.db", test_folder);
    snprintf(where, sizeof where, "sqlite:%s", path);
    test_flipped_bytes();
    test_damaged_rows();
    test_conflicts();
    test_vanishing();
    test_older_version(folder);
}
