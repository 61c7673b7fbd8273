/* hub_requests.c - messages of clients: read here, checked as far as it concerns the store, the
 * table's log and its limits, and handed to the room. A refused request has changed nothing. */
#include <string.h>

#include "hub/hub_internal.h"

/* A message of a client. */
struct message {
    const cJSON *line;
    struct session *session;
    struct room *room;
    struct room_request asked;
    struct problem problem;
};

static void fail(struct hub *hub, const struct message *request, const char *code)
{
    tell_problem(hub, request->session, request->asked.id, code, NULL);
}

static void malformed(struct hub *hub, const struct message *request)
{
    tell_problem(hub, request->session, request->asked.id, "malformed", request->problem.text);
}

/* ---- hello ---- */

/* While the store fails, a key that is wrong may be right on disk, and the other way round. */
static const char *why_not(const struct hub *hub, const struct room *room, struct text name,
                           bool is_wrong_key)
{
    if (room == NULL)
        return missing_code(hub, name);
    if (is_ill(hub) && !is_durable(hub, room))
        return "storage";
    return is_wrong_key ? "no_key" : "no_table";
}

/* False if it was refused, or if the table has to be fetched first. */
static bool find_table(struct hub *hub, struct message *request, struct room **room,
                       unsigned *holder)
{
    const char *name = "", *key = NULL;
    if (!json_get_text(request->line, "table", &name, &request->problem) ||
        !json_get_text(request->line, "key", &key, &request->problem)) {
        malformed(hub, request);
        return false;
    }
    if (!table_is_known(hub, request->session, text_of(name), room))
        return false;
    *holder = HOLDER_NONE;
    if (*room != NULL && key != NULL)
        *holder = secret_find_holder(*room, text_of(key));
    bool is_wrong_key = key != NULL && *holder == HOLDER_NONE;
    if (*room != NULL && !is_wrong_key && (key != NULL || (*room)->watch))
        return true;
    const char *address = connection_address(request->session->connection);
    if (!limits_take_failure(hub->limits, address, hub->now_ms))
        fail(hub, request, "too_many");
    else
        fail(hub, request, why_not(hub, *room, text_of(name), is_wrong_key));
    return false;
}

static void do_hello(struct hub *hub, struct message *request)
{
    struct session *session = request->session;
    struct room *room;
    unsigned holder;
    long version = 0, after = 0;
    bool is_whole = false;
    if (!json_get_int(request->line, "version", 0, INT32_MAX, &version, &request->problem) ||
        !json_get_int(request->line, "after", 0, UINT32_MAX, &after, &request->problem) ||
        !json_get_bool(request->line, "whole", &is_whole, &request->problem)) {
        malformed(hub, request);
        return;
    }
    if (version != 1) {
        fail(hub, request, "version");
        return;
    }
    if (!find_table(hub, request, &room, &holder))
        return;
    if (!owners_ask(hub, room)) {
        fail(hub, request, "storage");
        return;
    }
    /* nothing is told that is not on disk: who was told more has seen what the store lost */
    if (holder != HOLDER_NONE && rewound_is_proof(room, (uint32_t)after)) {
        fail(hub, request, rewound_set_aside(hub, room, (uint32_t)after) ? "rewound" : "storage");
        return;
    }
    if (!room_takes_session(hub, session, room, holder)) {
        tell_problem(hub, session, request->asked.id, "full",
                     "too many people watch this table");
        return;
    }
    if (holder != HOLDER_NONE && !room_return(room, holder, hub->now_ms)) {
        fail(hub, request, "storage");
        return;
    }
    session_sit(hub, session, room, holder, is_whole);
    session->is_behind = false;
    if (is_ill(hub) && !is_durable(hub, room))
        durable_ask(hub, session, room, holder);
    else
        tell_hello(hub, session, (uint32_t)after, request->asked.id);
}

static void do_ping(struct hub *hub, struct message *request)
{
    static const char pong[] = "{\"pong\":true}";
    send_now(hub, request->session, (struct text){pong, sizeof pong - 1});
}

/* ---- Fields of requests; false with the problem told ---- */

static bool read_text(struct message *request, const char *name, const char *missing)
{
    const char *text = NULL;
    if (!json_get_text(request->line, name, &text, &request->problem))
        return false;
    if (text == NULL)
        return problem_set(&request->problem, "%s", missing);
    request->asked.text = text_of(text);
    return true;
}

static bool read_seat(struct message *request)
{
    long seat = -1;
    if (!json_get_int(request->line, "seat", 0, SEATS_MAX - 1, &seat, &request->problem))
        return false;
    request->asked.seat = seat < 0 ? (uint8_t)SEAT_NONE : (uint8_t)seat;
    return true;
}

static bool read_act(struct message *request)
{
    long at = -1;
    if (!json_get_int(request->line, "at", 0, UINT32_MAX, &at, &request->problem))
        return false;
    request->asked.at = at;
    return read_text(request, "action", "the action is missing") && read_seat(request);
}

static bool read_draft(struct message *request)
{
    return read_text(request, "table", "the table is missing");
}

static bool read_next(struct message *request)
{
    return json_get_bool(request->line, "now", &request->asked.is_now, &request->problem);
}

static bool read_mix(struct message *request)
{
    const char *hex = "";
    struct mix *mix = &request->asked.mix;
    size_t size = 0;
    long deal = 0;
    if (!json_get_text(request->line, "bytes", &hex, &request->problem) ||
        !json_get_int(request->line, "deal", 1, UINT32_MAX, &deal, &request->problem))
        return false;
    if (!hex_read(hex, strlen(hex), mix->bytes, MIX_MAX, &size) || size < 8)
        return problem_set(&request->problem, "bytes must be 8 to 32 in hex");
    mix->size = (uint8_t)size;
    request->asked.deal = (uint32_t)deal;
    return true;
}

static bool read_seat_change(struct message *request)
{
    static const char *const wishes[] = {
        [SEAT_AS_OPEN] = "open", [SEAT_AS_BOT] = "bot", [SEAT_AS_NONE] = "none"};
    const char *as = "";
    long level = 1;
    if (!read_seat(request) ||
        !json_get_int(request->line, "level", 1, LEVELS_MAX, &level, &request->problem) ||
        !json_get_text(request->line, "as", &as, &request->problem))
        return false;
    request->asked.level = (uint8_t)level;
    while (request->asked.as < SEAT_AS_UNKNOWN && strcmp(as, wishes[request->asked.as]) != 0)
        request->asked.as++;
    return true;
}

/* What is not told stays as it is; who has no such seat is told so by the room. */
static bool read_new_profile(struct message *request)
{
    if (!read_seat(request))
        return false;
    unsigned seat = room_own_seat(request->room, request->asked.holder, request->asked.seat);
    if (seat == SEAT_NONE)
        return true;
    request->asked.profile = request->room->seat[seat];
    return read_profile(request->line, &request->asked.profile, &request->problem);
}

static bool read_say(struct message *request)
{
    long phrase = -1;
    if (!json_get_int(request->line, "phrase", 0, PHRASES_MAX - 1, &phrase, &request->problem))
        return false;
    if (phrase < 0)
        return problem_set(&request->problem, "the phrase is missing");
    request->asked.phrase = (uint8_t)phrase;
    return read_seat(request);
}

static bool read_nothing(struct message *request)
{
    (void)request;
    return true;
}

/* Requests of the table itself; what is not here is for one device only. */
static bool (*const readers[REQUEST_KINDS])(struct message *request) = {
    [REQUEST_ACT] = read_act,           [REQUEST_DRAFT] = read_draft,
    [REQUEST_UNDO] = read_nothing,      [REQUEST_REDO] = read_nothing,
    [REQUEST_AGAIN] = read_nothing,     [REQUEST_MIX] = read_mix,
    [REQUEST_NEXT] = read_next,         [REQUEST_START] = read_nothing,
    [REQUEST_REMATCH] = read_nothing,   [REQUEST_SEAT] = read_seat_change,
    [REQUEST_PROFILE] = read_new_profile, [REQUEST_LEAVE] = read_nothing,
    [REQUEST_BACK] = read_nothing,      [REQUEST_ALLOW] = read_nothing,
    [REQUEST_SAY] = read_say,
};

/* Those for anybody, at a table or not. */
static const struct {
    const char *name;
    void (*run)(struct hub *hub, struct message *request);
} greetings[] = {{"hello", do_hello}, {"ping", do_ping}};
enum { GREETING_COUNT = sizeof greetings / sizeof *greetings };

/* ---- What has to be so ---- */

/* Why the table's log does not take it, or NULL. */
static const char *log_refuses(struct hub *hub, const struct message *request)
{
    struct room *room = request->room;
    enum room_writes writes = request_writes((enum request_kind)request->asked.kind);
    if (writes == WRITES_NOTHING)
        return NULL;
    if (!store_takes_more(hub))
        return "storage";
    if (writes == WRITES_MOVE ? log_is_closed(hub, room)
                              : writes != WRITES_LEAVE && log_is_full(hub, room))
        return "log_full";
    if ((writes == WRITES_CHANGE || writes == WRITES_LEAVE) &&
        !log_takes_change(hub, room, request->asked.holder))
        return "too_many";
    return NULL;
}

static bool read_id(struct hub *hub, struct message *request, bool is_needed)
{
    const char *id = "";
    if (!json_get_text(request->line, "id", &id, &request->problem))
        return false;
    if (strlen(id) > REQUEST_ID_MAX || (is_needed && *id == '\0'))
        return problem_set(&request->problem, "id must be a text of 1 to 32 characters");
    request->asked.id = text_of(id);
    request->asked.id_hash = secret_id_hash(hub->config.secret, request->asked.id);
    return true;
}

/* Why it may not be done, or NULL. */
static const char *barred(struct hub *hub, const struct message *request)
{
    if (request->room == NULL)
        return "hello_first";
    const char *code = room_bars(request->room, request->asked.holder,
                                 (enum request_kind)request->asked.kind);
    return code != NULL ? code : log_refuses(hub, request);
}

/* The table is nobody's any more. */
static void delete_if_left(struct hub *hub, struct room *room)
{
    if (room_is_claimed(room)) {
        room_set_due(hub, room);
        return;
    }
    write_delete(hub, held_here(room));
    room_remove(hub, room);
}

static void ask_room(struct hub *hub, struct message *request)
{
    struct room *room = request->room;
    unsigned kind = request->asked.kind;
    /* while the store fails, even that a request was done already may not be on disk */
    if (is_ill(hub) && room != NULL &&
        (request_writes((enum request_kind)kind) != WRITES_NOTHING || !is_durable(hub, room))) {
        fail(hub, request, "storage");
        return;
    }
    if (room != NULL && room_answers_repeat(room, &request->asked, hub->now_ms))
        return;
    const char *code = barred(hub, request);
    if (code != NULL) {
        fail(hub, request, code);
    } else if (!readers[kind](request)) {
        malformed(hub, request);
    } else {
        room_ask(room, &request->asked, hub->now_ms);
        delete_if_left(hub, room);
    }
}

static void dispatch(struct hub *hub, struct message *request)
{
    const char *name = "";
    unsigned kind = 0, greeting = 0;
    if (!json_get_text(request->line, "do", &name, &request->problem)) {
        malformed(hub, request);
        return;
    }
    while (greeting < GREETING_COUNT && strcmp(name, greetings[greeting].name) != 0)
        greeting++;
    while (kind < REQUEST_KINDS && (readers[kind] == NULL ||
                                    strcmp(name, request_name((enum request_kind)kind)) != 0))
        kind++;
    bool is_asked = kind < REQUEST_KINDS, is_known = is_asked || greeting < GREETING_COUNT;
    bool needs_id = is_asked && request_writes((enum request_kind)kind) != WRITES_NOTHING;
    bool has_id = read_id(hub, request, needs_id);
    if (!is_known)
        problem_set(&request->problem, "there is no request '%.20s'", name);
    if (!is_known || !has_id) {
        malformed(hub, request);
    } else if (is_asked) {
        request->asked.kind = (uint8_t)kind;
        ask_room(hub, request);
    } else {
        greetings[greeting].run(hub, request);
    }
}

static bool is_ping(const cJSON *line)
{
    const cJSON *name = line == NULL ? NULL : json_field(line, "do");
    return cJSON_IsString(name) && strcmp(name->valuestring, "ping") == 0;
}

void hub_message(struct hub *hub, struct session *session, struct text message)
{
    struct message request = {
        .session = session,
        .room = session->room,
        .asked = {.holder = session->holder, .id = {"", 0}, .seat = SEAT_NONE}};
    if (hub->is_stopping)
        return;
    if (session->awaited != NULL) {
        hold_message(session, message);
        return;
    }
    if (session->passage != NULL) {
        pass_message(hub, session, message);
        return;
    }
    cJSON *line = json_read_line(message.at, message.size, &request.problem);
    request.line = line;
    hub->is_at_once = is_ill(hub);
    hub->asker = session;
    if (!post_takes_more(hub) && !hub->is_at_once && !is_ping(line)) {
        if (line != NULL)
            read_id(hub, &request, false);
        fail(hub, &request, "storage");
    } else if (line == NULL)
        malformed(hub, &request);
    else
        dispatch(hub, &request);
    hub->asker = NULL;
    hub->is_at_once = false;
    if (session->awaited != NULL)
        hold_message(session, message);
    else if (session->passage != NULL)
        pass_message(hub, session, message);
    cJSON_Delete(line);
}
