/* hub_ill.c - what is said while the store fails: that it does, to everybody at a table; and
 * to whoever asks, tables as the disk has them. Whatever rests on entries that are not there
 * yet goes on waiting. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "hub/hub_internal.h"
#include "wire/reasons.h"

/* ---- Falling ill, getting well ---- */

static void tell_everybody(struct hub *hub, struct text text)
{
    for (uint32_t i = 0; i < hub->session_count; i++)
        if (hub->sessions[i]->connection != NULL && hub->sessions[i]->room != NULL)
            send_now(hub, hub->sessions[i], text);
}

/* Who asked over HTTP would wait as long as the disk is full. What was asked may be done after
 * all, and asking again with the same id is then answered as if it were the first time. */
static void answer_waiting(struct hub *hub, struct batch *batch)
{
    for (size_t i = 0; i < batch->letter_count; i++) {
        struct letter *letter = &batch->letters[i];
        const struct session *session = hub->sessions[letter->session];
        if (letter->status == 0 || session->connection == NULL ||
            session->generation != letter->generation)
            continue;
        letter->generation = 0; /* nobody's: it is never sent */
        api_error(hub, session, "storage", NULL);
    }
}

void fall_ill(struct hub *hub, const char *problem)
{
    bool is_new = !is_ill(hub);
    snprintf(hub->problem, sizeof hub->problem, "%s", problem[0] == '\0' ? "?" : problem);
    if (!is_new)
        return;
    struct writer *text = &hub->text;
    writer_clear(text);
    writer_open(text, '{');
    writer_field_word(text, "error", "storage");
    writer_field_word(text, "why", code_words("storage"));
    writer_close(text, '}');
    tell_everybody(hub, writer_text(text));
    if (hub->waiting != NULL)
        answer_waiting(hub, hub->waiting);
    answer_waiting(hub, hub->filling);
}

void get_well(struct hub *hub)
{
    /* clients that do not know it take it for any pong */
    static const char works[] = "{\"pong\":true,\"storage\":true}";
    if (!is_ill(hub))
        return;
    hub->problem[0] = '\0';
    hub->is_gone = false;
    tell_everybody(hub, (struct text){works, sizeof works - 1});
    for (uint32_t i = 0; i < hub->session_count; i++) {
        struct session *session = hub->sessions[i];
        if (session->connection == NULL || !session->is_behind)
            continue;
        session->is_behind = false;
        if (session->room != NULL)
            tell_hello(hub, session, 0, text_none());
    }
}

void hub_checked(struct hub *hub, bool is_there, const char *problem)
{
    if (is_there)
        owners_heard(hub);
    if (!is_there) {
        hub->is_gone = true;
        fall_ill(hub, problem);
    } else if (hub->is_gone && hub->waiting == NULL) {
        get_well(hub);
    }
}

/* ---- Tables as the disk has them ---- */

/* The last entry that is on disk: the one before the first that waits. */
static uint32_t durable_seq(const struct hub *hub, const struct room *room)
{
    const struct batch *const batches[] = {hub->waiting, hub->filling};
    for (unsigned i = 0; i < 2; i++)
        for (size_t j = 0; batches[i] != NULL && j < batches[i]->write_count; j++) {
            const struct store_write *write = &batches[i]->writes[j];
            if (write->table == room->number && write->kind == STORE_ADD_ENTRY)
                return write->seq - 1;
        }
    return room->seq;
}

bool is_durable(const struct hub *hub, const struct room *room)
{
    return durable_seq(hub, room) == room->seq;
}

/* A WebSocket gets an error, a request its answer. */
static void refuse(struct hub *hub, struct session *session)
{
    if (session->reads_as_message)
        tell_problem(hub, session, text_none(), "storage", NULL);
    else
        api_error(hub, session, "storage", NULL);
}

void durable_ask(struct hub *hub, struct session *session, const struct room *room,
                 unsigned holder)
{
    session->reads_holder = (uint8_t)holder;
    session->reads_until = durable_seq(hub, room);
    memcpy(session->reads_name, room->name, sizeof session->reads_name);
    session->is_behind = session->reads_as_message = session->room != NULL;
    if (session->reads_until == 0) {
        refuse(hub, session);
    } else if (!session->is_reading) {
        session->is_reading = hub->world.read_table(
            hub->world.context, room->number, session->reads_until,
            (uint64_t)session->generation << 32 | session->index);
        if (!session->is_reading)
            refuse(hub, session);
    }
}

/* Who holds a key there, if that key is on disk; and who is connected. */
static unsigned settle_holders(struct room *shadow, const struct room *room, unsigned holder)
{
    unsigned found = HOLDER_NONE;
    for (unsigned i = 0; i < HOLDERS_MAX; i++) {
        struct holder *there = &shadow->holder[i];
        if (!there->is_used || !room->holder[i].is_used ||
            sodium_memcmp(there->key_hash, room->holder[i].key_hash, HASH_SIZE) != 0)
            continue;
        there->connections = room->holder[i].connections;
        found = i == holder ? i : found;
    }
    return found;
}

/* What was committed to for the next deal, as the disk has it. */
static void settle_seed(struct room *shadow, const struct room *room)
{
    const uint8_t *seed = shadow->deal_number == room->deal_number ? room->seed
                                                                   : room->shuffle.seed;
    shadow->has_seed = room->has_seed && room->deal_number - shadow->deal_number <= 1;
    if (shadow->has_seed)
        memcpy(shadow->seed, seed, SEED_SIZE);
}

static void tell_shadow(struct hub *hub, struct session *session, struct room *shadow,
                        const struct room *room)
{
    struct writer *text = &hub->text;
    bool is_message = session->reads_as_message;
    unsigned holder = settle_holders(shadow, room, session->reads_holder);
    settle_seed(shadow, room);
    if (holder == HOLDER_NONE && (session->reads_holder != HOLDER_NONE || !shadow->watch)) {
        refuse(hub, session);
        return;
    }
    shadow->world = &hub->room_world;
    writer_clear(text);
    room_write_table(shadow, holder, is_message ? WHY_HELLO : WHY_NOTHING, hub->now_ms, text);
    if (is_message)
        send_now(hub, session, writer_text(text));
    else
        connection_answer(session->connection, 200, "application/json", writer_text(text));
}

static void tell_read(struct hub *hub, struct session *session, struct room *shadow)
{
    const struct room *room = room_find(hub, session->reads_name, TABLE_NAME_SIZE - 1);
    session->is_reading = false;
    /* it got well meanwhile, and whoever waited was told the whole table; or the session was
     * taken from its table, as one too many of its key */
    if (session->reads_as_message && (session->room == NULL || !session->is_behind))
        return;
    if (room == NULL || shadow == NULL) {
        refuse(hub, session);
    } else if (shadow->number != room->number) { /* another was asked for meanwhile */
        durable_ask(hub, session, room, session->reads_holder);
    } else {
        memcpy(shadow->name, room->name, sizeof shadow->name);
        tell_shadow(hub, session, shadow, room);
    }
}

void hub_table_read(struct hub *hub, uint64_t ticket, struct room *shadow)
{
    uint32_t index = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    struct session *session = index < hub->session_count ? hub->sessions[index] : NULL;
    bool is_there = session != NULL && session->connection != NULL &&
                    session->generation == generation;
    if (is_there)
        tell_read(hub, session, shadow);
    room_free(shadow);
}
