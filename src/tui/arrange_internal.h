/* arrange_internal.h - what the files of the arrangement share: how cards stand on a rack and
 * inside a meld (arrange_order.c). */
#ifndef RUMMERY_ARRANGE_INTERNAL_H
#define RUMMERY_ARRANGE_INTERNAL_H

#include "tui/arrange.h"

const struct game *arrange_game(const struct arrangement *arrangement);

/* Puts a rack into the chosen order; one by hand is that of `by_hand`, new cards at its end. */
void order_rack(const struct arrangement *arrangement, struct layout *layout);
void remember_hand(struct arrangement *arrangement, const struct layout *layout);
/* The pieces of a meld in the order in which they are read; what is mixed stays as it is. */
void order_meld(const struct arrangement *arrangement, uint8_t *pieces, unsigned count);

#endif
