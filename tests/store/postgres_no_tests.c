/* postgres_no_tests.c - in place of postgres_tests.c where there is no libpq. */
#include "postgres_tests.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* There is no store of this kind to be tested any further. */
void empty_database(const char *uri)
{
    test_postgres(uri);
    exit(test_finish());
}

void test_silent_postgres(const char *uri)
{
    test_postgres(uri);
}

void test_postgres(const char *uri)
{
    char problem[STORE_PROBLEM_MAX];
    test_begin("a program without PostgreSQL says so");
    CHECK(store_open(uri, problem) == NULL && strstr(problem, "built without") != NULL);
}
