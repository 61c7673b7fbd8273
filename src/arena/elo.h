/* elo.h - ratings from who beat whom in any number of meetings, by Bradley and Terry. */
#ifndef RUMMERY_ELO_H
#define RUMMERY_ELO_H

#include "arena/figures.h"

/* Some of the contestants, and what came of it. The first `figures.seats` of `who` count. */
struct meeting {
    uint8_t who[SEATS_MAX];
    struct figures figures;
};

/* Fills in an estimate for each of `count` contestants; their mean is 0. The intervals are
 * clustered by deal, like those of rates: a deal whose rounds go to whoever had the better cards
 * says little about anybody. Where a player won or lost nearly everything that spread says nothing,
 * and the model's own is taken, as if the rounds of a deal were one. */
void elo_rate(unsigned count, const struct meeting *meetings, unsigned meeting_count,
              struct estimate *out);

#endif
