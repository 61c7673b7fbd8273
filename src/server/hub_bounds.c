/* hub_bounds.c - what strangers and players could make grow without end, and where it stops:
 * the log of a table. The numbers stand in docs/limits.md. */
#include <string.h>

#include "server/bucket.h"
#include "server/hub_internal.h"

/* ---- The log of a table ---- */

bool log_takes_change(struct hub *hub, struct room *room, unsigned holder)
{
    const struct rate *key = &limits_config(hub->limits)->changes;
    const struct rate table = {2 * key->per_minute, 2 * key->burst};
    uint64_t before = room->changes_us;
    if (!bucket_take(&room->changes_us, &table, hub->now_ms))
        return false;
    if (holder == HOLDER_NONE ||
        bucket_take(&room->holder[holder].changes_us, key, hub->now_ms))
        return true;
    /* who is refused takes nothing from the others */
    room->changes_us = before;
    return false;
}

bool log_is_full(const struct hub *hub, const struct room *room)
{
    return room->seq >= hub->config.log_max;
}

bool log_is_closed(const struct hub *hub, const struct room *room)
{
    return room->seq >= hub->config.log_max + LOG_ROUND_MAX;
}

const char *const log_full_words =
    "the log of this table is full: the round can be ended, for more make a new table";
