/* hub_keep.c - tables that are in the store and not served: put away because nobody came for
 * long, and deleted a day later; or set aside because they cannot be read (or have lost moves,
 * hub_rewound.c). And the time by
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

void keep_report(struct hub *hub, struct kept *kept)
{
    if (!kept->is_said)
        report(hub, "table-set-aside", kept->number, kept->name, kept->why);
    kept->is_said = true;
}

static void write_health(struct hub *hub)
{
    size_t room = sizeof hub->health;
    hub->metrics->tables_set_aside = hub->kept_count;
    if (hub->kept_count == 0) {
        strcpy(hub->health, "ok\n");
        return;
    }
    size_t size = (size_t)snprintf(hub->health, room, "ok, %u %s set aside:",
                                   (unsigned)hub->metrics->tables_set_aside,
                                   hub->metrics->tables_set_aside == 1 ? "table" : "tables");
    for (uint32_t i = 0; i < hub->kept_count && size + STORE_NAME_MAX + 8 < room; i++)
        size += (size_t)snprintf(&hub->health[size], room - size, " %s",
                                 hub->kept[i].name[0] == '\0' ? "?" : hub->kept[i].name);
    snprintf(&hub->health[size], room - size, "\n");
}

struct kept *keep_add(struct hub *hub, uint64_t number, const char *name, const char *why)
{
    struct kept *kept = kept_by_number(hub, number);
    if (kept != NULL)
        return kept;
    kept = add_kept(hub, number);
    if (kept == NULL)
        return NULL;
    snprintf(kept->name, sizeof kept->name, "%s", name);
    snprintf(kept->why, sizeof kept->why, "%s", why);
    write_health(hub);
    return kept;
}

void keep_drop(struct hub *hub, struct kept *kept)
{
    *kept = hub->kept[--hub->kept_count];
    write_health(hub);
}

/* It was counted with those that are served, or put away, if it has a row. */
static void uncount(struct hub *hub, const struct fetched *remains)
{
    if (remains->away_s > 0)
        hub->metrics->tables_put_away--;
    else if (remains->name[0] != '\0')
        hub->metrics->tables = --hub->room_count;
}

bool keep_damaged(struct hub *hub, const struct fetched *remains)
{
    static const struct store_card none = {
        .due_s = STORE_NEVER, .slept_s = 1, .touched_s = 0, .turn = TURN_NONE};
    struct kept *before = kept_by_number(hub, remains->number);
    if (before != NULL && !before->is_rewound)
        return true;
    if (before != NULL)
        keep_drop(hub, before);
    struct kept *kept = keep_add(hub, remains->number, remains->name, remains->why);
    if (kept == NULL)
        return false;
    uncount(hub, remains);
    keep_report(hub, kept);
    if (remains->has_card && remains->card.turn != TURN_NONE && store_takes_more(hub))
        write_card(hub, held_by_nobody(kept->number), &none); /* it is never due */
    return true;
}

const char *taken_code(const struct hub *hub, struct text name)
{
    const struct kept *kept = kept_by_name(hub, name);
    const struct fetched *answer = answer_about(hub, name);
    if (kept != NULL)
        return kept->is_rewound ? "rewound" : "damaged";
    if (answer == NULL)
        return is_memory_full(hub) ? "busy" : NULL;
    return answer->outcome == FETCH_AWAY        ? "not_now"
           : answer->outcome == FETCH_REWOUND   ? "rewound"
           : answer->outcome == FETCH_FAILED    ? "storage"
           : answer->outcome == FETCH_ELSEWHERE ? "busy"
                                                : NULL;
}

const char *missing_code(const struct hub *hub, struct text name)
{
    const struct kept *kept = kept_by_name(hub, name);
    const struct fetched *answer = answer_about(hub, name);
    const struct batch *const batches[] = {hub->waiting, hub->filling};
    if (kept != NULL)
        return kept->is_rewound ? "rewound" : "damaged";
    if (answer != NULL && answer->outcome == FETCH_FAILED)
        return "storage";
    bool is_elsewhere = answer != NULL && answer->outcome == FETCH_ELSEWHERE;
    if (is_elsewhere || (answer == NULL && is_memory_full(hub)))
        return "busy";
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
    struct json_line note;
    clock->has_note = json_read_line(&note, line.at, line.size, &problem) &&
                      json_get_int(note.object, "wall_s", 0, INT64_MAX, &wall_s, &problem) &&
                      json_get_int(note.object, "served_s", 0, INT32_MAX, &served, &problem) &&
                      json_get_int(note.object, "trusted_s", 0, INT32_MAX, &trusted, &problem);
    if (clock->has_note) {
        clock->seen_wall_s = wall_s;
        clock->served_before_s = (uint64_t)served;
        clock->trusted_from_s = (uint64_t)trusted;
    }
    json_line_free(&note);
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
    write_other(hub, STORE_SET_NOTE, held_by_nobody(0), writer_text(line));
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

static void delete_away(struct hub *hub, const struct found *found, const char *why)
{
    write_delete(hub, held_by_nobody(found->number));
    report(hub, "table-deleted", found->number, found->name, why);
    hub->metrics->tables_put_away--;
}

/* Whoever makes tables only to have them put away must not fill the disk: of too many the
 * first ones go at once. */
static bool are_too_many_away(const struct hub *hub)
{
    return hub->metrics->tables_put_away > hub->config.tables_max;
}

void look_for_away(struct hub *hub)
{
    struct look look = {.aim = LOOK_AWAY, .most = LOOK_MAX, .until_s = {hub->wall_s - DAY_S}};
    uint64_t more = hub->metrics->tables_put_away - hub->config.tables_max;
    if (are_too_many_away(hub)) {
        look.until_s[0] = INT64_MAX;
        look.most = more < LOOK_MAX ? (unsigned)more : LOOK_MAX;
    }
    look_for(hub, &look);
}

static void put_away(struct hub *hub, struct held table, const char *name, const char *why)
{
    static const struct store_card none = {
        .due_s = STORE_NEVER, .slept_s = 1, .touched_s = 0, .turn = TURN_NONE};
    struct writer *line = &hub->scratch;
    writer_clear(line);
    writer_open(line, '{');
    writer_field_number(line, "served_s", (int64_t)served_s(hub));
    writer_close(line, '}');
    write_other(hub, STORE_PUT_AWAY, table, writer_text(line));
    write_card(hub, table, &none);
    naps_drop(hub, name);
    report(hub, "table-put-away", table.number, name, why);
    hub->metrics->tables_put_away_total++;
    hub->metrics->tables_put_away++;
    if (are_too_many_away(hub))
        hub->is_wanted[LOOK_AWAY] = true;
}

bool hub_put_away(struct hub *hub, struct room *room, const char *why)
{
    if (!store_takes_more(hub))
        return false;
    struct held table = held_here(room);
    put_away(hub, table, room->name, why);
    room_remove(hub, room);
    owners_release(hub, table);
    return true;
}

bool put_away_asleep(struct hub *hub, const struct found *found, const char *why)
{
    /* it may have been woken since it was found, or somebody waits for it */
    if (!store_takes_more(hub) || is_awaited(hub, found->name) || hub->waking_count > 0 ||
        room_find(hub, found->name, strlen(found->name)) != NULL ||
        kept_by_number(hub, found->number) != NULL)
        return false;
    put_away(hub, held_by_nobody(found->number), found->name, why);
    hub->metrics->tables = --hub->room_count;
    return true;
}

/* How long a table is kept that nobody touches. */
static int64_t days_of(const struct hub *hub, bool is_started)
{
    uint32_t days = hub->config.keep_days, new_days = hub->config.keep_new_days;
    return !is_started && new_days > 0 && new_days < days ? new_days : days;
}

static bool is_left(const struct hub *hub, const struct room *room)
{
    int64_t days = days_of(hub, room->match_number > 0);
    const struct served *served = served_as(room);
    int64_t touched_s = served->touched_s > served->back_s ? served->touched_s : served->back_s;
    return served->sessions == NULL && hub->wall_s - touched_s > days * DAY_S;
}

void look_for_left(struct hub *hub)
{
    struct look look = {.aim = LOOK_LEFT, .most = LOOK_MAX};
    for (unsigned i = 0; i < LOOK_TURNS; i++)
        look.until_s[i] = hub->wall_s - days_of(hub, i == GOES_OVER || i == STAYS) * DAY_S - 1;
    look_for(hub, &look);
}

/* Nothing is put away or deleted for its age by a clock that cannot be trusted. */
static bool is_time(const struct hub *hub)
{
    return hub->config.keep_days > 0 && served_s(hub) >= hub->clock.trusted_from_s;
}

static void delete_found(struct hub *hub, const struct looked *looked)
{
    for (unsigned i = 0; i < looked->count && store_takes_more(hub); i++) {
        const struct found *found = &looked->found[i];
        bool is_due = hub->wall_s - found->at_s >= DAY_S &&
                      served_s(hub) >= found->away_served_s + DAY_S;
        struct kept *kept = kept_by_number(hub, found->number);
        if ((kept != NULL && !kept->is_rewound) ||
            room_find(hub, found->name, strlen(found->name)) != NULL)
            continue;
        if (kept != NULL && (are_too_many_away(hub) || (is_due && is_time(hub))))
            keep_drop(hub, kept);
        if (are_too_many_away(hub))
            delete_away(hub, found, "as many are put away as may be served");
        else if (is_due && is_time(hub))
            delete_away(hub, found, "it was put away a day ago");
    }
}

void keep_looked(struct hub *hub, const struct looked *looked)
{
    if (looked->wanted.aim == LOOK_AWAY)
        delete_found(hub, looked);
    for (unsigned i = 0; looked->wanted.aim == LOOK_LEFT && i < looked->count; i++)
        if (is_time(hub))
            put_away_asleep(hub, &looked->found[i], "nobody touched it for long");
}

void keep_sweep(struct hub *hub)
{
    uint64_t running = 0;
    look_at_clock(hub);
    for (uint32_t i = hub->awake_count; i-- > 0;) {
        struct room *room = hub->awake[i];
        running += room_phase(room) == ROOM_PLAYING;
        if (is_time(hub) && is_left(hub, room))
            hub_put_away(hub, room, "nobody touched it for long");
    }
    hub->is_wanted[LOOK_LEFT] = is_time(hub);
    hub->is_wanted[LOOK_AWAY] = hub->metrics->tables_put_away > 0 &&
                                (is_time(hub) || are_too_many_away(hub));
    sleep_sweep(hub);
    rewound_sweep(hub);
    hub->sweep_due_ms = hub->now_ms + (is_memory_short(hub) ? CROWDED_SWEEP_MS : SWEEP_MS);
    hub->metrics->matches_running = running;
}
