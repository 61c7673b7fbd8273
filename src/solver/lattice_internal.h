/* lattice_internal.h - what the files of the lattice share: one lattice a colour (colour.c),
 * prices and bounds (prices.c), the search over all four (search.c), the melds in the end
 * (lattice_build.c). */
#ifndef RUMMERY_LATTICE_INTERNAL_H
#define RUMMERY_LATTICE_INTERNAL_H

#include "runs.h"
#include "sets.h"

enum {
    ROOM_MAX = 4,   /* for spare jokers: a single run offers as much */
    DEAD_END = 100, /* more jokers than there are */
    STATES_MAX = COLOURS * (NUMBERS * RUN_STATES + 1),
    EDGES_MAX = 1 << 15,
    WAYS_MAX = 6, /* none to two tiles in runs and in sets, two in all */
    STATE_EDGES_MAX = WAYS_MAX * (LATTICE_JOKERS + 1),
    NODES_MAX = 40000,                          /* of the search */
    NOBODY = UINT16_MAX,
    SLOTS_MAX = 1 << 17, /* more than nodes, or a search of the table would not end */
    SLOTS_MIN = 1 << 8,
    BUCKETS = 64
};

_Static_assert(NODES_MAX < NOBODY, "nodes are counted in two bytes");
_Static_assert(SLOTS_MAX >= 2 * NODES_MAX, "some slots are empty");
_Static_assert(EDGES_MAX <= UINT16_MAX, "edges are counted in two bytes");

#define NEVER (INT32_MIN / 4) /* less than any weight, and far from the end of the type */

/* One way a colour can go on at a number. */
struct edge {
    int32_t gain;
    int32_t pot;     /* gain, less the price of jokers, and the best that follows */
    uint8_t to;      /* which of the colour's states of this number */
    uint8_t step;    /* tiles in runs | tiles in sets << 2 | jokers in runs << 4 */
    uint8_t jokers;  /* used here or needed afterwards; see colour_value() */
    bool has_unused; /* a tile worth laying stays on the rack */
};

static inline unsigned step_runs(unsigned step)
{
    return step & 3;
}

static inline unsigned step_sets(unsigned step)
{
    return step >> 2 & 3;
}

static inline unsigned step_jokers(unsigned step)
{
    return step >> 4 & 7;
}

/* Open runs of a colour after a number, reachable from the first number. */
struct colour_state {
    int32_t top;        /* what the numbers after it can come to, by price and shares */
    int32_t past;       /* what the numbers before it can come to, likewise */
    int32_t first_top;  /* `top` at the first price */
    uint16_t edges;     /* its edges end where those of the next state begin */
    uint8_t run_state;  /* of the run machine */
    uint8_t used_least; /* jokers in runs so far */
    uint8_t need_least; /* and afterwards; DEAD_END: it cannot go on */
    uint8_t makes_run;
};

/* A state of the search: all four colours after a number. */
struct node {
    uint32_t key; /* a byte a colour: which of its states */
    int32_t weight;
    int32_t bound;
    uint32_t choice; /* seven bits a colour: its step; then the number of sets */
    uint16_t parent;
    uint16_t next; /* another one with the same key and number */
    uint16_t link; /* the next one in its bucket */
    uint8_t used;
    uint8_t room;
    uint8_t number;
    uint8_t skip[3]; /* edges of the first colours that are dealt with */
    bool is_dead;    /* there is a better one */
    bool is_chained; /* found through the first one with its key */
    bool is_done;
};

struct slot {
    uint16_t stamp, node;
};

struct lattice {
    struct run_machine machine;
    struct set_tables tables;

    struct colour_state states[STATES_MAX];
    struct edge edges[EDGES_MAX];
    uint32_t state_count, edge_count;
    uint32_t level_first[COLOURS][NUMBERS + 2]; /* of a colour, the states after a number */
    bool is_full;

    uint8_t run_may[TILE_KINDS]; /* tiles that can lie in runs: all of the kind or none ... */
    uint8_t set_may[TILE_KINDS]; /* ... and in sets */
    struct number_sets sets[NUMBERS + 1];
    struct own_sets own_sets[LATTICE_JOKERS];
    uint8_t free_jokers;                        /* that are not bound to stay where they lie */
    uint8_t run_needed[COLOURS][NUMBERS + 1];   /* jokers that stay in runs up to a number */
    uint8_t set_needed[NUMBERS + 1];            /* ... in sets of a number */
    uint8_t set_needed_after[NUMBERS + 1];      /* ... in sets of the numbers after it */

    int8_t units[COLOURS][NUMBERS + 1][3];  /* see prices.c */
    int32_t share[COLOURS][NUMBERS + 1][3]; /* what tiles in sets pay */
    int32_t heaviest;                       /* of the tiles that may be laid */
    int32_t joker_gain;                     /* of those that are laid anyway */
    int32_t price;                          /* of a joker */
    int32_t first_price;
    int32_t bound;       /* nothing is worth more */
    bool has_first_tops; /* bounds by the first price are looked at too */

    struct node nodes[NODES_MAX + 1]; /* one more: the place where the next one is made */
    struct slot slots[SLOTS_MAX];
    uint16_t buckets[BUCKETS]; /* open nodes by bound, the last one made first */
    uint64_t filled;           /* a bit a bucket */
    uint32_t node_count, key_count;
    uint32_t slot_mask;
    uint16_t stamp;
    int32_t grain; /* of the buckets */
    uint16_t best;
    unsigned spare_jokers;
};

static inline unsigned lower(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static inline unsigned missing(unsigned wanted, unsigned there)
{
    return wanted > there ? wanted - there : 0;
}

/* Finds out where tiles can lie at all, and takes those of the rack that fit nowhere out of
 * the task. False if a tile of the table fits nowhere. */
bool fitting_find(struct lattice *l, struct lattice_task *task, bool *has_left_out);

/* Makes the lattice of a colour; false if it cannot be arranged at all. */
bool colour_build(struct lattice *l, const struct lattice_task *task, unsigned colour);
/* From the last number back: what each state can come to at the price and with the shares as
 * they are, and the fewest jokers it needs. */
void colour_value(struct lattice *l, unsigned colour);

/* The first price, whichever of two gives the lower bound. False if the jokers do not
 * suffice. */
bool prices_begin(struct lattice *l, const struct lattice_task *task);
/* Goes over to another price, with the shares it begins with. */
void prices_choose(struct lattice *l, const struct lattice_task *task, int32_t price);
/* Keeps the bounds of the first price beside those that follow. */
void prices_keep_first(struct lattice *l);
/* Shares the cost of sets out anew, once forth and once back; the bound falls or stays. */
void prices_improve(struct lattice *l, const struct lattice_task *task);

/* The best above *floor, which rises to it; false if it gives up after so many steps. Then
 * what it has found may not be the best. */
bool search_best(struct lattice *l, const struct lattice_task *task, unsigned steps_max,
                 int32_t *floor);

#endif
