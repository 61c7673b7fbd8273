/* sight.c - the door: a picture is searched, each tile in it is read, rows of them are melds. */
#include "sight.h"

#include "core/freestanding.h"
#include "seen.h"

/* All that a look at a picture needs, in the caller's workspace. */
struct sight {
    struct networks networks;
    struct finder finder;
    struct reader reader;
};

static size_t prepare(struct sight *sight, int32_t width, int32_t height, void *workspace)
{
    struct arena arena = {.base = workspace};
    int32_t small_width, small_height;
    finder_size(width, height, &small_width, &small_height);
    networks_unpack(&sight->networks, &arena);
    finder_prepare(&sight->finder, small_width, small_height, &arena);
    reader_prepare(&sight->reader, &arena);
    return arena.used;
}

size_t sight_workspace_size(int32_t width, int32_t height)
{
    if (width < SIGHT_SIDE_MIN || height < SIGHT_SIDE_MIN || width > SIGHT_SIDE_MAX ||
        height > SIGHT_SIDE_MAX)
        return 0;
    struct sight sight;
    return prepare(&sight, width, height, NULL);
}

int32_t sight_look(const uint8_t *rgba, int32_t width, int32_t height, void *workspace,
                   struct sight_tile tiles[SIGHT_TILES_MAX])
{
    ASSERT(sight_workspace_size(width, height) > 0);
    struct sight sight;
    prepare(&sight, width, height, workspace);
    const struct picture picture = {rgba, width, height};
    struct seen seen[SIGHT_TILES_MAX];
    int32_t found = find_tiles(&picture, &sight.finder, &sight.networks, seen), count = 0;
    for (int32_t i = 0; i < found; i++)
        if (read_tile(&picture, &sight.reader, &sight.networks, &seen[i], &tiles[count]))
            seen[count++] = seen[i];
    group_melds(seen, tiles, count);
    return count;
}
