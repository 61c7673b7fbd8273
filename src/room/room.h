/* room.h - a table that people sit at, called a room because the core's tables hold melds: its
 * log, who sits there, the match, the clock, computer players and stand-ins, drafts, taking
 * back, and what is said about all that in the messages of docs/protocol.md.
 *
 * A room does no I/O and reads no clock. Whoever runs it tells it the time with every call, brings
 * it requests, and is told in return what to keep and what to say (struct room_world). A server
 * has many rooms and speaks when what it says rests on is durable; a terminal or a page has one,
 * and to those who sit at it the two differ by nothing but the pipe.
 *
 * What must survive is changed in one place only: room_apply_event(), room_apply_header() and
 * room_apply_action(), which take an entry of the log, whether it happens now or is read back.
 * Everything under "passing" is lost with the process, except the draft and the clock, which
 * may be saved from time to time.
 *
 * It needs no C library. Memory comes from wire/memory.h, which the program brings: a draft for
 * which there is none is refused, without the rest no room can go on.
 *
 * How a table on one device uses it:
 *   1. a room_world with `is_local`; `mix_wait_ms` 0; `bot_pause_ms` the speed, which may change
 *      at any time; a desk of empty writers;
 *   2. a new table: room_init(), room_make() with an EVENT_TABLE, in which everybody of the device
 *      is a person of holder 0. One from disk: room_init(), then room_replay() for each event
 *      and line, room_resume_turn() for the draft and the time used, room_wake();
 *   3. room_come() for holder 0, then room_greet(): from now on `tell` brings the messages that a
 *      server would send, as data, to be taken by whoever follows a server too;
 *   4. what people do becomes a room_request for room_ask(); REQUEST_START first;
 *   5. after every call a timer for room_due_ms(), and then room_tick();
 *   6. `think` starts a computer player, on a thread or a worker; room_thought() when it is done.
 *      The room holds the decision back until it seems a person's; room_skip() does not;
 *   7. `entry` has the next line of the save. A line of the match is written as it is. Of events a
 *      record keeps what it likes: EVENT_MIXES is the place of the `# shuffle` line
 *      (room->shuffle), EVENT_BACK takes the last action out again. */
#ifndef RUMMERY_ROOM_H
#define RUMMERY_ROOM_H

#include "bots/effort.h"
#include "places/places.h"
#include "shuffle/shuffle.h"
#include "wire/message.h"
#include "wire/request.h"

enum {
    TABLE_NAME_SIZE = 13,   /* 12 characters, 60 bits, and a NUL */
    INVITE_SIZE = 17,       /* 16 characters, 80 bits, and a NUL */
    HASH_SIZE = 32,
    HOLDERS_MAX = SEATS_MAX,
    HOLDER_NONE = 255,
    RECENT_MAX = 16,        /* request ids remembered for each key */
    DRAFTS_MAX = 48,        /* steps that can be undone in a turn */
    RING_SIZE = 2048,       /* bytes of moves kept for those who were away */
    STAND_IN_LEVEL = 2,
    REPLACE_MS = 60000,     /* so long a person is away who may be replaced in a match */
    LIVE_MS = 2000,         /* a draft is saved at most this often */
    LIVE_CLOCK_MS = 10000   /* a running clock is saved this often */
};

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

/* A request that was done, to be recognised when it comes again. */
struct recent {
    uint64_t id_hash;
    uint32_t seq;
    bool is_passing; /* done, but no entry of the log */
};

/* One person, or several on one device. Holder 0 made the table. */
struct holder {
    bool is_used;
    uint8_t recent_next;
    uint16_t connections;   /* passing: how often it is there, */
    uint16_t whole_count;   /* passing: and how often it wants the whole view each turn */
    uint64_t away_since_ms; /* passing */
    /* What the outside knows the holder by, in the log; the room never looks at it. */
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

struct room_world;

struct room {
    const struct room_world *world;
    uint64_t number; /* what it is known by to whoever runs it, */
    char name[TABLE_NAME_SIZE]; /* and to clients */
    uint32_t seq;
    uint32_t moved_seq; /* of the last entry that changed the match */
    uint32_t round_seq; /* passing: of the last entry that changed what records say */

    uint8_t game;
    bool watch, drafts_open;
    uint16_t stand_in_s;
    uint8_t host; /* a holder */
    uint8_t seat_count;
    struct options options;
    uint8_t secret[SEED_SIZE]; /* older versions have derived the seeds of rounds from it */
    bool draws; /* seeds: not so at a table of an older version before its next deal */
    struct seat seat[SEATS_MAX];
    struct holder holder[HOLDERS_MAX];

    uint32_t match_number; /* 0 before the first */
    uint32_t deal_number; /* of the next deal at this table, from 1 */
    uint8_t reshuffles;
    struct shuffle shuffle; /* of the round that is being played */
    struct match match;
    struct places places; /* of its table */
    struct match before;  /* the last action may be taken back to this ... */
    struct places places_before;
    uint8_t back_seat; /* ... by this seat; SEAT_NONE: it may not */
    uint8_t late; /* bits: seats whose time ran out when they were last on turn */
    struct sheet_line *sheet;
    uint32_t sheet_count;
    bool is_resettled; /* seats were added or removed since the match: its numbers are others */

    /* passing */
    uint64_t now_ms;   /* as it was told last */
    uint16_t watchers; /* who are there without a seat */
    bool is_dealing;
    bool has_seed; /* one was drawn for the next deal: */
    uint8_t seed[SEED_SIZE];
    bool is_thinking; /* a computer player was asked, or its decision is held back */
    bool is_skipping; /* computer players act at once until a person is on turn */
    uint8_t turn_seat;        /* whose clock runs; SEAT_NONE */
    bool is_looked_away;      /* on one device: whoever is on turn reads something else */
    uint8_t looking;          /* on one device: who looked last in this round; SEAT_NONE */
    uint64_t turn_started_ms; /* may lie in the future by what was used before a restart */
    uint64_t turn_used_ms;    /* before turn_started_ms */
    uint64_t act_due_ms;      /* when a computer player acts at the earliest */
    struct action *decided;   /* what it will do then; NULL */
    uint64_t decided_due_ms;
    uint64_t deal_due_ms;
    uint64_t live_saved_ms;
    bool live_is_dirty;
    uint8_t back_asked; /* the seat that asks to take back; SEAT_NONE */
    uint8_t back_allowed; /* bit a holder */
    struct drafts *drafts;
    uint8_t *ring;
    uint32_t ring_size;
    uint32_t ring_from; /* moves after this seq are in the ring */
};

/* ---- What happens to it: entries of the log (room_events.c, room.c) -------------------- */

enum event_kind {
    EVENT_TABLE, /* the table was made */
    EVENT_JOIN,
    EVENT_LEAVE,
    EVENT_SEAT,
    EVENT_PROFILE,
    EVENT_MIXES, /* what the seats added to the shuffle; lot and deal follow */
    EVENT_BACK   /* the last action was taken back */
};
enum { EVENT_COUNT = EVENT_BACK + 1 };

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
    bool has_seed; /* mixes: the seed is with them, as `secret`; table: seeds are drawn there */
    struct options options;
    uint8_t secret[SEED_SIZE];
    uint8_t key_hash[HASH_SIZE];
    uint8_t id_hash[HASH_SIZE];
    struct seat seats[SEATS_MAX]; /* table; join, seat, profile: those concerned */
};

/* Words of the log. */
extern const char *const event_names[EVENT_COUNT];
/* The line of the log. */
void event_print(const struct event *event, struct writer *out);

/* An entry of the log, on its way out or back. */
struct entry {
    uint32_t seq;
    uint8_t who;      /* the holder who asked for it, or HOLDER_NONE */
    struct text id;   /* of that request; may be empty */
    uint64_t id_hash;
    struct text line; /* notation; empty for an event, whose line event_print() has */
    const struct event *event;   /* NULL: a line of the match, */
    const struct action *action; /* and this is NULL for its header; not needed to read back */
};

/* They assume that the event was allowed; an impossible one returns false. */
bool room_apply_event(struct room *room, const struct event *event);
/* A line of a match: its header, chance, an action. False with the error told, and nothing
 * has changed. On success the action is what the record keeps. */
bool room_apply_header(struct room *room, const char *line, size_t size, struct error *error);
bool room_apply_action(struct room *room, struct action *action, struct error *error);

/* ---- The world around it ---------------------------------------------------------------- */

/* Whom a message is for. */
enum audience {
    TO_ASKER,    /* whoever brought the request or the hello that is being answered */
    TO_HOLDER,   /* everybody who is there as that holder */
    TO_WHOLE,    /* those of them who want the whole view each turn */
    TO_WATCHERS, /* everybody who is there without a seat */
    TO_ALL,
    TO_OTHERS    /* all but the asker */
};

/* What a request brings into the log; all but NOTHING change what must survive and need an
 * id. A full log may still take the moves of a round; whoever wants to leave always may. */
enum room_writes { WRITES_NOTHING, WRITES_MOVE, WRITES_ROUND, WRITES_CHANGE, WRITES_LEAVE };

/* What somebody may want to count. */
enum room_count {
    COUNT_MOVE,
    COUNT_BOT_MOVE,
    COUNT_TIMEOUT,
    COUNT_ROUND,
    COUNT_REFUSAL,
    COUNT_REPEAT
};
enum { ROOM_COUNTS = COUNT_REPEAT + 1 };

/* A computer player's turn: what it may know, and what it decides. */
struct thought {
    uint64_t table; /* the room's number, */
    uint32_t place; /* and whatever else helps to find it again */
    uint32_t seq; /* of the last entry when it was asked */
    uint8_t seat;
    uint8_t level;
    uint32_t answer_ms; /* a program's time to answer; 0: as usual */
    struct view view;
    struct standing standing; /* of the match, which everybody knows */
    struct action action; /* what was decided, */
    bool is_decided;      /* if anything was */
};

/* What a message points to. */
struct room_told {
    struct message_table whole;
    struct message_over over;
    struct view views[SEATS_MAX];
    char invite[INVITE_SIZE];
};

/* What is being told, one message at a time: rooms of one thread may share it. */
struct room_desk {
    struct room_told told;
    struct writer text; /* for a host that writes messages down */
    struct writer line;
};

/* What a room needs of the world. Functions that may be missing are NULL. None of them may call
 * the room again but where it says so. */
struct room_world {
    void *context;
    struct room_desk *desk;
    uint32_t bot_pause_ms; /* computer players act this long after their turn began */
    uint32_t mix_wait_ms;  /* how long a deal waits for the seats' random bytes */
    /* Everybody sits at one device. So the clock of a person who shares it runs from
     * REQUEST_LOOK on; computer players may take over for anybody at any time, and people sit
     * down on open seats. */
    bool is_local;

    /* The next entry of the log. It has been applied. */
    void (*entry)(void *context, struct room *room, const struct entry *entry);
    /* A message, to be said when all entries before it are safe. It is valid during the call
     * only. */
    void (*tell)(void *context, struct room *room, enum audience to, unsigned holder,
                 const struct room_message *message);
    /* Copies the thought, and brings it back by room_thought(), never at once. */
    void (*think)(void *context, struct room *room, const struct thought *thought);
    /* Unpredictable bytes. */
    void (*random)(void *context, void *out, size_t size);
    /* What chance does next (shuffle_chance); a test may deal as it likes. */
    void (*chance)(void *context, const struct shuffle *shuffle, const struct match *match,
                   unsigned reshuffle, struct action *out);
    /* What the simplest player would do; NULL: the game's own. */
    void (*simple)(void *context, const struct view *view, struct random *random,
                   struct action *out);
    /* The seed of each deal is drawn (room->seed) when the one before was dealt, when the table
     * is made and when it is read back, and goes into the log with the deal. What a table of an
     * older version was committed to stays. */
    bool draws_seeds;
    /* The seed of a deal of this table, which was drawn or always is the same for the same number,
     * and the commitment to it. False where there is none to be told; the seed is filled in all
     * the same. */
    bool (*seed)(void *context, const struct room *room, uint32_t deal_number,
                 uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE]);
    /* Whether the log takes that now. NULL: always. */
    bool (*takes)(void *context, const struct room *room, enum room_writes writes);
    /* What is unfinished, as one line that replaces the one before: the clock and the draft. */
    void (*live)(void *context, struct room *room, struct text line);
    /* This holder has lost the last seat: whoever is there as such watches from now on
     * (room_go(), room_come()), or goes (room_go()). */
    void (*unseat)(void *context, struct room *room, unsigned holder);
    /* What lets others take seats. */
    void (*invite)(void *context, const struct room *room, char out[INVITE_SIZE]);
    void (*count)(void *context, enum room_count what);
};

/* All zero but what is given. The world must stay; the name is copied, TABLE_NAME_SIZE bytes. */
void room_init(struct room *room, const struct room_world *world, uint64_t number,
               const char *name);
/* Gives back what the room has taken, not the room itself. */
void room_close(struct room *room);

/* ---- Making it, and reading it back ------------------------------------------------------ */

/* The first entry: EVENT_TABLE. */
void room_make(struct room *room, const struct event *event, uint64_t now_ms);
/* EVENT_JOIN, which was found to be possible: somebody takes seats, and all are told. */
void room_join(struct room *room, const struct event *event, uint64_t now_ms);
/* The next entry, read back. NULL, or why it cannot be, in words; then nothing more can be read. */
const char *room_replay(struct room *room, const struct entry *entry);
/* What was unfinished when the last entry was written, if it is still so: how much of the turn
 * had passed, and the draft, which may be NULL. A draft that cannot be is none. */
void room_resume_turn(struct room *room, uint64_t used_ms, const struct table *draft);
/* All is read back, and the time is known: clocks go on, deals that were due come. */
void room_wake(struct room *room, uint64_t now_ms);

/* ---- Who is there ------------------------------------------------------------------------ */

/* Somebody comes as a holder, or to watch (HOLDER_NONE). To be called before they can be told
 * anything; the others are told. */
void room_come(struct room *room, unsigned holder, bool is_whole, uint64_t now_ms);
/* And goes, when they cannot be told anything any more. */
void room_go(struct room *room, unsigned holder, bool is_whole, uint64_t now_ms);
/* Who was replaced while away gets the seat back from the computer player that sits there, as
 * long as it does. False if the log does not take it now. */
bool room_return(struct room *room, unsigned holder, uint64_t now_ms);
/* Tells the asker, who came as this holder, how things are: the moves after entry `after` if
 * they are still known (0: never seen any), else the whole table. */
void room_greet(struct room *room, unsigned holder, bool is_whole, uint32_t after,
                struct text id, uint64_t now_ms);

/* ---- Requests (room_requests.c) ---------------------------------------------------------- */

/* Does it, or tells the asker why not; a refused request has changed nothing. When REQUEST_LEAVE
 * was the last holder's, nothing is told: the table is nobody's any more
 * (room_is_claimed). */
void room_ask(struct room *room, const struct room_request *request, uint64_t now_ms);

/* The steps of room_ask() before anything is done, for whoever has to ask more in between. A
 * request that was done already is answered again and not done twice. */
bool room_answers_repeat(struct room *room, const struct room_request *request,
                         uint64_t now_ms);
/* The code that tells why this holder may not ask for it now, or NULL. */
const char *room_bars(const struct room *room, unsigned holder, enum request_kind kind);
enum room_writes request_writes(enum request_kind kind);
/* What is told of a person; what is empty stays. */
void seat_set_profile(struct seat *seat, const struct profile *profile);
/* The own seat that is meant, of several the one on turn; SEAT_NONE if it is none of theirs. */
unsigned room_own_seat(const struct room *room, unsigned holder, unsigned wish);

/* ---- What happens by itself (room_play.c) ------------------------------------------------ */

/* Clock, stand-ins, computer players, deals, saving: to be called when it is due. */
void room_tick(struct room *room, uint64_t now_ms);
/* The time of the next thing that happens by itself; UINT64_MAX if there is none. It may change
 * with every call. */
uint64_t room_due_ms(const struct room *room, uint64_t now_ms);
/* What a computer player has decided; one that was not ready does what the simplest would. */
void room_thought(struct room *room, const struct thought *thought, uint64_t now_ms);
/* Computer players act at once until a person is on turn. */
void room_skip(struct room *room, uint64_t now_ms);
/* Has `live` save what is unfinished, if anything is. */
void room_save(struct room *room, uint64_t now_ms);

/* ---- What a room is ---------------------------------------------------------------------- */

enum room_phase room_phase(const struct room *room);
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
/* Whether anybody is there, with or without a seat. */
bool room_is_visited(const struct room *room);
/* Whether a computer player sits there who makes room for this holder. */
bool room_keeps_seat(const struct room *room, unsigned index, unsigned holder);
/* The table as the draft has it, or as it lies. */
const struct table *room_draft(const struct room *room);
/* The colour a new person gets: the wish if it is free, else the first that is; NUL where
 * the wish is taken. */
char room_free_colour(const struct room *room, char wish);
/* Milliseconds the seat on turn has left; false while no clock runs. */
bool room_left_ms(const struct room *room, uint64_t now_ms, uint64_t *left_ms);

/* ---- What is said about it, written down (room_message.c, room_tell.c) -------------------- */

/* The whole table for a holder, or for HOLDER_NONE. */
void room_write_table(const struct room *room, unsigned holder, enum table_why why,
                      uint64_t now_ms, struct writer *out);
/* The message that refuses a request; `why` NULL: the words of the code. */
void room_write_error(struct text id, const char *code, const char *why, struct writer *out);

#endif
