/* read.c - what is on a tile. It is cut out a little larger than it is, once either way up; the way
 * that looks less turned counts. */
#include "core/core.h"
#include "core/freestanding.h"
#include "seen.h"

enum { NUMBERS = 13, COLOURS = 4, FINE = 4, CARDS = NUMBERS * COLOURS + 1 };

static const float MARGIN = 1.15F; /* how much more than the tile is cut out */

/* e to a power, to about a millionth; nothing here is larger than e^20. */
static float exponential(float power)
{
    float twos = power * 1.44269504F;
    if (twos < -120)
        return 0;
    if (twos > 120)
        twos = 120;
    int32_t whole = (int32_t)(twos < 0 ? twos - 1 : twos);
    float t = (twos - (float)whole) * 0.69314718F;
    float rest = 1 + t * (1 + t * (0.5F + t * (0.16666667F + t * (0.041666668F +
                 t * (0.0083333333F + t * 0.0013888889F)))));
    uint32_t bits = (uint32_t)(whole + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return rest * scale;
}

/* Logits to shares that add up to one. */
static void shares_of(const float *logits, int count, float *shares)
{
    float most = logits[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = logits[i] > most ? logits[i] : most;
    for (int i = 0; i < count; i++)
        sum += shares[i] = exponential(logits[i] - most);
    for (int i = 0; i < count; i++)
        shares[i] /= sum;
}

/* Light and contrast of a cut-out are of no matter to its reader. */
static void normalize(struct map *map)
{
    int32_t count = map->width * map->height * map->channels;
    float sum = 0, squares = 0;
    for (int32_t i = 0; i < count; i++)
        sum += map->at[i];
    float mean = sum / (float)count;
    for (int32_t i = 0; i < count; i++) {
        map->at[i] -= mean;
        squares += map->at[i] * map->at[i];
    }
    float scale = 1 / (root(squares / (float)(count - 1)) + 0.02F);
    for (int32_t i = 0; i < count; i++)
        map->at[i] *= scale;
}

static void cut_out(const struct picture *picture, const struct seen *seen, float way,
                    struct map *crop)
{
    for (int32_t y = 0; y < CROP_HEIGHT; y++)
        for (int32_t x = 0; x < CROP_WIDTH; x++) {
            float *rgb = crop->at + (y * CROP_WIDTH + x) * 3;
            rgb[0] = rgb[1] = rgb[2] = 0;
            for (int i = 0; i < FINE * FINE; i++) {
                float u = ((float)(x * FINE + i % FINE) + 0.5F) / (CROP_WIDTH * FINE) * 2 - 1;
                float v = ((float)(y * FINE + i / FINE) + 0.5F) / (CROP_HEIGHT * FINE) * 2 - 1;
                u *= way * MARGIN;
                v *= way * MARGIN;
                picture_add(picture, seen->middle.x + u * seen->right.x - v * seen->up.x,
                            seen->middle.y + u * seen->right.y - v * seen->up.y, rgb);
            }
            for (int c = 0; c < 3; c++)
                rgb[c] *= 1.0F / (255.0F * (float)(FINE * FINE));
        }
    normalize(crop);
}

static uint8_t percent(float share)
{
    return (uint8_t)(share * 100);
}

/* The two likeliest cards. */
static void decide(const float *said, struct sight_tile *tile)
{
    float numbers[READ_NOTHING + 1], colours[COLOURS], best = 0, next = 0;
    shares_of(said + READ_NUMBERS, READ_NOTHING + 1, numbers);
    shares_of(said + READ_COLOURS, COLOURS, colours);
    for (int i = 0; i < CARDS; i++) {
        bool joker = i == CARDS - 1;
        float share = joker ? numbers[READ_JOKER] : numbers[i % NUMBERS] * colours[i / NUMBERS];
        uint8_t kind = joker ? CARD_JOKER : (uint8_t)i;
        if (share > best) {
            next = best;
            tile->second = tile->card;
            best = share;
            tile->card = kind;
        } else if (share > next) {
            next = share;
            tile->second = kind;
        }
    }
    tile->sure = percent(best);
    tile->sure_second = percent(next);
}

static void put_corners(const struct seen *seen, struct sight_tile *tile)
{
    static const float ways[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    for (int i = 0; i < 4; i++) {
        float across = ways[i][0], up = ways[i][1];
        tile->x[i] = (int16_t)(seen->middle.x + across * seen->right.x + up * seen->up.x);
        tile->y[i] = (int16_t)(seen->middle.y + across * seen->right.y + up * seen->up.y);
    }
}

bool read_tile(const struct picture *picture, struct reader *reader,
               const struct networks *networks, struct seen *seen, struct sight_tile *tile)
{
    float upright[READ_COUNT];
    cut_out(picture, seen, 1, &reader->picture);
    memcpy(upright, reader_run(reader, networks), sizeof upright);
    cut_out(picture, seen, -1, &reader->picture);
    const float *said = reader_run(reader, networks);
    if (said[READ_TURNED] < upright[READ_TURNED]) {
        seen->right = (struct vector){-seen->right.x, -seen->right.y};
        seen->up = (struct vector){-seen->up.x, -seen->up.y};
    } else {
        said = upright;
    }
    float numbers[READ_NOTHING + 1];
    shares_of(said + READ_NUMBERS, READ_NOTHING + 1, numbers);
    if (numbers[READ_NOTHING] > 0.5F)
        return false;
    *tile = (struct sight_tile){.card = CARD_UNKNOWN, .second = CARD_UNKNOWN};
    decide(said, tile);
    put_corners(seen, tile);
    return true;
}
