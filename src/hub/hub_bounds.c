/* hub_bounds.c - what strangers and players could make grow without end, and where it stops:
 * the log of a table, tables that nobody plays at, who is at one table. docs/limits.md has the
 * numbers. */
#include <string.h>

#include "hub/hub_internal.h"
#include "visitors/bucket.h"

/* ---- The log of a table ---- */

bool log_takes_change(struct hub *hub, struct room *room, unsigned holder)
{
    const struct rate *key = &limits_config(hub->limits)->changes;
    const struct rate table = {2 * key->per_minute, 2 * key->burst};
    struct served *served = served_of(room);
    uint64_t before = served->changes_us;
    if (!bucket_take(&served->changes_us, &table, hub->now_ms))
        return false;
    if (holder == HOLDER_NONE || bucket_take(&served->key_changes_us[holder], key, hub->now_ms))
        return true;
    /* who is refused takes nothing from the others */
    served->changes_us = before;
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

enum turn_to_go turn_to_go(const struct room *room)
{
    if (room->match_number == 0)
        return served_as(room)->was_visited ? GOES_UNSTARTED : GOES_UNVISITED;
    bool is_alone = room_holder_count(room) <= 1;
    return is_alone || room_phase(room) == ROOM_OVER ? GOES_OVER : STAYS;
}

static const uint64_t least_ms[] = {[GOES_UNVISITED] = VISIT_MS,
                                    [GOES_UNSTARTED] = AWAY_MIN_MS,
                                    [GOES_OVER] = AWAY_OVER_MS,
                                    [STAYS] = UINT64_MAX};

static bool may_go(const struct hub *hub, const struct room *room)
{
    return away_ms(hub, room) >= least_ms[turn_to_go(room)];
}

static bool goes_before(const struct hub *hub, const struct room *a, const struct room *b)
{
    enum turn_to_go turn = turn_to_go(a);
    if (turn != turn_to_go(b))
        return turn < turn_to_go(b);
    if (turn == GOES_UNVISITED)
        return a->number > b->number;
    uint64_t a_ms = away_ms(hub, a), b_ms = away_ms(hub, b);
    return a_ms != b_ms ? a_ms > b_ms : a->number < b->number;
}

/* Whoever fills the server pushes out the own tables first, and those of the neighbours. */
static struct room *first_to_go(const struct hub *hub, const char *address)
{
    struct address block = address_key(address, true);
    struct room *first = NULL;
    bool is_own = false;
    for (uint32_t i = 0; i < hub->awake_count; i++) {
        struct room *room = hub->awake[i];
        if (!may_go(hub, room))
            continue;
        bool is_own_too = memcmp(&served_of(room)->maker, &block, sizeof block) == 0;
        if (first == NULL || is_own_too > is_own ||
            (is_own_too == is_own && goes_before(hub, room, first))) {
            first = room;
            is_own = is_own_too;
        }
    }
    return first;
}

/* What the store has found serves the first of those who waited for it. */
static enum placing take_found(struct hub *hub, struct session *session, const char *why)
{
    const struct looked *places = hub->places;
    if (places == NULL || (places->count > 0 && hub->is_place_taken)) {
        wait_for_place(hub, session);
        return PLACING_LATER;
    }
    if (places->count == 0)
        return PLACING_FAILED;
    hub->is_place_taken = true;
    if (put_away_asleep(hub, &places->found[0], why))
        return PLACING_DONE;
    return PLACING_FAILED;
}

enum placing hub_make_place(struct hub *hub, struct session *session)
{
    static const char why[] = "nobody is there, and its place is needed";
    if (hub->room_count < hub->config.tables_max)
        return PLACING_DONE;
    struct room *first = first_to_go(hub, connection_address(session->connection));
    if (first != NULL)
        return hub_put_away(hub, first, why) ? PLACING_DONE : PLACING_FAILED;
    return take_found(hub, session, why);
}

void look_for_spare(struct hub *hub)
{
    struct look look = {.aim = LOOK_SPARE, .most = 1};
    for (unsigned i = 0; i < STAYS; i++)
        look.until_s[i] = hub->wall_s - (int64_t)(least_ms[i] / 1000);
    look_for(hub, &look);
}

/* ---- Who is at one table ---- */

static unsigned count_sessions(const struct room *room, unsigned holder,
                               const struct session *but, struct session **oldest)
{
    unsigned count = 0;
    for (struct session *at = served_as(room)->sessions; at != NULL; at = at->next) {
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
