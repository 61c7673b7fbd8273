/* pace.h - how long a computer player seems to take, so that people can follow it: laying six
 * cards takes longer than laying one, and a draw is quick. */
#ifndef RUMMERY_PACE_H
#define RUMMERY_PACE_H

#include "core/core.h"

enum {
    PACE_QUARTERS_MAX = 8 /* nobody wants to wait for every card of a long play */
};

/* What an action takes beyond the usual pause, in quarters of it. */
static inline unsigned pace_quarters(const struct table *before, const struct action *action)
{
    if (action->kind != ACTION_PLAY)
        return 0;
    unsigned laid = table_card_count(&action->table) - table_card_count(before);
    return laid < PACE_QUARTERS_MAX ? laid : PACE_QUARTERS_MAX;
}

#endif
