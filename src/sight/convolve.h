/* convolve.h - one layer of a network: a convolution with a bias and, if wanted, without what is
 * below zero. A map has its channels innermost. */
#ifndef RUMMERY_SIGHT_CONVOLVE_H
#define RUMMERY_SIGHT_CONVOLVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    OUTPUTS_STEP = 8, /* outputs are reckoned so many at a time */
    CHANNELS_MAX = 64
};

struct map {
    int32_t width, height, channels;
    float *at;
};

struct layer {
    int32_t inputs, outputs; /* outputs a multiple of OUTPUTS_STEP */
    int32_t rows, columns; /* of the window */
    int32_t stride, dilation;
    int32_t padding; /* so many zeros around a map */
    bool rectified; /* nothing below zero */
};

/* The weights of a layer: row, column, input, output, the last innermost; aligned to 16 bytes. */
struct weights {
    const float *at;
    const float *bias;
};

/* The size of what a layer makes of a map of that width or height. */
int32_t layer_length(const struct layer *layer, int32_t length, int32_t window);

/* `to` has the size that layer_length says, and its own memory. */
void convolve(const struct layer *layer, struct weights weights, const struct map *from,
              struct map *to);

#endif
