/* postgres_none.c - in place of the PostgreSQL store where the program was built without libpq:
 * says so. */
#include "store/kinds.h"

static struct store *open_none(const char *where, const struct store_opening *how,
                               char problem[STORE_PROBLEM_MAX])
{
    (void)where;
    (void)how;
    store_problem(problem, "this program was built without PostgreSQL: install libpq-dev and "
                           "build it again");
    return NULL;
}

const struct store_kind store_postgres = {.scheme = "postgres", .open = open_none};
