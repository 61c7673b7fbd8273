/* hub_record.c - who waits for the record of a match. Records are made one after the other, off
 * the loop; whoever asks for the same one meanwhile, or soon after, gets the same text. What a
 * record says was read from the store, so it need not wait for any commit. */
#include <stdlib.h>
#include <string.h>

#include "hub/hub_internal.h"

/* ---- Texts that are kept ---- */

static void keep_remove(struct records *records, unsigned index)
{
    struct kept_record kept = records->kept[index];
    records->kept_count--;
    memmove(&records->kept[index], &records->kept[index + 1],
            (records->kept_count - index) * sizeof *records->kept);
    records->kept_bytes -= kept.text->text.size;
    shared_drop(kept.text);
}

/* The longest unused make room. */
static void keep(struct records *records, const struct kept_record *kept)
{
    size_t size = kept->text->text.size;
    for (unsigned i = records->kept_count; i-- > 0;)
        if (records->kept[i].table == kept->table &&
            records->kept[i].match_number == kept->match_number)
            keep_remove(records, i);
    if (size > RECORDS_KEPT_BYTES)
        return;
    while (records->kept_count == RECORDS_KEPT_MAX ||
           records->kept_bytes + size > RECORDS_KEPT_BYTES)
        keep_remove(records, 0);
    records->kept[records->kept_count] = *kept;
    shared_take(records->kept[records->kept_count++].text);
    records->kept_bytes += size;
}

/* The record as it is now; NULL if none is kept, or a round has ended since. */
static struct shared *find_kept(struct records *records, const struct room *room,
                                uint32_t match_number)
{
    for (unsigned i = 0; i < records->kept_count; i++) {
        struct kept_record kept = records->kept[i];
        if (kept.table != room->number || kept.match_number != match_number)
            continue;
        if (kept.seq < room->round_seq)
            return NULL;
        memmove(&records->kept[i], &records->kept[i + 1],
                (records->kept_count - i - 1) * sizeof *records->kept);
        records->kept[records->kept_count - 1] = kept;
        return kept.text;
    }
    return NULL;
}

void records_free(struct records *records)
{
    while (records->kept_count > 0)
        keep_remove(records, 0);
}

/* ---- Who waits ---- */

static struct session *session_at(const struct hub *hub, const struct waiter *waiter)
{
    struct session *session = hub->sessions[waiter->session];
    bool is_there = session->connection != NULL && session->generation == waiter->generation;
    return is_there ? session : NULL;
}

/* Whoever is gone does not hold up those who wait. */
static void forget_gone(struct hub *hub)
{
    struct records *records = &hub->records;
    unsigned count = 0;
    for (unsigned i = 0; i < records->waiting_count; i++)
        if (session_at(hub, &records->waiting[i]) != NULL)
            records->waiting[count++] = records->waiting[i];
    records->waiting_count = count;
}

static bool has_room(const struct hub *hub, const struct session *session)
{
    const struct records *records = &hub->records;
    struct address own = address_key(connection_address(session->connection), false);
    unsigned count = 0;
    for (unsigned i = 0; i < records->waiting_count; i++) {
        const struct session *other = session_at(hub, &records->waiting[i]);
        struct address key = address_key(connection_address(other->connection), false);
        count += memcmp(&key, &own, sizeof own) == 0;
    }
    return count < RECORDS_PER_ADDRESS && records->waiting_count < RECORDS_WAITING_MAX;
}

/* Hands the next one to the reader, for all who wait for it by now. */
static void read_next(struct hub *hub)
{
    struct records *records = &hub->records;
    forget_gone(hub);
    if (records->is_reading || records->waiting_count == 0)
        return;
    if (records->alive_bytes > RECORDS_BYTES_MAX)
        records_free(records);
    if (records->alive_bytes > RECORDS_BYTES_MAX) {
        for (unsigned i = 0; i < records->waiting_count; i++)
            api_error(hub, session_at(hub, &records->waiting[i]), "busy", NULL);
        records->waiting_count = 0;
        return;
    }
    const struct waiter first = records->waiting[0];
    for (unsigned i = 0; i < records->waiting_count; i++)
        records->waiting[i].is_being_read = records->waiting[i].table == first.table &&
                                            records->waiting[i].match_number ==
                                                first.match_number;
    records->is_reading = true;
    records->table = first.table;
    records->match_number = first.match_number;
    hub->world.read_record(hub->world.context, first.table, first.match_number);
}

void record_ask(struct hub *hub, struct session *session, const struct room *room,
                uint32_t match_number)
{
    struct records *records = &hub->records;
    struct shared *kept = find_kept(records, room, match_number);
    if (kept != NULL && !hub->config.is_shared) { /* others may have played on */
        connection_answer_shared(session->connection, kept);
        return;
    }
    forget_gone(hub);
    if (!has_room(hub, session)) {
        api_error(hub, session, "busy", NULL);
        return;
    }
    records->waiting[records->waiting_count++] = (struct waiter){
        session->index, session->generation, room->number, match_number,
        room->round_seq, false};
    read_next(hub);
}

static bool fits(const struct waiter *waiter, const struct kept_record *made)
{
    bool is_the_same = waiter->table == made->table &&
                       waiter->match_number == made->match_number;
    return waiter->is_being_read || (is_the_same && waiter->round_seq <= made->seq);
}

static void answer_all(struct hub *hub, const struct kept_record *made)
{
    struct records *records = &hub->records;
    unsigned count = 0;
    for (unsigned i = 0; i < records->waiting_count; i++) {
        struct waiter waiter = records->waiting[i];
        struct session *session = session_at(hub, &waiter);
        if (!fits(&waiter, made))
            records->waiting[count++] = waiter;
        else if (session != NULL && made->text != NULL)
            connection_answer_shared(session->connection, made->text);
        else if (session != NULL)
            api_error(hub, session, "storage", "the log could not be read");
    }
    records->waiting_count = count;
}

void hub_record_made(struct hub *hub, bool is_made, uint32_t seq, struct text text)
{
    struct records *records = &hub->records;
    struct kept_record made = {.table = records->table,
                        .match_number = records->match_number,
                        .seq = seq,
                        .text = is_made ? shared_new(text, &records->alive_bytes) : NULL};
    records->is_reading = false;
    if (made.text != NULL)
        keep(records, &made);
    answer_all(hub, &made);
    shared_drop(made.text);
    read_next(hub);
}
