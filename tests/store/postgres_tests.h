/* postgres_tests.h - the tests of stores in PostgreSQL, in a database that is theirs alone. */
#ifndef RUMMERY_POSTGRES_TESTS_H
#define RUMMERY_POSTGRES_TESTS_H

/* Takes away everything of ours. */
void empty_database(const char *uri);
/* The URI names a folder as its host. */
void test_postgres(const char *uri);
/* What is waited for, and how long: half a minute. */
void test_silent_postgres(const char *uri);

#endif
