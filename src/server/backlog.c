/* backlog.c - bytes that wait to be sent, as a list of chunks. The last chunk is kept when it is
 * empty: most of what is said is sent at once. */
#include "server/backlog.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "wire/memory.h"

enum { CHUNK_SIZE = 64 * 1024 };

struct chunk {
    struct chunk *next;
    size_t begin, end; /* what waits of it */
    char at[CHUNK_SIZE];
};

static struct chunk *chunk_with_room(struct backlog *backlog)
{
    struct chunk *last = backlog->last;
    if (last != NULL && last->end < CHUNK_SIZE)
        return last;
    struct chunk *chunk = memory_new(sizeof *chunk);
    if (last == NULL)
        backlog->first = chunk;
    else
        last->next = chunk;
    backlog->last = chunk;
    return chunk;
}

void backlog_put(struct backlog *backlog, const char *bytes, size_t size)
{
    backlog->size += size;
    while (size > 0) {
        struct chunk *chunk = chunk_with_room(backlog);
        size_t part = size < CHUNK_SIZE - chunk->end ? size : CHUNK_SIZE - chunk->end;
        memcpy(chunk->at + chunk->end, bytes, part);
        chunk->end += part;
        bytes += part;
        size -= part;
    }
}

struct text backlog_first(const struct backlog *backlog)
{
    const struct chunk *chunk = backlog->first;
    if (backlog->size == 0)
        return text_none();
    return (struct text){chunk->at + chunk->begin, chunk->end - chunk->begin};
}

void backlog_take(struct backlog *backlog, char *out, size_t size)
{
    assert(size <= backlog->size);
    backlog->size -= size;
    while (size > 0) {
        struct chunk *chunk = backlog->first;
        size_t part = size < chunk->end - chunk->begin ? size : chunk->end - chunk->begin;
        if (out != NULL) {
            memcpy(out, chunk->at + chunk->begin, part);
            out += part;
        }
        chunk->begin += part;
        size -= part;
        if (chunk->begin < chunk->end)
            continue;
        if (chunk == backlog->last) {
            chunk->begin = chunk->end = 0;
            continue;
        }
        backlog->first = chunk->next;
        free(chunk);
    }
}

void backlog_free(struct backlog *backlog)
{
    for (struct chunk *chunk = backlog->first, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    *backlog = (struct backlog){0};
}
