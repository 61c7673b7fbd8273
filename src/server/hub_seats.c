/* hub_seats.c - who sits where: the host's changes, profiles, leaving. */
#include <string.h>

#include "server/hub_internal.h"

static bool seats_are_free(const struct room *room)
{
    enum room_phase phase = room_phase(room);
    return phase == ROOM_WAITING || phase == ROOM_OVER;
}

/* ---- Profiles ---- */

static bool is_language(const char *text)
{
    static const char *const languages[] = {"de", "en", "fr", "it", "nl", "es"};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(text, languages[i]) == 0)
            return true;
    return false;
}

bool read_profile(const cJSON *fields, struct seat *seat, struct problem *problem)
{
    char tidy[NAME_SIZE];
    const char *name = seat->name, *wish = NULL, *language = seat->language;
    if (!json_get_text(fields, "name", &name, problem) ||
        !json_get_text(fields, "colour", &wish, problem) ||
        !json_get_text(fields, "language", &language, problem))
        return false;
    bool is_given = name != seat->name; /* an old one stays, whatever it is */
    if (is_given ? !name_tidy(name, tidy) : *name == '\0')
        return problem_set(problem, "name must have 1 to %d characters that can be seen",
                           NAME_CHARACTERS_MAX);
    if (wish != NULL && (strlen(wish) != 1 || strchr(ROOM_COLOURS, *wish) == NULL))
        return problem_set(problem, "colour must be one of the letters " ROOM_COLOURS);
    if (*language != '\0' && !is_language(language))
        return problem_set(problem, "language must be one of de en fr it nl es");
    if (is_given)
        memcpy(seat->name, tidy, strlen(tidy) + 1);
    memmove(seat->language, *language == '\0' ? "en" : language, sizeof seat->language);
    seat->colour = wish != NULL ? *wish : seat->colour;
    return true;
}

static bool is_other_profile(const struct seat *a, const struct seat *b)
{
    return a->colour != b->colour || strcmp(a->name, b->name) != 0 ||
           strcmp(a->language, b->language) != 0;
}

void do_profile(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    unsigned index;
    if (!request_seat(hub, request, &index))
        return;
    struct event event = {
        .kind = EVENT_PROFILE, .seat = (uint8_t)index, .seat_count = room->seat_count};
    struct seat *seat = &event.seats[index];
    *seat = room->seat[index];
    if (!read_profile(request->line, seat, &request->problem)) {
        request_malformed(hub, request);
        return;
    }
    if (seat->colour != room->seat[index].colour) {
        if (!seats_are_free(room)) {
            request_fail(hub, request, "not_now");
            return;
        }
        if (room_free_colour(room, seat->colour) == '\0') {
            request_fail(hub, request, "taken");
            return;
        }
    }
    if (!is_other_profile(seat, &room->seat[index])) {
        request_done(hub, request);
        return;
    }
    write_event(hub, room, request->holder, request->id, &event);
    tell_table(hub, room, "profile", request->holder, request->id);
}

/* ---- Leaving ---- */

/* Whoever lost the last seat watches from now on, or goes. */
static void seat_sessions(struct hub *hub, struct room *room)
{
    for (struct session *at = room->sessions, *next; at != NULL; at = next) {
        next = at->next;
        if (at->holder == HOLDER_NONE || room->holder[at->holder].is_used)
            continue;
        at->holder = HOLDER_NONE;
        connection_set_caller(at->connection, CALLER_GUEST);
        if (room->watch)
            continue;
        post_close(hub, at, "the seat was given up");
        session_rise(hub, at);
    }
}

/* What a person left unfinished is not a computer player's. */
static void drop_drafts_of_bots(struct room *room)
{
    if (room->turn_seat < room->seat_count && room->seat[room->turn_seat].kind == SEAT_IS_BOT)
        room_drop_drafts(room);
}

void do_leave(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    struct event event = {.kind = EVENT_LEAVE, .holder = (uint8_t)request->holder};
    tell_ok(hub, request->session, request->id, room->seq + 1);
    write_event(hub, room, request->holder, request->id, &event);
    seat_sessions(hub, room);
    if (!room_is_claimed(room)) {
        write_delete(hub, room);
        room_remove(hub, room);
        return;
    }
    drop_drafts_of_bots(room);
    play_next_if_ready(hub, room);
    room_set_due(hub, room);
    tell_table(hub, room, "leave", HOLDER_NONE, text_none());
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
static const char *change_seat(struct request *request, struct event *event, const char *as,
                               long level)
{
    const struct room *room = request->room;
    struct seat *seat = &event->seats[event->seat];
    bool is_new = event->seat == room->seat_count;
    event->seat_count = (uint8_t)(room->seat_count + is_new);
    if (strcmp(as, "none") == 0) {
        if (is_new || room->seat_count <= SEATS_MIN)
            return "not_now";
        event->seat_count--;
        return NULL;
    }
    if (strcmp(as, "open") == 0)
        return NULL;
    if (strcmp(as, "bot") != 0)
        return "malformed";
    char colour = is_new ? '\0' : room->seat[event->seat].colour;
    *seat = (struct seat){.kind = SEAT_IS_BOT,
                          .level = (uint8_t)level,
                          .colour = colour != '\0' ? colour : room_free_colour(room, '\0')};
    if (!seats_are_free(room))
        keep_for(&room->seat[event->seat], seat);
    return NULL;
}

/* While a match runs only a person who is away may be replaced, by a computer player. */
static bool may_change(const struct room *room, unsigned index, const char *as)
{
    if (seats_are_free(room))
        return true;
    const struct seat *seat = &room->seat[index];
    return index < room->seat_count && seat->kind == SEAT_IS_PERSON &&
           room->holder[seat->holder].connections == 0 && strcmp(as, "bot") == 0;
}

/* A line that broke is soon there again. */
static bool is_away_for_long(const struct hub *hub, const struct room *room, unsigned index)
{
    const struct holder *holder = &room->holder[room->seat[index].holder];
    return seats_are_free(room) || hub->now_ms - holder->away_since_ms >= REPLACE_MS;
}

static bool is_hosts_last(const struct room *room, unsigned index)
{
    return index < room->seat_count && room_seats_of(room, room->host) == 1U << index;
}

void do_seat(struct hub *hub, struct request *request)
{
    struct room *room = request->room;
    const char *as = "";
    long index = -1, level = 1;
    if (!json_get_int(request->line, "seat", 0, SEATS_MAX - 1, &index, &request->problem) ||
        !json_get_int(request->line, "level", 1, LEVELS_MAX, &level, &request->problem) ||
        !json_get_text(request->line, "as", &as, &request->problem) ||
        ((index < 0 || index > room->seat_count) &&
         !problem_set(&request->problem, "seat must be one of the table, or the next one"))) {
        request_malformed(hub, request);
        return;
    }
    struct event event = {.kind = EVENT_SEAT, .seat = (uint8_t)index};
    const char *code = may_change(room, (unsigned)index, as) ? NULL : "not_now";
    if (code == NULL && is_hosts_last(room, (unsigned)index))
        code = "not_yours"; /* the host leaves instead */
    if (code == NULL)
        code = change_seat(request, &event, as, level);
    if (code != NULL) {
        request_fail(hub, request, code);
        return;
    }
    if (!is_away_for_long(hub, room, (unsigned)index)) {
        tell_problem(hub, request->session, request->id, "not_now",
                     "a person may be replaced after being away for a minute");
        return;
    }
    write_event(hub, room, request->holder, request->id, &event);
    seat_sessions(hub, room);
    drop_drafts_of_bots(room);
    play_next_if_ready(hub, room);
    room_set_due(hub, room);
    tell_table(hub, room, "seat", request->holder, request->id);
}

/* ---- Coming back ---- */

bool seats_return(struct hub *hub, struct room *room, unsigned holder)
{
    bool has_changed = false;
    for (unsigned i = 0; i < room->seat_count; i++) {
        struct event event = {
            .kind = EVENT_SEAT, .seat = (uint8_t)i, .seat_count = room->seat_count};
        if (!room_keeps_seat(room, i, holder))
            continue;
        if (!store_takes_more(hub))
            return false;
        event.seats[i] = room->seat[i];
        event.seats[i].kind = SEAT_IS_PERSON;
        event.seats[i].is_kept = false;
        write_event(hub, room, holder, text_none(), &event);
        has_changed = true;
    }
    if (has_changed)
        tell_table(hub, room, "seat", HOLDER_NONE, text_none());
    return true;
}
