/* hint.h - help in three steps: how many cards can be laid, or that one can go out, which, and
 * how. The solver is asked once a position, by whoever has the time for it; the steps only show
 * more of its answer. */
#ifndef RUMMERY_SEAT_HINT_H
#define RUMMERY_SEAT_HINT_H

#include "core/core.h"

enum hint_step { HINT_OFF, HINT_ASKING, HINT_NOTHING, HINT_COUNT, HINT_CARDS, HINT_TABLE };

/* All zero is no hint. */
struct hint {
    uint8_t step; /* enum hint_step */
    bool is_out;  /* the round can be ended with them */
    struct cards laid;
    struct table table; /* how it lies then */
};

/* One step more; true if the solver is to be asked now. */
bool hint_more(struct hint *hint);
/* The answer: what is laid from the rack, how it lies then, and whether that ends the round. No
 * cards are none. */
void hint_take(struct hint *hint, const struct cards *laid, const struct table *table,
               bool is_out);
void hint_close(struct hint *hint);

struct workspace;
struct play;

/* The best play that may be played from this view now, and whether it ends the round; false if
 * there is none. */
bool hint_find(struct workspace *work, const struct view *view, struct play *out, bool *is_out);
/* Whether the round can be ended from this view now, found more quickly. */
bool hint_out(struct workspace *work, const struct view *view, struct play *out);
/* What it lays, in the order of the pack. */
void hint_laid(const struct play *play, struct cards *out);

#endif
