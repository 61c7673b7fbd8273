/* postgres_tests.h - the tests of stores in PostgreSQL, in a database that is theirs alone. */
#ifndef RUMMERY_POSTGRES_TESTS_H
#define RUMMERY_POSTGRES_TESTS_H

#include "store/store.h"

/* Takes away everything of ours. */
void empty_database(const char *uri);
/* As a server does; the test ends if that cannot be. */
struct store *open_database(const char *uri);
/* Runs SQL past the store, and returns the first value it gives. */
const char *run_sql(const char *sql);
/* Ends all sessions of the program, as a restart of the database does. */
void end_sessions(void);
/* Several servers on one database. */
void test_owners(const char *uri);
/* One that has lost what was acknowledged. */
void test_rewound(const char *uri);
/* The URI names a folder as its host. */
void test_postgres(const char *uri);
/* What is waited for, and how long: half a minute. */
void test_silent_postgres(const char *uri);

#endif
