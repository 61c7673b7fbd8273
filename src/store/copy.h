/* copy.h - everything of one store into another, of whatever kinds they are. */
#ifndef RUMMERY_STORE_COPY_H
#define RUMMERY_STORE_COPY_H

#include "store/store.h"

struct store_copied {
    uint64_t tables, entries;
};

/* Copies the secret, the note and all tables, as of one moment, into a store that must be empty.
 * False with the problem in words; what has been copied by then stays there and is not whole. */
bool store_copy(struct store *from, struct store *to, struct store_copied *out,
                char problem[STORE_PROBLEM_MAX]);
/* Whether both have the same, by reading both; false with the first difference in words. */
bool store_compare(struct store *one, struct store *other, char problem[STORE_PROBLEM_MAX]);

#endif
