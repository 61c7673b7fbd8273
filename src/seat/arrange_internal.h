/* arrange_internal.h - what the files of the arrangement share: its steps (arrange.c), how pieces
 * are known again (arrange_known.c), and how cards stand on a rack and inside a meld
 * (arrange_order.c). */
#ifndef RUMMERY_ARRANGE_INTERNAL_H
#define RUMMERY_ARRANGE_INTERNAL_H

#include "seat/arrange.h"

const struct game *arrange_game(const struct arrangement *arrangement);

static inline struct layout *arrange_layout(struct arrangement *arrangement)
{
    return &arrangement->steps[arrangement->step];
}

static inline unsigned meld_start(const struct layout *layout, unsigned meld)
{
    return meld == 0 ? 0 : layout->end[meld - 1];
}

/* Pieces of the table. */
static inline unsigned layout_count(const struct layout *layout)
{
    return meld_start(layout, layout->meld_count);
}

uint16_t arrange_new_id(struct arrangement *arrangement);
/* The layout becomes the next step; what could be redone is forgotten. */
void arrange_push(struct arrangement *arrangement, const struct layout *next);

/* What lay there before: pieces and melds that can be known again, each once. */
struct past {
    struct piece piece[CARDS_CAP];
    struct layout layout;
    bool is_used[CARDS_CAP]; /* each piece */
    bool stays[CARDS_CAP];   /* each piece of the rack: not for the table */
};

void past_of(const struct arrangement *arrangement, const struct layout *layout,
             struct past *out);
/* These cards are still on the rack: equal ones that somebody laid are others. */
void past_keep_rack(struct past *past, struct cards rack);
/* No piece of the rack is to be known again. */
void past_forget_rack(struct past *past);
/* Finds the piece for each card of a table, NOWHERE if there is none, and the identity of each
 * meld, 0 if it is a new one. Melds are known again as their places are (places.h); as many pieces
 * as can be stay in their meld, others come from the table first, for they have to stay there. */
void past_find_table(struct past *past, const struct table *table, uint8_t pieces[CARDS_CAP],
                     uint16_t ids[CARDS_CAP]);
/* The next piece for one of the cards, which is taken off the list: those of the rack first, in
 * their order. NOWHERE when none is left. */
unsigned past_next_for_rack(struct past *past, struct cards *left);

/* Puts a rack into the chosen order; one by hand is that of `by_hand`, new cards at its end. Equal
 * cards keep theirs. */
void order_rack(const struct arrangement *arrangement, struct layout *layout);
/* Equal cards stand as they stood on the rack before; those that come to it, behind them. */
void order_twins(const struct arrangement *arrangement, const struct layout *before,
                 struct layout *layout);
void remember_hand(struct arrangement *arrangement, const struct layout *layout);
/* The pieces of a meld in the order in which they are read; what is mixed stays as it is. */
void order_meld(const struct arrangement *arrangement, uint8_t *pieces, unsigned count);

#endif
