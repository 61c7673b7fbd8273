/* shared.h - a text that several answers are sent from, where it lies; it goes with the last
 * of them. Only the loop counts. */
#ifndef RUMMERY_SHARED_H
#define RUMMERY_SHARED_H

#include "wire/text.h"

struct shared {
    unsigned users;
    size_t *alive_bytes; /* of all texts of a kind, for whoever bounds them; NULL: nobody */
    struct text text;
    char bytes[];
};

/* So many bytes that are still to be written, with one user; NULL if there is no memory. */
struct shared *shared_blank(size_t size, size_t *alive_bytes);
/* A copy of the text, likewise. */
struct shared *shared_new(struct text text, size_t *alive_bytes);
/* One more user, and one less; NULL has none. */
struct shared *shared_take(struct shared *shared);
void shared_drop(struct shared *shared);

#endif
