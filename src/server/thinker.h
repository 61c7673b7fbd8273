/* thinker.h - computer players on threads of their own, never on the loop. Thoughts wait in
 * line; what was decided is handed back on the loop. */
#ifndef RUMMERY_THINKER_H
#define RUMMERY_THINKER_H

#include <uv.h>

#include "hub/hub.h" /* struct thought */

enum { THINKERS_MAX = 64 };

/* Called on the loop; the thought is valid during the call only. */
struct thinker_report {
    void *context;
    void (*thought)(void *context, const struct thought *thought);
};

struct thinker;

/* `threads` of them (0: one processor is left to the loop), with at most `waiting_max` thoughts
 * in line. NULL if there is no thread or memory to be had. */
struct thinker *thinker_start(uv_loop_t *loop, unsigned threads, unsigned waiting_max,
                              const struct thinker_report *report);
/* Copies the thought. Where the line is full it comes back undecided. */
void thinker_think(struct thinker *thinker, const struct thought *thought);
/* Waits for what is being thought now and forgets the rest. The memory is released when the
 * loop has run once more. */
void thinker_stop(struct thinker *thinker);

#endif
