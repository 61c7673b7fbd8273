/* sight_tests.c - looking at pictures that are no tables: nothing is found in them, nothing beyond
 * the workspace is touched (the sanitizers' build says), the same picture gives the same answer.
 * How well tables are read is asked in a browser, which can open pictures (accuracy.mjs).
 * usage: sight_tests [PICTURES_OF_NOISE] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sight/sight.h"

static int passed, failed;

static void check(bool holds, const char *what)
{
    if (holds)
        passed++;
    else
        failed++;
    if (!holds)
        printf("FAILED %s\n", what);
}

struct picture {
    int32_t width, height;
    uint8_t *rgba;
};

static struct picture picture_new(int32_t width, int32_t height)
{
    size_t size = (size_t)width * (size_t)height * 4;
    struct picture picture = {width, height, malloc(size)};
    if (picture.rgba == NULL)
        abort();
    memset(picture.rgba, 128, size);
    return picture;
}

static int32_t look(struct picture picture, struct sight_tile *tiles)
{
    size_t size = sight_workspace_size(picture.width, picture.height);
    void *workspace = aligned_alloc(16, (size + 15) / 16 * 16);
    if (size == 0 || workspace == NULL)
        abort();
    int32_t count = sight_look(picture.rgba, picture.width, picture.height, workspace, tiles);
    free(workspace);
    return count;
}

static void no_picture_is_too_small_or_too_large(void)
{
    check(sight_workspace_size(SIGHT_SIDE_MIN - 1, 100) == 0, "too narrow");
    check(sight_workspace_size(100, SIGHT_SIDE_MAX + 1) == 0, "too high");
    check(sight_workspace_size(-5, 100) == 0, "less than nothing");
    check(sight_workspace_size(SIGHT_SIDE_MIN, SIGHT_SIDE_MAX) > 0, "as narrow as may be");
}

static void plain_pictures_of_all_shapes_are_empty(void)
{
    static const int32_t sizes[][2] = {{64, 64}, {2048, 64}, {64, 2048}, {641, 479}, {1280, 960}};
    struct sight_tile tiles[SIGHT_TILES_MAX];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct picture picture = picture_new(sizes[i][0], sizes[i][1]);
        check(look(picture, tiles) == 0, "a grey picture has no tiles");
        free(picture.rgba);
    }
}

static void tiles_are_what_they_may_be(const struct sight_tile *tiles, int32_t count)
{
    check(count >= 0 && count <= SIGHT_TILES_MAX, "so many can be told of");
    for (int32_t i = 0; i < count; i++) {
        check(tiles[i].card < 52 || tiles[i].card == CARD_JOKER, "a card is a tile's");
        check(tiles[i].second != tiles[i].card, "a second guess is another");
        check(tiles[i].sure <= 100, "nothing is surer than sure");
        check(tiles[i].sure >= tiles[i].sure_second, "the best comes first");
        int before = i == 0 ? 0 : tiles[i - 1].meld;
        check(tiles[i].meld == before || tiles[i].meld == before + 1, "melds count on");
    }
}

/* Noise in patches, as coarse as tiles or their figures are. */
static void noise_is_survived_and_told_alike(unsigned pictures)
{
    for (unsigned seed = 1; seed <= pictures; seed++) {
        struct picture picture = picture_new(400 + 97 * (int32_t)(seed % 5), 300);
        struct random random;
        random_seed(&random, seed);
        int32_t grain = 1 << seed % 6;
        for (int32_t y = 0; y < picture.height; y++)
            for (int32_t x = 0; x < picture.width; x++) {
                uint8_t *pixel = picture.rgba + (y * picture.width + x) * 4;
                int32_t patch = (y - y % grain) * picture.width + x - x % grain;
                if (x % grain == 0 && y % grain == 0)
                    for (int c = 0; c < 3; c++)
                        pixel[c] = (uint8_t)random_below(&random, 256);
                else
                    memcpy(pixel, picture.rgba + patch * 4, 4);
            }
        struct sight_tile first[SIGHT_TILES_MAX], again[SIGHT_TILES_MAX];
        int32_t count = look(picture, first);
        tiles_are_what_they_may_be(first, count);
        check(look(picture, again) == count &&
                  memcmp(first, again, (size_t)count * sizeof *first) == 0,
              "the same picture, the same answer");
        free(picture.rgba);
    }
}

static void paint(struct picture picture, int32_t left, int32_t top, int32_t width, int32_t height,
                  const uint8_t rgb[3])
{
    for (int32_t y = top; y < top + height; y++)
        for (int32_t x = left; x < left + width; x++)
            memcpy(picture.rgba + (y * picture.width + x) * 4, rgb, 3);
}

/* Three rows of four tiles, cream on brown: sevens in red, of two strokes each. */
static struct picture picture_of_sevens(void)
{
    static const uint8_t wood[] = {120, 84, 52}, cream[] = {246, 238, 216}, red[] = {190, 20, 30},
                         shade[] = {70, 48, 30};
    struct picture picture = picture_new(640, 480);
    paint(picture, 0, 0, 640, 480, wood);
    for (int32_t i = 0; i < 12; i++) {
        int32_t x = 150 + i % 4 * 62, y = 40 + i / 4 * 140;
        paint(picture, x + 3, y + 4, 60, 84, shade);
        paint(picture, x, y, 60, 84, cream);
        paint(picture, x + 17, y + 16, 26, 6, red);
        for (int32_t k = 0; k < 28; k++)
            paint(picture, x + 37 - k / 2, y + 20 + k, 7, 2, red);
    }
    return picture;
}

static void painted_tiles_are_read_row_by_row(void)
{
    enum { SEVEN_OF_RED = 3 * 13 + 7 - 1 };
    struct picture picture = picture_of_sevens();
    struct sight_tile tiles[SIGHT_TILES_MAX];
    int32_t count = look(picture, tiles);
    tiles_are_what_they_may_be(tiles, count);
    check(count == 12, "all twelve are found, and nothing else");
    for (int32_t i = 0; i < count; i++) {
        check(tiles[i].card == SEVEN_OF_RED, "a red seven is read");
        check(tiles[i].meld == i / 4, "a row is a meld");
        check(i % 4 == 0 || tiles[i].x[0] > tiles[i - 1].x[0], "a row is read from its left");
        check(tiles[i].y[0] < tiles[i].y[3] && tiles[i].x[0] < tiles[i].x[1], "up is up");
    }
    free(picture.rgba);
}

int main(int argc, char **argv)
{
    painted_tiles_are_read_row_by_row();
    no_picture_is_too_small_or_too_large();
    plain_pictures_of_all_shapes_are_empty();
    noise_is_survived_and_told_alike(argc > 1 ? (unsigned)atoi(argv[1]) : 12);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
