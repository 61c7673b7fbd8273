/* habits.h - the numbers that computer players of each game go by. They were tuned by `rummery
 * arena` (docs/bots.md); this is the only place where players know a game by its name. */
#ifndef RUMMERY_HABITS_H
#define RUMMERY_HABITS_H

#include "careless.h"
#include "effort.h"

enum { CARELESS_LEVELS = 4 };

struct habits {
    const char *id;
    struct eyes eyes[CARELESS_LEVELS]; /* of levels 1 to 4 */
    struct effort effort;              /* of the expert */
    uint8_t hold, kind, thief;         /* of the policy in kind */
    int spread;                        /* how far apart one round sets two players, about */
    unsigned review_rounds;            /* imagined to review a whole match in a second, about */
};

/* Those of the game; for one that nobody has tuned they are such as will do anywhere. */
const struct habits *habits_of(const struct game *game);

#endif
