/* older_sqlite.c - opening a store as a program did that did not know the last version of it. */
#include "store/sqlite_store.h"

enum { VERSION_BEFORE = SQLITE_SCHEMA_VERSION - 1 };
#define SQLITE_SCHEMA_VERSION VERSION_BEFORE
#include "../../src/store/sqlite_open.c"
