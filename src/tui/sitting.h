/* sitting.h - one table as the people at this terminal see it. Two ends stand behind it: a room
 * in this process (local.c) and a seat at a server's table (remote.c). They differ by the pipe
 * alone: what comes through it is read by sitting_take.c. A third one is no table but lessons
 * (learn.c). Whoever shows the table runs the libuv
 * loop, reads the fields, and is called whenever something has changed.
 *
 * Requests are answered by what changes. A refusal is counted in `refusals`, and then nothing
 * else has changed. */
#ifndef RUMMERY_SITTING_H
#define RUMMERY_SITTING_H

#include <uv.h>

#include "client/follow.h"
#include "core/core.h"
#include "seat/happening.h"
#include "wire/name.h"

enum {
    HAPPENINGS_KEPT = 64,
    PHRASE_COUNT = 16,
    REFUSAL_CODE_SIZE = 24,
    LINK_SIZE = 512,
    INVITE_TEXT_SIZE = 64
};

/* ---- Who sits there ---- */

enum sitter_kind {
    SITTER_OPEN,   /* nobody yet */
    SITTER_PERSON, /* at this terminal if the seat is one of `own`, elsewhere if not */
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

enum sitting_phase {
    SITTING_JOINING, /* nothing is known yet */
    SITTING_WAITING, /* for people */
    SITTING_DEALING,
    SITTING_PLAYING,
    SITTING_SCORED,
    SITTING_OVER
};

enum sitting_line {
    LINE_LIVE,
    LINE_LOST, /* being tried again; requests are kept and done once */
    LINE_GONE  /* there is nothing to come back to: `gone` says why */
};

/* Why a request was not done: a code of docs/protocol.md, `gone` or `pending`. With `rule` the
 * error says the rest. */
struct refusal {
    char code[REFUSAL_CODE_SIZE];
    struct error error;
};

enum sitting_request {
    ASK_START,    /* host, while waiting */
    ASK_NEXT,     /* scored: the next round */
    ASK_NEXT_NOW, /* host, scored: without waiting for the others */
    ASK_REMATCH,  /* over */
    ASK_BACK,     /* the own last move, never across a card that was revealed */
    ASK_ALLOW,    /* somebody else's */
    ASK_LEAVE     /* gives the seats up */
};

enum speed { SPEED_SLOW, SPEED_NORMAL, SPEED_FAST, SPEED_INSTANT, SPEED_COUNT };

struct sitting;

/* The table before and after a move. */
struct table_change {
    struct table before, after;
};

/* What an end does; only sitting.c calls these. */
struct sitting_end {
    void (*act)(struct sitting *sitting, unsigned seat, struct action *action);
    void (*ask)(struct sitting *sitting, enum sitting_request what);
    void (*draft)(struct sitting *sitting, unsigned seat, const struct table *table);
    void (*say)(struct sitting *sitting, unsigned seat, unsigned phrase);
    void (*skip)(struct sitting *sitting);
    /* NULL where time runs whether somebody looks or not. */
    void (*look)(struct sitting *sitting, unsigned seat);
    void (*fetch_record)(struct sitting *sitting);
    void (*close)(struct sitting *sitting);
};

/* To be read by all and written by the ends. */
struct sitting {
    const struct sitting_end *end;
    uv_loop_t *loop;
    uv_timer_t teller; /* calls `changed` when the loop comes round */
    void (*changed)(void *context);
    void *context;
    struct follow follow; /* what the table has said, for the ends */

    const struct game *game; /* NULL while joining, as all that follows is empty */
    unsigned game_index;
    struct options options;
    unsigned seats;
    struct sitter sitter[SEATS_MAX];
    uint8_t own; /* bit a seat: at this terminal; 0 for who watches */
    bool is_remote;
    bool is_host;
    bool has_views;      /* false while waiting or dealing */
    uint8_t phase;       /* enum sitting_phase */
    uint8_t line;        /* enum sitting_line */
    bool is_asking;      /* a request waits for its answer */
    bool can_back;       /* an own last move may be taken back */
    uint8_t asking_back; /* who would like to take a move back, or SEAT_NONE */
    struct view views[SEATS_MAX]; /* read by sitting_view() */

    unsigned match; /* matches begun at this table */
    unsigned round; /* being played or just over, from 1 */
    int32_t totals[SEATS_MAX];
    int32_t (*sheet)[SEATS_MAX]; /* the scores of the rounds played */
    unsigned sheet_count;
    unsigned winners; /* over: bit a seat */

    bool has_clock;         /* for the seat on turn */
    uint64_t left_until_ms; /* when it runs out, by uv_now() */
    /* Whose unfinished arrangement `draft` is, or SEAT_NONE. An own one is there when the table
     * opens: who shows it lays it out and sets this to SEAT_NONE. */
    uint8_t draft_seat;
    struct table draft;

    uint32_t refusals; /* how many there were */
    struct refusal refusal;
    char gone[REFUSAL_CODE_SIZE]; /* LINE_GONE: the error's code */
    char invite[INVITE_TEXT_SIZE]; /* what lets others sit down; empty if nothing does */
    char link[LINK_SIZE];         /* for others to sit down here; empty if there is none */
    const char *path;             /* local: where the record lies; NULL where it is not kept */
    char *record;                 /* sitting_fetch_record: text of the match, NULL before */
    bool has_no_record;           /* it could not be had */
    bool is_unsaved;              /* local: the match cannot be written to disk */
    bool is_unkept;               /* remote: the key cannot */
    bool is_viewed;               /* there is only a record, to be looked at */
    bool is_lesson;               /* one learns here: `notice` is what the teacher says, ... */
    const char *notice;
    uint32_t notices;             /* ... new whenever this grows, and all lies anew then */
    enum speed speed;

    uint32_t happened; /* the number of the last happening, */
    uint32_t recalled; /* and of the last one that was known from before */
    struct happening happenings[HAPPENINGS_KEPT];
    struct table_change changes[HAPPENINGS_KEPT]; /* of the happening at the same place */
};

/* ---- Looking ---- */

/* What that own seat sees; with SEAT_WATCHER what everybody sees. NULL where there is none. */
const struct view *sitting_view(const struct sitting *sitting, unsigned seat);
/* Any view there is: table, piles and sizes of racks are the same in all. NULL before a deal. */
const struct view *sitting_any_view(const struct sitting *sitting);
/* Who is on turn, or SEAT_NONE. */
unsigned sitting_turn(const struct sitting *sitting);
bool sitting_is_own(const struct sitting *sitting, unsigned seat);
/* Whether that own seat is on turn and nothing it asked is on its way. */
bool sitting_may_act(const struct sitting *sitting, unsigned seat);
/* Whether that seat may lay cards now: the phase of the game's turn is right. */
bool sitting_may_lay(const struct sitting *sitting, unsigned seat);
/* By its number; NULL if that is too long ago or has not happened. */
const struct happening *sitting_happening(const struct sitting *sitting, uint32_t number);
/* What that did to the table; NULL where it was no move that others should be told of: it was
 * made here, or changed nothing. */
const struct table_change *sitting_change(const struct sitting *sitting, uint32_t number);
/* Milliseconds left on the clock; 0 if there is none. */
uint64_t sitting_left_ms(const struct sitting *sitting);

/* ---- Asking ---- */

/* `changed` is never called from inside one of these. Only one request at a time is on its way:
 * another one meanwhile is refused with `pending`. */
void sitting_listen(struct sitting *sitting, void (*changed)(void *context), void *context);
void sitting_act(struct sitting *sitting, unsigned seat, const struct action *action);
void sitting_ask(struct sitting *sitting, enum sitting_request what);
/* How the unfinished table lies: for the others' eyes, for the clock, for a later start. */
void sitting_draft(struct sitting *sitting, unsigned seat, const struct table *table);
/* By the own seat on turn, else by the first. */
void sitting_say(struct sitting *sitting, unsigned phrase);
/* Computer players act at once until a person is on turn. */
void sitting_skip(struct sitting *sitting);
/* The cards of this seat are in sight, or with SEAT_NONE nobody's, since something else is read:
 * behind a curtain nobody's time runs. */
void sitting_look(struct sitting *sitting, unsigned seat);
void sitting_set_speed(struct sitting *sitting, enum speed speed);
/* How long a step of somebody's play is to be shown. */
unsigned sitting_step_ms(const struct sitting *sitting);
/* The record of the rounds played comes into `record`. */
void sitting_fetch_record(struct sitting *sitting);
/* Ends it, saved; the memory is released once the loop has run dry. `changed` is not called
 * any more. */
void sitting_close(struct sitting *sitting);

#endif
