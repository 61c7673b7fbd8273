/* follow.h - what one client knows of a table: it takes every message and keeps the views of its
 * seats up to date, move by move. No I/O and no clock: whoever owns the
 * line hands messages in and sends what is written here. The terminal table, the benchmark's
 * players and the tests follow their tables with it.
 *
 * Views are changed by moves as seat/follow.h says. Where a move says too little, or does not fit,
 * they are put aside until the whole table comes. */
#ifndef RUMMERY_FOLLOW_H
#define RUMMERY_FOLLOW_H

#include "wire/message.h"
#include "wire/request.h"

enum {
    FOLLOW_TABLE_MAX = 32,
    FOLLOW_KEY_MAX = 64,
    FOLLOW_ID_MAX = 24,
    FOLLOW_WORD_MAX = 24, /* error codes, and why a whole table was sent */
    FOLLOW_MIX_SIZE = 16  /* random bytes for a shuffle */
};

enum news_kind {
    NEWS_SMALL,   /* who is here, drafts, phrases: nothing that changes the views */
    NEWS_MOVE,
    NEWS_TABLE,   /* the whole table */
    NEWS_RESUMED, /* all missed moves have come */
    NEWS_DONE,    /* a request was done that nobody else has to know of */
    NEWS_ERROR,
    NEWS_LOST     /* it cannot be followed: say hello again, which asks for the whole table */
};

/* What a message told. What does not apply is zero or empty. */
struct news {
    enum news_kind kind;
    uint32_t seq;   /* move, table, resumed; of a request that was done already */
    uint8_t seat;   /* move: who acted */
    bool is_answer; /* to the request that was waiting for one */
    char id[FOLLOW_ID_MAX];     /* of the request that is answered */
    char word[FOLLOW_WORD_MAX]; /* error: its code; table: why it was sent */
    char action[TEXT_MAX];      /* move: as it was sent, the table short; empty from a room */
};

struct follow {
    char table[FOLLOW_TABLE_MAX];
    char key[FOLLOW_KEY_MAX]; /* empty: a watcher */
    uint32_t salt;            /* sets its requests apart from those of the key's other users */
    uint32_t requests;        /* how many were made */
    uint32_t seq;
    uint8_t phase; /* enum room_phase */
    uint8_t seats; /* how many there are */
    uint8_t own;   /* bit a seat */
    uint8_t view_count;
    bool has_table; /* the whole table came once, and all moves since */
    bool is_host;
    bool is_current; /* the views are those of `seq` */
    bool has_clock;
    bool has_done;      /* the last move was followed: it is `done` */
    struct action done;
    struct view *views;     /* of the own seats, or one for a watcher */
    struct places places;   /* of the table that all of them see */
    int32_t totals[SEATS_MAX];
    uint64_t left_until_ms; /* when the clock runs out, by the caller's clock */
    uint32_t commit_deal;  /* the deal the server committed to last; 0: none */
    uint32_t mixed_deal;   /* the deal that bytes were sent for */
    char id[FOLLOW_ID_MAX]; /* of the request that waits for an answer; empty: none does */
    struct writer request;  /* its text, for sending it again */
};

/* `key` may be NULL. Both must fit (FOLLOW_TABLE_MAX, FOLLOW_KEY_MAX with their NUL). */
bool follow_init(struct follow *follow, const char *table, const char *key, uint32_t salt);
void follow_free(struct follow *follow);

/* Takes one message, of a room in this process or as it was read. */
void follow_take_message(struct follow *follow, const struct room_message *message, uint64_t now_ms,
                         struct news *news);

/* The view of an own seat that is on turn; NULL if none is, or a whole table is awaited. */
const struct view *follow_turn(const struct follow *follow);

/* What to send; each writes one message over what `out` held. */
/* First on every new line. With what was missed since the last time, if that is known. */
void follow_hello(const struct follow *follow, struct writer *out);
/* Requests: one at a time, and each is kept until it is answered. */
/* The id of the next one, for a room in this process. */
void follow_begin(struct follow *follow);
bool follow_is_waiting(const struct follow *follow);
void follow_act(struct follow *follow, unsigned seat, const struct action *action,
                struct writer *out);
/* A request without further fields: start, next, rematch, leave, back, allow. */
void follow_ask(struct follow *follow, enum request_kind what, struct writer *out);
/* The next round, without waiting for the others. */
void follow_next_now(struct follow *follow, struct writer *out);
/* The request that waits once more, with the same id. */
void follow_repeat(const struct follow *follow, struct writer *out);
/* Gives up on the request that waits. */
void follow_forget(struct follow *follow);
/* Random bytes for the next shuffle; false if none are due. */
bool follow_mix(struct follow *follow, const uint8_t bytes[FOLLOW_MIX_SIZE],
                struct writer *out);

#endif
