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

/* ---- Kinds of cards, a bit each ---- */

enum { KINDS_NUMBER_1 = 1 | 1 << FIGURES | 1 << 2 * FIGURES | 1 << 3 * FIGURES };

/* The kinds of the numbers after and before these, in the same colours. */
static inline uint32_t kinds_after(uint32_t kinds)
{
    const uint32_t last = (uint32_t)KINDS_NUMBER_1 << (FIGURES - 1);
    return (kinds & ~last) << 1 | (kinds & last) >> (FIGURES - 1);
}

static inline uint32_t kinds_before(uint32_t kinds)
{
    const uint32_t first = KINDS_NUMBER_1;
    return (kinds & ~first) >> 1 | (kinds & first) << (FIGURES - 1);
}

/* Those that lie in a run of three that can be made of these. */
static inline uint32_t kinds_in_runs(uint32_t held)
{
    uint32_t middle = held & kinds_after(held) & kinds_before(held);
    return middle | kinds_after(middle) | kinds_before(middle);
}

/* The numbers of which these hold three colours: bit 0 for 1. */
static inline uint32_t numbers_in_groups(uint32_t held)
{
    const uint32_t numbers = (1U << FIGURES) - 1;
    uint32_t g = held, y = held >> FIGURES, r = held >> 2 * FIGURES, b = held >> 3 * FIGURES;
    return ((g & y & (r | b)) | ((g | y) & r & b)) & numbers;
}

/* Those that the table's melds take as they lie, however long they are. */
uint32_t princess_table_takes(const struct table *table);

/* RA-06: the card came from the discard pile, may not go back, and the hand held no other
 * like it (cards that are alike cannot be told apart). */
bool princess_taken_is_barred(const struct state *state);

void princess_sample(const struct state *state, struct random *random, struct action *out);

#endif
