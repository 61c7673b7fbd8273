/* sets.h - the sets of one number: so many tiles of each colour (a pattern) shared out over
 * sets, with the jokers that fill them up and the room that is left in them. */
#ifndef RUMMERY_SETS_H
#define RUMMERY_SETS_H

#include "lattice.h"

enum {
    SETS_MAX = 4,
    PATTERNS = 81 /* none to two tiles of each colour: 27 * a + 9 * b + 3 * c + d */
};

/* One way to share a pattern out: over so many sets. */
struct filling {
    uint8_t jokers, room, sets;
};

/* All of them; those with fewer sets, and no more jokers, first. */
struct fillings {
    uint8_t count;
    struct filling at[SETS_MAX];
};

/* The fewest jokers of any pattern that begins with the tiles of one, two, three colours. */
struct set_prefixes {
    uint8_t one[3], two[9], three[27];
};

/* Where no joker of the table stands for the number; made once a workspace. */
struct set_tables {
    struct fillings fillings[PATTERNS];
    uint8_t least[PATTERNS]; /* the fewest jokers of any filling, or NOWHERE */
    struct set_prefixes prefixes[PATTERNS]; /* by the tiles that there are */
    uint8_t most[PATTERNS][LATTICE_JOKERS + 1][COLOURS]; /* see struct number_sets */
    bool is_ready;
};

/* The same where some do. */
struct own_sets {
    struct fillings fillings[PATTERNS];
    uint8_t least[PATTERNS];
    struct set_prefixes prefixes;
};

/* The sets that a number allows. */
struct number_sets {
    const struct fillings *fillings; /* by pattern */
    const uint8_t *least;
    const struct set_prefixes *prefixes;
    uint8_t jokers_max;
    uint8_t most[COLOURS]; /* so many tiles of a colour can lie in sets */
};

/* Sets one by one, for the building of melds. */
struct set_places {
    unsigned sets;
    uint8_t colours[SETS_MAX]; /* a bit each */
    uint8_t jokers[SETS_MAX];
};

void sets_prepare(struct set_tables *tables);
/* What a number allows with so many of each tile (by kind) and so many jokers in its sets;
 * `own` is used where jokers of the table stand for it. */
void sets_of_number(const struct set_tables *tables, const struct lattice_task *task,
                    const uint8_t *set_may, unsigned number, unsigned jokers_max,
                    struct own_sets *own, struct number_sets *out);
/* All fillings of a pattern (tiles by colour) where jokers of the table stand for colours of
 * the masks. So many tiles of each colour, `freeing`, may free one. */
void sets_fill(const uint8_t *tiles, const uint8_t *freeing, const uint8_t *masks,
               unsigned mask_count, struct fillings *out);
/* Shares a pattern out over so many sets; returns the fewest jokers, or NOWHERE. */
unsigned sets_share(const uint8_t *tiles, const uint8_t *freeing, const uint8_t *masks,
                    unsigned mask_count, unsigned sets, struct set_places *out);

#endif
