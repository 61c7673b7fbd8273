/* message.h - what a table says to those who sit at it, as data. A room (room/room.h) makes these
 * and whoever follows a table takes them; in one process nothing else passes between the two.
 * docs/protocol.md is how they are written where they leave it: message_write() for a socket and
 * for the page, message_read() (message_read.h) at the other end.
 *
 * A message is for one listener and has only what that one may know: views, never a state. */
#ifndef RUMMERY_MESSAGE_H
#define RUMMERY_MESSAGE_H

#include "places/places.h"
#include "shuffle/shuffle.h"
#include "wire/name.h"
#include "wire/text.h"
#include "wire/writer.h"

enum room_phase { ROOM_WAITING, ROOM_DEALING, ROOM_PLAYING, ROOM_SCORED, ROOM_OVER };
enum seat_kind { SEAT_IS_OPEN, SEAT_IS_PERSON, SEAT_IS_BOT };
enum { GAME_NONE = 255 }; /* a game that is not known here */

enum message_kind {
    MESSAGE_TABLE,      /* the whole table: `whole` */
    MESSAGE_MOVE,
    MESSAGE_RESUMED,    /* all missed moves were told, or the clock runs now */
    MESSAGE_TURN,       /* the view of the seat on turn once more, for who asked for it: `whole` */
    MESSAGE_HERE,       /* who is there, ready, stood in for */
    MESSAGE_DRAFT,      /* somebody's unfinished table */
    MESSAGE_SAID,       /* `phrase` */
    MESSAGE_ASKS_BACK,  /* `seat` would like to take its last move back */
    MESSAGE_DONE,       /* a request was done that nobody else has to know of */
    MESSAGE_REFUSED,    /* `code`; with "rule" also `error` */
    MESSAGE_GONE,       /* of a server alone: the table is not served any more */
    MESSAGE_OTHER,      /* read from afar: none of these, */
    MESSAGE_UNREADABLE  /* or one of these that says too little */
};

/* Why the whole table is told. */
enum table_why {
    WHY_NOTHING,
    WHY_HELLO,
    WHY_JOIN,
    WHY_LEAVE,
    WHY_SEAT,
    WHY_PROFILE,
    WHY_START,
    WHY_DEAL,
    WHY_TIMEOUT,
    WHY_SHUFFLE,
    WHY_BACK
};
extern const char *const why_names[WHY_BACK + 1];
extern const char *const seat_kind_names[SEAT_IS_BOT + 1];
const char *room_phase_name(enum room_phase phase);
/* WHY_NOTHING for a word that is none. */
enum table_why why_find(struct text word);

/* Who sits there. */
struct message_sitter {
    uint8_t kind; /* enum seat_kind */
    uint8_t level;
    char colour; /* NUL: none */
    bool is_host;
    char language[3];
    char name[NAME_SIZE]; /* safe to be shown */
};

/* What the server promises for the next shuffle. */
struct message_commit {
    uint32_t deal; /* 0: nothing is told */
    bool has_hash;
    uint8_t hash[COMMITMENT_SIZE];
};

/* How a round ended. */
struct message_over {
    uint8_t winner; /* SEAT_NONE */
    uint8_t phase;  /* enum room_phase */
    uint8_t seats;
    bool has_parts, has_seed;
    uint32_t round;
    int32_t scores[SEATS_MAX], totals[SEATS_MAX];
    struct score parts[SEATS_MAX];
    struct cards racks[SEATS_MAX];
    uint8_t seed[SEED_SIZE];
    struct mix mix[SEATS_MAX];
    struct message_commit commit;
};

struct message_table {
    struct text name, invite; /* empty: not for this listener */
    struct options options;
    bool watch, drafts_open, is_host;
    bool has_sheet; /* seats were not changed since the match */
    uint16_t stand_in_s;
    uint8_t phase; /* enum room_phase */
    uint8_t own;   /* bit a seat */
    uint8_t why;   /* enum table_why */
    uint32_t match, round;
    int32_t totals[SEATS_MAX];
    const int32_t (*sheet)[SEATS_MAX];
    uint32_t sheet_count;
    struct message_sitter sitter[SEATS_MAX];
    unsigned view_count;      /* of the own seats, or one for who watches */
    const struct view *views;
    const struct places *places; /* of the table that all of them see; turn: NULL */
};

/* What a kind does not use is zero. All that it points to is valid during the call only. */
struct room_message {
    uint8_t kind; /* enum message_kind */
    uint8_t game;
    uint8_t seats; /* how many there are */
    uint8_t seat;  /* move, draft, said, asks back: whose */
    uint32_t seq;  /* done: 0 where it is no entry of the log */
    struct text id; /* of the request that is answered; may be empty */
    bool has_clock;
    uint64_t left_ms;
    uint8_t here, ready, stand_in; /* bit a seat */
    uint8_t phrase;
    struct message_commit commit;

    /* move: in full from a room, else as it was told, its table short */
    const struct action *action;
    const struct table *before; /* the table that a short one is told by */
    struct text short_action;
    card drawn;   /* for who drew it alone; else CARD_NONE */
    uint8_t turn; /* who is on turn now; SEAT_NONE: nobody */

    /* table, resumed, draft: likewise */
    bool has_draft;
    uint8_t draft_seat;
    const struct table *draft;
    struct text draft_text;

    const struct message_over *over;   /* move, table: the round has ended */
    const struct message_table *whole;

    const char *code; /* refused: as docs/protocol.md has it */
    const char *why;  /* in words; NULL: those of the code */
    struct error error;
};

struct room_message message_of(enum message_kind kind);
/* As docs/protocol.md has it. */
void message_write(const struct room_message *message, struct writer *out);
/* The same without the last bracket, for whoever adds to it. */
void message_write_open(const struct room_message *message, struct writer *out);

#endif
