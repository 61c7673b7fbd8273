/* copy.h - everything of one store into another, of whatever kinds they are. */
#ifndef RUMMERY_STORE_COPY_H
#define RUMMERY_STORE_COPY_H

#include "store/store.h"

/* Tables that cannot be read: they are left out. */
enum { COPY_DAMAGED_MAX = 10000 };
struct copy_damaged {
    uint64_t table;
    char name[STORE_NAME_MAX + 1];
    char why[STORE_PROBLEM_MAX];
};

struct store_copied {
    uint64_t tables, entries;
    struct copy_damaged *damaged; /* by number; store_copied_free() */
    size_t damaged_count;
};

/* Copies the secret, the note and all tables that can be read, as of one moment, into a store that
 * must be empty. False with the problem in words; what has been copied by then stays there and is
 * not whole. */
bool store_copy(struct store *from, struct store *to, struct store_copied *out,
                char problem[STORE_PROBLEM_MAX]);
void store_copied_free(struct store_copied *copied);
/* Whether both have the same, but for what was damaged in the first (NULL: nothing), by reading
 * both; false with the first difference in words. */
bool store_compare(struct store *one, struct store *other, const struct store_copied *copied,
                   char problem[STORE_PROBLEM_MAX]);

#endif
