/* sqlite_tests.h - the tests of SQLite files, and the folder they happen in. */
#ifndef RUMMERY_SQLITE_TESTS_H
#define RUMMERY_SQLITE_TESTS_H

extern char test_folder[64];

void make_test_folder(void);
void remove_test_folder(void);
/* The file and what SQLite leaves beside it. */
void remove_store_file(const char *path);
void test_sqlite(void);
/* The folder has a file of version 2. */
void test_sqlite_damage(const char *folder);

#endif
