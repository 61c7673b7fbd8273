/* guests.h - visitors of another server at our tables: each has a connection without a protocol,
 * whose words go over the link that it came by. */
#ifndef RUMMERY_GUESTS_H
#define RUMMERY_GUESTS_H

#include "hub/hub.h"

struct guests;

/* What is said to them goes by `say`; where that is false the link is over anyway. */
struct guests *guests_new(struct commons *commons, void *context,
                          bool (*say)(void *context, enum pass_kind kind, uint32_t visitor,
                                      struct text what));
/* All of them are gone. */
void guests_free(struct guests *guests);
/* What their server says about one. */
void guests_heard(struct guests *guests, enum pass_kind kind, uint32_t visitor,
                  struct text what, uint64_t now_ms);
/* Those to whom the last word was said are released: not while anybody talks to them. */
void guests_turn(struct guests *guests);

#endif
