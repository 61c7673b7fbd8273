/* sweep_internal.h - what the sweep (sweep.c) and the building of its melds (sweep_build.c)
 * share. */
#ifndef RUMMERY_SWEEP_INTERNAL_H
#define RUMMERY_SWEEP_INTERNAL_H

#include "core/internal.h"
#include "sweep.h"

enum {
    PLACES_MAX = 2 + SWEEP_JOKERS, /* parallel runs of one colour at one number */
    ROOM_MAX = 4,
    COPIES_MAX = 2,
    PATTERNS = 81, /* none to two tiles of each colour in sets */
    SETS_MAX = 4, /* sets of one number */
    JOKER_FRONT_MIN = 7,  /* the lowest number where a run may begin with a joker */
    WAYS_MAX = 1 << 16,   /* ways of all colours at one number */
    NODES_MAX = 1 << 19,  /* states kept for all numbers together */
    SLOTS = 1 << 17       /* hash slots for the states of one number */
};

#define NOBODY UINT32_MAX
#define RUNS_OF_KEY 0xffffffffffffU /* the part of a key that tells the open runs */

/* Open runs of one colour: with ordinary tiles, of jokers alone; by length 1, 2, 3+. */
struct runs {
    uint8_t with[3];
    uint8_t bare[3];
};

/* What happens to one colour at one number. */
struct step {
    uint8_t in_runs;    /* ordinary tiles in runs */
    uint8_t in_sets;    /* ordinary tiles in sets */
    uint8_t run_jokers; /* jokers in runs */
};

struct node {
    uint64_t key;
    int32_t weight;
    uint32_t parent;
    uint32_t choice; /* the four steps, and the number of sets */
    uint32_t next;   /* another state of this number with the same open runs */
};

struct slot {
    uint32_t stamp;
    uint32_t node;
};

/* One way a colour can go on at a number. */
struct way {
    uint64_t runs; /* the open runs afterwards, in their place of a key */
    int32_t gain;
    uint32_t choice;
    uint8_t jokers;
    bool makes_run; /* a run is three long now */
};

/* The ways of a colour from one state of its runs, by how many tiles go into sets. */
struct way_list {
    uint32_t first;
    uint32_t count;
    int32_t most; /* the greatest gain among them */
};

struct ways {
    uint32_t stamp;
    struct way_list by_sets[COPIES_MAX + 1];
};

/* So many tiles of each colour in sets, and the jokers these need. */
struct pattern {
    unsigned by_colour[SWEEP_COLOURS];
    unsigned jokers;
};

struct sweep {
    struct pattern patterns[PATTERNS];
    unsigned pattern_count;
    uint8_t needs[PATTERNS];
    bool has_needs;
    struct way ways[WAYS_MAX];
    struct ways ways_of[SWEEP_COLOURS][SWEEP_JOKERS + 1][1 << 12];
    uint32_t way_count;
    struct node nodes[NODES_MAX];
    struct slot slots[SLOTS];
    uint32_t level_start[SWEEP_NUMBERS + 2];
    uint32_t stamp;
    uint32_t best;
    unsigned spare_jokers; /* of the best: to be put where there is room */
    bool is_full;
    uint8_t may[SWEEP_TILES];             /* of the task, less what fits nowhere */
    unsigned reserved[SWEEP_NUMBERS + 1]; /* jokers that runs of a number may not use */
    int32_t rest[SWEEP_NUMBERS + 2]; /* what tiles from a number on can add at the most */
};

static inline struct runs runs_of_key(uint64_t key, unsigned colour)
{
    unsigned bits = (unsigned)(key >> (12 * colour)) & 0xfff;
    return (struct runs){
        {bits & 3, bits >> 2 & 3, bits >> 4 & 3}, {bits >> 6 & 3, bits >> 8 & 3, bits >> 10 & 3}};
}

static inline struct step step_of_choice(uint32_t choice, unsigned colour)
{
    uint32_t bits = choice >> (7 * colour) & 0x7f;
    return (struct step){bits & 3, bits >> 2 & 3, (uint8_t)(bits >> 4)};
}

/* The sets of one number: places by colour, shared out over so many sets that each has its
 * colours once, four places at the most, and as few as possible have to be filled up. */
struct sharing {
    card what[12]; /* ordinary tiles first, then kept jokers */
    unsigned colour[12];
    unsigned count;
    unsigned sets;
    unsigned row_of[12];
    unsigned sizes[4];
    unsigned colours[4]; /* of ordinary tiles, bit a colour */
};

/* Shares the places of a choice out over so many sets; returns how many jokers fill them up
 * to three, or NOWHERE if it cannot be done. */
unsigned sets_share(const struct sweep_task *task, unsigned number, uint32_t choice,
                    unsigned sets, struct sharing *out);

#endif
