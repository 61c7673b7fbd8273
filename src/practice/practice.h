/* practice.h - one position that one seat plays from, again and again: for lessons, puzzles and
 * whoever wants to try. What the seat cannot see is dealt out by a seed, so that the round can go
 * on by the rules alone: cards are drawn, and an end is scored. */
#ifndef RUMMERY_PRACTICE_H
#define RUMMERY_PRACTICE_H

#include "places/places.h"
#include "wire/text.h"

struct practice {
    struct state state; /* all cards are known */
    struct places places;
    struct state begun; /* where it began, and goes back to */
    struct places begun_places;
    struct cards next;   /* cards that are drawn first, whatever the seed */
    uint8_t seat;        /* who plays */
    uint8_t drawn_count; /* cards of `next` that were drawn */
    uint8_t done;        /* bit an enum action_kind: what the seat has done so far */
    struct action last;  /* the last of it */
    bool is_shuffled;    /* it needed a new stock */
    struct random random;
};

/* From the short text of a position (wire/position_text.h) in which the viewer is on turn; false if
 * it is none. */
bool practice_begin(struct practice *practice, struct text position, uint64_t seed);
/* From what a seat sees: the same. */
bool practice_from_view(struct practice *practice, const struct view *view,
                        const struct places *places, const struct cards *next, uint64_t seed);
/* Back to where it began, with the same cards. */
void practice_again(struct practice *practice);
/* An action of the seat; false with the error filled in, and then nothing has changed. A new stock
 * that it needs is made. */
bool practice_act(struct practice *practice, struct action *action, struct error *error);
/* Whether the seat is still on turn. */
bool practice_is_on(const struct practice *practice);
/* What the seat sees now. */
void practice_view(const struct practice *practice, struct view *out);

/* ---- Goals ---- */

enum outcome { GOAL_OPEN, GOAL_MET, GOAL_MISSED };

/* How many cards of the rack lie on the table, and what they are worth. */
unsigned practice_laid(const struct practice *practice, unsigned *points);
/* Whether a goal can be read at all for such a game. */
bool goal_holds(const struct game *game, struct text goal);
/* What has come of it. A goal is conditions with a semicolon between them (docs/lessons.md): all of
 * them have to hold when the turn ends or, where it says `until`, once that was done. With `|`
 * between several, one is enough. */
enum outcome goal_judge(const struct practice *practice, struct text goal);

#endif
