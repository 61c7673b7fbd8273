/* careless.h - a player who overlooks things. */
#ifndef RUMMERY_CARELESS_H
#define RUMMERY_CARELESS_H

#include "core/core.h"
#include "solver/solver.h"

/* How often something is overlooked in a turn, of a thousand. */
struct eyes {
    uint16_t card;    /* each card of the own rack */
    uint16_t meld;    /* each meld of the table */
    uint16_t pause;   /* that anything could be laid at all */
    uint16_t pile;    /* that the discard pile has something of use */
    uint16_t discard; /* that it matters which card is discarded */
    bool rearranges;  /* else melds of the table only grow */
};

void careless_decide(struct workspace *work, const struct view *view, const struct eyes *eyes,
                     struct random *random, struct action *out);

#endif
