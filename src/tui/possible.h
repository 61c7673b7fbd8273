/* possible.h - "a play of 6 was possible": watches the turns of a seat, and asks the solver when
 * one is over, if the player wants to know. */
#ifndef RUMMERY_POSSIBLE_H
#define RUMMERY_POSSIBLE_H

#include "tui/hint.h"
#include "tui/sitting.h"

/* All zero is the beginning. */
struct possible {
    bool has_chance;    /* the seat could lay in this turn ... */
    struct view chance; /* ... from this position ... */
    unsigned laid;      /* ... and has laid so many */
    uint32_t seen;      /* the number of the last happening looked at */
};

/* To be called whenever the sitting has changed. The answer comes into hints->possible. */
void possible_watch(struct possible *possible, const struct sitting *sitting, unsigned seat,
                    struct hints *hints);

#endif
