/* seen.h - what the parts of this folder tell each other: the picture, and tiles in it. */
#ifndef RUMMERY_SIGHT_SEEN_H
#define RUMMERY_SIGHT_SEEN_H

#include "networks.h"
#include "sight.h"

enum { FINDER_SIDE = 640 }; /* the longer side of the picture that is searched */

struct picture {
    const uint8_t *rgba;
    int32_t width, height;
};

struct vector {
    float x, y;
};

/* A tile: its middle, and half of its way to the right and up, in pixels of the picture. Which of
 * its two ends is up only the reader knows. */
struct seen {
    struct vector middle, right, up;
    float score;
};

static inline float root(float value)
{
    return __builtin_sqrtf(value < 0 ? 0 : value);
}

static inline float length_of(struct vector v)
{
    return root(v.x * v.x + v.y * v.y);
}

/* Adds the colour at a place between pixels, parts from 0 to 255; the border goes on outside. */
void picture_add(const struct picture *picture, float x, float y, float rgb[3]);

/* The size of the picture that a finder searches for one. */
void finder_size(int32_t width, int32_t height, int32_t *small_width, int32_t *small_height);

/* Searches a picture; at most SIGHT_TILES_MAX tiles, the surest first. */
int32_t find_tiles(const struct picture *picture, struct finder *finder,
                   const struct networks *networks, struct seen seen[SIGHT_TILES_MAX]);

/* Reads a tile and turns it so that up is up. False if there is none. */
bool read_tile(const struct picture *picture, struct reader *reader,
               const struct networks *networks, struct seen *seen, struct sight_tile *tile);

/* Numbers the melds in which tiles lie, and puts all into the order in which they are read. */
void group_melds(struct seen *seen, struct sight_tile *tiles, int32_t count);

#endif
