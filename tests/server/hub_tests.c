/* hub_tests.c - how a table behaves, through messages alone: the suites, one after the other.
 * `hub_tests [STORE]` runs them on another store than memory. */
#include "hub_suites.h"

#include <stdio.h>

const char *suite_where;

int main(int argument_count, char **arguments)
{
    suite_where = argument_count > 1 ? arguments[1] : NULL;
    suite_rounds();
    return test_finish();
}
