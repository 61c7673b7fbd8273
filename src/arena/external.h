/* external.h - a player that is a program of its own: it reads its turns on standard input and
 * answers on standard output, under the referee's clock. */
#ifndef RUMMERY_EXTERNAL_H
#define RUMMERY_EXTERNAL_H

#include <stdatomic.h>

#include "arena/arena.h"
#include "arena/turn_line.h"

struct external;

struct external_setup {
    const char *command; /* for `sh -c` */
    uint32_t turn_ms;    /* for one answer */
    const char *options; /* what its greeting is answered with: a JSON object; NULL: none */
    bool is_quiet;       /* what it says on standard error is heard by nobody */
    const atomic_bool *is_hurried; /* once true nobody waits for an answer; may be NULL */
};

/* Begins nothing yet: the program starts with external_check() or its first turn. */
struct external *external_new(const struct external_setup *setup);
/* Starts it, and waits until it has said something, or has ended, or that moment has come (by
 * external_now_ms()). False where it has ended or cannot start. */
bool external_check(struct external *external, int64_t until_ms);
int64_t external_now_ms(void);

/* The player, good until external_stop(). Who does not answer in time is stopped, forfeits, and
 * is started again for the next turn. */
struct arena_player external_player(struct external *external);
/* What happened last that was no answer. */
const struct fault *external_fault(const struct external *external);
/* How it introduced itself; version 0: it did not. */
const struct hello *external_hello(const struct external *external);
/* For the turns to come: what the clock has left, and what says that nobody waits any more. */
void external_set_clock(struct external *external, uint32_t turn_ms,
                        const atomic_bool *is_hurried);
/* A decision at a table where nobody forfeits: an illegal answer is told and asked for again, as
 * in the arena. False, with the fault told, where no legal one came. */
bool external_sit(struct external *external, const struct view *view, struct random *random,
                  struct action *out);
/* Ends the program, and those of its children that stayed in its process group. */
void external_stop(struct external *external);

#endif
