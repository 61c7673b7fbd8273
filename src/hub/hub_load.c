/* hub_load.c - reading the tables back at the start. Whatever is wrong with one of them sets
 * that one aside, and the others are served. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub/event_read.h"
#include "hub/hub_internal.h"
#include "wire/memory.h"

/* Numbers are given once; what is none of ours (a row made by hand) has no successor. */
static void take_number(struct hub *hub, uint64_t number)
{
    if (number >= hub->next_number && number < INT64_MAX)
        hub->next_number = number + 1;
}

static bool load_table(void *context, uint64_t number, int64_t at_s, struct text name)
{
    struct hub *hub = context;
    char text[TABLE_NAME_SIZE] = "";
    take_number(hub, number);
    /* it may have been accused before it came */
    if (kept_by_number(hub, number) != NULL || name.size != TABLE_NAME_SIZE - 1)
        return keep_damaged(hub, number, name, "its name has another size");
    memcpy(text, name.at, name.size);
    /* a table that is there is never taken for one that cannot be read */
    struct room *room = room_new(number, text);
    if (room == NULL || !room_add(hub, room))
        memory_gone();
    served_of(room)->touched_s = at_s;
    return true;
}

/* Tables are read one after the other: an entry belongs to the last one. */
static struct room *last_room(const struct hub *hub, uint64_t number)
{
    struct room *room = hub->room_count == 0 ? NULL : hub->rooms[hub->room_count - 1];
    return room != NULL && room->number == number ? room : NULL;
}

static bool load_moved(void *context, const struct store_write *move)
{
    struct hub *hub = context;
    struct room *room = last_room(hub, move->table);
    char name[TABLE_NAME_SIZE];
    long served_s = 0;
    struct problem problem;
    if (room == NULL)
        return true;
    if (move->kind == STORE_BRING_BACK) {
        served_of(room)->back_s = move->at_s;
        return true;
    }
    cJSON *object = json_read_line(move->line.at, move->line.size, &problem);
    bool is_read = object != NULL &&
                   json_get_int(object, "served_s", 0, INT32_MAX, &served_s, &problem);
    cJSON_Delete(object);
    memcpy(name, room->name, sizeof name);
    room_remove(hub, room);
    hub->skipped_number = move->table;
    if (!is_read)
        return keep_damaged(hub, move->table, text_of(name), "when it was put away is unknown");
    return keep_away(hub, move->table, name, move->at_s, (uint64_t)served_s);
}

static bool load_entry(void *context, const struct store_write *entry)
{
    struct hub *hub = context;
    struct room *room = last_room(hub, entry->table);
    struct problem problem = {"it belongs to no table"};
    if (entry->table == hub->skipped_number)
        return true;
    if (room != NULL &&
        entry_replay(room, entry, id_hash_of(hub, entry->request), &problem)) {
        served_of(room)->touched_s = entry->at_s;
        return true;
    }
    char why[KEPT_WHY_MAX];
    snprintf(why, sizeof why, "entry %u cannot be read: %.100s", entry->seq, problem.text);
    return keep_damaged(hub, entry->table, text_none(), why);
}

/* What is unfinished may be lost: a line that cannot be read is none. */
static bool load_live(void *context, uint64_t table, struct text line)
{
    struct hub *hub = context;
    struct room *room = last_room(hub, table);
    struct problem problem;
    struct error error;
    long seq = 0, used_ms = 0;
    const char *draft = NULL;
    cJSON *object = json_read_line(line.at, line.size, &problem);
    bool is_read = object != NULL && room != NULL &&
                   json_get_int(object, "seq", 0, UINT32_MAX, &seq, &problem) &&
                   json_get_int(object, "used_ms", 0, INT32_MAX, &used_ms, &problem) &&
                   json_get_text(object, "draft", &draft, &problem);
    if (is_read && (uint32_t)seq == room->seq) {
        struct table lies;
        bool has_draft = draft != NULL && table_read(room_game(room), draft, strlen(draft),
                                                     &lies, &error);
        room_resume_turn(room, (uint64_t)used_ms, has_draft ? &lies : NULL);
    }
    cJSON_Delete(object);
    return true;
}

static bool load_note(void *context, struct text line)
{
    keep_read_note(context, line);
    return true;
}

static bool load_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    struct hub *hub = context;
    take_number(hub, table);
    return keep_damaged(hub, table, name, why);
}

struct store_reader hub_reader(struct hub *hub)
{
    return (struct store_reader){.context = hub,
                                 .table = load_table,
                                 .entry = load_entry,
                                 .live = load_live,
                                 .moved = load_moved,
                                 .note = load_note,
                                 .damaged = load_damaged};
}

static void write_health(struct hub *hub)
{
    size_t room = sizeof hub->health;
    size_t size = (size_t)snprintf(hub->health, room, "ok, %u %s set aside:",
                                   (unsigned)hub->metrics->tables_set_aside,
                                   hub->metrics->tables_set_aside == 1 ? "table" : "tables");
    for (uint32_t i = 0; i < hub->kept_count && size + STORE_NAME_MAX + 8 < room; i++)
        if (hub->kept[i].is_damaged)
            size += (size_t)snprintf(&hub->health[size], room - size, " %s",
                                     hub->kept[i].name[0] == '\0' ? "?" : hub->kept[i].name);
    snprintf(&hub->health[size], room - size, "\n");
}

void hub_loaded(struct hub *hub)
{
    for (uint32_t i = hub->room_count; i-- > 0;)
        if (hub->rooms[i]->seq == 0)
            keep_damaged(hub, hub->rooms[i]->number, text_none(), "it has no entries");
    if (hub->metrics->tables_set_aside > 0)
        write_health(hub);
    for (uint32_t i = 0; hub->world.report != NULL && i < hub->kept_count; i++)
        if (hub->kept[i].is_damaged)
            hub->world.report(hub->world.context, "table-set-aside", hub->kept[i].number,
                              hub->kept[i].name, hub->kept[i].why);
}
