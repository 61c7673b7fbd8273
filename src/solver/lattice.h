/* lattice.h - number tiles arranged with one search, the inner part of the solver for
 * exclusiv: which tiles go into runs, which into sets, where jokers stand. What becomes of a
 * joker of the table is decided there too: all its roles of one kind are at one number, so
 * that whether it is kept or freed is a matter of that number's step alone. How it works and
 * why is told in docs/decisions/015-one-search-over-four-colours.md. */
#ifndef RUMMERY_LATTICE_H
#define RUMMERY_LATTICE_H

#include "core/games/exclusiv.h"

enum { LATTICE_JOKERS = 4 };

/* What has to be arranged. */
struct lattice_task {
    uint8_t must[TILE_KINDS]; /* so many of the tile are used at least */
    uint8_t may[TILE_KINDS];  /* and so many at most */
    int8_t base[TILE_KINDS];  /* what exceeds this is weighed: tiles from the rack */
    const int32_t *weight;    /* by kind; jokers at CARD_JOKER */
    unsigned jokers_must, jokers_may;
    int jokers_base;
    unsigned room; /* for spare jokers in melds that are not part of the task */
    bool is_calm;  /* jokers lie only where those of the table do: quick, for a first play */

    /* The jokers of the table (XA-19) by what they stand for. */
    uint8_t run_jokers[TILE_KINDS];                   /* in runs, by the tile */
    uint8_t set_jokers[NUMBERS + 1];                  /* in sets, by the number ... */
    uint8_t set_masks[NUMBERS + 1][LATTICE_JOKERS];   /* ... and the colours missing there */
    bool free_from_rack;          /* only tiles of the rack free a joker */
    uint8_t freed_by[TILE_KINDS]; /* jokers the tile has freed outside the task */
};

struct lattice;
size_t lattice_size(void);

/* The greatest weight above `floor`, or false if there is none. The arrangement is kept in
 * the workspace until the next call. *is_exact becomes false if the room for the search did
 * not suffice: there may be something better then. */
bool lattice_best(struct lattice *lattice, const struct lattice_task *task, int32_t floor,
                  int32_t *weight, bool *is_exact);
/* Appends the melds of the arrangement found last, for the same task. Returns how many spare
 * jokers are left for the room that the task has elsewhere. */
unsigned lattice_melds(const struct lattice *lattice, const struct lattice_task *task,
                       struct table *out);

#endif
