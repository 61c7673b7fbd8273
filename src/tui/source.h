/* source.h - who brings what a table says to this terminal, and takes what is asked of it: a room
 * in this process (local.c; local_session.c where it is written down), a server (remote.c), lessons
 * (learn.c), or only a record (viewing.c). What the table is and what may be done there is the
 * midend's; a source adds the loop, the line and the disk. Whoever shows the table runs the libuv
 * loop, reads the midend, does things by source_do(), and is called whenever something has
 * changed. */
#ifndef RUMMERY_SOURCE_H
#define RUMMERY_SOURCE_H

#include <uv.h>

#include "midend/midend.h"
#include "tui/riddles.h"

enum { LINK_SIZE = 512 };

enum speed { SPEED_SLOW, SPEED_NORMAL, SPEED_FAST, SPEED_INSTANT, SPEED_COUNT };

struct source;

/* What a source does; only source.c calls these. Those that may be missing are NULL. */
struct source_kind {
    void (*request)(struct source *source, const struct room_request *request);
    /* What was done may have made more due. */
    void (*go_on)(struct source *source);
    void (*skip)(struct source *source);
    /* Instead of midend_do(), or midend_act() where there is no intent; and the midend's time. */
    bool (*play)(struct source *source, const struct intent *intent, const struct action *action);
    uint64_t (*now_ms)(const struct source *source);
    void (*fetch_record)(struct source *source);
    void (*close)(struct source *source);
};

/* To be read by all and written by the sources. */
struct source {
    const struct source_kind *kind;
    struct midend midend;
    uv_loop_t *loop;
    uv_timer_t teller; /* calls `changed` when the loop comes round */
    void (*changed)(void *context);
    void *context;
    struct riddles *riddles; /* NULL until one is asked */
    char link[LINK_SIZE]; /* for others to sit down here; empty if there is none */
    const char *path;     /* local: where the record lies; NULL where it is not kept */
    char *record;         /* source_fetch_record: text of the match, NULL before */
    bool has_no_record;   /* it could not be had */
    bool is_unsaved;      /* local: the match cannot be written to disk */
    bool is_unkept;       /* remote: the key cannot */
    bool is_viewed;       /* there is only a record, to be looked at */
    const char *notice;   /* what a teacher says, ... */
    uint32_t notices;     /* ... new whenever this grows, and all lies anew then */
    enum speed speed;
};

/* ---- For whoever shows it ---- */

/* `changed` is never called from inside any of these. */
void source_listen(struct source *source, void (*changed)(void *context), void *context);
/* Calls `changed` when the loop comes round. Several calls are one. */
void source_tell(struct source *source);
/* As midend_do() and midend_act(), and what follows from it. */
bool source_do(struct source *source, const struct intent *intent);
bool source_act(struct source *source, const struct action *action);
/* Computer players act at once until a person is on turn. */
void source_skip(struct source *source);
void source_set_speed(struct source *source, enum speed speed);
/* How long a step of somebody's play is to be shown. */
unsigned source_step_ms(const struct source *source);
uint64_t source_left_ms(const struct source *source);
/* The record of the rounds played comes into `record`. */
void source_fetch_record(struct source *source);
/* Ends it, saved; the memory is released once the loop has run dry. `changed` is not called
 * any more. */
void source_close(struct source *source);

/* ---- For the sources ---- */

void source_init(struct source *source, uv_loop_t *loop, const struct source_kind *kind);
/* Frees what the fields hold, not the source itself. */
void source_release(struct source *source);
/* What the table says, on its way to the midend; gives what that was to who follows it. */
const struct news *source_take(struct source *source, const struct room_message *message);
/* Who sits there, for a source that is no room. */
void source_seat_all(const struct sitter *sitter, unsigned seats, struct room_message *message,
                     struct message_table *whole);

#endif
