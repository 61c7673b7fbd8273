/* sqlite_tests.c - what an SQLite file can do or suffer: reopening, copies, older and newer
 * versions, files of others, damage, folders that are missing or closed. */
#include "sqlite_tests.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { NOBODY = 65534, PATH_SIZE = 192 };

char test_folder[64];
static char problem[STORE_PROBLEM_MAX];

void make_test_folder(void)
{
    snprintf(test_folder, sizeof test_folder, "/tmp/rummery-store-%s", "XX" "XX" "XX");
    if (mkdtemp(test_folder) == NULL) {
        perror(test_folder);
        exit(1);
    }
}

static void remove_tree(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        unlink(path);
        return;
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        char below[PATH_SIZE * 3];
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%s/%s", path, item->d_name);
        remove_tree(below);
    }
    closedir(folder);
    rmdir(path);
}

void remove_test_folder(void)
{
    remove_tree(test_folder);
}

void remove_store_file(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < COUNT(endings); ++i) {
        char name[PATH_SIZE];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

/* A path in the test folder, in one of a few buffers used in turn. */
static const char *path_of(const char *name)
{
    static char paths[4][PATH_SIZE];
    static unsigned next;
    char *path = paths[next++ % COUNT(paths)];
    snprintf(path, PATH_SIZE, "%s/%s", test_folder, name);
    return path;
}

static struct store *open_at(const char *path)
{
    char where[PATH_SIZE + 8];
    snprintf(where, sizeof where, "sqlite:%s", path);
    return store_open(where, problem);
}

static struct store *must_open(const char *path)
{
    struct store *store = open_at(path);
    CHECK(store != NULL);
    if (store == NULL) {
        printf("%s\n", problem);
        exit(1);
    }
    return store;
}

static bool holds(struct store *store, const char *expected)
{
    const char *found = dump(store, problem);
    return found != NULL && strcmp(found, expected) == 0;
}

static const char *const one_table = "1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "
                                     "1 live draft; ";

static void fill(struct store *store)
{
    struct store_write writes[] = {write_table(1, "one"), write_entry(1, 0, "a"),
                                   write_entry(1, 1, "b"), write_live(1, "draft")};
    CHECK(store_commit(store, writes, COUNT(writes), problem) == STORE_DONE);
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static unsigned mode_of(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 ? found.st_mode & 0777 : 0;
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK);
    if (error != NULL)
        printf("%s\n", error);
    sqlite3_free(error);
    sqlite3_close(db);
}

static void test_reopening(void)
{
    uint8_t before[STORE_SECRET_SIZE] = {0};
    uint8_t after[STORE_SECRET_SIZE] = {1};
    const char *path = path_of("again.db");
    test_begin("what was committed is there after closing and opening");
    struct store *store = must_open(path);
    fill(store);
    CHECK(store_secret(store, before, problem));
    store_close(store);
    store = must_open(path);
    CHECK(holds(store, one_table));

    test_begin("the secret is the same after closing and opening");
    CHECK(store_secret(store, after, problem));
    CHECK(memcmp(before, after, sizeof before) == 0);

    test_begin("two may have the file open, and the slower one learns of the conflict");
    struct store *other = must_open(path);
    struct store_write write = write_entry(1, 2, "c");
    CHECK(store_commit(store, &write, 1, problem) == STORE_DONE);
    CHECK(store_commit(other, &write, 1, problem) == STORE_CONFLICT);
    CHECK(strcmp(dump_log(store, 1, problem), dump_log(other, 1, problem)) == 0);
    store_close(other);
    store_close(store);

    test_begin("only its owner may read the file");
    CHECK(mode_of(path) == 0600);
}

static void test_folders(void)
{
    test_begin("missing folders are made, for their owner only");
    const char *path = path_of("a/b/c.db");
    store_close(must_open(path));
    CHECK(mode_of(path_of("a")) == 0700 && mode_of(path_of("a/b")) == 0700);
    CHECK(mode_of(path) == 0600);

    test_begin("odd names are names of files");
    char here[PATH_SIZE];
    CHECK(getcwd(here, sizeof here) != NULL && chdir(test_folder) == 0);
    store_close(must_open(":memory:"));
    store_close(must_open("file:x"));
    CHECK(is_there(":memory:") && is_there("file:x"));
    CHECK(chdir(here) == 0);

    test_begin("a long path leaves room for the problem");
    char where[1000] = "sqlite:/";
    memset(where + 8, 'n', 900);
    memcpy(where + 908, "/x.db", 6);
    CHECK(store_open(where, problem) == NULL);
    CHECK(strstr(problem, "nnn: cannot make the folder: File name too long") != NULL);

    test_begin("a file in the place of a folder, or a folder in that of a file, is a problem");
    CHECK(open_at(path_of("a/b/c.db/d.db")) == NULL);
    CHECK(strstr(problem, "c.db") != NULL);
    CHECK(open_at(path_of("a/b")) == NULL);
    CHECK(strstr(problem, "/a/b") != NULL);
}

/* Root may write anywhere, so the test lets go of that for a while. */
static void test_read_only(void)
{
    const char *folder = path_of("closed");
    const char *path = path_of("closed/old.db");
    bool is_root = geteuid() == 0;
    test_begin("a folder that may not be written is a problem in words");
    struct store *store = must_open(path);
    fill(store);
    store_close(store);
    CHECK(chmod(path, 0444) == 0 && chmod(folder, 0555) == 0 && chmod(test_folder, 0755) == 0);
    if (is_root)
        CHECK(seteuid(NOBODY) == 0);
    CHECK(open_at(path_of("closed/new.db")) == NULL);
    CHECK(strstr(problem, "cannot make the file: Permission denied") != NULL);
    CHECK(open_at(path_of("closed/below/new.db")) == NULL);
    CHECK(strstr(problem, "cannot make the folder: Permission denied") != NULL);
    CHECK(open_at(path) == NULL);
    CHECK(strstr(problem, "may not be written") != NULL);
    if (is_root)
        CHECK(seteuid(0) == 0);
    CHECK(chmod(folder, 0755) == 0);
    CHECK(chmod(path, 0600) == 0);
    store = must_open(path);
    CHECK(holds(store, one_table));
    store_close(store);
}

static void test_backup(void)
{
    uint8_t secret[STORE_SECRET_SIZE] = {0};
    uint8_t copied[STORE_SECRET_SIZE] = {1};
    const char *copy = path_of("copy.db");
    test_begin("a copy of an open store is a store of its own");
    struct store *store = must_open(path_of("original.db"));
    fill(store);
    CHECK(store_backup(store, copy, problem));
    CHECK(mode_of(copy) == 0600);
    CHECK(!is_there(path_of("copy.db-wal")) && !is_there(path_of("copy.db-journal")));
    struct store_write more = write_entry(1, 2, "c");
    CHECK(store_commit(store, &more, 1, problem) == STORE_DONE);
    struct store *second = must_open(copy);
    CHECK(holds(second, one_table));
    CHECK(store_secret(store, secret, problem) && store_secret(second, copied, problem));
    CHECK(memcmp(secret, copied, sizeof secret) == 0);
    CHECK(store_commit(second, &more, 1, problem) == STORE_DONE);
    store_close(second);

    test_begin("a copy overwrites nothing");
    CHECK(!store_backup(store, copy, problem));
    CHECK(strstr(problem, "File exists") != NULL);
    CHECK(!store_backup(store, path_of("original.db"), problem));

    test_begin("a copy into no folder is a problem in words");
    CHECK(!store_backup(store, path_of("none/copy.db"), problem));
    CHECK(strstr(problem, "No such file") != NULL);
    CHECK(!store_backup(store, "", problem) && problem[0] != '\0');
    store_close(store);

    test_begin("a store in memory says that it has no copy");
    store = store_open("memory", problem);
    CHECK(!store_backup(store, path_of("memory.db"), problem) && problem[0] != '\0');
    store_close(store);
}

static void test_migration(void)
{
    const char *path = path_of("first.db");
    uint8_t secret[STORE_SECRET_SIZE] = {0};
    test_begin("a file of version 1 is brought up to date, and keeps what it had");
    run_sql(path, "PRAGMA application_id = 0x52756d6d; PRAGMA journal_mode = WAL;"
                  "CREATE TABLE tables(id INTEGER PRIMARY KEY, at_s INTEGER NOT NULL,"
                  " name TEXT NOT NULL UNIQUE) STRICT;"
                  "CREATE TABLE entries(table_id INTEGER NOT NULL REFERENCES tables(id)"
                  " ON DELETE CASCADE, seq INTEGER NOT NULL, at_s INTEGER NOT NULL,"
                  " who INTEGER NOT NULL, request TEXT NOT NULL, line TEXT NOT NULL,"
                  " PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;"
                  "CREATE TABLE secret(id INTEGER PRIMARY KEY CHECK (id = 1),"
                  " bytes BLOB NOT NULL) STRICT;"
                  "INSERT INTO tables VALUES (1, 100, 'one');"
                  "INSERT INTO entries VALUES (1, 0, 100, 2, '', 'a'), (1, 1, 101, 3, 'r', 'b');"
                  "INSERT INTO secret VALUES (1, x'000102030405060708091011121314151617"
                  "1819202122232425262728293031');"
                  "PRAGMA user_version = 1;");
    struct store *store = must_open(path);
    CHECK(holds(store, "1@100 one; 1.0 by 2@100 [] a; 1.1 by 3@101 [r] b; "));
    CHECK(store_secret(store, secret, problem) && secret[0] == 0 && secret[31] == 0x31);
    struct store_write live = write_live(1, "draft");
    CHECK(store_commit(store, &live, 1, problem) == STORE_DONE);
    store_close(store);
    store = must_open(path);
    CHECK(holds(store, one_table));
    store_close(store);

    test_begin("a file of a newer version is refused in words");
    run_sql(path, "PRAGMA user_version = 5;");
    CHECK(open_at(path) == NULL);
    CHECK(strstr(problem, "version 5") != NULL && strstr(problem, "newer") != NULL);
    run_sql(path, "PRAGMA user_version = 4;");
    store = must_open(path);
    CHECK(holds(store, one_table));
    store_close(store);

    test_begin("a secret of the wrong size is a problem, not replaced");
    run_sql(path, "UPDATE secret SET bytes = x'00'");
    CHECK(open_at(path) == NULL);
    CHECK(strstr(problem, "secret is damaged") != NULL);
}

static size_t read_all(const char *path, char *out, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(out, 1, capacity, file);
    if (file != NULL)
        fclose(file);
    return size;
}

static void write_all(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    if (file != NULL)
        fclose(file);
}

static char bytes_before[1 << 18];
static char bytes_after[1 << 18];

static void refuse_untouched(const char *path)
{
    size_t before = read_all(path, bytes_before, sizeof bytes_before);
    char log[PATH_SIZE];
    snprintf(log, sizeof log, "%s-wal", path);
    CHECK(open_at(path) == NULL);
    CHECK(strstr(problem, "not a store of Rummery") != NULL);
    CHECK(read_all(path, bytes_after, sizeof bytes_after) == before);
    CHECK(memcmp(bytes_before, bytes_after, before) == 0);
    CHECK(!is_there(log));
}

static void test_foreign(void)
{
    const char *path = path_of("foreign.db");
    test_begin("somebody else's database is refused and stays as it is");
    run_sql(path, "PRAGMA journal_mode = WAL; CREATE TABLE tables(id); "
                  "INSERT INTO tables VALUES (1);");
    refuse_untouched(path);
    run_sql(path, "PRAGMA application_id = 77;");
    refuse_untouched(path);

    test_begin("a file that is no database is refused and stays as it is");
    write_all(path_of("letter.txt"), "Dear Sir", 8);
    refuse_untouched(path_of("letter.txt"));
    memset(bytes_after, 'x', 10000);
    write_all(path_of("letter.txt"), bytes_after, 10000);
    refuse_untouched(path_of("letter.txt"));
}

/* Opens and reads a damaged file; either may fail, but in words. */
static bool is_read(const char *path)
{
    struct store *store = open_at(path);
    bool is_well = store != NULL && dump(store, problem) != NULL;
    CHECK(is_well || problem[0] != '\0');
    struct store_write write = write_entry(1, 5000, "x");
    if (store != NULL)
        (void)store_commit(store, &write, 1, (char[STORE_PROBLEM_MAX]){0});
    store_close(store);
    return is_well;
}

static void test_damage(void)
{
    const char *path = path_of("damaged.db");
    static char whole[1 << 18];
    static char part[1 << 18];
    struct store *store = must_open(path);
    test_begin("a file that was cut short is a problem in words");
    fill(store);
    for (uint32_t i = 2; i < 1500; ++i) {
        struct store_write write = write_entry(1, i, "play [r1 r2 r3] [b1 b2 b3]");
        CHECK(store_commit(store, &write, 1, problem) == STORE_DONE);
    }
    store_close(store);
    size_t size = read_all(path, whole, sizeof whole);
    CHECK(size > 10 * 4096 && size < sizeof whole);
    /* SQLite takes a file of one byte for an empty one. */
    for (size_t cut = 2; cut < size; cut += 4096 / 3 + cut / 3) {
        remove_store_file(path);
        write_all(path, whole, cut);
        CHECK(!is_read(path));
    }

    test_begin("sectors of zeros or noise are survived, and nearly always told of");
    unsigned unread = 0;
    for (unsigned i = 0; i < 200; ++i) {
        size_t at = (size_t)(i * 7919u) % (size / 512) * 512;
        memcpy(part, whole, size);
        for (size_t j = 0; j < 512; ++j)
            part[at + j] = (char)(i % 2 == 0 ? 0 : i * 31 + j * j * 17);
        remove_store_file(path);
        write_all(path, part, size);
        unread += !is_read(path);
    }
    CHECK(unread >= 190);
    printf("of 200 files with a damaged sector %u are told of\n", unread);
}

void test_sqlite(void)
{
    test_reopening();
    test_folders();
    test_read_only();
    test_backup();
    test_migration();
    test_foreign();
    test_damage();
}
