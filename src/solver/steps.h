/* steps.h - from one table to another as a short list of steps that a person can follow,
 * in codes; the words are made at the edge (src/cli/step_sentence.c). */
#ifndef RUMMERY_STEPS_H
#define RUMMERY_STEPS_H

#include "core/core.h"

enum step_kind {
    STEP_TAKE,  /* cards of an old meld that stays come into the hand */
    STEP_SPLIT, /* an old meld comes apart: all its cards come into the hand */
    STEP_ADD,   /* cards of the hand are added to a meld that stays */
    STEP_LAY,   /* a new meld is laid */
    STEP_SWAP,  /* a card replaces a joker, which comes into the hand */
    STEP_KEEP   /* photo: a freed joker goes to the rack */
};

/* Enough for two tables of melds that have three cards or more: a pair of melds makes at
 * most a take and an add, any other meld one step, a joker of the table at most a swap. */
enum { STEPS_MAX = 2 * (CARDS_MAX / 3) + JOKERS_MAX + 1 };

struct move_step {
    uint8_t kind;       /* enum step_kind */
    uint8_t meld;       /* index in the table before; lay, keep: NOWHERE */
    uint8_t owner;      /* of that meld or of the new one */
    struct cards cards; /* what moves; swap: the card that replaces a joker */
    struct cards makes; /* how that meld, or the new one, lies after the step */
};

/* Writes the steps in an order in which every card is in the hand before it is used, at
 * most `capacity` of them, and returns how many there are. Melds that stay as they are
 * have none. The tables hold melds that are correct, but any other gives steps too. */
unsigned steps_of(const struct game *game, const struct table *before,
                  const struct table *after, struct move_step *out, unsigned capacity);

/* Does a step on a table that began as the one before. Melds keep their index: one that
 * came apart is left there without cards, and new ones come behind. */
void step_apply(struct table *draft, const struct move_step *step);

#endif
