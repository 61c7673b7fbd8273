/* riddle.h - what is worked out beside the table: the best play, whether one can go out, what a
 * turn could have been, what to draw and to discard. The midend asks, a worker answers by
 * riddle_solve() whenever it is ready, and only the latest of each kind counts. */
#ifndef RUMMERY_RIDDLE_H
#define RUMMERY_RIDDLE_H

#include "core/core.h"

enum riddle_kind {
    RIDDLE_HINT,
    RIDDLE_OUT,      /* whether the round can be ended now */
    RIDDLE_LOOK_BACK /* whether more could have been laid */
};
enum { RIDDLE_COUNT = RIDDLE_LOOK_BACK + 1 };

struct riddle {
    uint32_t number; /* of its kind */
    uint8_t kind;    /* enum riddle_kind */
    uint8_t laid_then; /* look back: so many were laid */
    struct view view;  /* of the seat on turn */

    /* the answer */
    bool is_found; /* something can be laid: */
    bool is_out;   /* and ends the round */
    struct cards laid;
    struct table table;
    bool has_action; /* nothing can; this is what a good player would draw or discard */
    struct action action;
};

struct workspace;

/* Works the answer out. The same riddle has the same answer. */
void riddle_solve(struct workspace *work, struct riddle *riddle);

#endif
