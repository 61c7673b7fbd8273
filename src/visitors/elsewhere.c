/* elsewhere.c - a sorted list for each server that told something: it is asked whenever somebody
 * comes, and replaced once a second. */
#include "visitors/elsewhere.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const struct usage *one = a, *other = b;
    return memcmp(&one->key, &other->key, sizeof one->key);
}

static void forget(struct told *told)
{
    free(told->usages);
    *told = (struct told){.server = 0};
}

/* Its place, or a free one; NULL if there is none. */
static struct told *place_of(struct elsewhere *elsewhere, uint64_t server)
{
    struct told *free_one = NULL;
    for (unsigned i = 0; i < USAGE_SERVERS_MAX; i++) {
        struct told *told = &elsewhere->told[i];
        if (told->server == server)
            return told;
        if (told->server == 0 && free_one == NULL)
            free_one = told;
    }
    return free_one;
}

bool elsewhere_set(struct elsewhere *elsewhere, uint64_t server, const struct usage *usages,
                   size_t count)
{
    struct told *told = server == 0 ? NULL : place_of(elsewhere, server);
    if (told == NULL)
        return false;
    forget(told);
    if (count == 0 || count > USAGES_MAX)
        return false;
    told->usages = malloc(count * sizeof *usages);
    if (told->usages == NULL)
        return false;
    memcpy(told->usages, usages, count * sizeof *usages);
    qsort(told->usages, count, sizeof *usages, compare);
    told->server = server;
    told->count = count;
    return true;
}

uint64_t elsewhere_open(const struct elsewhere *elsewhere, const struct address *key)
{
    const struct usage wanted = {.key = *key};
    uint64_t open = 0;
    for (unsigned i = 0; i < USAGE_SERVERS_MAX; i++) {
        const struct told *told = &elsewhere->told[i];
        const struct usage *found =
            told->count == 0 ? NULL
                             : bsearch(&wanted, told->usages, told->count, sizeof wanted, compare);
        open += found == NULL ? 0 : found->open;
    }
    return open;
}

void elsewhere_free(struct elsewhere *elsewhere)
{
    for (unsigned i = 0; i < USAGE_SERVERS_MAX; i++)
        forget(&elsewhere->told[i]);
}
