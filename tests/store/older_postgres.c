/* older_postgres.c - opening a store as a program did that did not know the last version of it. */
#include "store/postgres_store.h"

enum { VERSION_BEFORE = POSTGRES_SCHEMA_VERSION - 1 };
#define POSTGRES_SCHEMA_VERSION VERSION_BEFORE
#include "../../src/store/postgres_open.c"
