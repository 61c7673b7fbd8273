/* hub_requests.c - messages of clients: read here, checked as far as it concerns the store, the
 * table's log and its limits, and handed to the room. A refused request has changed nothing. */
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/request_read.h"

/* A message of a client. */
struct message {
    struct json_line line;
    struct session *session;
    struct room *room;
    struct request_reading asked;
    struct problem problem;
};

static void fail(struct hub *hub, const struct message *request, const char *code)
{
    tell_problem(hub, request->session, request->asked.request.id, code, NULL);
}

static void malformed(struct hub *hub, const struct message *request)
{
    tell_problem(hub, request->session, request->asked.request.id, "malformed",
                 request->problem.text);
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
    if (!json_get_text(request->line.object, "table", &name, &request->problem) ||
        !json_get_text(request->line.object, "key", &key, &request->problem)) {
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
    if (!json_get_int(request->line.object, "version", 0, INT32_MAX, &version, &request->problem) ||
        !json_get_int(request->line.object, "after", 0, UINT32_MAX, &after, &request->problem) ||
        !json_get_bool(request->line.object, "whole", &is_whole, &request->problem)) {
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
        tell_problem(hub, session, request->asked.request.id, "full",
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
        tell_hello(hub, session, (uint32_t)after, request->asked.request.id);
}

static void do_ping(struct hub *hub, struct message *request)
{
    static const char pong[] = "{\"pong\":true}";
    send_now(hub, request->session, (struct text){pong, sizeof pong - 1});
}

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
    enum room_writes writes = request_writes((enum request_kind)request->asked.request.kind);
    if (writes == WRITES_NOTHING)
        return NULL;
    if (!store_takes_more(hub))
        return "storage";
    if (writes == WRITES_MOVE ? log_is_closed(hub, room)
                              : writes != WRITES_LEAVE && log_is_full(hub, room))
        return "log_full";
    if ((writes == WRITES_CHANGE || writes == WRITES_LEAVE) &&
        !log_takes_change(hub, room, request->asked.request.holder))
        return "too_many";
    return NULL;
}

static bool read_id(struct hub *hub, struct message *message, bool is_needed)
{
    struct room_request *request = &message->asked.request;
    if (!request_read_id(message->line.object, is_needed, &request->id, &message->problem))
        return false;
    request->id_hash = secret_id_hash(hub->config.secret, request->id);
    return true;
}

/* Why it may not be done, or NULL. */
static const char *barred(struct hub *hub, const struct message *request)
{
    if (request->room == NULL)
        return "hello_first";
    const char *code = room_bars(request->room, request->asked.request.holder,
                                 (enum request_kind)request->asked.request.kind);
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
    unsigned kind = request->asked.request.kind;
    /* while the store fails, even that a request was done already may not be on disk */
    if (is_ill(hub) && room != NULL &&
        (request_writes((enum request_kind)kind) != WRITES_NOTHING || !is_durable(hub, room))) {
        fail(hub, request, "storage");
        return;
    }
    if (room != NULL && room_answers_repeat(room, &request->asked.request, hub->now_ms))
        return;
    const char *code = barred(hub, request);
    if (code != NULL) {
        fail(hub, request, code);
    } else if (!request_read(&request->asked, room_game(room), request->line.object,
                             &request->problem)) {
        malformed(hub, request);
    } else {
        room_ask(room, &request->asked.request, hub->now_ms);
        delete_if_left(hub, room);
    }
}

static void dispatch(struct hub *hub, struct message *request)
{
    const char *name = "";
    unsigned greeting = 0;
    if (!json_get_text(request->line.object, "do", &name, &request->problem)) {
        malformed(hub, request);
        return;
    }
    while (greeting < GREETING_COUNT && strcmp(name, greetings[greeting].name) != 0)
        greeting++;
    unsigned kind = request_read_kind(text_of(name));
    bool is_asked = kind < REQUEST_KINDS, is_known = is_asked || greeting < GREETING_COUNT;
    bool needs_id = is_asked && request_writes((enum request_kind)kind) != WRITES_NOTHING;
    bool has_id = read_id(hub, request, needs_id);
    if (!is_known)
        problem_set(&request->problem, "there is no request '%.20s'", name);
    if (!is_known || !has_id) {
        malformed(hub, request);
    } else if (is_asked) {
        request->asked.request.kind = (uint8_t)kind;
        ask_room(hub, request);
    } else {
        greetings[greeting].run(hub, request);
    }
}

static bool is_ping(struct value line)
{
    const char *name = value_text(value_field(line, "do"));
    return name != NULL && strcmp(name, "ping") == 0;
}

void hub_message(struct hub *hub, struct session *session, struct text message)
{
    struct message request = {
        .session = session,
        .room = session->room,
        .asked.request = {.holder = session->holder, .id = {"", 0}, .seat = SEAT_NONE}};
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
    bool is_read = json_read_line(&request.line, message.at, message.size, &request.problem);
    hub->is_at_once = is_ill(hub);
    hub->asker = session;
    owners_doubt(hub, session->room);
    if (!post_takes_more(hub) && !hub->is_at_once && !is_ping(request.line.object)) {
        if (is_read)
            read_id(hub, &request, false);
        fail(hub, &request, "storage");
    } else if (!is_read)
        malformed(hub, &request);
    else
        dispatch(hub, &request);
    hub->asker = NULL;
    hub->is_at_once = false;
    if (session->awaited != NULL)
        hold_message(session, message);
    else if (session->passage != NULL)
        pass_message(hub, session, message);
    json_line_free(&request.line);
}
