/* happening.h - what has happened at the table, as data: which words say it is for the edge to
 * choose, by the stem of their key and the gaps filled in from here. */
#ifndef RUMMERY_HAPPENING_H
#define RUMMERY_HAPPENING_H

#include "core/core.h"

enum happening_kind {
    HAPPENED_DREW,      /* `what` is known or CARD_UNKNOWN; `stack` 1 to 5 in photo, else 0 */
    HAPPENED_FOUND_NONE, /* asked for a card, and there is none (RA-05) */
    HAPPENED_TOOK,      /* from the discard pile: `what` */
    HAPPENED_PLAYED,    /* `laid` from the rack, `taken_up` to it */
    HAPPENED_DISCARDED, /* `what` */
    HAPPENED_PASSED,
    HAPPENED_TIMEOUT,   /* as played */
    HAPPENED_DEALT,     /* this and the next three: `seat` is SEAT_NONE */
    HAPPENED_SHUFFLED,
    HAPPENED_BACK,      /* a move was taken back */
    HAPPENED_ROUND_OVER, /* `seat` went out, or SEAT_NONE; scores are the last of the sheet */
    HAPPENED_MATCH_OVER,
    HAPPENED_JOINED,
    HAPPENED_LEFT,
    HAPPENED_SAID,      /* `phrase` */
    HAPPENED_ASKED_BACK /* `seat` would like to take its last move back */
};

struct happening {
    uint32_t number; /* from 1 on, each once */
    uint8_t kind;    /* enum happening_kind */
    uint8_t seat;
    uint8_t stack;
    uint8_t phrase;
    card what;
    struct cards laid;
    struct cards taken_up;
};

/* What an action of a seat did, from one view before and after it. All but its number. */
void happening_of_action(const struct view *before, const struct view *after, unsigned seat,
                         const struct action *action, struct happening *out);
/* "drew", "played" and so on, for moves; NULL for all else. */
const char *happening_stem(enum happening_kind kind);

#endif
