/* sight.c - the door: a picture is reduced, searched and read. */
#include "sight.h"

size_t sight_workspace_size(int32_t width, int32_t height)
{
    if (width < SIGHT_SIDE_MIN || height < SIGHT_SIDE_MIN || width > SIGHT_SIDE_MAX ||
        height > SIGHT_SIDE_MAX)
        return 0;
    return 16;
}

int32_t sight_look(const uint8_t *rgba, int32_t width, int32_t height, void *workspace,
                   struct sight_tile tiles[SIGHT_TILES_MAX])
{
    (void)rgba, (void)width, (void)height, (void)workspace, (void)tiles;
    return 0;
}
