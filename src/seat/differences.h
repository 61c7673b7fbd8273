/* differences.h - where the three games differ for the hand that plays them. The rules themselves
 * are the core's; this only says which places and keys a game has. */
#ifndef RUMMERY_DIFFERENCES_H
#define RUMMERY_DIFFERENCES_H

#include "core/core.h"

struct difference {
    const char *id;
    uint8_t lays_in;       /* the phase of a turn in which cards can be laid */
    bool draw_ends_turn;   /* drawing is the whole turn */
    bool counts_each_meld; /* first points count for each meld, not together */
    bool racks_jokers;     /* a joker that was freed may go to the rack (P-27) */
    bool is_circle;        /* in runs the lowest number follows the highest */
    uint8_t number_max;    /* 0: no numbers but cities and categories */
    uint8_t first_points;  /* where no option says it */
};

const struct difference *difference_of(const struct game *game);
/* Whether the seat on turn could pass: lay nothing and not draw either. */
bool difference_can_pass(const struct state *seen);

/* What sets put side by side: the number of a card, or its category; 0 for a joker. */
unsigned card_rank(const struct game *game, card what);
/* What runs have in common: the colour, or the capital. */
unsigned card_suit(const struct game *game, card what);

#endif
