/* sweep.h - number tiles arranged by one sweep over the numbers 1 to 13. The inner part of
 * the solver for exclusiv: which tiles go into runs, which into sets, where jokers stand. */
#ifndef RUMMERY_SWEEP_H
#define RUMMERY_SWEEP_H

#include "core/core.h"

enum { SWEEP_COLOURS = 4, SWEEP_NUMBERS = 13, SWEEP_TILES = SWEEP_COLOURS * SWEEP_NUMBERS };
enum { SWEEP_JOKERS = 4 };

/* What has to be arranged. A tile is colour * 13 + number - 1, as in the core. */
struct sweep_task {
    uint8_t must[SWEEP_TILES]; /* so many of the tile are used at least */
    uint8_t may[SWEEP_TILES];  /* and so many at most */
    int8_t base[SWEEP_TILES];  /* what exceeds this is weighed: tiles from the rack */
    const int32_t *weight;     /* by kind; jokers at CARD_JOKER */
    unsigned jokers_must, jokers_may;
    unsigned jokers_needed; /* so many at most where they are needed; the others add on */
    int jokers_base;

    /* What jokers of the table ask for (XA-19), counted by tile. */
    uint8_t keep_run[SWEEP_TILES]; /* jokers that stand for the tile in a run */
    uint8_t keep_set[SWEEP_TILES]; /* ... in a set */
    uint8_t free_run[SWEEP_TILES]; /* ordinary tiles in runs that free a joker */
    uint8_t free_set[SWEEP_TILES]; /* ... in sets */
    uint8_t freed_by[SWEEP_TILES]; /* jokers the tile frees in all, here or elsewhere */
    bool free_from_rack;           /* and these tiles come from the rack */
};

struct sweep;
size_t sweep_size(void);

/* The greatest weight above `floor`, or false if there is none. The arrangement is kept in
 * the workspace until the next call. *is_exact becomes false if the room for states did not
 * suffice: there may be something better then. */
bool sweep_best(struct sweep *sweep, const struct sweep_task *task, int32_t floor,
                int32_t *weight, bool *is_exact);
/* Appends the melds of the arrangement found last. */
void sweep_melds(const struct sweep *sweep, const struct sweep_task *task, struct table *out);

#endif
