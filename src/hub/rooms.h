/* rooms.h - rooms as the server has them: in memory of their own, with seeds that are drawn for
 * each deal, or in logs of older versions derived from the table's secret. */
#ifndef RUMMERY_ROOMS_H
#define RUMMERY_ROOMS_H

#include "room/room.h"

/* A room that nobody is at and that nothing happens in: to read a log back. NULL without
 * memory. */
struct room *room_new(uint64_t number, const char *name);
void room_free(struct room *room);

/* For a room_world. */
bool room_seed(void *context, const struct room *room, uint32_t deal_number,
               uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE]);

#endif
