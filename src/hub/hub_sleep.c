/* hub_sleep.c - which tables are in memory. One that nobody needs there falls asleep: its card in
 * the store says since when, and when it is due; once that is on disk it is forgotten. One that
 * is due is woken: fetched as if somebody had asked for it. And all of them are looked through
 * once a day, one after the other, so that damage is found. */
#include <string.h>

#include "hub/hub_internal.h"

/* ---- Falling asleep ---- */

bool is_memory_full(const struct hub *hub)
{
    return hub->awake_count >= hub->config.awake_max;
}

bool is_memory_short(const struct hub *hub)
{
    return hub->awake_count >= hub->config.awake_max - hub->config.awake_max / 4;
}

void sleep_write(struct hub *hub, struct room *room)
{
    struct served *served = served_of(room);
    const struct store_card awake = {.due_s = 0, .slept_s = 0, .touched_s = hub->wall_s,
                                     .turn = (uint8_t)turn_to_go(room)};
    if (!served->is_noted_awake)
        write_card(hub, held_here(room), &awake);
    served->is_noted_awake = true;
    served->is_dozing = false;
    served->batch = hub->filling->number;
}

/* When something happens there by itself; saving its clock can wait. */
static uint64_t next_event_ms(const struct hub *hub, const struct room *room)
{
    uint64_t left_ms;
    if (log_is_closed(hub, room))
        return UINT64_MAX;
    if (room_phase(room) == ROOM_DEALING || room->is_thinking)
        return hub->now_ms;
    if (room->turn_seat == SEAT_NONE)
        return UINT64_MAX;
    if (room->seat[room->turn_seat].kind == SEAT_IS_BOT)
        return hub->now_ms;
    return room_left_ms(room, hub->now_ms, &left_ms) ? hub->now_ms + left_ms : UINT64_MAX;
}

static bool is_needed(const struct hub *hub, const struct room *room)
{
    const struct served *served = served_as(room);
    uint64_t idle_ms = is_memory_short(hub) ? 0 : hub->config.idle_ms;
    uint64_t event_ms = next_event_ms(hub, room);
    return served->sessions != NULL || hub->now_ms - served->used_ms < idle_ms ||
           (event_ms != UINT64_MAX && event_ms - hub->now_ms <= idle_ms + SWEEP_MS);
}

static void doze(struct hub *hub, struct room *room)
{
    struct served *served = served_of(room);
    uint64_t event_ms = next_event_ms(hub, room);
    int64_t touched_s = served->touched_s > served->back_s ? served->touched_s : served->back_s;
    struct store_card its = {.due_s = STORE_NEVER, .slept_s = hub->wall_s,
                             .touched_s = touched_s, .turn = (uint8_t)turn_to_go(room)};
    if (event_ms != UINT64_MAX) {
        its.due_s = hub->wall_s + (int64_t)((event_ms - hub->now_ms + 999) / 1000);
        hub->alarm_ms = event_ms < hub->alarm_ms ? event_ms : hub->alarm_ms;
    }
    room_save(room, hub->now_ms);
    write_card(hub, held_here(room), &its);
    served->batch = hub->filling->number;
    served->is_noted_awake = false;
    served->is_dozing = true;
    hub->due_ms[served->index] = event_ms; /* its clock is not saved any more */
}

void sleep_sweep(struct hub *hub)
{
    for (uint32_t i = hub->awake_count; i-- > 0;) {
        struct room *room = hub->awake[i];
        const struct served *served = served_of(room);
        if (is_needed(hub, room))
            continue;
        if (!served->is_dozing && store_takes_more(hub))
            doze(hub, room);
        else if (served->is_dozing && served->batch <= hub->durable_batch) {
            owners_release(hub, held_here(room));
            naps_keep(hub, room);
            room_forget(hub, room);
        }
    }
}

void sleep_ends(struct hub *hub, struct room *room, const struct fetched *fetched)
{
    const struct store_card *its = &fetched->card;
    bool has_slept = fetched->has_card && its->slept_s > 0;
    if (has_slept && hub->wall_s > its->slept_s)
        room->turn_used_ms += 1000 * (uint64_t)(hub->wall_s - its->slept_s);
    served_of(room)->is_noted_awake = fetched->has_card && !has_slept;
    served_of(room)->was_visited = has_slept && its->turn == GOES_UNSTARTED;
    room_wake(room, hub->now_ms);
    room_set_due(hub, room);
}

/* ---- Waking ---- */

void look_for(struct hub *hub, const struct look *look)
{
    if (hub->is_looking[look->aim] || hub->is_stopping)
        return;
    hub->is_looking[look->aim] = true;
    hub->world.look(hub->world.context, look);
}

void wake(struct hub *hub, uint64_t number)
{
    const struct fetch wanted = {.aim = FETCH_NUMBERED, .number = number,
                                 .durable_batch = hub->durable_batch};
    hub->waking_count++;
    hub->world.fetch(hub->world.context, &wanted);
}

static bool is_asleep(const struct hub *hub, const struct found *found)
{
    return room_find(hub, found->name, strlen(found->name)) == NULL &&
           kept_by_number(hub, found->number) == NULL;
}

/* Those that a server which is gone had in memory. */
static void wake_old(struct hub *hub, const struct looked *looked)
{
    for (unsigned i = 0; i < looked->count; i++) {
        hub->awake_after = looked->found[i].number;
        if (is_asleep(hub, &looked->found[i]))
            wake(hub, looked->found[i].number);
    }
    hub->are_old_awake = looked->is_done && looked->count < looked->wanted.most;
}

/* One that is due and in memory already is not waited for. */
static void wake_due(struct hub *hub, const struct looked *looked)
{
    hub->alarm_ms = hub->now_ms + SWEEP_MS;
    for (unsigned i = 0; i < looked->count; i++) {
        const struct found *found = &looked->found[i];
        if (found->at_s > hub->wall_s) {
            uint64_t at_ms = hub->now_ms + 1000 * (uint64_t)(found->at_s - hub->wall_s);
            hub->alarm_ms = at_ms < hub->alarm_ms ? at_ms : hub->alarm_ms;
            return;
        }
        if (is_asleep(hub, found))
            wake(hub, found->number);
    }
}

static bool is_about_removing(enum look_aim aim)
{
    return aim == LOOK_SPARE || aim == LOOK_LEFT || aim == LOOK_AWAY;
}

void hub_looked(struct hub *hub, const struct looked *looked)
{
    hub->is_looking[looked->wanted.aim] = false;
    if (hub->is_stopping)
        return;
    /* what was removed since may be among what was found */
    if (is_about_removing(looked->wanted.aim) && has_removals(hub)) {
        hub->is_wanted[looked->wanted.aim] = true;
        return;
    }
    switch (looked->wanted.aim) {
    case LOOK_AWAKE:
        wake_old(hub, looked);
        break;
    case LOOK_DUE:
        wake_due(hub, looked);
        break;
    case LOOK_SPARE:
        hub->places = looked;
        hub->is_place_taken = false;
        ask_all_again(hub, &hub->place);
        hub->places = NULL;
        break;
    case LOOK_LEFT:
    case LOOK_AWAY:
        keep_looked(hub, looked);
        break;
    }
    if (!looked->is_done)
        hub->alarm_ms = hub->now_ms + hub->config.retry_ms;
}

void wake_fetched(struct hub *hub, const struct fetched *fetched)
{
    if (fetched->wanted.aim == FETCH_NUMBERED) {
        hub->waking_count--;
        if (fetched->outcome == FETCH_FAILED) { /* all of them are looked for again, later */
            hub->alarm_ms = hub->now_ms + SWEEP_MS;
            hub->are_old_awake = false;
            hub->awake_after = 0;
        } else if (hub->waking_count == 0 && hub->are_old_awake) {
            hub->alarm_ms = hub->now_ms;
        }
        return;
    }
    bool is_over = fetched->number == 0 && fetched->outcome != FETCH_FAILED;
    hub->is_checking = false;
    if (fetched->outcome != FETCH_FAILED)
        hub->check_number = fetched->number;
    hub->check_due_ms = hub->now_ms + (is_over ? CHECK_ALL_MS
                                       : fetched->outcome == FETCH_FAILED ? SWEEP_MS
                                                                          : hub->config.check_ms);
}

/* Whether something is asked for already, or there is no memory to wake anybody. */
static bool is_waking(const struct hub *hub)
{
    return hub->waking_count > 0 || hub->is_looking[LOOK_AWAKE] || hub->is_looking[LOOK_DUE] ||
           is_memory_full(hub);
}

uint64_t wake_due_ms(const struct hub *hub)
{
    uint64_t alarm_ms = is_waking(hub) ? UINT64_MAX : hub->alarm_ms;
    uint64_t check_ms = hub->is_checking ? UINT64_MAX : hub->check_due_ms;
    if (hub->config.is_shared && hub->orphans_due_ms < check_ms)
        check_ms = hub->orphans_due_ms;
    return alarm_ms < check_ms ? alarm_ms : check_ms;
}

void wake_turn(struct hub *hub)
{
    static void (*const ask[LOOK_AIMS])(struct hub *hub) = {
        [LOOK_SPARE] = look_for_spare, [LOOK_LEFT] = look_for_left, [LOOK_AWAY] = look_for_away};
    if (hub->is_stopping)
        return;
    if (hub->config.is_shared && hub->now_ms >= hub->orphans_due_ms) {
        hub->orphans_due_ms = hub->now_ms + ORPHANS_MS;
        hub->are_old_awake = false;
        hub->awake_after = 0;
        hub->alarm_ms = hub->now_ms;
    }
    if (!is_waking(hub) && hub->now_ms >= hub->alarm_ms) {
        uint32_t free_count = hub->config.awake_max - hub->awake_count;
        look_for(hub, &(struct look){.aim = hub->are_old_awake ? LOOK_DUE : LOOK_AWAKE,
                                     .after = hub->awake_after,
                                     .most = free_count < LOOK_MAX ? free_count : LOOK_MAX});
    }
    for (unsigned i = 0; i < LOOK_AIMS; i++)
        if (hub->is_wanted[i] && !hub->is_looking[i] && !has_removals(hub)) {
            hub->is_wanted[i] = false;
            ask[i](hub);
        }
    if (!hub->is_checking && hub->now_ms >= hub->check_due_ms) {
        const struct fetch next = {.aim = FETCH_NEXT, .number = hub->check_number};
        hub->is_checking = true;
        hub->world.fetch(hub->world.context, &next);
    }
}
