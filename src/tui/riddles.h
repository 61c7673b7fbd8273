/* riddles.h - the worker that answers a midend's riddles (midend/riddle.h) on a thread of the
 * loop. Of each kind only the latest is worked out, who waits for a hint first. */
#ifndef RUMMERY_RIDDLES_H
#define RUMMERY_RIDDLES_H

#include <uv.h>

#include "midend/riddle.h"

struct riddles;

/* `answered` is called on the loop with each answer. */
struct riddles *riddles_new(uv_loop_t *loop,
                            void (*answered)(void *context, const struct riddle *answer),
                            void *context);
void riddles_ask(struct riddles *riddles, const struct riddle *riddle);
/* Nobody wants to know any more; the memory is released when the work is done. */
void riddles_free(struct riddles *riddles);

#endif
