/* worth.h - what a round is worth to a seat, in thousandths of a victory. */
#ifndef RUMMERY_WORTH_H
#define RUMMERY_WORTH_H

#include "effort.h"

/* A round that is over or goes on. With a standing it is the match that counts, which this round
 * need not end; else the round, and its points a little. */
int worth_of(const struct state *world, unsigned seat, const struct standing *standing);

#endif
