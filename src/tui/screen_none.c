/* screen_none.c - stands in for the whole screen where it is not built. */
#include "tui/screen.h"

int screen_choose(const struct front *front, const struct saved *list, unsigned count)
{
    return plain_choose(front, list, count);
}

bool screen_run(const struct front *front, struct sitting *sitting)
{
    return plain_run(front, sitting);
}
