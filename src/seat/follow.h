/* follow.h - a view, followed move by move. A move as it is told (docs/protocol.md) changes what a
 * seat sees just as it changed the table itself: state_apply does both. Nothing is read but the
 * texts of the message, and nothing is kept but the view. */
#ifndef RUMMERY_SEAT_FOLLOW_H
#define RUMMERY_SEAT_FOLLOW_H

#include "core/core.h"
#include "wire/text.h"

struct told_move {
    struct text action; /* its table may be short */
    struct text card;   /* what was drawn, told to the drawer alone; else empty */
    uint8_t seat;          /* who acted */
    uint8_t turn;          /* who is on turn afterwards, or SEAT_NONE */
    bool is_over;          /* the round: all racks lie open */
    uint8_t rack_count;
    struct text racks[SEATS_MAX];
};

enum followed {
    FOLLOWED,
    FOLLOWED_BY_TABLE, /* the stock has to be shuffled: the whole table will come */
    NOT_FOLLOWED       /* it says too little or does not fit: ask for the whole table */
};

/* Changes the view unless it cannot be followed. `done`, if not NULL, is the action itself, its
 * table in full. */
enum followed follow_move(struct view *view, const struct told_move *told, struct action *done);

/* Where the whole table was told instead of a move: what the seat on turn `before` has done, by the
 * `why` of the message. False where that is no move. */
bool follow_told(const struct view *before, const struct view *after, struct text why,
                 struct action *done);

#endif
