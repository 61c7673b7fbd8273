/* view.c - the one door for hidden information: what a seat may know of a round.
 * Everything public is copied, everything hidden becomes CARD_UNKNOWN. */
#include "game.h"

static void hide(struct cards *cards)
{
    memset(cards->at, CARD_UNKNOWN, cards->count);
}

static void hide_stock(struct stock *stock)
{
    for (unsigned i = 0; i < STACKS_MAX; i++)
        if (stock->count[i] > 0)
            memset(&stock->at[stock->start[i]], CARD_UNKNOWN, stock->count[i]);
}

void view_of(const struct state *state, unsigned seat, struct view *out)
{
    struct state *seen = &out->seen;
    ASSERT(state->viewer == SEAT_NONE || state->viewer == seat);
    memcpy(seen, state, sizeof *seen);
    seen->viewer = (uint8_t)seat;
    if (state->phase == PHASE_OVER)
        return; /* the cards lie open when the round is over */
    hide_stock(&seen->stock);
    for (unsigned other = 0; other < state->seats; other++)
        if (other != seat)
            hide(&seen->rack[other]);
    if (state->seat != seat && state->taken_from == TAKEN_STOCK)
        seen->taken = CARD_UNKNOWN;
}
