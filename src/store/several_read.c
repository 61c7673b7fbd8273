/* several_read.c - reading from several databases: what has a number is in one of them; by name the
 * one is asked first where the name belongs, and then the others, since a table that was copied has
 * the number it had; and what is in an order is put together. */
#include <stdlib.h>
#include <string.h>

#include "store/several_store.h"

bool several_read_log(struct store *store, uint64_t table, const struct store_reader *reader,
                      char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    return store_read_log(several->at[several_of(several, table)], table, reader, problem);
}

/* ---- One table ---- */

/* The databases in the order in which they are asked for a table. */
static unsigned asked(const struct several *several, struct text name, unsigned i)
{
    return (several_place(name, several->count) + i) % several->count;
}

bool several_take(struct store *store, uint64_t table, struct text name, struct store_taken *out,
                  char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    if (name.size == 0)
        return store_take(several->at[several_of(several, table)], table, name, out, problem);
    *out = (struct store_taken){.table = 0};
    for (unsigned i = 0; i < several->count && out->table == 0; i++)
        if (!store_take(several->at[asked(several, name, i)], table, name, out, problem))
            return false;
    return true;
}

/* Whether anything was told. */
struct telling {
    const struct store_reader *reader;
    bool is_told;
};

static bool tell_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    struct telling *telling = context;
    telling->is_told = true;
    return telling->reader->table == NULL ||
           telling->reader->table(telling->reader->context, table, at_s, name);
}

static bool tell_entry(void *context, const struct store_write *entry)
{
    const struct store_reader *reader = ((struct telling *)context)->reader;
    return reader->entry == NULL || reader->entry(reader->context, entry);
}

static bool tell_live(void *context, uint64_t table, struct text line)
{
    const struct store_reader *reader = ((struct telling *)context)->reader;
    return reader->live == NULL || reader->live(reader->context, table, line);
}

static bool tell_moved(void *context, const struct store_write *move)
{
    const struct store_reader *reader = ((struct telling *)context)->reader;
    return reader->moved == NULL || reader->moved(reader->context, move);
}

static bool tell_card(void *context, uint64_t table, const struct store_card *card)
{
    const struct store_reader *reader = ((struct telling *)context)->reader;
    return reader->card == NULL || reader->card(reader->context, table, card);
}

static bool tell_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    struct telling *telling = context;
    telling->is_told = true;
    return telling->reader->damaged(telling->reader->context, table, name, why);
}

bool several_fetch(struct store *store, uint64_t table, struct text name,
                   const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    struct telling telling = {reader, false};
    const struct store_reader teller = {
        .context = &telling, .table = tell_table, .entry = tell_entry, .live = tell_live,
        .moved = tell_moved, .card = tell_card,
        .damaged = reader->damaged == NULL ? NULL : tell_damaged};
    if (name.size == 0)
        return store_fetch(several->at[several_of(several, table)], table, name, reader, problem);
    for (unsigned i = 0; i < several->count && !telling.is_told; i++)
        if (!store_fetch(several->at[asked(several, name, i)], table, name, &teller, problem))
            return false;
    return true;
}

/* ---- All ---- */

bool several_next(struct store *store, uint64_t after, uint64_t *table,
                  char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    uint64_t first = 0;
    for (unsigned i = 0; i < several->count; i++) {
        uint64_t next = 0;
        if (!store_next(several->at[i], after, &next, problem))
            return false;
        if (next != 0 && (first == 0 || next < first))
            first = next;
    }
    *table = first;
    return true;
}

/* The first one's note, without its mark. */
static bool tell_note(void *context, struct text line)
{
    const struct store_reader *reader = ((struct telling *)context)->reader;
    const char *end = line.size == 0 ? NULL : memchr(line.at, '\n', line.size);
    size_t size = end == NULL ? line.size : (size_t)(end + 1 - line.at);
    if (reader->note == NULL || size == line.size)
        return true;
    return reader->note(reader->context, (struct text){line.at + size, line.size - size});
}

bool several_survey(struct store *store, const struct store_reader *reader,
                    struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    struct telling telling = {reader, false};
    for (unsigned i = 0; i < several->count; i++) {
        struct store_survey one;
        const struct store_reader teller = {.context = &telling,
                                            .note = i == 0 ? tell_note : NULL};
        if (!several->at[i]->kind->survey(several->at[i], &teller, &one, problem))
            return false;
        if (i == 0) {
            *out = one;
            continue;
        }
        /* no number is given twice; who shares a database has numbers of its own anyway */
        if (!store_is_shared(store) && one.last_number > out->last_number)
            out->last_number = one.last_number;
        out->table_count += one.table_count;
        out->away_count += one.away_count;
    }
    return true;
}

/* By their numbers, as if there were one. */
bool several_load(struct store *store, const struct store_reader *reader,
                  char problem[STORE_PROBLEM_MAX])
{
    struct store_survey survey;
    uint64_t table = 0;
    if (!several_survey(store, reader, &survey, problem) ||
        !several_fetch(store, 0, text_none(), reader, problem))
        return false;
    do {
        if (!several_next(store, table, &table, problem) ||
            (table != 0 && !several_fetch(store, table, text_none(), reader, problem)))
            return false;
    } while (table != 0);
    return true;
}

/* ---- By their cards ---- */

struct finds {
    struct store_write *at;
    size_t count, room;
};

static char *copy_of(struct text text)
{
    char *copy = malloc(text.size + 1);
    if (copy != NULL && text.size > 0)
        memcpy(copy, text.at, text.size);
    return copy;
}

static bool keep(void *context, const struct store_write *found)
{
    struct finds *finds = context;
    if (finds->count == finds->room) {
        size_t more = 2 * finds->room + 64;
        struct store_write *larger = realloc(finds->at, more * sizeof *larger);
        if (larger == NULL)
            return false;
        finds->at = larger;
        finds->room = more;
    }
    struct store_write *kept = &finds->at[finds->count++];
    *kept = *found;
    kept->name.at = copy_of(found->name);
    kept->line.at = copy_of(found->line);
    return kept->name.at != NULL && kept->line.at != NULL;
}

static int by_number(const void *a, const void *b)
{
    const struct store_write *one = a, *other = b;
    return (one->table > other->table) - (one->table < other->table);
}

static int by_time(const void *a, const void *b)
{
    const struct store_write *one = a, *other = b;
    if (one->at_s != other->at_s)
        return one->at_s < other->at_s ? -1 : 1;
    return by_number(a, b);
}

bool several_look(struct store *store, const struct store_look *look, void *context,
                  store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    struct finds finds = {NULL, 0, 0};
    bool is_well = true;
    for (unsigned i = 0; i < several->count && is_well; i++)
        is_well = store_look(several->at[i], look, &finds, keep, problem);
    if (finds.count > 0)
        qsort(finds.at, finds.count, sizeof *finds.at,
              look->by == STORE_BY_AWAKE ? by_number : by_time);
    for (size_t i = 0; i < finds.count && i < look->most && is_well; i++) {
        is_well = found(context, &finds.at[i]);
        if (!is_well)
            store_problem(problem, "the reader stopped at table %llu",
                          (unsigned long long)finds.at[i].table);
    }
    for (size_t i = 0; i < finds.count; i++) {
        free((void *)(uintptr_t)finds.at[i].name.at);
        free((void *)(uintptr_t)finds.at[i].line.at);
    }
    free(finds.at);
    return is_well;
}
