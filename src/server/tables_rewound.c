/* tables_rewound.c - deciding about tables of which moves are missing that were acknowledged: they
 * go on from what the store has, or from what another store still has of them (decision 055). */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hub/rooms.h"
#include "server/tables.h"
#include "store/rewound.h"

enum { LOOKS = 40, LOOK_AGAIN_MS = 50 };

/* ---- Going on from what there is ---- */

/* What a table is noted to lack, while it is read. */
struct lacking {
    struct rewound what;
    bool is_noted;
};

static bool note_moved(void *context, const struct store_write *move)
{
    struct lacking *lacking = context;
    lacking->is_noted = move->kind == STORE_PUT_AWAY && rewound_read(move->line, &lacking->what);
    return true;
}

static bool note_entry(void *context, const struct store_write *entry)
{
    ((struct lacking *)context)->what.has = entry->seq;
    return true;
}

static enum store_result accept(struct store *store, uint64_t table, bool is_any, bool *is_done,
                                char problem[STORE_PROBLEM_MAX])
{
    struct lacking lacking = {.is_noted = false};
    const struct store_reader reader = {.context = &lacking, .moved = note_moved,
                                        .entry = note_entry};
    char line[REWOUND_LINE_MAX];
    int64_t now_s = store_now_s(store);
    *is_done = false;
    if (!store_fetch(store, table, text_none(), &reader, problem))
        return STORE_BROKEN;
    if (!lacking.is_noted && !is_any)
        return STORE_DONE;
    const struct store_write back[] = {
        {.kind = STORE_BRING_BACK, .table = table, .at_s = now_s,
         .line = rewound_accept(&lacking.what, line)},
        {.kind = STORE_SET_CARD, .table = table, .card = {.touched_s = now_s}}};
    enum store_result result = store_commit(store, back, 2, problem);
    *is_done = result == STORE_DONE;
    return result;
}

/* Those that are served are accepted as they are; what was put away stays so. */
static bool accept_all(struct store *store, FILE *out, char problem[STORE_PROBLEM_MAX])
{
    static const uint8_t no_secret[STORE_SECRET_SIZE];
    struct fetched table = {.number = 0};
    unsigned long count = 0, used = 0;
    do {
        struct fetch next = {.aim = FETCH_NEXT, .number = table.number};
        bool is_done = false;
        table_fetch(store, no_secret, &next, &table);
        room_free(table.room);
        bool is_wanted = table.outcome == FETCH_DONE || table.outcome == FETCH_REWOUND;
        enum store_result result =
            is_wanted && table.number != 0 ? accept(store, table.number, true, &is_done, problem)
                                           : STORE_DONE;
        if (table.outcome == FETCH_FAILED)
            snprintf(problem, STORE_PROBLEM_MAX, "%s", table.why);
        if (table.outcome == FETCH_FAILED || (result != STORE_DONE && result != STORE_LOST))
            return false;
        count += is_done;
        used += result == STORE_LOST;
    } while (table.number != 0);
    fprintf(out, "%lu tables go on from what the store has\n", count);
    if (used > 0)
        fprintf(out, "%lu are in use by servers, and were left alone\n", used);
    return true;
}

/* A server that looks whether moves are still missing has the table for a moment. */
static void find_free(struct store *store, const char *name, struct fetched *out)
{
    const struct timespec pause = {.tv_nsec = LOOK_AGAIN_MS * 1000000};
    tables_find(store, name, out);
    for (unsigned i = 0; i < LOOKS && out->outcome == FETCH_ELSEWHERE; i++) {
        nanosleep(&pause, NULL);
        tables_find(store, name, out);
    }
}

static bool accept_one(struct store *store, const char *name, FILE *out,
                       char problem[STORE_PROBLEM_MAX])
{
    struct fetched table;
    bool is_done = false;
    find_free(store, name, &table);
    room_free(table.room);
    if (table.outcome == FETCH_ELSEWHERE) {
        snprintf(problem, STORE_PROBLEM_MAX, "table %.40s is in use by a server", name);
        return false;
    }
    if (table.outcome != FETCH_REWOUND) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is no table %.40s that lacks moves", name);
        return false;
    }
    if (accept(store, table.number, false, &is_done, problem) != STORE_DONE)
        return false;
    fprintf(out, "table %s goes on from what the store has\n", name);
    return is_done;
}

bool tables_accept(const struct server_config *config, const char *name, FILE *out,
                   char problem[STORE_PROBLEM_MAX])
{
    struct tables_opened opened;
    if (!tables_open(config, &opened, problem))
        return false;
    bool is_done = name == NULL ? accept_all(opened.store, out, problem)
                                : accept_one(opened.store, name, out, problem);
    tables_close(&opened);
    return is_done;
}

/* ---- From another store ---- */

/* A table's log in memory. */
struct log {
    uint64_t number;
    struct store_write *entries;
    size_t count, room;
    char *live;
    size_t live_size;
    struct rewound lacks;
    bool is_rewound, is_damaged;
};

static struct text keep_text(struct text text)
{
    char *copy = malloc(text.size + 1);
    if (copy == NULL)
        return (struct text){NULL, 0};
    memcpy(copy, text.size > 0 ? text.at : "", text.size);
    return (struct text){copy, text.size};
}

static void drop_text(struct text text)
{
    free((void *)(uintptr_t)text.at);
}

static bool log_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    (void)at_s;
    (void)name;
    ((struct log *)context)->number = table;
    return true;
}

static bool log_entry(void *context, const struct store_write *entry)
{
    struct log *log = context;
    if (log->count == log->room) {
        size_t more = 2 * log->room + 64;
        struct store_write *larger = realloc(log->entries, more * sizeof *larger);
        if (larger == NULL)
            return false;
        log->entries = larger;
        log->room = more;
    }
    struct store_write *kept = &log->entries[log->count];
    *kept = *entry;
    kept->request = keep_text(entry->request);
    kept->line = keep_text(entry->line);
    log->count++;
    return kept->request.at != NULL && kept->line.at != NULL;
}

static bool log_live(void *context, uint64_t table, struct text line)
{
    struct log *log = context;
    struct text kept = keep_text(line);
    (void)table;
    log->live = (char *)(uintptr_t)kept.at;
    log->live_size = kept.size;
    return kept.at != NULL;
}

static bool log_moved(void *context, const struct store_write *move)
{
    struct log *log = context;
    log->is_rewound = move->kind == STORE_PUT_AWAY && rewound_read(move->line, &log->lacks);
    return true;
}

static bool log_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    (void)table;
    (void)name;
    (void)why;
    ((struct log *)context)->is_damaged = true;
    return true;
}

static bool log_read(struct store *store, const char *name, struct log *out,
                     char problem[STORE_PROBLEM_MAX])
{
    const struct store_reader reader = {.context = out, .table = log_table, .entry = log_entry,
                                        .live = log_live, .moved = log_moved,
                                        .damaged = log_damaged};
    problem[0] = '\0';
    if (!store_fetch(store, 0, text_of(name), &reader, problem)) {
        if (problem[0] == '\0')
            snprintf(problem, STORE_PROBLEM_MAX, "no memory is left");
        return false;
    }
    return true;
}

static void log_free(struct log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        drop_text(log->entries[i].request);
        drop_text(log->entries[i].line);
    }
    free(log->entries);
    free(log->live);
}

static bool is_same_text(struct text a, struct text b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static bool is_same(const struct store_write *a, const struct store_write *b)
{
    return a->seq == b->seq && a->who == b->who && a->at_s == b->at_s &&
           is_same_text(a->request, b->request) && is_same_text(a->line, b->line);
}

/* Whether the one is how the other begins. */
static bool is_beginning(const struct log *has, const struct log *more, const char *name,
                         char problem[STORE_PROBLEM_MAX])
{
    size_t same = 0;
    while (same < has->count && same < more->count &&
           is_same(&has->entries[same], &more->entries[same]))
        same++;
    if (has->number == 0 || !has->is_rewound)
        snprintf(problem, STORE_PROBLEM_MAX, "there is no table %.40s that lacks moves", name);
    else if (more->number == 0)
        snprintf(problem, STORE_PROBLEM_MAX, "the other store has no table %.40s", name);
    else if (has->is_damaged || more->is_damaged)
        snprintf(problem, STORE_PROBLEM_MAX, "table %.40s cannot be read", name);
    else if (same < has->count && same < more->count)
        snprintf(problem, STORE_PROBLEM_MAX, "the two stores have different entries %zu of table "
                 "%.40s: one of them was played on", same + 1, name);
    else if (more->count <= has->count)
        snprintf(problem, STORE_PROBLEM_MAX, "the other store has no more of table %.40s", name);
    else
        return true;
    return false;
}

/* What is still missing then is noted, and the table stays set aside. */
static bool log_add(struct store *store, const struct log *has, const struct log *more,
                    bool *is_whole, char problem[STORE_PROBLEM_MAX])
{
    size_t count = more->count - has->count;
    struct store_write *writes = calloc(count + 3, sizeof *writes);
    struct rewound left = {.told = has->lacks.told, .has = (uint32_t)more->count};
    int64_t now_s = store_now_s(store);
    const struct store_card back = {.touched_s = now_s};
    char line[REWOUND_LINE_MAX];
    if (writes == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "no memory is left");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        writes[i] = more->entries[has->count + i];
        writes[i].table = has->number;
        writes[i].epoch = 0;
    }
    *is_whole = more->count >= has->lacks.told;
    if (more->live != NULL)
        writes[count++] = (struct store_write){.kind = STORE_SET_LIVE, .table = has->number,
                                               .line = {more->live, more->live_size}};
    if (*is_whole)
        writes[count++] = (struct store_write){.kind = STORE_BRING_BACK, .table = has->number,
                                               .at_s = now_s, .line = text_none()};
    else
        writes[count++] = rewound_write(has->number, 0, now_s, &left, line);
    writes[count++] = (struct store_write){
        .kind = STORE_SET_CARD, .table = has->number,
        .card = *is_whole ? back : rewound_card};
    bool is_done = store_commit(store, writes, count, problem) == STORE_DONE;
    free(writes);
    return is_done;
}

bool tables_restore_from(const struct server_config *config, const char *name, const char *from,
                         FILE *out, char problem[STORE_PROBLEM_MAX])
{
    struct log has = {.number = 0}, more = {.number = 0};
    struct tables_opened opened;
    bool is_whole = false, is_done = false;
    struct store *source = store_open_to_read(from, problem);
    if (source == NULL)
        return false;
    if (tables_open(config, &opened, problem)) {
        is_done = log_read(opened.store, name, &has, problem) &&
                  log_read(source, name, &more, problem) &&
                  is_beginning(&has, &more, name, problem) &&
                  log_add(opened.store, &has, &more, &is_whole, problem);
        tables_close(&opened);
    }
    store_close(source);
    if (is_done && is_whole)
        fprintf(out, "table %s has all its %zu entries again\n", name, more.count);
    else if (is_done)
        fprintf(out, "table %s has %zu of %u entries, and stays set aside\n", name, more.count,
                has.lacks.told);
    log_free(&has);
    log_free(&more);
    return is_done;
}
