/* hub_rooms.c - what rooms need of the hub: their entries go into the batch, what they say into
 * its outbox, to the sessions it is for. */
#include <string.h>

#include "hub/hub_internal.h"
#include "shuffle/shuffle.h"

/* ---- Entries ---- */

static void on_entry(void *context, struct room *room, const struct entry *entry)
{
    write_entry(context, room, entry);
}

static void on_live(void *context, struct room *room, struct text line)
{
    sleep_write(context, room);
    write_other(context, STORE_SET_LIVE, held_here(room), line);
}

static bool on_takes(void *context, const struct room *room, enum room_writes writes)
{
    const struct hub *hub = context;
    if (writes == WRITES_ROUND)
        return !hub->is_stopping && !log_is_full(hub, room);
    if (writes == WRITES_MOVE)
        return store_takes_more(hub) && !hub->is_stopping && !log_is_closed(hub, room);
    return store_takes_more(hub);
}

/* ---- Messages ---- */

static bool is_for(const struct hub *hub, const struct session *session, enum audience to,
                   unsigned holder)
{
    switch (to) {
    case TO_ASKER:
        return false; /* who may not be at the table yet */
    case TO_HOLDER:
        return session->holder == holder;
    case TO_WHOLE:
        return session->holder == holder && session->is_whole;
    case TO_WATCHERS:
        return session->holder == HOLDER_NONE;
    case TO_ALL:
        return true;
    case TO_OTHERS:
        return session != hub->asker;
    }
    return false;
}

static void post_to(struct hub *hub, struct room *room, enum audience to, unsigned holder,
                    struct text text)
{
    if (to == TO_ASKER && hub->asker != NULL)
        post_message(hub, hub->asker, text);
    for (struct session *at = served_of(room)->sessions; at != NULL; at = at->next)
        if (is_for(hub, at, to, holder))
            post_message(hub, at, text);
}

/* Here a message leaves the process: it becomes text. */
static void on_tell(void *context, struct room *room, enum audience to, unsigned holder,
                    const struct room_message *message)
{
    struct hub *hub = context;
    struct writer *text = &hub->desk.text;
    writer_clear(text);
    message_write(message, text);
    post_to(hub, room, to, holder, writer_text(text));
}

void tell_all(struct hub *hub, struct room *room, struct text text)
{
    post_to(hub, room, TO_ALL, HOLDER_NONE, text);
}

void tell_hello(struct hub *hub, struct session *session, uint32_t after, struct text id)
{
    hub->asker = session;
    room_greet(session->room, session->holder, session->is_whole, after, id, hub->now_ms);
    hub->asker = NULL;
}

void tell_problem(struct hub *hub, const struct session *session, struct text id,
                  const char *code, const char *why)
{
    writer_clear(&hub->text);
    room_write_error(id, code, why, &hub->text);
    hub->metrics->refusals_total++;
    /* a store that fails holds all letters back: this one must not wait for it */
    if (strcmp(code, "storage") == 0)
        send_now(hub, session, writer_text(&hub->text));
    else
        post_message(hub, session, writer_text(&hub->text));
}

unsigned error_status(const char *code)
{
    static const struct {
        const char *code;
        unsigned status;
    } statuses[] = {
        {"malformed", 400}, {"version", 400},  {"hello_first", 400}, {"no_key", 403},
        {"no_invite", 403}, {"not_yours", 403}, {"not_host", 403},   {"no_table", 404},
        {"too_many", 429},  {"damaged", 500},   {"rewound", 500},    {"busy", 503},
        {"storage", 503},
    };
    for (unsigned i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (strcmp(statuses[i].code, code) == 0)
            return statuses[i].status;
    return 409; /* the table does not allow it, as it is now */
}

/* ---- Who is there ---- */

/* Whoever lost the last seat watches from now on, or goes. */
static void on_unseat(void *context, struct room *room, unsigned holder)
{
    struct hub *hub = context;
    for (struct session *at = served_of(room)->sessions, *next; at != NULL; at = next) {
        next = at->next;
        if (at->holder != holder)
            continue;
        room_go(room, holder, at->is_whole, hub->now_ms);
        room_come(room, HOLDER_NONE, false, hub->now_ms);
        at->holder = HOLDER_NONE;
        connection_set_caller(at->connection, CALLER_GUEST);
        if (room->watch)
            continue;
        post_close(hub, at, "the seat was given up");
        session_rise(hub, at);
    }
}

static void on_invite(void *context, const struct room *room, char out[INVITE_SIZE])
{
    secret_invite(context, room->name, out);
}

/* ---- Computer players, chance ---- */

static void on_think(void *context, struct room *room, const struct thought *thought)
{
    struct hub *hub = context;
    struct thought wanted = *thought;
    wanted.place = served_of(room)->index;
    hub->world.think(hub->world.context, &wanted);
}

static void on_random(void *context, void *out, size_t size)
{
    struct hub *hub = context;
    hub->world.random(hub->world.context, out, size);
}

static void on_chance(void *context, const struct shuffle *shuffle, const struct match *match,
                      unsigned reshuffle, struct action *out)
{
    struct hub *hub = context;
    hub->world.chance(hub->world.context, shuffle, match, reshuffle, out);
}

static void on_count(void *context, enum room_count what)
{
    struct metrics *metrics = ((struct hub *)context)->metrics;
    uint64_t *const counted[ROOM_COUNTS] = {[COUNT_MOVE] = &metrics->moves_total,
                                            [COUNT_BOT_MOVE] = &metrics->bot_moves_total,
                                            [COUNT_TIMEOUT] = &metrics->timeouts_total,
                                            [COUNT_ROUND] = &metrics->rounds_total,
                                            [COUNT_REFUSAL] = &metrics->refusals_total,
                                            [COUNT_REPEAT] = &metrics->repeats_total};
    (*counted[what])++;
}

void hub_make_room_world(struct hub *hub)
{
    hub->room_world = (struct room_world){.context = hub,
                                          .desk = &hub->desk,
                                          .bot_pause_ms = hub->config.bot_pause_ms,
                                          .mix_wait_ms = hub->config.mix_wait_ms,
                                          .entry = on_entry,
                                          .tell = on_tell,
                                          .think = on_think,
                                          .random = on_random,
                                          .chance = on_chance,
                                          .draws_seeds = true,
                                          .seed = room_seed,
                                          .takes = on_takes,
                                          .live = on_live,
                                          .unseat = on_unseat,
                                          .invite = on_invite,
                                          .count = on_count};
}

/* ---- Time ---- */

void room_set_due(struct hub *hub, struct room *room)
{
    uint64_t due_ms = log_is_closed(hub, room) ? UINT64_MAX : room_due_ms(room, hub->now_ms);
    hub->due_ms[served_of(room)->index] = due_ms;
    hub->next_due_ms = due_ms < hub->next_due_ms ? due_ms : hub->next_due_ms;
}

void hub_tick_room(struct hub *hub, struct room *room)
{
    if (!store_takes_more(hub)) {
        hub->due_ms[served_of(room)->index] = hub->now_ms + hub->config.retry_ms;
        return;
    }
    room_tick(room, hub->now_ms);
    room_set_due(hub, room);
}

/* Rooms move up when one before them is deleted, which is rare. */
static struct room *find_thinking_room(struct hub *hub, const struct thought *thought)
{
    uint32_t place = thought->place < hub->awake_count ? thought->place : 0;
    for (uint32_t i = 0; i < hub->awake_count; i++) {
        struct room *room = hub->awake[(place + i) % hub->awake_count];
        if (room->number == thought->table)
            return room;
    }
    return NULL;
}

void hub_thought(struct hub *hub, const struct thought *thought)
{
    struct room *room = find_thinking_room(hub, thought);
    if (room == NULL)
        return;
    room_thought(room, thought, hub->now_ms);
    room_set_due(hub, room);
}
