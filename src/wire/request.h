/* request.h - what those who sit at a table ask for, as data. Whoever sits there makes these, and a
 * room (room/room.h) does what they say; in one process nothing else passes between the two.
 * docs/protocol.md is how they are written where they leave it: request_write() for a server,
 * request_read() (request_read.h) there. */
#ifndef RUMMERY_REQUEST_H
#define RUMMERY_REQUEST_H

#include "core/core.h"
#include "shuffle/shuffle.h"
#include "wire/name.h"
#include "wire/text.h"
#include "wire/writer.h"

enum {
    REQUEST_ID_MAX = 32, /* characters */
    LEVELS_MAX = 7,      /* of computer players */
    PHRASES_MAX = 16
};

enum request_kind {
    REQUEST_ACT,
    REQUEST_DRAFT,
    REQUEST_UNDO,
    REQUEST_REDO,
    REQUEST_AGAIN,
    REQUEST_MIX,
    REQUEST_NEXT,
    REQUEST_START,
    REQUEST_REMATCH,
    REQUEST_SEAT,
    REQUEST_PROFILE,
    REQUEST_LEAVE,
    REQUEST_BACK,
    REQUEST_ALLOW,
    REQUEST_SAY,
    REQUEST_LOOK /* on one device: who is on turn is there, and sees the cards now */
};
enum { REQUEST_KINDS = REQUEST_LOOK + 1 };

/* What the host of the table wants a seat to be. */
enum seat_wish { SEAT_AS_OPEN, SEAT_AS_BOT, SEAT_AS_NONE, SEAT_AS_UNKNOWN };

#define ROOM_COLOURS "gyrb"

/* What people tell of themselves; what is empty is not told. */
struct profile {
    char colour; /* one of ROOM_COLOURS */
    char language[3];
    char name[NAME_SIZE];
};

/* What a kind does not use is not looked at. All that it points to is valid during the call only.
 * An action, a table or a profile that cannot be read is asked for all the same: who may not ask
 * for any, or not now, is told that first. */
struct room_request {
    uint8_t kind;   /* enum request_kind */
    uint8_t holder; /* who asks; HOLDER_NONE only watches */
    struct text id; /* at most REQUEST_ID_MAX characters; empty: it has none */
    uint64_t id_hash;
    uint8_t seat; /* act, profile, say: SEAT_NONE for the asker's own; seat, look */
    uint8_t game; /* of action and table, to write them; a room knows its own */
    const struct action *action; /* act, */
    const struct table *table;   /* draft; NULL where these tell why it cannot be read: */
    const struct error *error;   /* it is not in the notation, */
    const char *malformed;       /* or, as a profile too, no such thing; NULL */
    int64_t at;     /* act: the last entry that the asker has seen, or -1 */
    bool is_now;    /* next: without waiting for the others */
    uint8_t as;     /* seat: enum seat_wish */
    uint8_t level;  /* seat: of a bot */
    uint8_t phrase; /* say */
    struct mix mix; /* mix, and for which deal: */
    uint32_t deal;
    struct profile profile; /* what is empty stays */
};

/* `act` and so on, as the protocol has it. */
const char *request_name(enum request_kind kind);
/* The kind of that name; REQUEST_KINDS if there is none. */
unsigned request_find(struct text name);
/* `open`, `bot`, `none`. */
const char *seat_wish_name(enum seat_wish wish);
/* SEAT_AS_UNKNOWN for a word that is none. */
enum seat_wish seat_wish_find(struct text word);

/* Nobody's yet, without an id, for the asker's own seat, whatever was seen. */
struct room_request request_of(enum request_kind kind);
/* As docs/protocol.md has it. Who asks is not written: a server knows that by the line. */
void request_write(const struct room_request *request, struct writer *out);

/* A request and what it points to. */
struct request_reading {
    struct room_request request;
    struct action action; /* of a draft only its table */
    struct error error;
};

/* An action or a table in the notation of the game, or why it is none. */
void request_set_action(struct request_reading *reading, const struct game *game,
                        struct text text);
void request_set_table(struct request_reading *reading, const struct game *game,
                       struct text text);

#endif
