/* networks.c - layers as they were trained, one after the other. */
#include "networks.h"

#include "core/freestanding.h"

extern const unsigned char sight_weights[];
extern const size_t sight_weights_size;

#define PLAIN(from, to, step) {from, to, 3, 3, step, 1, 1, true}
#define WIDE(channels, reach) {channels, channels, 3, 3, 1, reach, reach, true}

static const struct layer layers[LAYERS] = {
    PLAIN(3, 16, 2),
    PLAIN(16, 24, 2),
    PLAIN(24, 24, 1),
    PLAIN(24, 40, 2),
    WIDE(40, 1),
    WIDE(40, 2),
    WIDE(40, 4),
    WIDE(40, 2),
    {40, 24, 1, 1, 1, 1, 0, true},
    PLAIN(24, 24, 1),
    {24, FOUND_COUNT, 1, 1, 1, 1, 0, false},
    /* the reader */
    PLAIN(3, 16, 2),
    PLAIN(16, 32, 1),
    PLAIN(32, 32, 2),
    PLAIN(32, 48, 1),
    PLAIN(48, 64, 2),
    {64, 64, 6, 5, 1, 1, 0, true},
    {64, READ_COUNT, 1, 1, 1, 1, 0, false},
};
enum { DEEP_FIRST = 4, DEEP_LAST = 7, NARROW = 8, JOINED = 9, SAID = 10 };

float *arena_floats(struct arena *arena, size_t count)
{
    size_t at = arena->used;
    arena->used += (count * sizeof(float) + 15) / 16 * 16;
    return arena->base == NULL ? NULL : (float *)(void *)(arena->base + at);
}

static float float_at(const unsigned char *bytes)
{
    float value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

void networks_unpack(struct networks *networks, struct arena *arena)
{
    const unsigned char *bytes = sight_weights;
    for (int i = 0; i < LAYERS; i++) {
        size_t outputs = (size_t)layers[i].outputs;
        size_t rows = (size_t)(layers[i].rows * layers[i].columns * layers[i].inputs);
        float *weight = arena_floats(arena, rows * outputs);
        float *bias = arena_floats(arena, outputs);
        networks->of[i] = (struct weights){.at = weight, .bias = bias};
        if (weight == NULL)
            continue;
        const unsigned char *biases = bytes + outputs * sizeof(float);
        const signed char *coded = (const signed char *)(biases + outputs * sizeof(float));
        for (size_t o = 0; o < outputs; o++) {
            float scale = float_at(bytes + o * sizeof(float));
            bias[o] = float_at(biases + o * sizeof(float));
            for (size_t row = 0; row < rows; row++)
                weight[row * outputs + o] = scale * (float)coded[row * outputs + o];
        }
        bytes = (const unsigned char *)coded + rows * outputs;
    }
    ASSERT(arena->base == NULL || bytes == sight_weights + sight_weights_size);
}

static struct map map_of(int32_t width, int32_t height, int32_t channels, struct arena *arena)
{
    size_t count = (size_t)width * (size_t)height * (size_t)channels;
    return (struct map){width, height, channels, arena_floats(arena, count)};
}

/* The map that a layer makes of another. */
static struct map map_after(const struct layer *layer, const struct map *from, struct arena *arena)
{
    return map_of(layer_length(layer, from->width, layer->columns),
                  layer_length(layer, from->height, layer->rows), layer->outputs, arena);
}

void finder_prepare(struct finder *finder, int32_t width, int32_t height, struct arena *arena)
{
    ASSERT(width % FINDER_MULTIPLE == 0 && height % FINDER_MULTIPLE == 0);
    finder->picture = map_of(width, height, layers[0].inputs, arena);
    finder->first = map_after(&layers[0], &finder->picture, arena);
    finder->second = map_after(&layers[1], &finder->first, arena);
    finder->fine = map_after(&layers[2], &finder->second, arena);
    finder->deep = map_after(&layers[3], &finder->fine, arena);
    finder->other = map_after(&layers[DEEP_FIRST], &finder->deep, arena);
    finder->narrow = map_after(&layers[NARROW], &finder->deep, arena);
    finder->said = map_after(&layers[SAID], &finder->fine, arena);
}

static void add_map(struct map *to, const struct map *from)
{
    int32_t count = to->width * to->height * to->channels;
    for (int32_t i = 0; i < count; i++)
        to->at[i] += from->at[i];
}

/* Adds a map of half the size: each of its cells to four. */
static void add_doubled(struct map *to, const struct map *half)
{
    for (int32_t y = 0; y < to->height; y++)
        for (int32_t x = 0; x < to->width; x++) {
            float *cell = to->at + (y * to->width + x) * to->channels;
            const float *more = half->at + (y / 2 * half->width + x / 2) * half->channels;
            for (int32_t c = 0; c < to->channels; c++)
                cell[c] += more[c];
        }
}

void finder_run(struct finder *finder, const struct networks *networks)
{
    const struct weights *weights = networks->of;
    convolve(&layers[0], weights[0], &finder->picture, &finder->first);
    convolve(&layers[1], weights[1], &finder->first, &finder->second);
    convolve(&layers[2], weights[2], &finder->second, &finder->fine);
    convolve(&layers[3], weights[3], &finder->fine, &finder->deep);
    for (int i = DEEP_FIRST; i <= DEEP_LAST; i++) {
        convolve(&layers[i], weights[i], &finder->deep, &finder->other);
        add_map(&finder->deep, &finder->other);
    }
    convolve(&layers[NARROW], weights[NARROW], &finder->deep, &finder->narrow);
    add_doubled(&finder->fine, &finder->narrow);
    convolve(&layers[JOINED], weights[JOINED], &finder->fine, &finder->second);
    convolve(&layers[SAID], weights[SAID], &finder->second, &finder->said);
}

void reader_prepare(struct reader *reader, struct arena *arena)
{
    reader->picture = map_of(CROP_WIDTH, CROP_HEIGHT, layers[FINDER_LAYERS].inputs, arena);
    const struct map *before = &reader->picture;
    for (int i = 0; i < READER_LAYERS; i++) {
        reader->maps[i] = map_after(&layers[FINDER_LAYERS + i], before, arena);
        before = &reader->maps[i];
    }
    ASSERT(before->width == 1 && before->height == 1 && before->channels == READ_COUNT);
}

const float *reader_run(struct reader *reader, const struct networks *networks)
{
    const struct map *before = &reader->picture;
    for (int i = 0; i < READER_LAYERS; i++) {
        int layer = FINDER_LAYERS + i;
        convolve(&layers[layer], networks->of[layer], before, &reader->maps[i]);
        before = &reader->maps[i];
    }
    return before->at;
}
