/* shared.c - counts the users of a text that several answers are sent from. */
#include "visitors/shared.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct shared *shared_blank(size_t size, size_t *alive_bytes)
{
    struct shared *shared = malloc(sizeof *shared + size);
    if (shared == NULL)
        return NULL;
    *shared = (struct shared){.users = 1, .alive_bytes = alive_bytes};
    shared->text = (struct text){shared->bytes, size};
    if (alive_bytes != NULL)
        *alive_bytes += size;
    return shared;
}

struct shared *shared_new(struct text text, size_t *alive_bytes)
{
    struct shared *shared = shared_blank(text.size, alive_bytes);
    if (shared != NULL && text.size > 0)
        memcpy(shared->bytes, text.at, text.size);
    return shared;
}

struct shared *shared_take(struct shared *shared)
{
    if (shared != NULL)
        shared->users++;
    return shared;
}

void shared_drop(struct shared *shared)
{
    if (shared == NULL)
        return;
    assert(shared->users > 0);
    if (--shared->users > 0)
        return;
    if (shared->alive_bytes != NULL)
        *shared->alive_bytes -= shared->text.size;
    free(shared);
}
