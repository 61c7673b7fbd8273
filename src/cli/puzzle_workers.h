/* puzzle_workers.h - rounds searched for puzzles by several processes at once. What they find comes
 * in the order of the rounds, so that their number makes no difference. */
#ifndef RUMMERY_PUZZLE_WORKERS_H
#define RUMMERY_PUZZLE_WORKERS_H

#include "puzzles/make.h"

enum { WORKERS_MAX = 64 };

struct workers;

/* So many processes look at every so-many-th round; NULL if they cannot be started. */
struct workers *workers_start(unsigned game_index, uint64_t seed, unsigned count);
/* As puzzle_source has it; each round is asked for once, in order. */
bool workers_next(void *workers, uint64_t number, struct puzzle *out);
/* May be NULL. */
void workers_stop(struct workers *workers);

#endif
