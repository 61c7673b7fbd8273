/* photo.h - cards of Photo Rummy, shared by its rules (photo.c) and its simple player
 * (photo_player.c). */
#ifndef RUMMERY_PHOTO_H
#define RUMMERY_PHOTO_H

#include "../inspect.h"

enum { CAPITALS = 17, CATEGORIES = 6, PHOTO_KINDS = CAPITALS * CATEGORIES };
enum { ROW_MIN = 3, ROW_MAX = CATEGORIES, SET_MIN = 4, SET_MAX = CAPITALS };

static inline unsigned photo_capital(card photo)
{
    return photo / CATEGORIES;
}

static inline unsigned photo_category(card photo)
{
    return photo % CATEGORIES;
}

static inline card photo_of(unsigned capital, unsigned category)
{
    return (card)(capital * CATEGORIES + category);
}

/* What the photos of a meld have in common. */
struct photo_reading {
    unsigned photo_count;
    unsigned first_place; /* of the first photo */
    unsigned odd_place;   /* of the first photo that shares neither with the first one */
    bool one_capital;
    bool one_category;
};

struct photo_reading photo_reading_of(struct meld meld);

void photo_sample(const struct state *state, struct random *random, struct action *out);

#endif
