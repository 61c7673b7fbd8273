/* arrange.h - the table and rack of one seat while a turn is being thought out: pure data, no
 * I/O and no clock. Pieces and melds have an identity that they keep while they move and from
 * turn to turn, so that two alike can be told apart and eyes can follow them. What can never be
 * meant is not done; all else is for the core to judge.
 *
 * One of these lives as long as the seat does: the order of the rack outlives the turns. */
#ifndef RUMMERY_ARRANGE_H
#define RUMMERY_ARRANGE_H

#include "places/places.h"

enum { ARRANGE_STEPS_MAX = 128 }; /* of undo; the oldest are forgotten */

/* Indices into `piece`. */
struct layout {
    uint16_t id[CARDS_CAP]; /* of each meld */
    uint8_t rack_count;
    uint8_t meld_count;
    uint8_t rack[CARDS_CAP];
    uint8_t owner[CARDS_CAP]; /* of each meld */
    uint8_t end[CARDS_CAP];   /* meld i: at[end of meld i-1] up to before at[end[i]] */
    uint8_t at[CARDS_CAP];
};

struct piece {
    uint16_t id; /* no other piece of this arrangement ever has it */
    card what;
    bool is_own;    /* was on the rack when the turn began */
    bool is_new;    /* came to the rack since the end of the seat's last turn, or by it */
    bool is_picked;
};

struct arrangement {
    struct view view; /* what the turn began with */
    uint8_t seat;     /* SEAT_WATCHER: only a table to look at */
    uint8_t order;    /* enum rack_order */
    bool is_shown;    /* what lies there is somebody else's unfinished table */
    uint16_t last_id;
    uint8_t piece_count;
    struct piece piece[CARDS_CAP];
    struct cards by_hand; /* the order made by hand, as cards */
    uint8_t step;         /* the layout that is shown ... */
    uint8_t step_count;   /* ... of those there are; the first is what the view says */
    struct layout steps[ARRANGE_STEPS_MAX];
};

/* ---- Beginning ---- */

void arrange_init(struct arrangement *arrangement);
/* What the view says now: a new turn, a card revealed, somebody else's move. Nothing is undone
 * across it. The same view again changes nothing. */
void arrange_begin(struct arrangement *arrangement, const struct view *view);
/* Somebody else's unfinished table in place of the view's own. */
void arrange_show(struct arrangement *arrangement, const struct table *table);
/* Lays the table so, out of the same pieces, as one step that can be undone: a draft, a hint.
 * False if it names cards that are not there. */
bool arrange_lay_out(struct arrangement *arrangement, const struct table *table);

/* ---- Looking ---- */

const struct layout *arrange_now(const struct arrangement *arrangement);
/* The pieces of a meld and how many. */
const uint8_t *arrange_meld(const struct arrangement *arrangement, unsigned meld,
                            unsigned *count);
/* The meld that a piece lies in, NOWHERE if it is on the rack. */
unsigned arrange_meld_of(const struct arrangement *arrangement, unsigned piece);
void arrange_table(const struct arrangement *arrangement, struct table *out);
/* Where the melds lie, those of the view being at `places`. */
void arrange_places(const struct arrangement *arrangement, const struct places *places,
                    struct places *out);
/* The pieces of the rack that are still to be laid until the table lies so, meld by meld, and the
 * identity of the meld that each goes into, 0 for one that is not there yet. Gives how many. */
unsigned arrange_missing(const struct arrangement *arrangement, const struct table *table,
                         uint8_t pieces[CARDS_CAP], uint16_t melds[CARDS_CAP]);
/* Whether an own card was laid that lies elsewhere in that table, or not at all. */
bool arrange_is_astray(const struct arrangement *arrangement, const struct table *table);
/* Whether melds lie there other than those of the view, in whatever order. */
bool arrange_is_changed(const struct arrangement *arrangement);
/* How many own cards lie on the table that were on the rack. */
unsigned arrange_laid_count(const struct arrangement *arrangement);

/* What keeps the seat from laying now: REASON_NONE if nothing does. */
enum reason arrange_lay_refusal(const struct view *view);
/* Whether the seat may neither lay nor draw now. */
bool arrange_can_pass(const struct view *view);
/* What the core says of one meld; the error's `place` is the index in the meld. */
bool arrange_judge_meld(const struct arrangement *arrangement, unsigned meld,
                        struct error *error);
/* What it says of the play as it lies: true if it may be sent. */
bool arrange_judge(const struct arrangement *arrangement, struct error *error);
/* The way to the first meld; false once it is behind or where there is none. What correct melds
 * are worth by themselves is counted in full, what their tiles would be worth without others only
 * as far as it is needed. */
bool arrange_first_meld(const struct arrangement *arrangement, int *have, int *need);
/* The cards that could lie in place of that joker of the table, in a correct meld. */
void arrange_freeing(const struct arrangement *arrangement, unsigned piece, struct cards *out);
/* The action to be sent. */
void arrange_action(const struct arrangement *arrangement, struct action *out);

/* ---- Picking ---- */

void arrange_pick(struct arrangement *arrangement, unsigned piece, bool is_picked);
void arrange_unpick(struct arrangement *arrangement);
unsigned arrange_picked(const struct arrangement *arrangement, uint8_t out[CARDS_CAP]);

/* ---- Moving ---- */

enum put_result {
    PUT_DONE,
    PUT_NOTHING, /* no such piece or place, or nothing is picked */
    PUT_STAYS    /* what lies on the table may not be taken up or, in princess, moved */
};

/* Whether a piece may go elsewhere: to another meld, or to the rack. */
bool arrange_may_send(const struct arrangement *arrangement, unsigned piece, bool to_rack);

enum { PLACE_ANY = 255 }; /* the pieces order themselves */

/* These move the pieces that are picked. Inside a meld `place` counts the pieces that stay. */
enum put_result arrange_put_meld(struct arrangement *arrangement, unsigned meld,
                                 unsigned place);
enum put_result arrange_put_new(struct arrangement *arrangement);
/* Pieces of the rack change their order to one by hand, which is no step; others go back. */
enum put_result arrange_put_rack(struct arrangement *arrangement, unsigned place);
/* The pieces of a meld from `place` on become a meld of their own. */
enum put_result arrange_split(struct arrangement *arrangement, unsigned meld, unsigned place);

bool arrange_undo(struct arrangement *arrangement);
bool arrange_redo(struct arrangement *arrangement);
/* To the beginning of the turn; undo goes back from there. */
bool arrange_again(struct arrangement *arrangement);
void arrange_sort(struct arrangement *arrangement, enum rack_order order);
/* The order by hand as it was kept somewhere: cards that are not there are no harm. */
void arrange_remember(struct arrangement *arrangement, const struct cards *by_hand);
/* Puts cards into the first order that racks of the game have. */
void cards_sort(const struct game *game, struct cards *cards);

#endif
