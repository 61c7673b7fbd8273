/* hub_keep.c - tables that are in the store and not served: put away because nobody came for
 * long, and deleted a day later; or set aside because they cannot be read. And the time by
 * which that is decided: docs/decisions/013 says why a clock that jumps deletes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"

enum {
    DAY_S = 24 * 3600,
    JUMP_S = 3600,        /* a clock that is off by more than this has jumped */
    NOTE_MS = 3600 * 1000 /* how long the server has served is noted this often */
};

/* ---- The list ---- */

struct kept *kept_by_number(const struct hub *hub, uint64_t number)
{
    for (uint32_t i = 0; i < hub->kept_count; i++)
        if (hub->kept[i].number == number)
            return &hub->kept[i];
    return NULL;
}

const struct kept *kept_by_name(const struct hub *hub, struct text name)
{
    for (uint32_t i = 0; i < hub->kept_count; i++)
        if (text_is(name, hub->kept[i].name) && name.size > 0)
            return &hub->kept[i];
    return NULL;
}

static struct kept *add_kept(struct hub *hub, uint64_t number)
{
    if (hub->kept_count == hub->kept_room) {
        uint32_t more = hub->kept_room == 0 ? 16 : 2 * hub->kept_room;
        struct kept *kept = realloc(hub->kept, more * sizeof *kept);
        if (kept == NULL)
            return NULL;
        hub->kept = kept;
        hub->kept_room = more;
    }
    struct kept *kept = &hub->kept[hub->kept_count++];
    *kept = (struct kept){.number = number};
    return kept;
}

static void report(const struct hub *hub, const char *event, uint64_t number, const char *name,
                   const char *why)
{
    if (hub->world.report != NULL)
        hub->world.report(hub->world.context, event, number, name, why);
}

bool keep_away(struct hub *hub, uint64_t number, const char *name, int64_t away_s,
               uint64_t away_served_s)
{
    struct kept *kept = add_kept(hub, number);
    if (kept == NULL)
        return false;
    snprintf(kept->name, sizeof kept->name, "%s", name);
    kept->away_s = away_s;
    kept->away_served_s = away_served_s;
    hub->metrics->tables_put_away++;
    return true;
}

static struct room *room_by_number(const struct hub *hub, uint64_t number)
{
    for (uint32_t i = hub->room_count; i-- > 0;)
        if (hub->rooms[i]->number == number)
            return hub->rooms[i];
    return NULL;
}

static void write_health(struct hub *hub)
{
    size_t room = sizeof hub->health;
    size_t size = (size_t)snprintf(hub->health, room, "ok, %u %s set aside:",
                                   (unsigned)hub->metrics->tables_set_aside,
                                   hub->metrics->tables_set_aside == 1 ? "table" : "tables");
    for (uint32_t i = 0; i < hub->kept_count && size + STORE_NAME_MAX + 8 < room; i++)
        if (hub->kept[i].is_damaged)
            size += (size_t)snprintf(&hub->health[size], room - size, " %s",
                                     hub->kept[i].name[0] == '\0' ? "?" : hub->kept[i].name);
    snprintf(&hub->health[size], room - size, "\n");
}

bool keep_damaged(struct hub *hub, uint64_t number, struct text name, const char *why)
{
    struct room *room = room_by_number(hub, number);
    struct kept *kept = kept_by_number(hub, number);
    bool is_new = kept == NULL || !kept->is_damaged;
    if (kept != NULL && is_new)
        hub->metrics->tables_put_away--;
    if (kept == NULL)
        kept = add_kept(hub, number);
    if (kept == NULL)
        return false;
    kept->is_damaged = true;
    if (room != NULL)
        snprintf(kept->name, sizeof kept->name, "%s", room->name);
    else if (name.size > 0)
        snprintf(kept->name, sizeof kept->name, "%.*s", (int)name.size, name.at);
    if (is_new) {
        snprintf(kept->why, sizeof kept->why, "%s", why);
        hub->metrics->tables_set_aside++;
        write_health(hub);
        report(hub, "table-set-aside", kept->number, kept->name, kept->why);
    }
    if (room != NULL)
        room_remove(hub, room);
    return true;
}

const char *taken_code(const struct hub *hub, struct text name)
{
    const struct kept *kept = kept_by_name(hub, name);
    const struct fetched *answer = answer_about(hub, name);
    if (kept != NULL)
        return kept->is_damaged ? "damaged" : "not_now";
    return answer != NULL && answer->outcome == FETCH_FAILED ? "storage" : NULL;
}

const char *missing_code(const struct hub *hub, struct text name)
{
    const struct kept *kept = kept_by_name(hub, name);
    const struct fetched *answer = answer_about(hub, name);
    const struct batch *const batches[] = {hub->waiting, hub->filling};
    if (kept != NULL && kept->is_damaged)
        return "damaged";
    if (answer != NULL && answer->outcome == FETCH_FAILED)
        return "storage";
    /* that a table is gone may not be on disk yet */
    for (unsigned i = 0; is_ill(hub) && i < 2; i++)
        for (size_t j = 0; batches[i] != NULL && j < batches[i]->write_count; j++)
            if (batches[i]->writes[j].kind == STORE_DELETE_TABLE ||
                batches[i]->writes[j].kind == STORE_PUT_AWAY)
                return "storage";
    return "no_table";
}

/* ---- The time ---- */

static uint64_t served_s(const struct hub *hub)
{
    const struct keep_clock *clock = &hub->clock;
    return clock->served_before_s +
           (clock->is_started ? (hub->now_ms - clock->started_ms) / 1000 : 0);
}

void keep_read_note(struct hub *hub, struct text line)
{
    struct keep_clock *clock = &hub->clock;
    long wall_s = 0, served = 0, trusted = 0;
    struct problem problem;
    cJSON *object = json_read_line(line.at, line.size, &problem);
    clock->has_note = object != NULL &&
                      json_get_int(object, "wall_s", 0, INT64_MAX, &wall_s, &problem) &&
                      json_get_int(object, "served_s", 0, INT32_MAX, &served, &problem) &&
                      json_get_int(object, "trusted_s", 0, INT32_MAX, &trusted, &problem);
    if (clock->has_note) {
        clock->seen_wall_s = wall_s;
        clock->served_before_s = (uint64_t)served;
        clock->trusted_from_s = (uint64_t)trusted;
    }
    cJSON_Delete(object);
}

static void write_note(struct hub *hub)
{
    struct writer *line = &hub->scratch;
    writer_clear(line);
    writer_open(line, '{');
    writer_field_number(line, "wall_s", hub->wall_s);
    writer_field_number(line, "served_s", (int64_t)served_s(hub));
    writer_field_number(line, "trusted_s", (int64_t)hub->clock.trusted_from_s);
    writer_close(line, '}');
    write_other(hub, STORE_SET_NOTE, 0, writer_text(line));
    hub->clock.noted_ms = hub->now_ms;
}

/* A server that was down for more than a day cannot tell that from a clock that jumped. */
static void look_at_clock(struct hub *hub)
{
    struct keep_clock *clock = &hub->clock;
    int64_t off_s = hub->wall_s - clock->seen_wall_s;
    bool has_jumped;
    if (clock->is_started) {
        off_s -= (int64_t)(hub->now_ms - clock->seen_ms) / 1000;
        has_jumped = off_s > JUMP_S || off_s < -JUMP_S;
    } else {
        clock->is_started = true;
        clock->started_ms = clock->noted_ms = hub->now_ms;
        has_jumped = !clock->has_note || off_s > DAY_S || off_s < -JUMP_S;
    }
    clock->seen_wall_s = hub->wall_s;
    clock->seen_ms = hub->now_ms;
    if (has_jumped) {
        char why[FETCH_WHY_MAX];
        clock->trusted_from_s = served_s(hub) + DAY_S;
        snprintf(why, sizeof why, "by %lld s: no table is put away or deleted for a day",
                 (long long)off_s);
        if (clock->has_note || hub->sweep_due_ms != 0)
            report(hub, "clock-jumped", 0, "", why);
    }
    if (hub->now_ms - clock->noted_ms >= NOTE_MS && store_takes_more(hub))
        write_note(hub);
}

/* ---- Putting away, and deleting ---- */

static void delete_at(struct hub *hub, uint32_t index, const char *why)
{
    struct kept *kept = &hub->kept[index];
    write_other(hub, STORE_DELETE_TABLE, kept->number, text_none());
    report(hub, "table-deleted", kept->number, kept->name, why);
    hub->metrics->tables_put_away--;
    *kept = hub->kept[--hub->kept_count];
}

/* Whoever makes tables only to have them put away must not fill the disk. */
static void delete_oldest_if_full(struct hub *hub)
{
    uint32_t oldest = hub->kept_count;
    if (hub->metrics->tables_put_away < hub->config.tables_max)
        return;
    for (uint32_t i = 0; i < hub->kept_count; i++)
        if (!hub->kept[i].is_damaged &&
            (oldest == hub->kept_count || hub->kept[i].away_s < hub->kept[oldest].away_s))
            oldest = i;
    if (oldest < hub->kept_count)
        delete_at(hub, oldest, "as many are put away as may be served");
}

bool hub_put_away(struct hub *hub, struct room *room, const char *why)
{
    struct writer *line = &hub->scratch;
    if (store_takes_more(hub))
        delete_oldest_if_full(hub);
    if (!store_takes_more(hub) ||
        !keep_away(hub, room->number, room->name, hub->wall_s, served_s(hub)))
        return false;
    writer_clear(line);
    writer_open(line, '{');
    writer_field_number(line, "served_s", (int64_t)served_s(hub));
    writer_close(line, '}');
    write_other(hub, STORE_PUT_AWAY, room->number, writer_text(line));
    report(hub, "table-put-away", room->number, room->name, why);
    hub->metrics->tables_put_away_total++;
    room_remove(hub, room);
    return true;
}

static bool is_left(const struct hub *hub, const struct room *room)
{
    uint32_t days = hub->config.keep_days, new_days = hub->config.keep_new_days;
    const struct served *served = served_as(room);
    int64_t touched_s = served->touched_s > served->back_s ? served->touched_s : served->back_s;
    if (room->match_number == 0 && new_days > 0 && new_days < days)
        days = new_days;
    return served->sessions == NULL && hub->wall_s - touched_s > (int64_t)days * DAY_S;
}

static void delete_kept(struct hub *hub)
{
    for (uint32_t i = hub->kept_count; i-- > 0;) {
        const struct kept *kept = &hub->kept[i];
        bool is_due = !kept->is_damaged && hub->wall_s - kept->away_s >= DAY_S &&
                      served_s(hub) >= kept->away_served_s + DAY_S;
        if (is_due && store_takes_more(hub))
            delete_at(hub, i, "it was put away a day ago");
    }
}

void keep_sweep(struct hub *hub)
{
    uint64_t running = 0;
    look_at_clock(hub);
    bool is_time = hub->config.keep_days > 0 && served_s(hub) >= hub->clock.trusted_from_s;
    hub->sweep_due_ms = hub->now_ms + SWEEP_MS;
    for (uint32_t i = hub->room_count; i-- > 0;) {
        struct room *room = hub->rooms[i];
        running += room_phase(room) == ROOM_PLAYING;
        if (is_time && is_left(hub, room))
            hub_put_away(hub, room, "nobody touched it for long");
    }
    if (is_time)
        delete_kept(hub);
    hub->metrics->matches_running = running;
}
