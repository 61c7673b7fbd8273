/* hub_fetch.c - tables that have to be fetched from the store first: who waits for them, and
 * what those have asked meanwhile. A request that needs such a table has changed nothing yet;
 * it is kept as it came, with all that its sender says after it, and done from the beginning
 * when the table is there. So everybody's requests are done in their order. */
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/bytes.h"
#include "wire/memory.h"

/* ---- Who waits ---- */

/* Names of tables have one size; nothing else is looked for on disk. */
static bool is_name(struct text name)
{
    for (size_t i = 0; i < name.size; i++)
        if ((name.at[i] < '0' || name.at[i] > '9') && (name.at[i] < 'a' || name.at[i] > 'z'))
            return false;
    return name.size == TABLE_NAME_SIZE - 1;
}

static struct awaited **find_awaited(struct hub *hub, const struct fetch *wanted)
{
    struct awaited **link = &hub->awaited[name_bucket(wanted->name, TABLE_NAME_SIZE - 1)];
    while (*link != NULL && memcmp((*link)->wanted.name, wanted->name, TABLE_NAME_SIZE) != 0)
        link = &(*link)->next;
    return link;
}

bool has_removals(const struct hub *hub)
{
    return hub->filling->has_removals || (hub->waiting != NULL && hub->waiting->has_removals);
}

void fetches_turn(struct hub *hub)
{
    struct awaited **link = &hub->unasked;
    while (*link != NULL && !has_removals(hub)) {
        struct awaited *awaited = *link;
        if (awaited->again_ms > hub->now_ms) {
            link = &awaited->next_unasked;
            continue;
        }
        *link = awaited->next_unasked;
        awaited->wanted.durable_batch = hub->durable_batch;
        hub->world.fetch(hub->world.context, &awaited->wanted);
    }
}

uint64_t fetches_due_ms(const struct hub *hub)
{
    uint64_t due_ms = UINT64_MAX;
    for (const struct awaited *at = hub->unasked; at != NULL; at = at->next_unasked)
        due_ms = at->again_ms < due_ms ? at->again_ms : due_ms;
    return has_removals(hub) ? UINT64_MAX : due_ms;
}

static void join(struct session *session, struct awaited *awaited)
{
    session->awaited = awaited;
    session->next_waiting = NULL;
    session->waiting_link = awaited->end;
    *awaited->end = session;
    awaited->end = &session->next_waiting;
}

static void wait_for(struct hub *hub, struct session *session, struct text name)
{
    struct fetch wanted = {.aim = FETCH_NAMED};
    memcpy(wanted.name, name.at, name.size);
    struct awaited **link = find_awaited(hub, &wanted), *awaited = *link;
    if (awaited == NULL) {
        *link = awaited = memory_new(sizeof *awaited);
        awaited->wanted = wanted;
        awaited->end = &awaited->first;
        awaited->since_ms = hub->now_ms;
        awaited->next_unasked = hub->unasked;
        hub->unasked = awaited;
    }
    join(session, awaited);
    fetches_turn(hub);
}

void wait_for_place(struct hub *hub, struct session *session)
{
    join(session, &hub->place);
    hub->is_wanted[LOOK_SPARE] = true;
}

bool is_awaited(struct hub *hub, const char *name)
{
    struct fetch wanted = {.aim = FETCH_NAMED};
    if (strlen(name) != TABLE_NAME_SIZE - 1)
        return false;
    memcpy(wanted.name, name, TABLE_NAME_SIZE);
    return *find_awaited(hub, &wanted) != NULL;
}

static void stop_waiting(struct session *session)
{
    struct awaited *awaited = session->awaited;
    if (awaited == NULL)
        return;
    *session->waiting_link = session->next_waiting;
    if (session->next_waiting != NULL)
        session->next_waiting->waiting_link = session->waiting_link;
    else
        awaited->end = session->waiting_link;
    session->awaited = NULL;
}

void session_forget(struct session *session)
{
    stop_waiting(session);
    writer_free(&session->held);
    session->held = (struct writer){NULL, 0, 0};
    session->is_leaving = false;
}

const struct fetched *answer_about(const struct hub *hub, struct text name)
{
    bool is_it = hub->answered != NULL && text_is(name, hub->answered->wanted.name);
    return is_it ? hub->answered : NULL;
}

/* Whether the visitor is another server's from now on, whose the table is. */
static bool is_passed(struct hub *hub, struct session *session, struct text name,
                      const struct room *room)
{
    const struct fetched *answer = answer_about(hub, name);
    return room == NULL && answer != NULL && answer->outcome == FETCH_ELSEWHERE &&
           pass_begin(hub, session, &answer->owner);
}

/* Whether moves are still missing the store has to be asked. */
static bool is_damaged(const struct hub *hub, struct text name)
{
    const struct kept *kept = kept_by_name(hub, name);
    return kept != NULL && !kept->is_rewound;
}

bool table_is_known(struct hub *hub, struct session *session, struct text name,
                    struct room **room)
{
    *room = room_find(hub, name.at, name.size);
    if (*room != NULL)
        session->about = (*room)->number;
    /* who waited for a place had asked for a name that is not there */
    if (*room != NULL || !is_name(name) || is_damaged(hub, name) ||
        answer_about(hub, name) != NULL || hub->places != NULL || hub->is_stopping ||
        is_memory_full(hub) ||
        (is_ill(hub) && has_removals(hub)))
        return !is_passed(hub, session, name, *room);
    wait_for(hub, session, name);
    return false;
}

/* ---- What they asked ---- */

void put_part(struct writer *held, struct text part)
{
    char head[PART_HEAD_SIZE];
    bytes_put(head, sizeof head, part.size);
    writer_put(held, head, sizeof head);
    writer_put(held, part.at, part.size);
}

struct text take_part(struct text *held)
{
    size_t size = (size_t)bytes_read(held->at, PART_HEAD_SIZE);
    struct text part = {held->at + PART_HEAD_SIZE, size};
    held->at = part.at + size;
    held->size -= PART_HEAD_SIZE + size;
    return part;
}

void hold_message(struct session *session, struct text message)
{
    if (session->held.size + message.size > HELD_MAX) {
        connection_close(session->connection, CLOSE_POLICY,
                         "too much was asked ahead of an answer");
        session_forget(session);
        return;
    }
    put_part(&session->held, message);
}

void hold_request(struct session *session, const struct http_request *request)
{
    const struct text parts[] = {request->method, request->path, request->query, request->key,
                                 request->body};
    session->holds_request = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        put_part(&session->held, parts[i]);
}

static void request_again(struct hub *hub, struct session *session, struct text held)
{
    struct http_request request;
    struct text *const parts[] = {&request.method, &request.path, &request.query, &request.key,
                                  &request.body};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = take_part(&held);
    session->holds_request = false;
    hub_request(hub, session, &request);
}

/* Where one of them waits for the next table, so do those behind it. */
static void ask_again(struct hub *hub, struct session *session)
{
    struct writer writer = session->held;
    struct text held = {writer.at, writer.size};
    session->held = (struct writer){NULL, 0, 0};
    if (session->holds_request) {
        request_again(hub, session, held);
    } else {
        while (held.size > 0 && session->awaited == NULL)
            hub_message(hub, session, take_part(&held));
        if (held.size > 0)
            writer_put(&session->held, held.at, held.size);
    }
    if (session->awaited == NULL && session->is_leaving) {
        session->is_leaving = false;
        if (session->passage != NULL)
            pass_leaving(hub, session);
        else
            post_close(hub, session, "");
    }
    writer_free(&writer);
}

/* ---- What comes back ---- */

/* A table that came twice, or too late, is not needed. */
static void take_room(struct hub *hub, struct fetched *fetched)
{
    struct room *room = fetched->room;
    fetched->room = NULL;
    if (rewound_is_newer(hub, fetched)) {
        room_free(room);
        return;
    }
    rewound_over(hub, room->number);
    served_of(room)->epoch = fetched->epoch;
    owners_replace(hub, fetched);
    if (hub->is_stopping || room_find(hub, room->name, strlen(room->name)) != NULL) {
        room_free(room);
    } else if (!room_add(hub, room)) {
        room_free(room);
        fetched->outcome = FETCH_FAILED;
    } else {
        served_of(room)->touched_s = fetched->touched_s;
        sleep_ends(hub, room, fetched);
    }
}

static void take_in(struct hub *hub, struct fetched *fetched)
{
    switch (fetched->outcome) {
    case FETCH_DONE:
        take_room(hub, fetched);
        break;
    case FETCH_DAMAGED:
        if (!keep_damaged(hub, fetched))
            memory_gone();
        break;
    case FETCH_REWOUND:
        rewound_found(hub, fetched);
        break;
    case FETCH_AWAY:
    case FETCH_NONE:
        rewound_over(hub, fetched->number != 0 ? fetched->number : fetched->wanted.number);
        break;
    case FETCH_ELSEWHERE:
    case FETCH_FAILED:
        break;
    }
    if (fetched->outcome != FETCH_DONE && fetched->epoch != 0 && !hub->is_stopping)
        owners_release(hub, (struct held){fetched->number, fetched->epoch});
}

/* Who waits again has to wait for the next answer. */
void ask_all_again(struct hub *hub, struct awaited *awaited)
{
    struct awaited all = *awaited;
    if (all.first == NULL)
        return;
    awaited->first = NULL;
    awaited->end = &awaited->first;
    all.first->waiting_link = &all.first;
    for (struct session *at = all.first; at != NULL; at = at->next_waiting)
        at->awaited = &all;
    while (all.first != NULL) {
        struct session *session = all.first;
        stop_waiting(session);
        ask_again(hub, session);
    }
}

/* One that is only looked at stays asleep, unless nothing says when it is due. */
static void pass_by(struct hub *hub, struct fetched *fetched)
{
    bool is_here = room_find(hub, fetched->name, strlen(fetched->name)) != NULL;
    bool is_lost = fetched->outcome == FETCH_DONE && !fetched->has_card;
    bool is_needed = !is_here && !hub->is_stopping && !is_memory_full(hub);
    if (is_needed && is_lost)
        wake(hub, fetched->number);
    if (is_needed && fetched->outcome == FETCH_DAMAGED)
        take_in(hub, fetched);
    if (fetched->outcome == FETCH_REWOUND)
        rewound_found(hub, fetched);
    else if (fetched->outcome == FETCH_DONE && !rewound_is_newer(hub, fetched))
        rewound_over(hub, fetched->number);
    room_free(fetched->room);
    fetched->room = NULL;
}

void hub_fetched(struct hub *hub, struct fetched *fetched)
{
    if (fetched->wanted.aim == FETCH_NEXT)
        pass_by(hub, fetched);
    else
        take_in(hub, fetched);
    if (fetched->wanted.aim != FETCH_NAMED) {
        wake_fetched(hub, fetched);
        return;
    }
    struct awaited **link = find_awaited(hub, &fetched->wanted), *awaited = *link;
    if (owners_wait(hub, awaited, fetched))
        return;
    *link = awaited->next;
    hub->answered = fetched;
    ask_all_again(hub, awaited);
    hub->answered = NULL;
    free(awaited);
}

void fetches_stop(struct hub *hub)
{
    for (uint32_t i = 0; i < hub->session_count; i++) {
        struct session *session = hub->sessions[i];
        if (session->connection == NULL || session->awaited == NULL)
            continue;
        if (session->holds_request)
            api_error(hub, session, "storage", NULL);
        session->holds_request = false;
        session_forget(session);
    }
}

void fetches_free(struct hub *hub)
{
    for (unsigned i = 0; i < NAMES_MAX; i++)
        for (struct awaited *at = hub->awaited[i], *next; at != NULL; at = next) {
            next = at->next;
            free(at);
        }
}
