/* rummery_device.h - librummery, for programs that draw a table themselves: a table as one person
 * has it on a screen. What the table tells that person goes here, in the process and without JSON,
 * in place of rummery_table_hear(). A device knows nothing else. It keeps how the cards lie while a
 * turn is thought out, asks the table for what is done, and says what may be done now, why not, and
 * what to do next: whoever draws it needs no rule of its own.
 *
 * - What is not barred the table takes, and the act that is advised is never barred.
 * - What is barred has changed nothing.
 * - Pieces are the cards that can be seen on the table and on the own rack. Pieces and melds have
 *   an identity, a number above 0 that they keep while they lie otherwise and from turn to turn.
 * - What only reads tells how things were when the table or a device was called last. Indices of
 *   pieces and melds are good until then.
 * - A device and its table are as one handle to threads. Either may be freed first.
 * - It keeps to what rummery.h says of handles, texts and errors. A device to which memory was
 *   lacking can only be freed; the table goes on. */
#ifndef RUMMERY_DEVICE_H
#define RUMMERY_DEVICE_H

#include "rummery.h"

#ifdef __cplusplus
extern "C" {
#endif
/* cdef */

struct rummery_device;

enum {
    RUMMERY_PIECES_MAX = 128,    /* on the table and on the rack */
    RUMMERY_HAPPENINGS_KEPT = 16 /* the last ones can be read, and perhaps more */
};

/* What people do. */
enum rummery_intent_kind {
    RUMMERY_INTENT_PICK,     /* `piece`; one that is picked is put down again */
    RUMMERY_INTENT_LIFT,     /* `piece` is dragged: alone, unless it is picked with others */
    RUMMERY_INTENT_UNPICK,   /* all that is picked is put down */
    RUMMERY_INTENT_PUT_NEW,  /* what is picked becomes a meld */
    RUMMERY_INTENT_PUT_MELD, /* into `meld`, before what lies at `place` of it */
    RUMMERY_INTENT_PUT_RACK, /* onto the rack, at `place` */
    RUMMERY_INTENT_SPLIT,    /* `meld` from `place` on is a meld of its own */
    RUMMERY_INTENT_UNDO,
    RUMMERY_INTENT_REDO,
    RUMMERY_INTENT_AGAIN,      /* all that was laid goes back */
    RUMMERY_INTENT_SORT,       /* the rack stands by `order` */
    RUMMERY_INTENT_HINT,       /* one step more; worked out within the call */
    RUMMERY_INTENT_LAY_HINT,   /* lays it out, as one step */
    RUMMERY_INTENT_CLOSE_HINT,
    RUMMERY_INTENT_PLAY,       /* what was laid */
    RUMMERY_INTENT_DRAW,       /* `from` */
    RUMMERY_INTENT_PASS,
    RUMMERY_INTENT_DISCARD,    /* `piece`, or with 0 the one that is picked */
    RUMMERY_INTENT_LOOK,       /* several at one device: who is on turn is there */
    RUMMERY_INTENT_PASS_ON,    /* several at one device: what was drawn has been seen */
    RUMMERY_INTENT_START,
    RUMMERY_INTENT_NEXT,
    RUMMERY_INTENT_NEXT_NOW,   /* without waiting for the others */
    RUMMERY_INTENT_REMATCH,
    RUMMERY_INTENT_BACK,
    RUMMERY_INTENT_ALLOW,
    RUMMERY_INTENT_SAY,        /* `phrase` */
    RUMMERY_INTENT_LEAVE
};

enum { RUMMERY_FROM_STOCK = 0, /* or a stack, from 1 on */ RUMMERY_FROM_DISCARD = 255 };
enum { RUMMERY_PLACE_ANY = 255 }; /* the pieces order themselves */
/* How a rack stands. */
enum rummery_order { RUMMERY_ORDER_RUNS, RUMMERY_ORDER_SETS, RUMMERY_ORDER_HAND };

/* What a kind does not use may be any number that it could be; `reserved` is 0. */
struct rummery_intent {
    int32_t kind;        /* enum rummery_intent_kind */
    int32_t piece, meld; /* by their identities */
    int32_t place;       /* from 0, or RUMMERY_PLACE_ANY */
    int32_t from;
    int32_t order;  /* enum rummery_order */
    int32_t phrase; /* from 0 */
    int32_t reserved[9];
};

/* What keeps something from being done. */
enum rummery_bar {
    RUMMERY_BAR_NONE,        /* nothing does */
    RUMMERY_BAR_NOT_NOW,     /* the match is not so far, or further */
    RUMMERY_BAR_WATCHING,    /* this is nobody's seat */
    RUMMERY_BAR_NOT_ON_TURN,
    RUMMERY_BAR_GONE,        /* the person has left, or the table was freed */
    RUMMERY_BAR_CURTAIN,     /* RUMMERY_INTENT_LOOK comes first */
    RUMMERY_BAR_NOT_HOST,
    RUMMERY_BAR_PICK_FIRST,  /* nothing is picked, or nothing is laid */
    RUMMERY_BAR_PICK_SINGLE, /* one card of the rack has to be picked */
    RUMMERY_BAR_LAID_CARDS,  /* something lies there that would be lost */
    RUMMERY_BAR_STAYS,       /* what lies there may not be taken up, or not be moved */
    RUMMERY_BAR_NOTHING,     /* there is no such piece, meld, pile, order or phrase */
    RUMMERY_BAR_NO_STEP,     /* nothing to undo, or to do again */
    RUMMERY_BAR_NO_HINT,     /* none was asked for, or it knows nothing to lay */
    RUMMERY_BAR_RULE,        /* the rules; the error says which */
    RUMMERY_BAR_AWAY         /* rummery_table_go() */
};

/* What to do now. */
enum rummery_advice_kind {
    RUMMERY_ADVICE_WAIT, /* for `seat`, or with RUMMERY_NOBODY for anything; without an act */
    RUMMERY_ADVICE_LOOK, /* `seat` is on turn */
    RUMMERY_ADVICE_PASS_ON,
    RUMMERY_ADVICE_START,
    RUMMERY_ADVICE_NEXT,
    RUMMERY_ADVICE_REMATCH,
    RUMMERY_ADVICE_DRAW,
    RUMMERY_ADVICE_TAKE, /* the open card */
    RUMMERY_ADVICE_LAY,  /* the hint knows something to lay */
    RUMMERY_ADVICE_PLAY, /* what lies there may be played */
    RUMMERY_ADVICE_TAKE_BACK, /* what lies there may not: `why` */
    RUMMERY_ADVICE_PICK, /* a card to discard */
    RUMMERY_ADVICE_DISCARD,
    RUMMERY_ADVICE_PASS
};

struct rummery_advice {
    int32_t kind; /* enum rummery_advice_kind */
    int32_t seat;
    int32_t why; /* enum rummery_bar: what is waited for, or what is wrong */
    int32_t reserved[5];
    struct rummery_intent act;
};

/* How things stand. Yes is 1, no is 0. */
struct rummery_situation {
    int64_t revision; /* another one whenever anything is otherwise but the clock */
    int64_t left_ms;  /* for the seat on turn; -1: it has no clock */
    int32_t game;     /* for rummery_game_name() */
    int32_t phase;    /* enum rummery_table_phase */
    int32_t seats;
    int32_t own;  /* bit a seat: of this device; 0: it watches */
    int32_t seat; /* whose cards are shown, or RUMMERY_NOBODY */
    int32_t turn; /* who is on turn, or RUMMERY_NOBODY */
    int32_t turn_phase; /* enum rummery_phase; 0 before a deal */
    int32_t match, round; /* from 1; 0 before */
    int32_t rounds;  /* of which there are scores */
    int32_t winners; /* bit a seat, once the match is over */
    int32_t is_host, is_away, is_gone;
    int32_t is_curtained; /* several at one device: nobody's rack is shown */
    int32_t is_lingering; /* likewise: `drawn` is looked at, and the next is on turn */
    int32_t asking_back;  /* who would like to take the last action back, or RUMMERY_NOBODY */
    int32_t draft_seat;   /* whose unfinished table is shown, or RUMMERY_NOBODY */
    int32_t pieces, melds;
    int32_t rack_first; /* the pieces of the melds come first, then the rack in its order */
    int32_t order;      /* enum rummery_order */
    int32_t is_changed; /* other melds lie there than when the turn began */
    int32_t opening_have, opening_need; /* on the way to the first meld; both 0: none */
    int32_t happened; /* the number of the last happening */
    int32_t reserved[10];
    char drawn[16]; /* the card that was drawn just now, or empty */
};

enum { RUMMERY_SEAT_PERSON = 3 }; /* in struct rummery_sitter only */

struct rummery_sitter {
    int32_t kind;      /* enum rummery_seat_kind, or RUMMERY_SEAT_PERSON */
    int32_t level;     /* of a computer player */
    int32_t is_here, is_ready;
    int32_t stands_in; /* a computer player acts for a person who is away */
    int32_t total;     /* the points of the match */
    int32_t cards;     /* on the rack */
    int32_t has_opened;
    int32_t reserved[8];
    char colour[4];
    char name[100]; /* empty for computer players */
};

struct rummery_piece {
    int32_t id;
    int32_t meld;   /* the identity of the one it lies in; 0: it is on the rack */
    int32_t is_own; /* was on the rack when the turn began */
    int32_t is_new; /* came to the rack since the end of the last own turn */
    int32_t is_picked;
    int32_t reserved[7];
    char card[16];
};

struct rummery_meld {
    int32_t id;
    int32_t owner;       /* where melds are somebody's, else RUMMERY_NOBODY */
    int32_t first;       /* the index of its first piece; the others follow */
    int32_t count;
    int32_t row, column; /* on a board that is the same for all: one card wide, one meld high */
    int32_t is_correct;
    int32_t reserved[9];
};

enum rummery_hint_step {
    RUMMERY_HINT_OFF,
    RUMMERY_HINT_NOTHING = 2, /* nothing can be laid; perhaps there is an action that is better */
    RUMMERY_HINT_COUNT,       /* how many cards can be laid, */
    RUMMERY_HINT_CARDS,       /* which, */
    RUMMERY_HINT_TABLE        /* and how it lies then */
};

struct rummery_hint {
    int32_t step;      /* enum rummery_hint_step */
    int32_t laid;      /* how many cards */
    int32_t is_out;    /* the round ends with them */
    int32_t is_astray; /* something was laid that lies otherwise there */
    int32_t reserved[12];
};

enum rummery_happening_kind {
    RUMMERY_HAPPENED_DREW,       /* `card`, `?` where that is not seen; `stack` */
    RUMMERY_HAPPENED_FOUND_NONE, /* asked for a card, and there is none */
    RUMMERY_HAPPENED_TOOK,       /* the open card */
    RUMMERY_HAPPENED_PLAYED,
    RUMMERY_HAPPENED_DISCARDED,
    RUMMERY_HAPPENED_PASSED,
    RUMMERY_HAPPENED_TIMEOUT, /* the time was over: as played */
    RUMMERY_HAPPENED_DEALT,
    RUMMERY_HAPPENED_SHUFFLED,
    RUMMERY_HAPPENED_BACK, /* an action was taken back */
    RUMMERY_HAPPENED_ROUND_OVER, /* `seat` went out, or nobody */
    RUMMERY_HAPPENED_MATCH_OVER,
    RUMMERY_HAPPENED_JOINED,
    RUMMERY_HAPPENED_LEFT,
    RUMMERY_HAPPENED_SAID,      /* `phrase` */
    RUMMERY_HAPPENED_ASKED_BACK /* `seat` would like to take its last action back */
};

struct rummery_happening {
    int32_t number; /* from 1 on, each once */
    int32_t kind;   /* enum rummery_happening_kind */
    int32_t seat;   /* or RUMMERY_NOBODY */
    int32_t stack;  /* that was drawn from, from 1; 0 */
    int32_t phrase;
    int32_t laid, taken_up; /* how many cards, from the rack and back to it */
    int32_t reserved[9];
    char card[16];
};

/* Several people who share a device are one person to the table, with a seat for each of them: the
 * first ones at a table, and some who come later. As rummery_table_new() and
 * rummery_table_join(); rummery_table_seat_of() gives the first seat. While one of them is on turn
 * the device shows that one's cards, after RUMMERY_INTENT_LOOK. */
struct rummery_table *rummery_table_new_shared(const char *setup, const char *const *names,
                                               int count, uint64_t now_ms,
                                               struct rummery_error *error);
int rummery_table_join_shared(struct rummery_table *table, const char *const *names, int count,
                              uint64_t now_ms, struct rummery_error *error);

/* A device for a person who is there, or with RUMMERY_NOBODY for all who only watch. There is one
 * for each, and while there is rummery_table_hear() has nothing for that person. */
struct rummery_device *rummery_device_new(struct rummery_table *table, int person,
                                          uint64_t now_ms, struct rummery_error *error);
void rummery_device_free(struct rummery_device *device);

/* What keeps that from being done now: RUMMERY_BAR_NONE, another enum rummery_bar with the error
 * filled in (its `reason` is the name of the bar, or that of the rules), or below 0 where there is
 * no such intent. */
int rummery_device_bar(const struct rummery_device *device, const struct rummery_intent *intent,
                       struct rummery_error *error);
/* Does it. What is barred is refused: RUMMERY_RULE by the rules, else RUMMERY_NOT_NOW. */
int rummery_device_do(struct rummery_device *device, const struct rummery_intent *intent,
                      uint64_t now_ms, struct rummery_error *error);
/* The same for an action in our notation; a `play` stands for itself, whatever was laid. */
int rummery_device_act_bar(const struct rummery_device *device, const char *action,
                           struct rummery_error *error);
int rummery_device_act(struct rummery_device *device, const char *action, uint64_t now_ms,
                       struct rummery_error *error);
/* The one thing to do now; `error` is filled in by what `why` is. After RUMMERY_INTENT_HINT it
 * follows the hint. */
int rummery_device_advice(const struct rummery_device *device, struct rummery_advice *out,
                          struct rummery_error *error);

int rummery_device_situation(const struct rummery_device *device, uint64_t now_ms,
                             struct rummery_situation *out);
int rummery_device_sitter(const struct rummery_device *device, int seat,
                          struct rummery_sitter *out);
int rummery_device_piece(const struct rummery_device *device, int index,
                         struct rummery_piece *out);
int rummery_device_meld(const struct rummery_device *device, int index, struct rummery_meld *out);
/* RUMMERY_OK, or what is wrong with that meld; `place` is the piece within it. */
int rummery_device_meld_judge(const struct rummery_device *device, int index,
                              struct rummery_error *error);
/* All melds as they lie now, as a table. */
int rummery_device_table(const struct rummery_device *device, char *out, size_t room);
/* What the seat that is shown sees, as the table tells it: without what was laid since. Behind the
 * curtain it is what everybody sees. RUMMERY_NOT_NOW where no cards are dealt. */
int rummery_device_look(const struct rummery_device *device, struct rummery_view *view,
                        struct rummery_error *error);
/* The scores of a round, from 1, one for each seat; as rummery_match_totals(). */
int rummery_device_scores(const struct rummery_device *device, int round, int32_t *out,
                          int count);
/* The hint as far as it was asked for. Its texts are empty where it is not so far: the cards to
 * lay, the table then, and with RUMMERY_HINT_NOTHING an action. */
int rummery_device_hint(const struct rummery_device *device, struct rummery_hint *out);
int rummery_device_hint_cards(const struct rummery_device *device, char *out, size_t room);
int rummery_device_hint_table(const struct rummery_device *device, char *out, size_t room);
int rummery_device_hint_action(const struct rummery_device *device, char *out, size_t room);
/* What has happened at the table, by its number; RUMMERY_ARGUMENT for one that has not, or is too
 * long ago. And the cards that were laid, or taken up. */
int rummery_device_happening(const struct rummery_device *device, int number,
                             struct rummery_happening *out);
int rummery_device_laid(const struct rummery_device *device, int number, char *out, size_t room);
int rummery_device_taken_up(const struct rummery_device *device, int number, char *out,
                            size_t room);

/* end of cdef */
#ifdef __cplusplus
}
#endif

#endif
