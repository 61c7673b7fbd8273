/* room_seats.c - who sits where: the host's changes, profiles, leaving, coming back. */
#include "room/room_internal.h"

/* ---- Profiles ---- */

static bool is_other_profile(const struct seat *a, const struct seat *b)
{
    return a->colour != b->colour || !words_are(a->name, b->name) ||
           !words_are(a->language, b->language);
}

void seat_set_profile(struct seat *seat, const struct profile *profile)
{
    if (profile->name[0] != '\0')
        memcpy(seat->name, profile->name, sizeof seat->name);
    if (profile->language[0] != '\0')
        memcpy(seat->language, profile->language, sizeof seat->language);
    if (profile->colour != '\0')
        seat->colour = profile->colour;
}

/* Somebody of the device sits down on a seat that was open. */
static void sit_down(struct room *room, const struct room_request *request)
{
    struct asking asking = asked_by(request);
    struct event event = {
        .kind = EVENT_SEAT, .seat = request->seat, .seat_count = room->seat_count};
    struct seat *seat = &event.seats[request->seat];
    seat_set_profile(seat, &request->profile);
    seat->kind = SEAT_IS_PERSON;
    seat->holder = request->holder;
    if (seat->colour == '\0')
        seat->colour = room_free_colour(room, '\0');
    else if (room_free_colour(room, seat->colour) == '\0') {
        fail(room, request, "taken");
        return;
    }
    write_event(room, &asking, &event);
    tell_table(room, WHY_PROFILE, &asking);
}

static bool is_open_here(const struct room *room, const struct room_request *request)
{
    return room->world->is_local && request->seat < room->seat_count &&
           room->seat[request->seat].kind == SEAT_IS_OPEN && seats_are_free(room) &&
           request->profile.name[0] != '\0';
}

void do_profile(struct room *room, const struct room_request *request)
{
    unsigned index = room_own_seat(room, request->holder, request->seat);
    struct asking asking = asked_by(request);
    if (is_open_here(room, request)) {
        sit_down(room, request);
        return;
    }
    if (index == SEAT_NONE) {
        fail(room, request, "not_yours");
        return;
    }
    if (is_malformed(room, request))
        return;
    struct event event = {
        .kind = EVENT_PROFILE, .seat = (uint8_t)index, .seat_count = room->seat_count};
    struct seat *seat = &event.seats[index];
    *seat = room->seat[index];
    seat_set_profile(seat, &request->profile);
    if (seat->colour != room->seat[index].colour) {
        if (!seats_are_free(room)) {
            fail(room, request, "not_now");
            return;
        }
        if (room_free_colour(room, seat->colour) == '\0') {
            fail(room, request, "taken");
            return;
        }
    }
    if (!is_other_profile(seat, &room->seat[index])) {
        request_done(room, request);
        return;
    }
    write_event(room, &asking, &event);
    tell_table(room, WHY_PROFILE, &asking);
}

/* ---- Leaving ---- */

static void unseat_holders(struct room *room)
{
    for (unsigned i = 0; i < HOLDERS_MAX && room->world->unseat != NULL; i++)
        if (!room->holder[i].is_used && room->holder[i].connections > 0)
            room->world->unseat(room->world->context, room, i);
}

/* What a person left unfinished is not a computer player's. */
static void drop_drafts_of_bots(struct room *room)
{
    if (room->turn_seat < room->seat_count && room->seat[room->turn_seat].kind == SEAT_IS_BOT)
        room_drop_drafts(room);
}

void do_leave(struct room *room, const struct room_request *request)
{
    if (IS_ONE_DEVICE)
        return;
    struct event event = {.kind = EVENT_LEAVE, .holder = request->holder};
    struct asking asking = asked_by(request), none = nobody();
    tell_ok(room, request->id, room->seq + 1);
    write_event(room, &asking, &event);
    unseat_holders(room);
    if (!room_is_claimed(room))
        return;
    drop_drafts_of_bots(room);
    play_next_if_ready(room);
    tell_table(room, WHY_LEAVE, &none);
}

/* ---- The host's changes ---- */

/* The person who is replaced may come back. */
static void keep_for(const struct seat *person, struct seat *bot)
{
    bot->is_kept = true;
    bot->holder = person->holder;
    memcpy(bot->name, person->name, sizeof bot->name);
    memcpy(bot->language, person->language, sizeof bot->language);
}

/* Fills in the seat as it shall be; NULL, or the code of the error. */
static const char *change_seat(const struct room *room, const struct room_request *request,
                               struct event *event)
{
    struct seat *seat = &event->seats[event->seat];
    bool is_new = event->seat == room->seat_count;
    event->seat_count = (uint8_t)(room->seat_count + is_new);
    switch ((enum seat_wish)request->as) {
    case SEAT_AS_NONE:
        if (is_new || room->seat_count <= SEATS_MIN)
            return "not_now";
        event->seat_count--;
        return NULL;
    case SEAT_AS_OPEN:
        return NULL;
    case SEAT_AS_UNKNOWN:
        return "malformed";
    case SEAT_AS_BOT:
        break;
    }
    char colour = is_new ? '\0' : room->seat[event->seat].colour;
    *seat = (struct seat){.kind = SEAT_IS_BOT,
                          .level = request->level,
                          .colour = colour != '\0' ? colour : room_free_colour(room, '\0')};
    if (!seats_are_free(room) && !room->world->is_local)
        keep_for(&room->seat[event->seat], seat);
    return NULL;
}

/* While a match runs only a person who is away may be replaced, by a computer player. */
static bool may_change(const struct room *room, unsigned index, unsigned as)
{
    if (seats_are_free(room))
        return true;
    const struct seat *seat = &room->seat[index];
    if (index >= room->seat_count || as != SEAT_AS_BOT)
        return false;
    return room->world->is_local || (seat->kind == SEAT_IS_PERSON &&
                                     room->holder[seat->holder].connections == 0);
}

/* A line that broke is soon there again; and where a turn may take days nobody has to be there
 * before the time is over. */
static const char *why_not_replaced(const struct room *room, unsigned index)
{
    const struct holder *holder = &room->holder[room->seat[index].holder];
    if (seats_are_free(room) || room->world->is_local)
        return NULL;
    if (room->options.of[OPTION_TURN_DAYS] > 0)
        return (room->late >> index & 1) != 0
                   ? NULL
                   : ROOM_WORDS("a person may be replaced when the days of a turn have run out");
    return room->now_ms - holder->away_since_ms >= REPLACE_MS
               ? NULL
               : ROOM_WORDS("a person may be replaced after being away for a minute");
}

static bool is_hosts_last(const struct room *room, unsigned index)
{
    return !room->world->is_local && index < room->seat_count &&
           room_seats_of(room, room->host) == 1U << index;
}

void do_seat(struct room *room, const struct room_request *request)
{
    unsigned index = request->seat;
    struct asking asking = asked_by(request);
    if (index > room->seat_count || index >= SEATS_MAX) {
        tell_error(room, request->id, "malformed",
                   ROOM_WORDS("seat must be one of the table, or the next one"));
        return;
    }
    struct event event = {.kind = EVENT_SEAT, .seat = (uint8_t)index};
    const char *code = may_change(room, index, request->as) ? NULL : "not_now";
    if (code == NULL && is_hosts_last(room, index))
        code = "not_yours"; /* the host leaves instead */
    if (code == NULL)
        code = change_seat(room, request, &event);
    if (code != NULL) {
        fail(room, request, code);
        return;
    }
    const char *why_not = why_not_replaced(room, index);
    if (why_not != NULL) {
        tell_error(room, request->id, "not_now", why_not);
        return;
    }
    write_event(room, &asking, &event);
    unseat_holders(room);
    drop_drafts_of_bots(room);
    play_next_if_ready(room);
    tell_table(room, WHY_SEAT, &asking);
}

/* ---- Coming and going ---- */

/* Who is back plays again. */
static void dismiss_stand_ins(struct room *room, unsigned holder)
{
    unsigned seats = room_seats_of(room, holder);
    for (unsigned i = 0; i < room->seat_count; i++)
        if ((seats >> i & 1) != 0)
            room->seat[i].has_stand_in = false;
}

void room_come(struct room *room, unsigned holder, bool is_whole, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (holder == HOLDER_NONE) {
        room->watchers++;
        return;
    }
    struct holder *who = &room->holder[holder];
    if (who->connections++ == 0) {
        dismiss_stand_ins(room, holder);
        tell_here(room);
    }
    who->whole_count = (uint16_t)(who->whole_count + is_whole);
}

void room_go(struct room *room, unsigned holder, bool is_whole, uint64_t now_ms)
{
    room->now_ms = now_ms;
    if (holder == HOLDER_NONE) {
        ASSERT(room->watchers > 0);
        room->watchers--;
        return;
    }
    struct holder *who = &room->holder[holder];
    ASSERT(who->connections > 0);
    who->whole_count = (uint16_t)(who->whole_count - is_whole);
    if (--who->connections > 0 || !who->is_used)
        return;
    who->away_since_ms = now_ms;
    tell_here(room);
    play_next_if_ready(room);
}

bool room_return(struct room *room, unsigned holder, uint64_t now_ms)
{
    bool has_changed = false;
    struct asking asking = {.who = (uint8_t)holder, .id = text_none()}, none = nobody();
    room->now_ms = now_ms;
    for (unsigned i = 0; i < room->seat_count; i++) {
        struct event event = {
            .kind = EVENT_SEAT, .seat = (uint8_t)i, .seat_count = room->seat_count};
        if (!room_keeps_seat(room, i, holder))
            continue;
        if (!takes(room, WRITES_CHANGE))
            return false;
        event.seats[i] = room->seat[i];
        event.seats[i].kind = SEAT_IS_PERSON;
        event.seats[i].is_kept = false;
        write_event(room, &asking, &event);
        has_changed = true;
    }
    if (has_changed)
        tell_table(room, WHY_SEAT, &none);
    return true;
}
