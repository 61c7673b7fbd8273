/* camera.c - sight.wasm: a picture goes in as bytes, the tiles in it come out. */
#include "sight/sight.h"
#include "text.h"
#include "wire/memory.h"

/* Where the pixels of a picture of that size are to be put, 4 bytes each; NULL if there is no room.
 * A picture that was given before is forgotten. */
uint8_t *EXPORT(sight_picture)(int32_t width, int32_t height);
/* How many tiles are in it. */
int32_t EXPORT(sight_find)(void);
/* They themselves, until the next picture. */
const struct sight_tile *EXPORT(sight_tiles)(void);

static struct {
    int32_t width, height;
    uint8_t *pixels;
    void *workspace;
} picture;
static struct sight_tile tiles[SIGHT_TILES_MAX];

uint8_t *sight_picture(int32_t width, int32_t height)
{
    memory_drop(picture.pixels);
    memory_drop(picture.workspace);
    picture.pixels = NULL;
    picture.workspace = NULL;
    size_t size = sight_workspace_size(width, height);
    if (size == 0)
        return NULL;
    picture.width = width;
    picture.height = height;
    picture.pixels = memory_try((size_t)width * (size_t)height * 4);
    picture.workspace = memory_try(size);
    return picture.workspace == NULL ? NULL : picture.pixels;
}

int32_t sight_find(void)
{
    if (picture.pixels == NULL || picture.workspace == NULL)
        return 0;
    return sight_look(picture.pixels, picture.width, picture.height, picture.workspace, tiles);
}

const struct sight_tile *sight_tiles(void)
{
    return tiles;
}
