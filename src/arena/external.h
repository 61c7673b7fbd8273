/* external.h - a player that is a program of its own: it reads its turns on standard input and
 * answers on standard output, under the referee's clock. */
#ifndef RUMMERY_EXTERNAL_H
#define RUMMERY_EXTERNAL_H

#include "arena/arena.h"

struct external;

/* Starts `sh -c command`; NULL if that cannot be done. */
struct external *external_start(const char *command, uint32_t turn_ms);
/* The player, good until external_stop(). Who does not answer in time is stopped, forfeits, and
 * is started again for the next turn. */
struct arena_player external_player(struct external *external);
void external_stop(struct external *external);

#endif
