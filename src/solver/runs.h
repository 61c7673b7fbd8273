/* runs.h - the open runs of one colour as a machine with some two hundred states: how many
 * are 1, 2, or 3 and more places long, those of jokers alone counted apart. */
#ifndef RUMMERY_RUNS_H
#define RUMMERY_RUNS_H

#include "lattice.h"

enum {
    COPIES_MAX = 2,
    RUN_STATES = 208, /* there are 203 */
    NO_STATE = 255,
    RUN_BEYOND = 3, /* instead of a count of tiles: there is no such number */
    LONGS_MAX = 3,
    KEPT_WAYS = (LATTICE_JOKERS + 1) * (LATTICE_JOKERS + 2) / 2
};

struct run_state {
    uint8_t next[COPIES_MAX + 1][KEPT_WAYS]; /* by tiles; by jokers and those kept (runs_way) */
    uint8_t capped[LONGS_MAX + 1];           /* with so many long runs at the most */
    uint8_t needs[16]; /* jokers that the next two numbers ask for, 4 * tiles + tiles */
    uint8_t forced;    /* runs that must go on */
    uint8_t longs;     /* runs that may end here */
    uint8_t bare;      /* runs that a joker has just begun */
    uint8_t makes_run; /* the next number brings a run to its third place */
    uint16_t code;
};

struct run_machine {
    struct run_state states[RUN_STATES]; /* the first one: no open runs */
    uint8_t count;
    bool is_ready;
};

/* Where a step with so many jokers, some of them kept in their role, stands in `next`. */
static inline unsigned runs_way(unsigned jokers, unsigned kept)
{
    return jokers * (jokers + 1) / 2 + kept;
}

/* Fills in the tables; once a workspace. */
void runs_prepare(struct run_machine *machine);

#endif
