/* follow.h - a view, followed move by move. A move as it is told (wire/message.h) changes what a
 * seat sees just as it changed the table itself: state_apply does both. Nothing is kept but the
 * view. */
#ifndef RUMMERY_SEAT_FOLLOW_H
#define RUMMERY_SEAT_FOLLOW_H

#include "wire/message.h"

enum followed {
    FOLLOWED,
    FOLLOWED_BY_TABLE, /* the stock has to be shuffled: the whole table will come */
    NOT_FOLLOWED       /* it says too little or does not fit: ask for the whole table */
};

/* The action of a move, its table in full: a short one is told by the table before, which is the
 * same for all who look on. False if it is none. */
bool follow_action(const struct view *before, const struct room_message *move, struct action *out);
/* Changes the view by that action unless it cannot be followed. */
enum followed follow_move(struct view *view, const struct room_message *move,
                          const struct action *action);

/* Where the whole table was told instead of a move: what the seat on turn `before` has done, by the
 * `why` of the message. False where that is no move. */
bool follow_told(const struct view *before, const struct view *after, enum table_why why,
                 struct action *done);

#endif
