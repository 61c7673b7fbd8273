/* find.c - where tiles lie. The picture is reduced to one size, so that tiles have about those that
 * the finder was trained on, and each cell in which its score is highest among its neighbours is a
 * tile, unless a surer one lies there already. */
#include "core/freestanding.h"
#include "seen.h"

static const float LEAST_SCORE = -0.85F; /* a logit: about 3 of 10 such are tiles */
static const float NEAR = 0.9F; /* in half widths: two tiles cannot be nearer */

void picture_add(const struct picture *picture, float x, float y, float rgb[3])
{
    float left = x - 0.5F, top = y - 0.5F;
    float right_end = (float)(picture->width - 1), bottom_end = (float)(picture->height - 1);
    left = left < 0 ? 0 : left > right_end ? right_end : left;
    top = top < 0 ? 0 : top > bottom_end ? bottom_end : top;
    int32_t x0 = (int32_t)left, y0 = (int32_t)top;
    int32_t x1 = x0 + 1 < picture->width ? x0 + 1 : x0, y1 = y0 + 1 < picture->height ? y0 + 1 : y0;
    float fx = left - (float)x0, fy = top - (float)y0;
    const uint8_t *upper = picture->rgba + (size_t)y0 * (size_t)picture->width * 4;
    const uint8_t *lower = picture->rgba + (size_t)y1 * (size_t)picture->width * 4;
    for (int c = 0; c < 3; c++) {
        float above = (1 - fx) * (float)upper[x0 * 4 + c] + fx * (float)upper[x1 * 4 + c];
        float below = (1 - fx) * (float)lower[x0 * 4 + c] + fx * (float)lower[x1 * 4 + c];
        rgb[c] += (1 - fy) * above + fy * below;
    }
}

static int32_t to_multiple(float length)
{
    int32_t steps = (int32_t)(length / (float)FINDER_MULTIPLE + 0.5F);
    return (steps < 1 ? 1 : steps) * FINDER_MULTIPLE;
}

void finder_size(int32_t width, int32_t height, int32_t *small_width, int32_t *small_height)
{
    float scale = (float)FINDER_SIDE / (float)(width > height ? width : height);
    *small_width = to_multiple((float)width * scale);
    *small_height = to_multiple((float)height * scale);
}

static void reduce(const struct picture *picture, struct map *small)
{
    float step_x = (float)picture->width / (float)small->width;
    float step_y = (float)picture->height / (float)small->height;
    int32_t samples = (int32_t)(step_x > step_y ? step_x : step_y) + 1;
    if ((float)(samples - 1) >= step_x && (float)(samples - 1) >= step_y && samples > 1)
        samples--;
    float share = 1.0F / (255.0F * (float)(samples * samples));
    for (int32_t y = 0; y < small->height; y++)
        for (int32_t x = 0; x < small->width; x++) {
            float rgb[3] = {0, 0, 0};
            for (int32_t i = 0; i < samples * samples; i++) {
                float across = ((float)(i % samples) + 0.5F) / (float)samples;
                float down = ((float)(i / samples) + 0.5F) / (float)samples;
                picture_add(picture, ((float)x + across) * step_x, ((float)y + down) * step_y, rgb);
            }
            for (int c = 0; c < 3; c++)
                small->at[(y * small->width + x) * 3 + c] = rgb[c] * share - 0.5F;
        }
}

static float score_at(const struct map *said, int32_t x, int32_t y)
{
    return said->at[(y * said->width + x) * said->channels + FOUND_SCORE];
}

static bool is_peak(const struct map *said, int32_t x, int32_t y)
{
    float score = score_at(said, x, y);
    if (score < LEAST_SCORE)
        return false;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            int32_t nx = x + dx, ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= said->width || ny >= said->height)
                continue;
            float other = score_at(said, nx, ny);
            bool before = dy < 0 || (dy == 0 && dx < 0);
            if (other > score || (other == score && before))
                return false;
        }
    return true;
}

/* From an axis whose angle is doubled to one of the two directions it may have. */
static struct vector undoubled(const float *doubled)
{
    float length = root(doubled[0] * doubled[0] + doubled[1] * doubled[1]);
    if (length < 1e-6F)
        return (struct vector){0, 0};
    float cosine = doubled[0] / length;
    float across = root((1 - cosine) / 2);
    return (struct vector){length * root((1 + cosine) / 2),
                           length * (doubled[1] < 0 ? -across : across)};
}

static struct seen seen_at(const struct map *said, int32_t x, int32_t y, struct vector step)
{
    const float *cell = said->at + (y * said->width + x) * said->channels;
    struct seen seen = {.score = cell[FOUND_SCORE],
                        .middle = {(float)x + 0.5F + cell[FOUND_DX],
                                   (float)y + 0.5F + cell[FOUND_DY]},
                        .right = undoubled(cell + FOUND_RIGHT),
                        .up = undoubled(cell + FOUND_UP)};
    if (seen.right.x * seen.up.y - seen.right.y * seen.up.x > 0)
        seen.up = (struct vector){-seen.up.x, -seen.up.y};
    struct vector *parts[] = {&seen.middle, &seen.right, &seen.up};
    for (int i = 0; i < 3; i++)
        *parts[i] = (struct vector){parts[i]->x * step.x, parts[i]->y * step.y};
    return seen;
}

static float narrowest(const struct seen *seen)
{
    float right = length_of(seen->right), up = length_of(seen->up);
    return right < up ? right : up;
}

static bool is_taken(const struct seen *kept, int32_t count, const struct seen *seen)
{
    for (int32_t i = 0; i < count; i++) {
        float reach = narrowest(&kept[i]), own = narrowest(seen);
        struct vector way = {kept[i].middle.x - seen->middle.x, kept[i].middle.y - seen->middle.y};
        if (length_of(way) <= NEAR * (reach < own ? reach : own))
            return true;
    }
    return false;
}

/* Keeps a list sorted by score; what is least sure falls off its end. */
static int32_t insert(struct seen *list, int32_t count, int32_t capacity, struct seen seen)
{
    int32_t at = count;
    while (at > 0 && list[at - 1].score < seen.score)
        at--;
    if (at == capacity)
        return count;
    int32_t kept = count < capacity ? count : capacity - 1;
    memmove(list + at + 1, list + at, (size_t)(kept - at) * sizeof *list);
    list[at] = seen;
    return kept + 1;
}

int32_t find_tiles(const struct picture *picture, struct finder *finder,
                   const struct networks *networks, struct seen seen[SIGHT_TILES_MAX])
{
    reduce(picture, &finder->picture);
    finder_run(finder, networks);
    const struct map *said = &finder->said;
    struct vector step = {(float)picture->width / (float)said->width,
                          (float)picture->height / (float)said->height};
    enum { PEAKS_MAX = 2 * SIGHT_TILES_MAX };
    struct seen peaks[PEAKS_MAX];
    int32_t count = 0, kept = 0;
    for (int32_t y = 0; y < said->height; y++)
        for (int32_t x = 0; x < said->width; x++)
            if (is_peak(said, x, y))
                count = insert(peaks, count, PEAKS_MAX, seen_at(said, x, y, step));
    for (int32_t i = 0; i < count && kept < SIGHT_TILES_MAX; i++)
        if (narrowest(&peaks[i]) >= 1 && !is_taken(seen, kept, &peaks[i]))
            seen[kept++] = peaks[i];
    return kept;
}
