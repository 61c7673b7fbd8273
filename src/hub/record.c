/* record.c - plays a table's log once more, to write down the rounds of one match or to have
 * the table as it lay. The entries are taken as the store reads them, so that only what is made
 * needs memory. */
#include "hub/record.h"

#include <string.h>

#include "hub/event_read.h"
#include "hub/rooms.h"

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

static bool begins(struct text line, const char *words)
{
    return line.size >= strlen(words) && memcmp(line.at, words, strlen(words)) == 0;
}

static bool put_entry(void *context, const struct store_write *entry)
{
    struct record *record = context;
    struct problem problem;
    struct room *room = record->room;
    uint32_t rounds_before = room->match.rounds_played;
    if (entry->line.size == 0 || !entry_replay(room, entry, 0, &problem))
        return false;
    if (room->match_number != record->match_number)
        return true;
    bool is_event = entry->line.at[0] == '{';
    if (begins(entry->line, "{\"do\":\"mixes\""))
        put_shuffle(record);
    else if (begins(entry->line, "{\"do\":\"back\""))
        record->out->size = record->action_at;
    else if (!is_event)
        put_line(record, entry->line);
    if (begins(entry->line, "match ") || room->match.rounds_played > rounds_before)
        record->round_at = record->out->size;
    return record->out->size <= RECORD_MAX;
}

static const char no_name[TABLE_NAME_SIZE] = "";

bool record_make(struct store *store, uint64_t table, uint32_t match_number,
                 struct writer *text, uint32_t *seq)
{
    struct record record = {
        .room = room_new(0, no_name), .match_number = match_number, .out = text};
    const struct store_reader reader = {.context = &record, .entry = put_entry};
    char problem[STORE_PROBLEM_MAX];
    writer_clear(text);
    bool is_made = record.room != NULL && store_read_log(store, table, &reader, problem) &&
                   record.room->match_number >= match_number;
    text->size = record.round_at;
    *seq = record.room == NULL ? 0 : record.room->seq;
    room_free(record.room);
    return is_made;
}

struct past {
    struct room *room;
    uint32_t until;
};

static bool replay_entry(void *context, const struct store_write *entry)
{
    const struct past *past = context;
    struct problem problem;
    return entry->seq > past->until || entry_replay(past->room, entry, 0, &problem);
}

struct room *record_table(struct store *store, uint64_t table, uint32_t until)
{
    struct past past = {room_new(table, no_name), until};
    const struct store_reader reader = {.context = &past, .entry = replay_entry};
    char problem[STORE_PROBLEM_MAX];
    if (past.room != NULL && store_read_log(store, table, &reader, problem) &&
        past.room->seq == until)
        return past.room;
    room_free(past.room);
    return NULL;
}
