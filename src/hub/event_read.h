/* event_read.h - entries of a table's log, read back from the store. */
#ifndef RUMMERY_EVENT_READ_H
#define RUMMERY_EVENT_READ_H

#include "room/room.h"
#include "store/store.h"
#include "wire/json.h"

/* An event from its line. A line that is none gives false with the problem told. */
bool event_read(struct value line, struct event *out, struct problem *problem);

/* Any entry as the store has it, applied to the room; false with the problem told. */
bool entry_replay(struct room *room, const struct store_write *entry, uint64_t id_hash,
                  struct problem *problem);

#endif
