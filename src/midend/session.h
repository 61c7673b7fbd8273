/* session.h - what the people of one device did at a table, as a file: who sits there, what chance
 * begins with, and each intent with the time that passed before it. Played again on a stage
 * (stage/stage.h) it gives the same models, byte for byte, on every machine: a bug report, a golden
 * record, an input of a fuzzer. docs/sessions.md has the layout. */
#ifndef RUMMERY_SESSION_H
#define RUMMERY_SESSION_H

#include "midend/midend.h"

enum {
    SESSION_VERSION = 1,
    SESSION_HEADER_SIZE = 128,
    SESSION_ENTRY_SIZE = 12,
    SESSION_GAME_SIZE = 16,
    SESSION_ENTRIES_MAX = 1000000,
    SESSION_LETTERS = 7 /* of an action that was typed, in one entry */
};

enum session_seat {
    SESSION_HERE,      /* a person of this device */
    SESSION_ELSEWHERE, /* a person of another one, by a server */
    SESSION_BOT
};
enum { SESSION_SEATS = SESSION_BOT + 1 };

struct session {
    uint8_t game;
    uint8_t seat_count;
    uint8_t seat[SEATS_MAX];  /* enum session_seat */
    uint8_t level[SEATS_MAX]; /* of a bot */
    bool is_local;            /* nobody is elsewhere: the table is this device's own */
    bool tells_possible;
    bool drafts_open;
    uint8_t riddle_inputs; /* so many inputs later a riddle is answered; 0: at once */
    uint16_t stand_in_s;
    uint64_t seed;
    uint32_t bot_pause_ms;
    uint32_t bot_steps; /* an expert's; 0: as many as are meant */
    struct options options;
};

/* What an entry is besides the intents of midend.h: what happens around the device. `seat` is that
 * of a person elsewhere. */
enum session_kind {
    SESSION_WAIT = 128, /* nothing but time */
    SESSION_PLAY,       /* the seat shown does what the simplest player would */
    SESSION_ACTS,       /* a person elsewhere does, */
    SESSION_DRAFTS,     /* lays the first `with` cards of the rack to be seen, */
    SESSION_ASKS_BACK,
    SESSION_ALLOWS,
    SESSION_READY,      /* wants the next round, */
    SESSION_SAYS,       /* says the phrase `with`, */
    SESSION_GOES,       /* goes away, */
    SESSION_COMES,      /* and comes again */
    SESSION_BREAK,      /* the line to the server breaks, */
    SESSION_RESUME,     /* and is there again */
    SESSION_TYPES       /* here: letters of an action, in place of what the other fields say */
};
enum { SESSION_KINDS_END = SESSION_TYPES + 1 };

struct session_entry {
    uint32_t after_ms; /* the time that passes first */
    uint8_t kind;      /* enum intent_kind or enum session_kind */
    uint8_t place;
    uint8_t with; /* what the kind asks for: from, order, phrase, a count */
    uint8_t seat;
    uint16_t piece, meld;
};

/* The header, and how many entries follow it. NULL, or why the bytes are no session, in words. All
 * entries of one that is are of a kind that there is. */
const char *session_read(const uint8_t *bytes, size_t size, struct session *out,
                         uint32_t *entry_count);
struct session_entry session_entry_read(const uint8_t bytes[SESSION_ENTRY_SIZE]);
void session_write(const struct session *session, uint8_t out[SESSION_HEADER_SIZE]);
void session_entry_write(const struct session_entry *entry, uint8_t out[SESSION_ENTRY_SIZE]);

/* Why there can be no such table, in words; NULL if there can. */
const char *session_refusal(const struct session *session);
/* Whether there can be such an entry in it. */
bool session_has_entry(const struct session *session, const struct session_entry *entry);

/* "pick", "draw", "wait" and so on; NULL for a kind that there is not. */
const char *session_kind_name(unsigned kind);
/* The kind of that name; SESSION_KINDS_END if there is none. */
unsigned session_kind_find(const char *name, size_t name_size);

/* Of an entry, and for an entry, time left out; one that is no intent has none. */
struct intent session_intent(const struct session_entry *entry);
struct session_entry session_entry_of(const struct intent *intent);

/* The letters of SESSION_TYPES; returns how many. Fewer than SESSION_LETTERS are the last ones. */
unsigned session_letters(const struct session_entry *entry, char out[SESSION_LETTERS]);
struct session_entry session_entry_of_letters(const char *letters, unsigned count);

#endif
