/* stage.h - a table and one device at it, played from a session: a room with a clock that is moved
 * by hand, a midend, computer players and people elsewhere, with chance from a seed and nothing
 * else from outside. The same session gives the same models everywhere. No I/O; memory comes from
 * wire/memory.h. */
#ifndef RUMMERY_STAGE_H
#define RUMMERY_STAGE_H

#include "midend/model.h"
#include "midend/session.h"
#include "room/room.h"
#include "solver/solver.h"

/* What is decided outside of the device may be decided anew, and who paints may bring what is
 * painted; NULL where it stays. */
struct stage_hooks {
    void *context;
    struct midend *midend; /* of the device, instead of the stage's own; it has nothing yet */
    /* The next line of the room's log. */
    void (*entry)(void *context, struct room *room, const struct entry *entry);
    /* What chance does, */
    void (*chance)(void *context, const struct match *match, struct action *action);
    /* and a computer player or a person elsewhere. */
    void (*decide)(void *context, const struct view *view, struct action *action);
};

struct stage {
    struct session session;
    struct stage_hooks hooks;
    struct workspace *work;
    struct room room;
    struct room_world world;
    struct room_desk desk;
    struct midend *midend; /* of the device: `own_midend`, or that of the hooks */
    struct midend own_midend;
    struct random chance;  /* what the room draws */
    struct random choices; /* what others choose by, */
    struct random own;     /* and the seat shown: apart, since others see other cards */
    uint64_t now_ms;
    uint32_t inputs; /* entries so far */
    uint8_t asker;   /* the holder who is asking the room, or HOLDER_NONE */
    bool is_broken;  /* the line to the room, */
    bool is_lost;    /* or the device could not follow it */
    bool has_thought;
    struct thought thought;
    bool has_riddle[RIDDLE_COUNT];
    uint32_t riddle_due[RIDDLE_COUNT]; /* in inputs */
    struct riddle riddle[RIDDLE_COUNT];
    bool has_unsent; /* a request that waits for the line */
    struct room_request unsent;
    struct action unsent_action;
    char unsent_id[FOLLOW_ID_MAX];
    char typed[TEXT_MAX]; /* an action, as far as its letters have come */
    size_t typed_size;
    unsigned refused; /* how often the room has refused what the midend let through */

    struct model model; /* after the last entry */
    uint64_t hash;      /* of all models so far */
};

/* The table is made and the device sits down. The workspace must stay and be all zero, or have been
 * used; the session must be one that can be (session_refusal). */
void stage_open(struct stage *stage, const struct session *session,
                const struct stage_hooks *hooks, struct workspace *work);
/* Gives back what it has taken, not the stage itself. */
void stage_close(struct stage *stage);

/* One entry, which there can be (session_has_entry). False where the midend has barred it. */
bool stage_play(struct stage *stage, const struct session_entry *entry);

#endif
