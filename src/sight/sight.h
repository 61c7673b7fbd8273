/* sight.h - number tiles in a picture of a table: where they lie, and what is on them. One small
 * network finds tiles in a reduced picture, a second one reads each of them; both were trained on
 * pictures that we render (sight/). No C library, nothing is allocated: the caller brings picture
 * and workspace. The same picture gives the same answer everywhere but for the last digits of
 * floating point. */
#ifndef RUMMERY_SIGHT_H
#define RUMMERY_SIGHT_H

#include <stddef.h>
#include <stdint.h>

enum {
    SIGHT_SIDE_MIN = 64, /* of a picture, in pixels */
    SIGHT_SIDE_MAX = 2048,
    SIGHT_TILES_MAX = 120
};

/* A tile as it was seen. Its corners are in pixels of the picture, clockwise from the one that is
 * top left for whoever reads the tile; they may lie a little outside. */
struct sight_tile {
    int16_t x[4], y[4];
    uint8_t card, second; /* kinds of the core's notation, the best guess and the next */
    uint8_t sure, sure_second; /* of these, in percent */
    uint8_t meld; /* tiles that lie side by side in a row have the same number, from 0 */
    uint8_t spare[3];
};
_Static_assert(sizeof(struct sight_tile) == 24, "a page reads them byte by byte");

/* How many bytes of workspace a picture of that size needs; 0 if it is too small or too large. */
size_t sight_workspace_size(int32_t width, int32_t height);

/* Finds the tiles of a picture: `rgba` has 4 bytes a pixel, rows from the top. The workspace is
 * aligned to 16 bytes. Fills in `tiles`, ordered by meld and then as they are read, and returns
 * how many there are. */
int32_t sight_look(const uint8_t *rgba, int32_t width, int32_t height, void *workspace,
                   struct sight_tile tiles[SIGHT_TILES_MAX]);

#endif
