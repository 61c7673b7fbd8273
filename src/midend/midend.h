/* midend.h - one table as one device has it: between what the table says (wire/message.h) and
 * whoever paints it. Messages and intents go in; requests, riddles and one readable state come
 * out. What may be done now and why not (midend_bar), and the one thing to do now (midend_advice),
 * is said here once for all painters, who have words for it and no rules of their own.
 *
 * It is given messages, never a room, so that it cannot know more than the device may. It has no
 * I/O and no clock: whoever runs it tells the time with each call. Memory comes from wire/memory.h.
 *
 * How to run one:
 *   1. midend_init() with ports; a source (a room in this process, a server, lessons) brings
 *      messages by midend_take();
 *   2. what the people of the device do goes in by midend_do();
 *   3. after either midend_tick(): a table may not be asked while it tells, so what a message makes
 *      due waits until then;
 *   4. what to paint is read from the struct; `changed` says which parts are newer than what was
 *      painted last. */
#ifndef RUMMERY_MIDEND_H
#define RUMMERY_MIDEND_H

#include "midend/follow.h"
#include "midend/riddle.h"
#include "seat/arrange.h"
#include "seat/happening.h"
#include "seat/hint.h"
#include "wire/request.h"

enum { HAPPENINGS_KEPT = 64, BAR_CODE_SIZE = 24, INVITE_TEXT_SIZE = 64 };

/* ---- What people do ---- */

enum intent_kind {
    INTENT_PICK,     /* `piece`; picked already it is put down again */
    INTENT_LIFT,     /* `piece` is dragged: alone, unless it is picked with others */
    INTENT_UNPICK,
    INTENT_PUT_NEW,  /* what is picked becomes a meld */
    INTENT_PUT_MELD, /* into `meld`, at `place` */
    INTENT_PUT_RACK, /* onto the rack, at `place` */
    INTENT_SPLIT,    /* `meld` from `place` on is a meld of its own */
    INTENT_UNDO,
    INTENT_REDO,
    INTENT_AGAIN,    /* all that was laid goes back */
    INTENT_SORT,     /* `order` */
    INTENT_HINT,     /* one step more */
    INTENT_LAY_HINT, /* lays it out, as one step; it stays open, for who undoes that */
    INTENT_CLOSE_HINT,
    INTENT_PLAY,
    INTENT_DRAW,     /* `from` */
    INTENT_PASS,
    INTENT_DISCARD,  /* `piece`, or with 0 the one that is picked */
    INTENT_LOOK,     /* the curtain is lifted, or the table is looked at again */
    INTENT_LOOK_AWAY, /* something long is read: an own clock stands still */
    INTENT_PASS_ON,  /* what was drawn is seen: the curtain falls for the next */
    INTENT_START,
    INTENT_NEXT,
    INTENT_NEXT_NOW, /* without waiting for the others */
    INTENT_REMATCH,
    INTENT_BACK,
    INTENT_ALLOW,
    INTENT_SAY,      /* `phrase` */
    INTENT_LEAVE
};
enum { INTENT_COUNT = INTENT_LEAVE + 1 };

/* Pieces and melds by their identities. What a kind does not use is zero. */
struct intent {
    uint8_t kind;  /* enum intent_kind */
    uint8_t place; /* PLACE_ANY: the pieces order themselves */
    uint8_t from;  /* FROM_STOCK and so on */
    uint8_t order; /* enum rack_order */
    uint8_t phrase;
    uint16_t piece, meld;
};

/* ---- Why not ---- */

enum bar_kind {
    BAR_NONE,        /* nothing keeps one from it */
    BAR_NOT_NOW,     /* the match is not so far, or further */
    BAR_WATCHING,    /* no seat of this device is concerned */
    BAR_NOT_ON_TURN,
    BAR_PENDING,     /* something is asked already, and not answered yet */
    BAR_GONE,        /* there is no table any more */
    BAR_CURTAIN,
    BAR_SHOWING,     /* somebody else's move is still being shown */
    BAR_NOT_HOST,
    BAR_PICK_FIRST,  /* nothing is picked, or nothing is laid */
    BAR_PICK_SINGLE, /* one card of the rack has to be picked */
    BAR_LAID_TILES,  /* something lies there that would be lost */
    BAR_STAYS,       /* what lies there may not be taken up, or not be moved */
    BAR_NOTHING,     /* there is no such piece, meld, pile or order */
    BAR_NO_STEP,     /* nothing to undo, or to do again */
    BAR_NO_HINT,     /* none was asked for, or it knows nothing to lay */
    BAR_RULE,        /* the rules: `error` */
    BAR_CODE         /* the table has refused it: `code`, as docs/protocol.md has it */
};
enum { BAR_COUNT = BAR_CODE + 1 };

struct bar {
    uint8_t kind; /* enum bar_kind */
    struct error error;
    char code[BAR_CODE_SIZE];
};

/* ---- What to do now ---- */

enum advice_kind {
    ADVICE_WAIT,    /* for `seat`, or with SEAT_NONE for whatever comes; `why` says what for */
    ADVICE_LOOK,    /* lift the curtain: `seat` is on turn */
    ADVICE_PASS_ON, /* what was drawn has been seen */
    ADVICE_START,
    ADVICE_NEXT,
    ADVICE_REMATCH,
    ADVICE_DRAW,
    ADVICE_TAKE,      /* the open card */
    ADVICE_LAY,       /* the hint knows something to lay */
    ADVICE_PLAY,      /* what lies there may be played */
    ADVICE_TAKE_BACK, /* what lies there may not: `why` says what is wrong */
    ADVICE_PICK,      /* choose a card to discard */
    ADVICE_DISCARD,
    ADVICE_PASS       /* lay nothing */
};
enum { ADVICE_COUNT = ADVICE_PASS + 1 };

/* The act that is advised is let through and the table takes it; ADVICE_WAIT has none. */
struct advice {
    uint8_t kind; /* enum advice_kind */
    uint8_t seat;
    struct intent act;
    struct bar why;
};

/* ---- Who sits there ---- */

enum sitter_kind {
    SITTER_OPEN,   /* nobody yet */
    SITTER_PERSON, /* of this device if the seat is one of `own`, elsewhere if not */
    SITTER_BOT
};

struct sitter {
    uint8_t kind;  /* enum sitter_kind */
    uint8_t level; /* bot: LEVEL_MIN to LEVEL_MAX */
    bool is_here;
    bool is_ready;  /* for the next round */
    bool stands_in; /* a computer player acts for a person who is away */
    char colour;    /* one of g y r b */
    char name[NAME_SIZE]; /* empty for a bot that is no program: the words name it */
};

/* ---- The table ---- */

enum table_phase {
    TABLE_JOINING, /* nothing is known yet */
    TABLE_WAITING, /* for people */
    TABLE_DEALING,
    TABLE_PLAYING,
    TABLE_SCORED,
    TABLE_OVER
};

/* Parts of what is painted; `changed` has the revision in which each changed last. */
enum part {
    PART_PEOPLE,  /* who sits there, who is here, who asks */
    PART_MATCH,   /* phase, round, scores */
    PART_TABLE,   /* melds, rack, what is picked, verdicts */
    PART_CURTAIN, /* whose cards are shown, if any */
    PART_HINT,
    PART_REFUSED,
    PART_LOG
};
enum { PART_COUNT = PART_LOG + 1 };

/* The table before and after a move. */
struct table_change {
    struct table before, after;
};

/* What leaves it. None of these may call back; those that may be missing are NULL. */
struct midend_ports {
    /* To the table. Where it has an id it waits for an answer. */
    void (*request)(void *context, const struct room_request *request);
    /* To a worker, which brings the answer by midend_answer(). NULL: there are no hints. */
    void (*think)(void *context, const struct riddle *riddle);
    /* Whether it can answer riddles of that game. NULL: of every one. */
    bool (*knows)(const struct game *game);
    /* The order of that seat's rack, to be remembered. */
    void (*keep)(void *context, unsigned seat, enum rack_order order, const struct cards *by_hand);
};

/* To be read by all, and written by the functions below alone. */
struct midend {
    const struct midend_ports *ports;
    void *context;
    struct follow follow; /* views, phase, clock, as the table has told them */
    /* The table is this device's own: nobody else waits for it, and clocks stand still while
     * nobody looks. */
    bool is_local;
    /* One position after the other, that nobody else acts in: `back` begins it anew and `next` goes
     * on to another one, whenever one likes. */
    bool is_practice;
    bool tells_possible; /* what a turn could have been is wanted */
    /* Moves of others are shown one after the other: after each `is_showing` holds, and until
     * midend_shown() nothing is asked of the table and nobody else's cards are shown. */
    bool shows_moves;
    bool is_showing;
    bool is_lost;        /* the line is broken: what is asked waits, and is done once */
    bool is_gone;        /* there is nothing to come back to: `gone` is the code of why */
    char gone[BAR_CODE_SIZE];

    const struct game *game; /* NULL while joining, as all that follows is empty */
    uint8_t game_index;
    uint8_t seats;
    uint8_t own; /* bit a seat: of this device; 0 for who watches */
    uint8_t phase; /* enum table_phase */
    bool is_host;
    bool has_views; /* false while waiting or dealing */
    struct options options;
    struct sitter sitter[SEATS_MAX];
    struct view views[SEATS_MAX]; /* read by midend_view() */
    char invite[INVITE_TEXT_SIZE]; /* what lets others sit down; empty if nothing does */

    uint32_t match; /* matches begun at this table */
    uint32_t round; /* being played or just over, from 1 */
    int32_t totals[SEATS_MAX];
    int32_t (*sheet)[SEATS_MAX]; /* the scores of the rounds played */
    uint32_t sheet_count;
    uint8_t winners;     /* over: bit a seat */
    bool can_back;       /* an own last move may be taken back */
    uint8_t asking_back; /* who would like to take a move back, or SEAT_NONE */
    bool has_clock;         /* for the seat on turn */
    uint64_t left_until_ms; /* when it runs out, by the caller's clock */

    uint8_t seat; /* whose cards are shown: an own seat, or SEAT_WATCHER */
    bool is_curtained;
    bool has_drawn;    /* the seat shown has drawn, and nobody has done anything since */
    bool is_lingering; /* ... and the next person is on turn: INTENT_PASS_ON */
    card drawn;
    struct arrangement arrangement; /* of that seat */
    uint8_t order[SEATS_MAX];       /* of each rack, */
    struct cards by_hand[SEATS_MAX]; /* and the one made by hand */
    uint8_t known;      /* bit a seat: of its rack `known_rack` was seen at the end of its turn */
    struct cards known_rack[SEATS_MAX];
    uint8_t draft_seat; /* whose unfinished table `draft` is, or SEAT_NONE */
    struct table draft;

    struct hint hint;
    bool has_hint_action; /* HINT_NOTHING: `hint_action` is a draw or a discard that is better */
    struct action hint_action;
    card hint_top;     /* of the discard pile then */
    bool can_go_out;   /* told at the beginning of a turn, if that is wanted */
    uint32_t possible; /* after a turn: a play of so many was possible. Who tells it sets 0 */

    struct bar refused; /* the last thing that was not done; `refusals` counts them */
    uint32_t refusals;
    uint32_t happened;  /* the number of the last happening, */
    uint32_t recalled;  /* and of the last one that was known from before */
    struct happening happenings[HAPPENINGS_KEPT];
    struct table_change changes[HAPPENINGS_KEPT]; /* of the happening at the same place */

    uint32_t revision;
    uint32_t changed[PART_COUNT];

    /* its own */
    uint8_t looked;      /* who looks, as far as the table knows; SEAT_NONE */
    bool is_looking_away, is_away_told;
    uint8_t turn;        /* who was on turn when that was last looked at */
    uint32_t asked[RIDDLE_COUNT]; /* the number of the latest riddle of each kind */
    bool has_chance;     /* the own seat could lay in this turn, from `chance` ... */
    struct view chance;
    uint32_t chance_laid; /* ... and has laid so many */
};

void midend_init(struct midend *midend, const struct midend_ports *ports, void *context);
/* Frees what the fields hold, not the midend itself. */
void midend_free(struct midend *midend);

/* ---- In ---- */

/* What the table says; `news` is what that was to who follows it. NEWS_LOST: the whole table has to
 * be asked for. */
void midend_take(struct midend *midend, const struct room_message *message, uint64_t now_ms,
                 struct news *news);
/* The line to the table is broken, or whole again. */
void midend_line(struct midend *midend, bool is_lost);
/* There is no table any more, by this code of docs/protocol.md. */
void midend_end(struct midend *midend, const char *code);
/* A worker's answer; one to an older riddle is dropped. */
void midend_answer(struct midend *midend, const struct riddle *answer);
/* Does it; false: it is barred, `refused` says why, and nothing else has changed. */
bool midend_do(struct midend *midend, const struct intent *intent);
/* An action as it was typed, in place of INTENT_PLAY and so on: judged likewise. */
bool midend_act(struct midend *midend, const struct action *action);
/* What a message has made due. */
void midend_tick(struct midend *midend);
/* The move that was shown has been seen. */
void midend_shown(struct midend *midend);
/* What had happened before this device was there, as it would have seen it. */
void midend_recall(struct midend *midend, enum happening_kind kind, unsigned seat);
void midend_recall_action(struct midend *midend, unsigned seat, const struct action *action,
                          const struct view *before, const struct view *after);
/* The order of a rack as it was remembered; before the seat is shown first, or after. */
void midend_remember(struct midend *midend, unsigned seat, enum rack_order order,
                     const struct cards *by_hand);

/* ---- What may I do, what should I ---- */

/* What keeps this from being done now. */
struct bar midend_bar(const struct midend *midend, const struct intent *intent);
struct bar midend_act_bar(const struct midend *midend, const struct action *action);
/* What keeps cards from being laid now. */
struct bar midend_lay_bar(const struct midend *midend);
struct advice midend_advice(const struct midend *midend);

/* ---- Looking ---- */

/* What that own seat sees; with SEAT_WATCHER what everybody sees. NULL where there is none. */
const struct view *midend_view(const struct midend *midend, unsigned seat);
/* Any view there is: table, piles and sizes of racks are the same in all. NULL before a deal. */
const struct view *midend_any_view(const struct midend *midend);
/* Who is on turn, or SEAT_NONE. */
unsigned midend_turn(const struct midend *midend);
bool midend_is_own(const struct midend *midend, unsigned seat);
/* Whether several people share the device. */
bool midend_is_shared(const struct midend *midend);
/* Milliseconds left on the clock; 0 if there is none. */
uint64_t midend_left_ms(const struct midend *midend, uint64_t now_ms);
/* By its number; NULL if that is too long ago or has not happened. */
const struct happening *midend_happening(const struct midend *midend, uint32_t number);
/* What that did to the table; NULL where it was no move that others should be told of: it was
 * made here, or changed nothing. */
const struct table_change *midend_change(const struct midend *midend, uint32_t number);
/* The index of a piece or meld by its identity; NOWHERE. */
unsigned midend_piece(const struct midend *midend, unsigned id);
unsigned midend_meld(const struct midend *midend, unsigned id);

#endif
