/* harness.c - see harness.h. */
#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct store_write write_table(uint64_t table, const char *name)
{
    struct store_write write = {
        .kind = STORE_ADD_TABLE, .table = table, .at_s = 100, .name = text_of(name)};
    return write;
}

struct store_write write_entry(uint64_t table, uint32_t seq, const char *line)
{
    struct store_write write = {.kind = STORE_ADD_ENTRY,
                                .table = table,
                                .seq = seq,
                                .at_s = 100 + (int64_t)seq,
                                .who = (uint8_t)(2 + seq),
                                .request = text_of(seq % 2 == 0 ? "" : "r"),
                                .line = text_of(line)};
    return write;
}

struct store_write write_live(uint64_t table, const char *line)
{
    struct store_write write = {
        .kind = STORE_SET_LIVE, .table = table, .line = text_of(line)};
    return write;
}

struct store_write write_delete(uint64_t table)
{
    struct store_write write = {.kind = STORE_DELETE_TABLE, .table = table};
    return write;
}

struct store_write write_move(enum store_write_kind kind, uint64_t table, int64_t at_s,
                              const char *line)
{
    struct store_write write = {
        .kind = kind, .table = table, .at_s = at_s, .line = text_of(line)};
    return write;
}

static char dumped[1 << 16];
static size_t dumped_size;

static bool print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int size = vsnprintf(dumped + dumped_size, sizeof dumped - dumped_size, format, list);
    va_end(list);
    dumped_size += (size_t)size;
    return dumped_size < sizeof dumped;
}

static bool print_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    (void)context;
    return print("%llu@%lld %.*s; ", (unsigned long long)table, (long long)at_s,
                 (int)name.size, name.at);
}

static bool print_entry(void *context, const struct store_write *entry)
{
    (void)context;
    return entry->kind == STORE_ADD_ENTRY &&
           print("%llu.%u by %u@%lld [%.*s] %.*s; ", (unsigned long long)entry->table,
                 (unsigned)entry->seq, (unsigned)entry->who, (long long)entry->at_s,
                 (int)entry->request.size, entry->request.at, (int)entry->line.size,
                 entry->line.at);
}

static bool print_live(void *context, uint64_t table, struct text line)
{
    (void)context;
    return print("%llu live %.*s; ", (unsigned long long)table, (int)line.size, line.at);
}

static bool print_moved(void *context, const struct store_write *move)
{
    (void)context;
    return print("%llu %s@%lld %.*s; ", (unsigned long long)move->table,
                 move->kind == STORE_PUT_AWAY ? "away" : "back", (long long)move->at_s,
                 (int)move->line.size, move->line.at);
}

static bool print_note(void *context, struct text line)
{
    (void)context;
    return print("note %.*s; ", (int)line.size, line.at);
}

static bool print_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    (void)context;
    return print("%llu damaged %.*s: %s; ", (unsigned long long)table, (int)name.size, name.at,
                 why);
}

static const struct store_reader printer = {.table = print_table,
                                            .entry = print_entry,
                                            .live = print_live,
                                            .moved = print_moved,
                                            .note = print_note};

const char *dump(struct store *store, char problem[STORE_PROBLEM_MAX])
{
    dumped_size = 0;
    dumped[0] = '\0';
    return store_load(store, &printer, problem) ? dumped : NULL;
}

const char *dump_with_damage(struct store *store, char problem[STORE_PROBLEM_MAX])
{
    struct store_reader reader = printer;
    reader.damaged = print_damaged;
    dumped_size = 0;
    dumped[0] = '\0';
    return store_load(store, &reader, problem) ? dumped : NULL;
}

const char *dump_log(struct store *store, uint64_t table, char problem[STORE_PROBLEM_MAX])
{
    dumped_size = 0;
    dumped[0] = '\0';
    return store_read_log(store, table, &printer, problem) ? dumped : NULL;
}

const char *dump_named(struct store *store, const char *name, char problem[STORE_PROBLEM_MAX])
{
    dumped_size = 0;
    dumped[0] = '\0';
    return store_fetch(store, 0, text_of(name), &printer, problem) ? dumped : NULL;
}
