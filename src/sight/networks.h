/* networks.h - the two trained networks: their shapes, their weights, and running them.
 * training/networks.py has the same shapes and says what each output means. */
#ifndef RUMMERY_SIGHT_NETWORKS_H
#define RUMMERY_SIGHT_NETWORKS_H

#include <stddef.h>

#include "convolve.h"

enum {
    FINDER_LAYERS = 11,
    READER_LAYERS = 7,
    LAYERS = FINDER_LAYERS + READER_LAYERS,
    FINDER_REDUCTION = 4, /* pixels for each cell of what the finder says */
    FINDER_MULTIPLE = 8, /* width and height of its pictures are multiples of this */
    CROP_WIDTH = 36, /* of the tile that a reader sees */
    CROP_HEIGHT = 48
};

/* What a finder says of a cell. An axis goes from the middle to the side, its angle doubled. */
enum found {
    FOUND_SCORE,
    FOUND_DX,
    FOUND_DY,
    FOUND_RIGHT,
    FOUND_UP = FOUND_RIGHT + 2,
    FOUND_COUNT = 8
};

/* What a reader says of a tile. */
enum read {
    READ_NUMBERS = 0,
    READ_JOKER = 13,
    READ_NOTHING = 14,
    READ_COLOURS = 15,
    READ_TURNED = 19,
    READ_COUNT = 24
};

/* Memory that is given out from its begin to its end; measured first, with nothing behind it. */
struct arena {
    char *base;
    size_t used;
};
float *arena_floats(struct arena *arena, size_t count);

struct networks {
    struct weights of[LAYERS];
};

/* Makes numbers of the bytes that were trained. */
void networks_unpack(struct networks *networks, struct arena *arena);

/* A finder's maps: the picture to fill in comes first, what it says of it last. */
struct finder {
    struct map picture, first, second, fine, deep, other, narrow, said;
};
void finder_prepare(struct finder *finder, int32_t width, int32_t height, struct arena *arena);
void finder_run(struct finder *finder, const struct networks *networks);

struct reader {
    struct map picture, maps[READER_LAYERS];
};
void reader_prepare(struct reader *reader, struct arena *arena);
const float *reader_run(struct reader *reader, const struct networks *networks);

#endif
