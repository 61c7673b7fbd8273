/* hub_bounds.c - what strangers and players could make grow without end, and where it stops:
 * the log of a table, tables that nobody plays at, who is at one table. docs/limits.md has the
 * numbers. */
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

/* ---- Tables that were never started ---- */

/* How long nobody with a key has been there; 0 if somebody is. */
static uint64_t away_ms(const struct hub *hub, const struct room *room)
{
    uint64_t since_ms = 0;
    for (unsigned i = 0; i < HOLDERS_MAX; i++) {
        const struct holder *holder = &room->holder[i];
        if (holder->is_used && holder->connections > 0)
            return 0;
        if (holder->is_used && holder->away_since_ms > since_ms)
            since_ms = holder->away_since_ms;
    }
    return hub->now_ms - since_ms;
}

/* Whether `a` goes before `b`. After a restart all have been away as long as the server is
 * up: then the one goes first that was touched first. */
static bool goes_before(const struct hub *hub, const struct room *a, const struct room *b)
{
    uint64_t a_ms = away_ms(hub, a), b_ms = away_ms(hub, b);
    if (a_ms != b_ms)
        return a_ms > b_ms;
    return a->touched_s != b->touched_s ? a->touched_s < b->touched_s : a->number < b->number;
}

/* Whoever fills the server pushes out the own tables first, and those of the neighbours. */
bool hub_make_place(struct hub *hub, const char *address)
{
    struct address block = address_key(address, true);
    struct room *first = NULL;
    bool is_own = false;
    if (hub->room_count < hub->config.tables_max)
        return true;
    for (uint32_t i = 0; i < hub->room_count; i++) {
        struct room *room = hub->rooms[i];
        if (room->match_number > 0 || away_ms(hub, room) < AWAY_MIN_MS)
            continue;
        bool is_own_too = memcmp(&room->maker, &block, sizeof block) == 0;
        if (first == NULL || is_own_too > is_own ||
            (is_own_too == is_own && goes_before(hub, room, first))) {
            first = room;
            is_own = is_own_too;
        }
    }
    if (first == NULL)
        return false;
    hub_put_away(hub, first, "never started, and its place is needed");
    return true;
}

/* ---- Who is at one table ---- */

static unsigned count_sessions(const struct room *room, unsigned holder,
                               const struct session *but, struct session **oldest)
{
    unsigned count = 0;
    for (struct session *at = room->sessions; at != NULL; at = at->next) {
        if (at == but || at->holder != holder)
            continue;
        *oldest = at; /* whoever came last stands first */
        count++;
    }
    return count;
}

bool room_takes_session(struct hub *hub, const struct session *session, const struct room *room,
                        unsigned holder)
{
    struct session *oldest = NULL;
    unsigned count = count_sessions(room, holder, session, &oldest);
    if (holder == HOLDER_NONE)
        return count < WATCHERS_MAX;
    /* after a broken line the old one may still seem to be there: it goes, not the new one */
    if (count >= KEY_CONNECTIONS_MAX) {
        post_close(hub, oldest, "this key is used on too many lines at once");
        session_rise(hub, oldest);
    }
    return true;
}
