/* fleet_worlds.h - a life of several servers lived twice: what chance dealt and what players
 * chose is noted, and done again with cards changed that one of them could not see. All else is
 * from the seed, so whatever that one is told must be the same, byte for byte. */
#ifndef RUMMERY_FLEET_WORLDS_H
#define RUMMERY_FLEET_WORLDS_H

#include "sim.h"

/* From here on chance and choices are noted, or with `is_second` done as they were, with the cards
 * as they were changed. */
void worlds_begin(uint64_t seed, bool is_second);
/* Of a sim_config. */
void worlds_chance(struct sim *sim, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out);
void worlds_choose(struct sim *sim, const struct state *seen, struct action *out);

/* Changes the deck of a table, the `deal`th that was dealt, in what the viewer has not seen by the
 * end of the table's log, and nobody has tried to lay. How many cards lie elsewhere then. */
unsigned worlds_change(struct store *store, const char *table, unsigned deal, unsigned viewer);
/* Whether no other deck was dealt than so many: what was over is open to all. */
bool worlds_has_dealt(unsigned count);

#endif
