/* hint.h - help in three steps (seat/hint.h) with the solver on a worker thread, what a turn
 * could have been, and where there is a discard pile also what to take and what to discard. */
#ifndef RUMMERY_HINT_H
#define RUMMERY_HINT_H

#include <uv.h>

#include "seat/hint.h"

struct hints {
    struct hint hint;
    struct action advice; /* HINT_NOTHING: ACTION_DRAW or ACTION_DISCARD, if there is any */
    bool has_advice;
    card top; /* of the discard pile then */
    unsigned possible; /* after a turn: a play of so many was possible. Who tells it sets 0 */
    struct hint_worker *worker;
};

/* `changed` is called on the loop when an answer has come. */
void hints_init(struct hints *hints, uv_loop_t *loop, void (*changed)(void *context),
                void *context);
/* One step more; the first one asks. The view is of the seat on turn. */
void hints_more(struct hints *hints, const struct view *view);
/* The position is another one, or the player has seen enough. */
void hints_close(struct hints *hints);
/* After a turn in which `laid` cards were laid from this position: was there more? Closing the
 * hint does not take this back. */
void hints_look_back(struct hints *hints, const struct view *view, unsigned laid);
void hints_free(struct hints *hints);
/* Whether there is something to ask in this view, whose seat is on turn. */
bool hints_can(const struct view *view);

#endif
