/* model.h - what a painter reads of a midend, where it cannot read C: one flat struct of a fixed
 * layout, the same bytes on every machine that has the low byte first. There are no pointers in it
 * and no padding that is not named, so that two models are the same if their bytes are; what is not
 * used is zero. model_fields.h tells its offsets to other languages.
 *
 * It has what may be shown on this device now and nothing else: behind the curtain nobody's rack,
 * nobody's hint, and of what another person of the device has drawn not which card it was. */
#ifndef RUMMERY_MODEL_H
#define RUMMERY_MODEL_H

#include "midend/midend.h"

enum {
    MODEL_HAPPENINGS = 16, /* the last ones */
    MODEL_SHEET_ROWS = 16, /* the last ones */
    MODEL_FREEING = JOKERS_MAX * KINDS_MAX,
    MODEL_NAME_SIZE = 100, /* NAME_SIZE, rounded up */
    MODEL_DRAWS = STACKS_MAX + 1,
    SCORE_PARTS = 3
};
#define MODEL_NO_CLOCK UINT32_MAX

/* A struct bar; its code is told where there can be one. */
struct model_bar {
    uint8_t kind; /* enum bar_kind */
    uint8_t meld, place, what; /* these and what follows: struct error */
    uint16_t rule, reason;
    int16_t have, need;
    uint16_t offset, unused;
};

struct model_intent {
    uint8_t kind; /* enum intent_kind */
    uint8_t place, from, order, phrase, unused;
    uint16_t piece, meld;
};

struct model_advice {
    uint8_t kind; /* enum advice_kind */
    uint8_t seat;
    struct model_intent act;
    struct model_bar why;
};

struct model_seat {
    uint8_t kind; /* enum sitter_kind */
    uint8_t level, colour, is_here, is_ready, stands_in, has_opened, has_laid;
    int32_t total;
    int32_t part[SCORE_PARTS]; /* of the score of a round that is over: struct score */
    char name[MODEL_NAME_SIZE];
    uint8_t rack_count;
    uint8_t known_count; /* cards of that rack that everybody knows; after a round all of them */
    card known[CARDS_CAP];
    uint8_t unused;
};

struct model_piece {
    uint16_t id;
    card what;
    uint8_t is_own, is_new, is_picked;
    /* of a joker: the cards that could lie there, from freeing[freeing_first] on */
    uint16_t freeing_first;
    uint8_t freeing_count, unused;
};

struct model_meld {
    uint16_t id;
    uint8_t owner;
    uint8_t first, count; /* its pieces */
    uint8_t row, column;  /* on the board of places.h */
    uint8_t unused;
    struct model_bar verdict; /* BAR_NONE or BAR_RULE */
};

/* What each step of a hint lets one see. */
struct model_hint {
    uint8_t step; /* enum hint_step */
    uint8_t is_out;
    uint8_t laid_count; /* from HINT_COUNT on; from HINT_CARDS on which, */
    uint8_t is_astray;  /* whether something lies otherwise than the hint has it, */
    card laid[CARDS_CAP];
    uint8_t missing_count; /* and which pieces of the rack are still to be laid, and where */
    uint16_t missing[CARDS_CAP];
    uint16_t missing_meld[CARDS_CAP]; /* its identity, 0 for one that is not there yet */
    /* HINT_TABLE: the melds that do not lie there when the turn begins, as in struct table */
    uint8_t meld_count;
    uint8_t owner[CARDS_CAP], end[CARDS_CAP];
    card at[CARDS_CAP];
    /* HINT_NOTHING: what is better */
    uint8_t has_action;
    uint8_t action_kind; /* enum action_kind */
    uint8_t action_from;
    card action_what;
};

struct model_happening {
    uint32_t number;
    uint8_t kind; /* enum happening_kind */
    uint8_t seat, stack, phrase;
    card what; /* CARD_UNKNOWN for a card that is not for these eyes */
    uint8_t laid_count, taken_up_count;
    card laid[CARDS_CAP], taken_up[CARDS_CAP];
    uint8_t unused[3];
};

struct model {
    uint32_t revision;
    uint32_t changed[PART_COUNT];

    /* the table */
    uint8_t game;  /* GAME_NONE while joining */
    uint8_t phase; /* enum table_phase */
    uint8_t seats, own, seat, turn;
    uint8_t turn_phase; /* enum phase */
    uint8_t is_curtained, is_lingering, is_looking_away;
    uint8_t is_local, is_host, is_waiting, is_gone;
    uint8_t can_back, asking_back, winners;
    uint8_t draft_seat; /* whose unfinished table is shown, or SEAT_NONE */
    uint8_t has_drawn;
    card drawn;
    uint8_t can_go_out, possible;
    uint8_t is_showing, is_on_turn; /* the seat that is shown, before its cards */
    uint8_t winner;     /* of a round that is over, or SEAT_NONE */
    uint8_t laid_count; /* cards of the own rack that lie on the table */
    uint16_t options[OPTION_SLOTS];
    char gone[BAR_CODE_SIZE], invite[INVITE_TEXT_SIZE];
    uint32_t match, round;
    uint32_t left_ms; /* for the seat on turn; MODEL_NO_CLOCK */
    struct model_seat seat_of[SEATS_MAX];
    uint32_t sheet_count;
    int32_t sheet[MODEL_SHEET_ROWS][SEATS_MAX]; /* the last of so many */

    /* piles */
    uint8_t stock[STACKS_MAX];
    uint8_t discard_count;
    card discard[CARDS_CAP];

    /* pieces: those of the melds first, then the rack in its order */
    uint8_t piece_count, rack_first, meld_count;
    uint8_t order; /* enum rack_order */
    uint8_t orders; /* bit each that may be chosen now */
    uint8_t is_changed; /* other melds lie there than when the turn began */
    uint8_t has_views; /* cards are dealt, and what lies there is told */
    struct model_piece piece[CARDS_CAP];
    struct model_meld meld[CARDS_CAP];
    card freeing[MODEL_FREEING];
    struct model_bar verdict; /* of the play as it lies; BAR_PICK_FIRST where nothing is laid */
    uint16_t has_first_meld;
    int16_t first_have, first_need;
    uint16_t unused;

    /* what may be done: midend_bar() of each intent that is nothing but its kind. One that names a
     * piece, a meld, a stack, an order or a phrase is asked for by itself. */
    struct model_bar bar[INTENT_COUNT];
    struct model_bar lay;               /* midend_lay_bar() */
    struct model_bar draw[MODEL_DRAWS]; /* from that stack; 0: the stock */
    struct model_bar take;              /* the open card */
    struct model_advice advice;
    struct model_hint hint;
    uint16_t has_parts; /* the scores of the round that is over are told apart */
    uint32_t refusals;
    struct model_bar refused;
    char refused_code[BAR_CODE_SIZE];

    /* what has happened, the latest first */
    uint32_t happened, recalled;
    uint32_t happening_count;
    struct model_happening happening[MODEL_HAPPENINGS];
};

_Static_assert(sizeof(struct model_bar) == 16, "a bar has no padding");
_Static_assert(sizeof(struct model_intent) == 10, "an intent has no padding");
_Static_assert(sizeof(struct model_advice) == 28, "an advice has no padding");
_Static_assert(sizeof(struct model_seat) == 236, "a seat has no padding");
_Static_assert(sizeof(struct model_piece) == 10, "a piece has no padding");
_Static_assert(sizeof(struct model_meld) == 24, "a meld has no padding");
_Static_assert(sizeof(struct model_hint) == 882, "a hint has no padding");
_Static_assert(sizeof(struct model_happening) == 232, "a happening has no padding");
_Static_assert(sizeof(struct model) == 11172, "a model is as large everywhere");

/* All of it, anew. */
void model_of(const struct midend *midend, uint64_t now_ms, struct model *out);
struct model_bar model_bar_of(const struct bar *bar);

#endif
