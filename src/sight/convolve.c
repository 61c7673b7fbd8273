/* convolve.c - four pixels by eight outputs at a time stay in registers, while all that the window
 * sees goes by. What lies outside of a map is a row of zeros, so that the innermost loop asks
 * nothing. */
#include "convolve.h"

#include "core/freestanding.h"

enum { PIXELS = 4 };

typedef float lanes __attribute__((vector_size(16), may_alias));

/* Sums of PIXELS neighbours, OUTPUTS_STEP outputs each. */
struct sums {
    lanes of[PIXELS][2];
};

static const float nothing[CHANNELS_MAX];

int32_t layer_length(const struct layer *layer, int32_t length, int32_t window)
{
    return (length + 2 * layer->padding - layer->dilation * (window - 1) - 1) / layer->stride + 1;
}

static inline void add_inputs(struct sums *sums, const float *const from[PIXELS],
                              const float *weight, int32_t inputs, int32_t outputs)
{
    struct sums s = *sums;
    for (int32_t i = 0; i < inputs; i++, weight += outputs) {
        lanes low = *(const lanes *)weight, high = *(const lanes *)(weight + 4);
        for (int p = 0; p < PIXELS; p++) {
            s.of[p][0] += from[p][i] * low;
            s.of[p][1] += from[p][i] * high;
        }
    }
    *sums = s;
}

/* Where the window sees each of four neighbours' inputs at one of its places. */
static void look(const struct layer *layer, const struct map *from, int32_t x, int32_t y,
                 int32_t row, int32_t column, const float *seen[PIXELS])
{
    int32_t in_y = y * layer->stride - layer->padding + row * layer->dilation;
    for (int p = 0; p < PIXELS; p++) {
        int32_t in_x = (x + p) * layer->stride - layer->padding + column * layer->dilation;
        bool within = in_y >= 0 && in_y < from->height && in_x >= 0 && in_x < from->width;
        seen[p] = within ? from->at + (in_y * from->width + in_x) * from->channels : nothing;
    }
}

static void put(const struct layer *layer, struct sums sums, int32_t count, float *to)
{
    for (int p = 0; p < count; p++, to += layer->outputs)
        for (int i = 0; i < OUTPUTS_STEP; i++) {
            float value = sums.of[p][i / 4][i % 4];
            to[i] = layer->rectified && value < 0 ? 0 : value;
        }
}

void convolve(const struct layer *layer, struct weights weights, const struct map *from,
              struct map *to)
{
    ASSERT(from->channels == layer->inputs && layer->inputs <= CHANNELS_MAX);
    ASSERT(to->channels == layer->outputs && layer->outputs % OUTPUTS_STEP == 0);
    for (int32_t output = 0; output < layer->outputs; output += OUTPUTS_STEP)
        for (int32_t y = 0; y < to->height; y++)
            for (int32_t x = 0; x < to->width; x += PIXELS) {
                struct sums sums;
                for (int p = 0; p < PIXELS; p++) {
                    sums.of[p][0] = *(const lanes *)(weights.bias + output);
                    sums.of[p][1] = *(const lanes *)(weights.bias + output + 4);
                }
                const float *weight = weights.at + output;
                for (int32_t row = 0; row < layer->rows; row++)
                    for (int32_t column = 0; column < layer->columns; column++) {
                        const float *seen[PIXELS];
                        look(layer, from, x, y, row, column, seen);
                        add_inputs(&sums, seen, weight, layer->inputs, layer->outputs);
                        weight += layer->inputs * layer->outputs;
                    }
                int32_t count = to->width - x < PIXELS ? to->width - x : PIXELS;
                put(layer, sums, count, to->at + (y * to->width + x) * to->channels + output);
            }
}
