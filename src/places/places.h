/* places.h - where each meld lies. There is one board for all screens, like a map: they choose how
 * near they look. Its unit is one card wide and one meld high; a meld takes as many columns as it
 * has cards, and leaves one free to its neighbour. What lies there stays, or makes room in its row
 * for one that grew; what is new takes what is free. Nothing is kept but the places: whoever knows
 * two tables and the places on the first has those on the second, and all who look on have the
 * same. No C library, no memory. */
#ifndef RUMMERY_PLACES_H
#define RUMMERY_PLACES_H

#include "core/core.h"

/* No wider, but for a meld that is longer: it begins in the first column. */
enum { PLACES_COLUMNS = 16 };

struct place {
    uint8_t row;
    uint8_t column; /* of its first card */
};

/* Of each meld of a table, in its order. */
struct places {
    struct place at[CARDS_CAP];
};

/* Which meld of the table before each of the table now is, NOWHERE for a new one: the one just
 * like it, else the one with which it shares most; of several the first in the order of the
 * tables. */
void melds_known(const struct table *before, const struct table *now,
                 uint8_t origin[CARDS_CAP]);

/* The places of the table before, which must hold, become those of the table now. Both are as all
 * have been told them, in the same order. A table that is only thought out follows from the one
 * that lies there, never from another thought. */
void places_follow(const struct table *before, const struct table *now, struct places *places);

/* Whether melds can lie there: none on another or beside it without a gap. */
bool places_hold(const struct table *table, const struct places *places);

#endif
