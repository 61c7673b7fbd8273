/* melds.c - which tiles lie side by side. A neighbour's middle is one width away, along the row;
 * then rows are read from the top of the picture, tiles from the left for whoever can read them. */
#include "core/freestanding.h"
#include "seen.h"

/* In widths of a tile, from middle to middle; and sideways, in heights. */
static const float NEIGHBOUR_LEAST = 0.6F, NEIGHBOUR_MOST = 1.3F, SIDEWAYS_MOST = 0.35F;

static float dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y;
}

static bool stands_beside(const struct seen *tile, const struct seen *other)
{
    struct vector way = {other->middle.x - tile->middle.x, other->middle.y - tile->middle.y};
    float width = 2 * length_of(tile->right), height = 2 * length_of(tile->up);
    float turned = dot(tile->right, other->right) /
                   (length_of(tile->right) * length_of(other->right));
    float along = dot(way, tile->right) * 2 / (width * width);
    along = along < 0 ? -along : along;
    float whole = dot(way, way) / (width * width) - along * along;
    return (turned > 0.85F || turned < -0.85F) && along > NEIGHBOUR_LEAST &&
           along < NEIGHBOUR_MOST && root(whole) * width < SIDEWAYS_MOST * height;
}

/* Gives all that hang together the number of the first of them. */
static void join(const struct seen *seen, int32_t count, int32_t meld[SIGHT_TILES_MAX])
{
    for (int32_t i = 0; i < count; i++)
        meld[i] = i;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < count; i++)
            for (int32_t j = 0; j < count; j++)
                if (meld[j] > meld[i] &&
                    (stands_beside(&seen[i], &seen[j]) || stands_beside(&seen[j], &seen[i]))) {
                    meld[j] = meld[i];
                    changed = true;
                }
    }
}

/* The direction in which most tiles of a meld are read, and its middle. */
static struct vector direction_of(const struct seen *seen, const int32_t *meld, int32_t count,
                                  int32_t which, struct vector *middle)
{
    struct vector way = {0, 0};
    int32_t size = 0;
    *middle = way;
    for (int32_t i = 0; i < count; i++)
        if (meld[i] == which) {
            way = (struct vector){way.x + seen[i].right.x, way.y + seen[i].right.y};
            *middle = (struct vector){middle->x + seen[i].middle.x, middle->y + seen[i].middle.y};
            size++;
        }
    *middle = (struct vector){middle->x / (float)size, middle->y / (float)size};
    float length = length_of(way);
    return length < 1e-3F ? (struct vector){1, 0}
                          : (struct vector){way.x / length, way.y / length};
}

/* What tiles are sorted by: the meld's height in the picture, then which meld, then along it. */
struct place {
    float top;
    int32_t meld;
    float along;
};

static bool comes_before(const struct place *a, const struct place *b)
{
    if (a->meld != b->meld)
        return a->top < b->top || (a->top == b->top && a->meld < b->meld);
    return a->along < b->along;
}

void group_melds(struct seen *seen, struct sight_tile *tiles, int32_t count)
{
    int32_t meld[SIGHT_TILES_MAX];
    struct place places[SIGHT_TILES_MAX];
    join(seen, count, meld);
    for (int32_t i = 0; i < count; i++) {
        struct vector middle, way = direction_of(seen, meld, count, meld[i], &middle);
        places[i] = (struct place){middle.y, meld[i], dot(way, seen[i].middle)};
    }
    for (int32_t i = 1; i < count; i++) {
        struct place place = places[i];
        struct sight_tile tile = tiles[i];
        int32_t at = i;
        for (; at > 0 && comes_before(&place, &places[at - 1]); at--) {
            places[at] = places[at - 1];
            tiles[at] = tiles[at - 1];
        }
        places[at] = place;
        tiles[at] = tile;
    }
    for (int32_t i = 0, number = 0; i < count; i++) {
        number += i > 0 && places[i].meld != places[i - 1].meld;
        tiles[i].meld = (uint8_t)number;
    }
}
