/* hub_record.c - the record of a match, made from the table's log: the rounds that are over,
 * each with the line that lets anybody check its shuffle. */
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"

/* A ticket says who waits. */
static uint64_t ticket_of(const struct session *session)
{
    return (uint64_t)session->generation << 32 | session->index;
}

void record_ask(struct hub *hub, struct session *session, const struct room *room,
                uint32_t match_number)
{
    session->record_match = match_number;
    hub->world.read_log(hub->world.context, room->number, ticket_of(session));
}

/* ---- Making the record ---- */

struct record {
    struct room *room; /* played through once more */
    uint32_t match_number;
    struct writer *out;
    size_t action_at; /* where the last action begins, to be taken back */
    size_t round_at;  /* what stands behind this belongs to a round that is not over */
};

static void put_line(struct record *record, struct text line)
{
    record->action_at = record->out->size;
    writer_put(record->out, line.at, line.size);
    writer_put(record->out, "\n", 1);
}

static void put_shuffle(struct record *record)
{
    char line[SHUFFLE_LINE_MAX];
    size_t size = shuffle_line_print(&record->room->shuffle, line);
    put_line(record, (struct text){line, size});
}

static bool put_entry(struct record *record, const struct store_write *entry)
{
    struct problem problem;
    struct room *room = record->room;
    uint32_t rounds_before = room->match.rounds_played;
    static const char mixes[] = "{\"do\":\"mixes\"", back[] = "{\"do\":\"back\"";
    if (!room_replay(room, entry, 0, &problem))
        return false;
    if (room->match_number != record->match_number)
        return true;
    bool is_event = entry->line.at[0] == '{';
    if (is_event && strncmp(entry->line.at, mixes, sizeof mixes - 1) == 0)
        put_shuffle(record);
    else if (is_event && strncmp(entry->line.at, back, sizeof back - 1) == 0)
        record->out->size = record->action_at;
    else if (!is_event)
        put_line(record, entry->line);
    bool is_header = !is_event && strncmp(entry->line.at, "match ", 6) == 0;
    if (is_header || room->match.rounds_played > rounds_before)
        record->round_at = record->out->size;
    return true;
}

bool record_print(const char *name, uint32_t match_number, const struct store_write *entries,
                  size_t count, struct writer *out)
{
    struct record record = {
        .room = room_new(0, name), .match_number = match_number, .out = out};
    bool is_done = record.room != NULL;
    for (size_t i = 0; i < count && is_done; i++)
        is_done = entries[i].line.size > 0 && put_entry(&record, &entries[i]);
    out->size = record.round_at;
    room_free(record.room);
    return is_done;
}

void hub_log_read(struct hub *hub, uint64_t ticket, bool is_read,
                  const struct store_write *entries, size_t count)
{
    uint32_t index = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    static const char no_name[TABLE_NAME_SIZE] = "";
    struct session *session = index < hub->session_count ? hub->sessions[index] : NULL;
    if (session == NULL || session->connection == NULL || session->generation != generation)
        return;
    if (session->is_reading) {
        durable_read(hub, session, is_read, entries, count);
        return;
    }
    hub->is_at_once = is_ill(hub); /* it was read from the disk */
    writer_clear(&hub->text);
    if (is_read &&
        record_print(no_name, session->record_match, entries, count, &hub->text))
        post_answer(hub, session, 200, true, writer_text(&hub->text));
    else
        api_error(hub, session, "storage", "the log could not be read");
    hub->is_at_once = false;
}
