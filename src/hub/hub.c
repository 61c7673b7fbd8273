/* hub.c - the hub itself: rooms by name, sessions, time, beginning and end.
 * See hub.h for what it promises. */
#include "hub/hub.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/memory.h"

/* ---- Rooms ---- */

unsigned name_bucket(const char *name, size_t size)
{
    uint32_t hash = 2166136261U; /* FNV-1a: names are random already */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619U;
    return hash % NAMES_MAX;
}

struct room *room_find(const struct hub *hub, const char *name, size_t size)
{
    if (size != TABLE_NAME_SIZE - 1)
        return NULL;
    struct room *room = hub->names[name_bucket(name, size)];
    while (room != NULL && memcmp(room->name, name, size) != 0)
        room = served_of(room)->next_of_name;
    return room;
}

bool room_add(struct hub *hub, struct room *room)
{
    if (hub->awake_count == hub->awake_room) {
        uint32_t more = hub->awake_room == 0 ? 64 : 2 * hub->awake_room;
        struct room **rooms = realloc(hub->awake, more * sizeof *rooms);
        if (rooms == NULL)
            return false;
        hub->awake = rooms;
        uint64_t *due_ms = realloc(hub->due_ms, more * sizeof *due_ms);
        if (due_ms == NULL)
            return false;
        hub->due_ms = due_ms;
        hub->awake_room = more;
    }
    struct room **bucket = &hub->names[name_bucket(room->name, strlen(room->name))];
    struct served *served = served_of(room);
    room->world = &hub->room_world;
    served->next_of_name = *bucket;
    *bucket = room;
    naps_drop(hub, room->name);
    served->index = hub->awake_count;
    served->used_ms = hub->now_ms;
    hub->due_ms[served->index] = UINT64_MAX;
    hub->awake[hub->awake_count++] = room;
    hub->metrics->tables_in_memory = hub->awake_count;
    if (is_memory_short(hub) && hub->sweep_due_ms > hub->now_ms + CROWDED_SWEEP_MS)
        hub->sweep_due_ms = hub->now_ms + CROWDED_SWEEP_MS;
    return true;
}

void room_forget(struct hub *hub, struct room *room)
{
    struct room **link = &hub->names[name_bucket(room->name, strlen(room->name))];
    struct served *served = served_of(room);
    assert(served->sessions == NULL);
    while (*link != room)
        link = &served_of(*link)->next_of_name;
    *link = served->next_of_name;
    struct room *last = hub->awake[--hub->awake_count];
    hub->awake[served->index] = last;
    hub->due_ms[served->index] = hub->due_ms[served_of(last)->index];
    served_of(last)->index = served->index;
    hub->metrics->tables_in_memory = hub->awake_count;
    room_free(room);
}

void room_remove(struct hub *hub, struct room *room)
{
    static const char gone[] = "{\"gone\":true}";
    struct served *served = served_of(room);
    tell_all(hub, room, (struct text){gone, sizeof gone - 1});
    while (served->sessions != NULL)
        session_rise(hub, served->sessions);
    hub->metrics->tables = --hub->room_count;
    room_forget(hub, room);
}

/* ---- Sessions ---- */

/* Makes room for one more in both lists. */
static bool sessions_grow(struct hub *hub)
{
    uint32_t count = hub->session_count;
    if ((count & (count - 1)) != 0) /* full at every power of two */
        return true;
    size_t more = count == 0 ? 1 : 2 * (size_t)count;
    struct session **sessions = realloc(hub->sessions, more * sizeof *sessions);
    if (sessions != NULL)
        hub->sessions = sessions;
    uint32_t *free_sessions = realloc(hub->free_sessions, more * sizeof *free_sessions);
    if (free_sessions != NULL)
        hub->free_sessions = free_sessions;
    return sessions != NULL && free_sessions != NULL;
}

/* NULL if there is no memory. */
static struct session *session_new(struct hub *hub, struct connection *connection)
{
    struct session *session;
    if (hub->free_count > 0) {
        session = hub->sessions[hub->free_sessions[--hub->free_count]];
    } else {
        session = sessions_grow(hub) ? calloc(1, sizeof *session) : NULL;
        if (session == NULL)
            return NULL;
        session->index = hub->session_count;
        hub->sessions[hub->session_count++] = session;
    }
    session->connection = connection;
    session->generation++;
    session->room = NULL;
    session->about = 0;
    session->passage = NULL;
    session->holder = HOLDER_NONE;
    session->is_whole = session->is_reading = session->is_behind = false;
    session->holds_request = false;
    connection_set_session(connection, session);
    return session;
}

struct session *session_of(struct hub *hub, struct connection *connection)
{
    struct session *session = connection_session(connection);
    return session != NULL ? session : session_new(hub, connection);
}

void session_sit(struct hub *hub, struct session *session, struct room *room, unsigned holder,
                 bool is_whole)
{
    struct served *served = served_of(room);
    session_rise(hub, session);
    served->was_visited = served->was_visited || holder != HOLDER_NONE;
    served->is_dozing = false;
    room_come(room, holder, is_whole, hub->now_ms);
    connection_set_caller(session->connection,
                            holder == HOLDER_NONE ? CALLER_GUEST : CALLER_KEY);
    session->room = room;
    session->holder = (uint8_t)holder;
    session->is_whole = is_whole;
    session->next = served->sessions;
    session->link = &served->sessions;
    if (session->next != NULL)
        session->next->link = &session->next;
    served->sessions = session;
    room_set_due(hub, room);
}

void session_rise(struct hub *hub, struct session *session)
{
    struct room *room = session->room;
    if (room == NULL)
        return;
    *session->link = session->next;
    if (session->next != NULL)
        session->next->link = session->link;
    session->room = NULL;
    session->next = NULL;
    connection_set_caller(session->connection, CALLER_STRANGER);
    room_go(room, session->holder, session->is_whole, hub->now_ms);
    served_of(room)->used_ms = hub->now_ms;
    room_set_due(hub, room);
}

/* ---- As the connections' service ---- */

static const char no_memory[] = "{\"error\":\"full\",\"why\":\"no memory is left\"}\n";

static void on_request(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct session *session = session_of(context, connection);
    if (session != NULL)
        hub_request(context, session, request);
    else
        connection_answer(connection, 503, "application/json", text_of(no_memory));
}

static void on_opened(void *context, struct connection *connection)
{
    if (session_of(context, connection) == NULL)
        connection_close(connection, CLOSE_TRY_AGAIN, "no memory is left");
}

static void on_message(void *context, struct connection *connection, struct text message)
{
    struct session *session = session_of(context, connection);
    if (session != NULL)
        hub_message(context, session, message);
}

static void on_closed(void *context, struct connection *connection)
{
    struct hub *hub = context;
    struct session *session = connection_session(connection);
    if (session == NULL)
        return;
    session_rise(hub, session);
    session_forget(session);
    pass_end(hub, session);
    session->connection = NULL;
    hub->free_sessions[hub->free_count++] = session->index;
}

/* The close frame goes out behind whatever waits for the same commit. */
static void on_leaving(void *context, struct connection *connection)
{
    struct session *session = session_of(context, connection);
    if (session->awaited != NULL)
        session->is_leaving = true;
    else if (session->passage != NULL)
        pass_leaving(context, session);
    else
        post_close(context, session, "");
}

static const char *on_ill(void *context)
{
    const struct hub *hub = context;
    if (hub->is_stopping)
        return "the server is stopping";
    /* the details are for the log: strangers read this */
    return is_ill(hub) ? "the store failed: nothing can be saved now" : NULL;
}

static const char *on_well(void *context)
{
    return ((const struct hub *)context)->health;
}

struct service hub_service(struct hub *hub)
{
    return (struct service){.context = hub,
                            .request = on_request,
                            .opened = on_opened,
                            .message = on_message,
                            .closed = on_closed,
                            .ill = on_ill,
                            .leaving = on_leaving,
                            .well = on_well};
}

/* ---- Time ---- */

void hub_set_time(struct hub *hub, uint64_t now_ms, int64_t wall_s)
{
    assert(now_ms >= hub->now_ms);
    hub->now_ms = now_ms;
    hub->wall_s = wall_s;
}

static void tick_rooms(struct hub *hub)
{
    if (hub->now_ms < hub->next_due_ms)
        return;
    for (uint32_t i = 0; i < hub->awake_count; i++)
        if (hub->due_ms[i] <= hub->now_ms)
            hub_tick_room(hub, hub->awake[i]);
    hub->next_due_ms = UINT64_MAX;
    for (uint32_t i = 0; i < hub->awake_count; i++)
        hub->next_due_ms = hub->due_ms[i] < hub->next_due_ms ? hub->due_ms[i]
                                                             : hub->next_due_ms;
}

/* An answer that is delivered may bring the next request of a visitor who sent ahead, and what
 * answers that rests on nothing and need not wait. */
static bool has_answers(const struct hub *hub)
{
    return hub->waiting == NULL && hub->filling->write_count == 0 &&
           hub->filling->letter_count > 0;
}

void hub_turn(struct hub *hub)
{
    if (!hub->is_stopping && hub->now_ms >= hub->sweep_due_ms)
        keep_sweep(hub);
    if (!hub->is_stopping)
        tick_rooms(hub);
    wake_turn(hub);
    fetches_turn(hub);
    batch_turn(hub);
    for (unsigned i = 0; i < ANSWERS_A_TURN && has_answers(hub); i++)
        batch_turn(hub);
}

uint64_t hub_due_ms(const struct hub *hub)
{
    uint64_t due_ms = hub->next_due_ms < hub->sweep_due_ms ? hub->next_due_ms
                                                           : hub->sweep_due_ms;
    if (wake_due_ms(hub) < due_ms)
        due_ms = wake_due_ms(hub);
    if (fetches_due_ms(hub) < due_ms)
        due_ms = fetches_due_ms(hub);
    if (hub->is_stopping)
        due_ms = UINT64_MAX; /* rooms get no more turns */
    if (hub->has_failed && hub->retry_due_ms < due_ms)
        due_ms = hub->retry_due_ms;
    if (hub->waiting == NULL && hub->filling->write_count > 0 && group_due_ms(hub) < due_ms)
        due_ms = group_due_ms(hub);
    return has_answers(hub) ? hub->now_ms : due_ms;
}

bool hub_stop(struct hub *hub)
{
    if (!hub->is_stopping) {
        hub->is_stopping = true;
        fetches_stop(hub);
        for (uint32_t i = 0; i < hub->awake_count; i++) {
            room_save(hub->awake[i], hub->now_ms);
            owners_release(hub, held_here(hub->awake[i]));
        }
    }
    batch_turn(hub);
    return hub->waiting == NULL && hub->filling->write_count == 0;
}

/* ---- Making ---- */

struct hub *hub_new(const struct hub_config *config, const struct hub_world *world,
                    struct limits *limits, struct metrics *metrics)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->config = *config;
    hub->world = *world;
    hub->limits = limits;
    hub->metrics = metrics;
    hub_make_room_world(hub);
    hub->filling = &hub->batches[0];
    hub->filling->number = 1;
    hub->place.end = &hub->place.first;
    strcpy(hub->health, "ok\n");
    return hub;
}

void hub_free(struct hub *hub)
{
    if (hub == NULL)
        return;
    for (uint32_t i = 0; i < hub->awake_count; i++)
        room_free(hub->awake[i]);
    for (uint32_t i = 0; i < hub->session_count; i++) {
        writer_free(&hub->sessions[i]->held);
        free(hub->sessions[i]);
    }
    fetches_free(hub);
    passages_free(hub);
    naps_free(hub);
    for (unsigned i = 0; i < 2; i++) {
        free(hub->batches[i].writes);
        free(hub->batches[i].letters);
        writer_free(&hub->batches[i].texts);
        writer_free(&hub->batches[i].post);
    }
    records_free(&hub->records);
    writer_free(&hub->text);
    writer_free(&hub->desk.text);
    writer_free(&hub->desk.line);
    writer_free(&hub->scratch);
    free(hub->awake);
    free(hub->due_ms);
    free(hub->kept);
    free(hub->sessions);
    free(hub->free_sessions);
    sodium_memzero(hub, sizeof *hub);
    free(hub);
}
