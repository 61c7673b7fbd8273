/* elsewhere.h - how many connections addresses have at other servers, as those told last. */
#ifndef RUMMERY_ELSEWHERE_H
#define RUMMERY_ELSEWHERE_H

#include "visitors/limits.h"

struct told {
    uint64_t server; /* 0: the place is free */
    struct usage *usages; /* by key */
    size_t count;
};

struct elsewhere {
    struct told told[USAGE_SERVERS_MAX];
};

/* Instead of what the server told before. False if it is one too many, tells too much, or there
 * is no memory: then nothing of it counts. */
bool elsewhere_set(struct elsewhere *elsewhere, uint64_t server, const struct usage *usages,
                   size_t count);
uint64_t elsewhere_open(const struct elsewhere *elsewhere, const struct address *key);
void elsewhere_free(struct elsewhere *elsewhere);

#endif
