/* paint.h - a round in coloured text, move by move, for `demo` and `replay`. */
#ifndef RUMMERY_PAINT_H
#define RUMMERY_PAINT_H

#include <stdbool.h>

#include "core/core.h"

struct paint {
    bool has_colour;
    unsigned delay_ms; /* pause after each move */
};

/* Colour and pace as they suit standard output: both only on a terminal without NO_COLOR. */
struct paint paint_for_stdout(void);

void paint_header(const struct paint *paint, const struct match *match);
/* What an action did: `before` is the match as it was, `after` as it is. */
void paint_move(const struct paint *paint, const struct match *before,
                const struct action *action, const struct match *after);

#endif
