/* shuffle.h - the fair shuffle: nobody can choose the cards, and anybody can check that.
 *
 * The server commits to a seed, every seat adds bytes of its own, the lot, the deck and every
 * new stock of the round follow from all of them; docs/shuffle.md has the method byte by
 * byte. The seed is told when the round is over. */
#ifndef RUMMERY_SHUFFLE_H
#define RUMMERY_SHUFFLE_H

#include "core/core.h"

enum {
    SEED_SIZE = 32,
    COMMITMENT_SIZE = 32,
    MIX_MAX = 32,             /* most bytes one seat may add */
    SHUFFLE_LINE_MAX = 768    /* a `# shuffle` line with its closing NUL */
};

/* What one seat added; none if it was away or is no person. */
struct mix {
    uint8_t size;
    uint8_t bytes[MIX_MAX];
};

/* All that decides the chance of one round (counted from 1). */
struct shuffle {
    uint32_t round;
    uint8_t seats;
    uint8_t seed[SEED_SIZE];
    struct mix mix[SEATS_MAX];
};

/* A new secret seed. */
void shuffle_make_seed(uint8_t seed[SEED_SIZE]);
/* What is told before the deal. */
void shuffle_commitment(const uint8_t seed[SEED_SIZE], uint8_t out[COMMITMENT_SIZE]);

/* What chance does next in a match: the lot, the deck or the new stock. `reshuffle` counts
 * the new stocks of this round from 0. */
void shuffle_chance(const struct shuffle *shuffle, const struct match *match,
                    unsigned reshuffle, struct action *out);

/* The line of a record that lets anybody check the round: `# shuffle round=1 commit=HEX
 * seed=HEX mix=HEX,-,HEX`. The reader returns false for a line that is none, or whose
 * commitment is not that of its seed when `commitment` is NULL; else it hands both out. */
size_t shuffle_line_print(const struct shuffle *shuffle, char out[SHUFFLE_LINE_MAX]);
bool shuffle_line_read(const char *line, size_t size, struct shuffle *out,
                       uint8_t commitment[COMMITMENT_SIZE]);

#endif
