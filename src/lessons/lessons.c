/* lessons.c - the lessons as the build has made a table of them. */
#include "lessons/lessons.h"

#include <string.h>

#include "lessons_table.inc"

unsigned lesson_count(const struct game *game)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LESSON_COUNT; i++)
        count += strcmp(all[i].game, game->id) == 0;
    return count;
}

const struct lesson *lesson_at(const struct game *game, unsigned index)
{
    for (unsigned i = 0; i < LESSON_COUNT; i++)
        if (strcmp(all[i].game, game->id) == 0 && index-- == 0)
            return &all[i];
    return NULL;
}

bool lesson_next_action(struct text *actions, struct text *out)
{
    static const char between[] = " / ";
    size_t size = 0, gap = sizeof between - 1;
    if (actions->size == 0)
        return false;
    while (size < actions->size &&
           (size + gap > actions->size || memcmp(&actions->at[size], between, gap) != 0))
        size++;
    *out = (struct text){actions->at, size};
    size = size < actions->size ? size + gap : size;
    *actions = (struct text){actions->at + size, actions->size - size};
    return true;
}
