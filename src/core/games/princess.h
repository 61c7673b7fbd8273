/* princess.h - cards of Princess Rummy, shared by its rules (princess.c) and its simple
 * player (princess_player.c). */
#ifndef RUMMERY_PRINCESS_H
#define RUMMERY_PRINCESS_H

#include "../inspect.h"

enum { COLOURS = 4, FIGURES = 7, CARD_KINDS = COLOURS * FIGURES, COPIES = 2 };
enum { MELD_MIN = 3, RUN_CAP = FIGURES * COPIES };

static inline unsigned card_colour(card what)
{
    return what / FIGURES;
}

static inline unsigned card_number(card what)
{
    return what % FIGURES + 1U;
}

static inline card card_of(unsigned colour, unsigned number)
{
    return (card)(colour * FIGURES + number - 1);
}

/* 7 is followed by 1. */
static inline unsigned number_after(unsigned number)
{
    return number % FIGURES + 1;
}

static inline unsigned number_before(unsigned number)
{
    return (number + FIGURES - 2) % FIGURES + 1;
}

static inline bool is_group(struct meld meld)
{
    return card_number(meld.at[0]) == card_number(meld.at[1]);
}

static inline int meld_points(struct meld meld)
{
    int sum = 0;
    for (unsigned i = 0; i < meld.count; i++)
        sum += (int)card_number(meld.at[i]);
    return sum;
}

/* RA-06: the card came from the discard pile, may not go back, and the hand held no other
 * like it (cards that are alike cannot be told apart). */
bool princess_taken_is_barred(const struct state *state);

void princess_sample(const struct state *state, struct random *random, struct action *out);

#endif
