/* exclusiv_search.h - what the files of the solver for exclusiv share: a search for the best
 * play of one seat, over all kinds of melds the table's jokers may end up in. */
#ifndef RUMMERY_EXCLUSIV_SEARCH_H
#define RUMMERY_EXCLUSIV_SEARCH_H

#include "lattice.h"
#include "solver_internal.h"

/* A joker on the table: what it can stand for. Both kinds only in a meld that reads both
 * ways (XA-05). */
struct table_joker {
    card run_tile;               /* or CARD_NONE */
    uint8_t set_number, set_mask; /* the colours missing; 0: no set */
    unsigned meld;               /* where it lies */
};

/* One of them with its kind chosen. */
struct bound_joker {
    bool is_run;
    card tile;            /* of a run */
    uint8_t number, mask; /* of a set */
};

/* A tile and two or three jokers that read as a run and as a set (XA-05): its jokers have
 * roles of both kinds, and its tile lies in both. */
struct both_ways {
    card tile;
    uint8_t start; /* the number its first place stands for in the run */
    uint8_t count;
};

struct exclusiv_search {
    struct lattice *lattice;
    struct lattice_task task;
    bool is_crowded; /* so much lies on the table that a first play is found without ado */
    struct table_joker jokers[LATTICE_JOKERS];
    unsigned joker_count;
    struct bag rack;
    struct bound_joker chosen[LATTICE_JOKERS];
    struct both_ways duals[LATTICE_JOKERS / 2]; /* melds taken out of the task */
    unsigned dual_count;
    int32_t bound; /* no play is worth more */
    int32_t best;
    bool has_play;
    struct play *play; /* its table: the best so far */
};

/* The task of the seat on turn; `best` is 0, so that a play must bring something. */
void exclusiv_set_up(struct exclusiv_search *s, struct workspace *work,
                     const struct state *state, const struct weights *weights,
                     struct play *out);
/* The best play by the task as it is, if it is better than what was found. */
void exclusiv_search_all(struct exclusiv_search *s);

#endif
