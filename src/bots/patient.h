/* patient.h - the player who waits. */
#ifndef RUMMERY_PATIENT_H
#define RUMMERY_PATIENT_H

#include "effort.h"
#include "solver/solver.h"

/* Whether waiting is worth anything in the game: where one either lays or draws. */
bool patient_suits(const struct game *game);

/* What the seat on turn does; only its cards are looked at. It goes out if it can, opens if it
 * can, and else draws as long as it holds fewer than `hold_max` cards (a few more where more
 * than two play); with so many it lays a single one. With `is_quick` it does not
 * weigh which one; else it may take half of the time. */
void patient_imagine(struct workspace *work, const struct state *seen,
                     const struct effort *effort, bool is_quick, struct action *out);

#endif
