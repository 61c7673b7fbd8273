/* hub_owners.c - a store that several servers share: whose the tables are. Those that are in memory
 * here are ours, until the store says that another server has taken one (decision 035). That one
 * is forgotten, with all that was not yet on disk and therefore not yet told to anybody; who was
 * there comes again, and is led to whoever has it now. */
#include <string.h>

#include "hub/hub_internal.h"

/* ---- Losing one ---- */

static void send_on(const struct session *session)
{
    connection_close(session->connection, CLOSE_TRY_AGAIN, "the table is at another server now");
}

/* Letting go of what is not ours does nothing; the texts of the batch stay where they are. What
 * lets go already does so by an epoch of its own, which may be one that came after the loss. */
static void drop_writes(struct hub *hub, struct batch *batch, uint64_t table)
{
    for (size_t i = 0; i < batch->write_count; i++) {
        struct store_write *write = &batch->writes[i];
        if (write->table != table || write->kind == STORE_SET_NOTE ||
            write->kind == STORE_RELEASE)
            continue;
        if (write->kind == STORE_ADD_TABLE)
            hub->metrics->tables = --hub->room_count;
        write->kind = STORE_RELEASE;
        write->epoch = 0;
    }
}

/* Who was to be told something has to ask again. */
static void drop_letters(struct hub *hub, struct batch *batch, uint64_t table)
{
    for (size_t i = 0; i < batch->letter_count; i++) {
        struct letter *letter = &batch->letters[i];
        const struct session *session = hub->sessions[letter->session];
        if (letter->table != table || session->connection == NULL ||
            session->generation != letter->generation)
            continue;
        letter->generation = 0; /* nobody's: it is never sent */
        if (letter->status != 0)
            api_error(hub, session, "storage", NULL);
        else
            send_on(session);
    }
}

static struct room *find_number(const struct hub *hub, uint64_t number)
{
    for (uint32_t i = 0; i < hub->awake_count; i++)
        if (hub->awake[i]->number == number)
            return hub->awake[i];
    return NULL;
}

static void lose(struct hub *hub, uint64_t table)
{
    struct room *room = find_number(hub, table);
    struct batch *const batches[] = {hub->waiting, hub->filling};
    while (room != NULL && served_of(room)->sessions != NULL) {
        struct session *session = served_of(room)->sessions;
        session_rise(hub, session);
        send_on(session);
    }
    if (room != NULL) {
        hub->metrics->tables_lost_total++;
        if (hub->world.report != NULL)
            hub->world.report(hub->world.context, "table-lost", table, room->name,
                              "another server has it now");
        room_forget(hub, room);
    }
    rewound_over(hub, table);
    for (unsigned i = 0; i < 2; i++)
        if (batches[i] != NULL)
            drop_writes(hub, batches[i], table);
    for (unsigned i = 0; i < 2; i++)
        if (batches[i] != NULL)
            drop_letters(hub, batches[i], table);
}

void hub_lost(struct hub *hub, const uint64_t *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lose(hub, tables[i]);
}

/* ---- Having one ---- */

void owners_release(struct hub *hub, struct held table)
{
    if (hub->config.is_shared)
        write_other(hub, STORE_RELEASE, table, text_none());
}

/* The question goes into the batch, and what is told waits for its answer as for any commit. */
bool owners_ask(struct hub *hub, const struct room *room)
{
    if (!hub->config.is_shared)
        return true;
    if (is_ill(hub) || hub->is_stopping)
        return false;
    write_hold(hub, room);
    return true;
}

bool owners_is_sure(const struct hub *hub)
{
    return !hub->config.is_shared || hub->heard_ms == 0 || hub->now_ms - hub->heard_ms <= DOUBT_MS;
}

/* A server that stood still does not know that it did: others may have played on since. */
void owners_doubt(struct hub *hub, const struct room *room)
{
    if (room != NULL && !owners_is_sure(hub) && !is_ill(hub) && !hub->is_stopping)
        write_hold(hub, room);
}

void owners_heard(struct hub *hub)
{
    bool is_late = hub->now_ms - hub->heard_ms > LEASE_MS && hub->heard_ms != 0;
    hub->heard_ms = hub->now_ms;
    for (uint32_t i = 0; hub->config.is_shared && is_late && i < hub->awake_count; i++)
        write_hold(hub, hub->awake[i]);
}

void owners_replace(struct hub *hub, const struct fetched *fetched)
{
    const struct room *room = room_find(hub, fetched->name, strlen(fetched->name));
    if (room != NULL && served_as(room)->epoch != fetched->epoch)
        lose(hub, room->number);
}

/* Where there is no way to its server, that may be gone, and then the table can soon be taken. */
bool owners_wait(struct hub *hub, struct awaited *awaited, const struct fetched *fetched)
{
    bool is_passed = hub->world.pass != NULL && fetched->owner.address[0] != '\0';
    if (fetched->outcome != FETCH_ELSEWHERE || is_passed || hub->is_stopping ||
        awaited->first == NULL ||
        hub->now_ms - awaited->since_ms >= ELSEWHERE_MS)
        return false;
    awaited->again_ms = hub->now_ms + ELSEWHERE_STEP_MS;
    awaited->next_unasked = hub->unasked;
    hub->unasked = awaited;
    return true;
}
