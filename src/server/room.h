/* room.h - one table on the server, called a room here because the core's tables hold melds:
 * who sits there, the match, and what is unfinished.
 *
 * What must survive is changed in one place only: room_apply_event() and room_apply_line(),
 * which take an entry of the log, whether it happens now or is read back after a restart.
 * Everything under "passing" is lost with the process, except the draft and the clock, which
 * are saved from time to time. */
#ifndef RUMMERY_ROOM_H
#define RUMMERY_ROOM_H

#include "core/core.h"
#include "server/address.h"
#include "server/connection.h"
#include "shuffle/shuffle.h"
#include "store/store.h"
#include "wire/json.h"
#include "wire/name.h"
#include "wire/writer.h"

enum {
    TABLE_NAME_SIZE = 13,   /* 12 characters, 60 bits, and a NUL */
    INVITE_SIZE = 17,       /* 16 characters, 80 bits, and a NUL */
    KEY_SIZE = 33,          /* 32 characters, 192 bits, and a NUL */
    HASH_SIZE = 32,
    HOLDERS_MAX = SEATS_MAX,
    HOLDER_NONE = 255,
    RECENT_MAX = 16,        /* request ids remembered for each key */
    DRAFTS_MAX = 48,        /* steps that can be undone in a turn */
    RING_SIZE = 4096,       /* bytes of moves kept for those who were away */
    LEVELS_MAX = 7,
    STAND_IN_LEVEL = 2,
    REPLACE_MS = 60000,     /* so long a person is away who may be replaced in a match */
    PHRASES_MAX = 16
};

enum room_phase { ROOM_WAITING, ROOM_DEALING, ROOM_PLAYING, ROOM_SCORED, ROOM_OVER };
enum seat_kind { SEAT_IS_OPEN, SEAT_IS_PERSON, SEAT_IS_BOT };

struct seat {
    uint8_t kind;   /* enum seat_kind */
    uint8_t holder; /* of a person; of a bot, whose seat it is, if it is kept */
    uint8_t level;  /* of a bot */
    bool is_kept;   /* a bot that makes room for that person, whose name stays */
    char colour;    /* one of ROOM_COLOURS, or NUL while nobody sits there */
    char language[3];
    char name[NAME_SIZE];
    struct mix mix; /* passing: for the next deal */
    bool is_ready;  /* passing: for the next round */
    bool has_stand_in; /* passing: a computer player acts for the person */
};

#define ROOM_COLOURS "gyrb"

/* A request that was done, to be recognised when it comes again. */
struct recent {
    uint64_t id_hash;
    uint32_t seq;
    bool is_passing; /* done, but no entry of the log */
};

/* Who has a key: one person, or several on one device. Holder 0 made the table. */
struct holder {
    bool is_used;
    uint8_t recent_next;
    uint16_t connections;   /* passing */
    uint64_t away_since_ms; /* passing */
    uint64_t changes_us;    /* passing: for the rate of entries that are no moves */
    uint8_t key_hash[HASH_SIZE];
    uint8_t id_hash[HASH_SIZE]; /* of the request that brought the key */
    struct recent recent[RECENT_MAX];
};

struct drafts {
    unsigned count, now; /* at[now - 1] is how it lies; now 0: as the turn began */
    struct table at[DRAFTS_MAX];
};

/* A round's scores. */
struct sheet_line {
    int32_t score[SEATS_MAX];
};

struct session;

struct room {
    uint64_t number; /* in the store */
    char name[TABLE_NAME_SIZE];
    uint32_t index; /* in the hub */
    uint32_t seq;
    uint32_t moved_seq; /* of the last entry that changed the match */
    uint32_t round_seq; /* passing: of the last entry that changed what records say */
    int64_t touched_s;
    int64_t back_s; /* when it was brought back, if it had been put away */

    uint8_t game;
    bool watch, drafts_open;
    uint16_t stand_in_s;
    uint8_t host; /* a holder */
    uint8_t seat_count;
    struct options options;
    uint8_t secret[SEED_SIZE]; /* the seeds of its rounds are derived from it */
    struct seat seat[SEATS_MAX];
    struct holder holder[HOLDERS_MAX];

    uint32_t match_number; /* 0 before the first */
    uint32_t deal_number; /* of the next deal at this table, from 1 */
    uint8_t reshuffles;
    struct shuffle shuffle; /* of the round that is being played */
    struct match match;
    struct match before; /* the last action may be taken back to this ... */
    uint8_t back_seat;   /* ... by this seat; SEAT_NONE: it may not */
    struct sheet_line *sheet;
    uint32_t sheet_count;
    bool is_resettled; /* seats were added or removed since the match: its numbers are others */

    /* passing */
    struct address maker; /* the block of addresses it was made from; zeros after a restart */
    uint64_t changes_us; /* for the rate of entries that are no moves, of all keys */
    bool was_visited;    /* by somebody with a key */
    bool is_dealing;
    bool is_thinking;
    uint8_t turn_seat;        /* whose clock runs; SEAT_NONE */
    uint64_t turn_started_ms; /* may lie in the future by what was used before a restart */
    uint64_t turn_used_ms;    /* before turn_started_ms */
    uint64_t act_due_ms;      /* when a computer player is asked */
    uint64_t deal_due_ms;
    uint64_t live_saved_ms;
    bool live_is_dirty;
    uint8_t back_asked; /* the seat that asks to take back; SEAT_NONE */
    uint8_t back_allowed; /* bit a holder */
    struct drafts *drafts;
    struct session *sessions;
    struct room *next_of_name;
    uint8_t *ring;
    uint32_t ring_size;
    uint32_t ring_from; /* moves after this seq are in the ring */
};

/* ---- What a room is -------------------------------------------------------------- */

struct room *room_new(uint64_t number, const char *name);
void room_free(struct room *room);
enum room_phase room_phase(const struct room *room);
const char *room_phase_name(enum room_phase phase);
static inline const struct game *room_game(const struct room *room)
{
    return game_at(room->game);
}
/* The seats of a holder as bits. */
unsigned room_seats_of(const struct room *room, unsigned holder);
/* How many of them have a seat. */
unsigned room_holder_count(const struct room *room);
/* Whether anybody has a seat there, or one that is kept. */
bool room_is_claimed(const struct room *room);
/* Whether a computer player sits there who makes room for this holder. */
bool room_keeps_seat(const struct room *room, unsigned index, unsigned holder);
/* The seed of a deal of this table, derived from its secret. */
void room_seed(const struct room *room, uint32_t deal_number, uint8_t out[SEED_SIZE]);
/* The table as the draft has it, or as it lies. */
const struct table *room_draft(const struct room *room);
void room_drop_drafts(struct room *room);

/* ---- What happens to it: entries of the log ---------------------------------------- */

enum event_kind {
    EVENT_TABLE, /* the table was made */
    EVENT_JOIN,
    EVENT_LEAVE,
    EVENT_SEAT,
    EVENT_PROFILE,
    EVENT_MIXES, /* what the seats added to the shuffle; lot and deal follow */
    EVENT_BACK   /* the last action was taken back */
};

/* An event that is no line of a match. What a kind does not use is zero. */
struct event {
    uint8_t kind;   /* enum event_kind */
    uint8_t holder; /* join, leave */
    uint8_t seat_bits; /* join: the seats taken */
    uint8_t seat;      /* seat, profile */
    uint8_t seat_count; /* table, seat: how many there are then */
    uint8_t game;
    bool watch, drafts_open;
    uint16_t stand_in_s;
    uint32_t deal_number; /* mixes */
    struct options options;
    uint8_t secret[SEED_SIZE];
    uint8_t key_hash[HASH_SIZE];
    uint8_t id_hash[HASH_SIZE];
    struct seat seats[SEATS_MAX]; /* table; join, seat, profile: those concerned */
};

/* The line of the log, and back. A line that is none gives false with the problem told. */
void event_print(const struct event *event, struct writer *out);
bool event_read(const cJSON *line, struct event *out, struct problem *problem);

/* They assume that the event was allowed; an impossible one returns false. */
bool room_apply_event(struct room *room, const struct event *event);
/* A line of a match: its header, chance, an action. False with the error told, and nothing
 * has changed. On success the action is what the record keeps. */
bool room_apply_header(struct room *room, const char *line, size_t size, struct error *error);
bool room_apply_action(struct room *room, struct action *action, struct error *error);
/* Any entry read back from the store. */
bool room_replay(struct room *room, const struct store_write *entry, uint64_t id_hash,
                 struct problem *problem);
/* Remembers a request that was done. */
void room_remember(struct room *room, unsigned holder, uint64_t id_hash, uint32_t seq);
const struct recent *room_find_recent(const struct room *room, unsigned holder,
                                      uint64_t id_hash);

/* The colour a new person gets: the wish if it is free, else the first that is; NUL where
 * the wish is taken. */
char room_free_colour(const struct room *room, char wish);

/* ---- What is said about it (room_write.c) -------------------------------------------- */

/* The whole table for a holder, or for HOLDER_NONE, as an object that is not closed yet. */
void room_write_table(const struct room *room, unsigned holder, const char *invite,
                      const char *why, uint64_t now_ms, struct writer *out);
/* `here`, `ready` and `stand_in`, without brackets. */
void room_write_here(const struct room *room, struct writer *out);
/* The fields `left_ms` and `draft`, as far as they apply. */
void room_write_passing(const struct room *room, unsigned holder, uint64_t now_ms,
                        struct writer *out);
/* `over`: how the round ended, with the seed. */
void room_write_over(const struct room *room, struct writer *out);
void room_write_commit(const struct room *room, struct writer *out);
/* The whole view of the seat on turn, for players who remember nothing. */
void room_write_turn(const struct room *room, uint64_t now_ms, struct writer *out);
/* Whether this holder may see the draft. */
bool room_shows_draft(const struct room *room, unsigned holder);

/* Milliseconds the seat on turn has left; false without a clock. */
bool room_left_ms(const struct room *room, uint64_t now_ms, uint64_t *left_ms);

/* ---- Moves for those who were away (ring.c) ------------------------------------------ */

/* A move as it is sent: `shown` to all, `hidden` (may be empty) also to the holder of `seat`,
 * the request's id to the holder who asked. */
struct move {
    uint32_t seq;
    uint8_t seat;
    uint8_t asker; /* a holder or HOLDER_NONE */
    struct text shown, hidden, id;
};

void ring_add(struct room *room, const struct move *move);
/* Whoever has seen no more than this must be told the whole table. */
void ring_clear(struct room *room);
/* The first move after `seq`; false if there is none. */
bool ring_next(const struct room *room, uint32_t seq, struct move *out);
/* The message for one holder. */
void move_write(const struct room *room, const struct move *move, unsigned holder,
                struct writer *out);

#endif
