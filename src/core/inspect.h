/* inspect.h - looking into a round: what lies where as bags, what a play changes, the game and its
 * options. For solver, computer players and whoever else thinks about a state or a view;
 * nothing here changes one. */
#ifndef RUMMERY_INSPECT_H
#define RUMMERY_INSPECT_H

#include "core.h"
#include "freestanding.h"

/* How many bits are set: pairs, fours and eights are added up. (The compiler's own may call a
 * library where the machine has no instruction for it.) */
static inline unsigned bits_count(unsigned bits)
{
    bits -= bits >> 1 & 0x55555555U;
    bits = (bits & 0x33333333U) + (bits >> 2 & 0x33333333U);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0fU;
    return bits * 0x01010101U >> 24;
}

/* ---- Cards ---- */

/* Both count every card once, CARD_UNKNOWN too. */
void bag_of_cards(const struct cards *cards, struct bag *out);
void bag_of_table(const struct table *table, struct bag *out);
/* Copies what is used; the rest becomes zero. */
void table_copy(struct table *to, const struct table *from);

/* ---- The state ---- */

const struct game *state_game(const struct state *state);
static inline unsigned state_option(const struct state *state, enum option option)
{
    return state->options.of[option];
}
/* Whether the seat on turn has laid its first meld. */
bool state_is_opened(const struct state *state);
/* Whether who goes out wins the round; elsewhere what was laid counts too. */
bool game_is_won_by_going_out(const struct game *game);

/* ---- Plays ---- */

/* What a play does to the table. */
struct change {
    struct bag laid; /* cards that lie there more often than before */
    struct bag gone; /* and less often */
    unsigned laid_count;
    unsigned moved_jokers; /* jokers before in melds that have no equal after */
    unsigned new_count;    /* melds after that have no equal before: how many, and which */
    uint8_t new_melds[CARDS_CAP];
};

/* From the table of the state to another one. */
void change_of(const struct state *state, const struct table *after, struct change *out);

#endif
