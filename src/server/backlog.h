/* backlog.h - bytes that wait to be sent, first in, first out, in chunks: what is taken gives its
 * memory back, so that no more is kept than waits, but for two chunks. Bytes stay where they are
 * until they are taken. */
#ifndef RUMMERY_BACKLOG_H
#define RUMMERY_BACKLOG_H

#include "wire/text.h"

struct chunk;

/* All zero is an empty one. */
struct backlog {
    struct chunk *first, *last;
    size_t size;
};

void backlog_put(struct backlog *backlog, const char *bytes, size_t size);
/* The first bytes that wait, not always all. */
struct text backlog_first(const struct backlog *backlog);
/* Takes so many away; they are copied to `out` if it is not NULL. */
void backlog_take(struct backlog *backlog, char *out, size_t size);
void backlog_free(struct backlog *backlog);

#endif
