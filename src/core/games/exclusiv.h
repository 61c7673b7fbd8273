/* exclusiv.h - tiles of Rummy exclusiv, shared by its rules (exclusiv.c), the search for
 * the first 40 points (exclusiv_opening.c) and its simple player (exclusiv_player.c). */
#ifndef RUMMERY_EXCLUSIV_H
#define RUMMERY_EXCLUSIV_H

#include "../inspect.h"

enum { COLOURS = 4, NUMBERS = 13, TILE_KINDS = COLOURS * NUMBERS, JOKER_POINTS = 25 };
enum { SET_MAX = COLOURS, MELD_MIN = 3, FIRST_POINTS = 40 };

static inline unsigned tile_colour(card tile)
{
    return tile / NUMBERS;
}

static inline unsigned tile_number(card tile)
{
    return tile % NUMBERS + 1U;
}

static inline card tile_of(unsigned colour, unsigned number)
{
    return (card)(colour * NUMBERS + number - 1);
}

/* Whether disjoint melds worth `need` can be made of these tiles and jokers (XA-13). */
bool exclusiv_opening_is_worth(const struct bag *laid, int need);

void exclusiv_sample(const struct state *state, struct random *random, struct action *out);

#endif
