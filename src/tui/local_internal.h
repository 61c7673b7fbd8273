/* local_internal.h - a table in this process: what its files share. local.c runs the room,
 * local_open.c makes a new one or reads one back from disk, local_session.c plays one that is
 * written as a session. */
#ifndef RUMMERY_LOCAL_INTERNAL_H
#define RUMMERY_LOCAL_INTERNAL_H

#include "room/room.h"
#include "tui/local.h"
#include "tui/save.h"
#include "tui/thinking.h"

/* Everybody at this terminal is one holder of the room. */
enum { LOCAL_HOLDER = 0 };

struct local_session;

struct local {
    struct source source; /* first, so that its address is the local table's */
    struct local_session *session; /* NULL: none is written. Else the room is its stage's */
    struct room room;
    struct room_world world;
    struct room_desk desk;
    bool is_lost; /* something that it said could not be followed */
    struct save save;
    char **lines;    /* the record, without comments */
    size_t *offsets; /* where each begins in the file */
    unsigned line_count;
    bool has_seed; /* of the first match: --seed */
    uint64_t seed;
    uint32_t known_deal; /* the deal of which ... */
    uint8_t known_seed[SEED_SIZE]; /* ... the seed is made or read back */
    struct thinking thinking;
    struct programs programs;
    uint64_t next_round_ms; /* watched only: when the next round comes; 0 */
    uv_timer_t due;
    bool is_closing;
    unsigned open_handles;
};

/* Begins the comment that names a seat's program. */
extern const char program_words[];

struct local *local_new(uv_loop_t *loop);
/* A line of the record, which begins there in the file. */
void local_keep_line(struct local *local, struct text text, size_t offset);
/* For each call of the room: the time, and how fast computer players are to seem. */
uint64_t local_now(struct local *local);
/* After it: what has become due, and waiting for what happens by itself. */
void local_go_on(struct local *local);

/* An entry of the room's log, into the record. */
void local_entry(void *context, struct room *room, const struct entry *entry);
/* Of every source that is such a table. */
void local_fetch_record(struct source *source);
void local_close(struct source *source);

/* Who sits at a table that is written as a session: there they have no names. */
const struct sitter *local_session_sitters(const struct local_session *session);
void local_session_free(struct local_session *session);

#endif
