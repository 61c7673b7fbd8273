/* memory.c - the store that ends with the process: for tests, and for tables nobody will
 * miss. Tables are kept sorted by number and by name; a commit notes how to undo every write,
 * so that a refused one leaves nothing behind. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "store/memory_store.h"

/* Makes room for `needed` elements; what is there stays. False if there is no memory. */
static bool make_room(void *array_pointer, size_t *capacity, size_t needed, size_t element_size)
{
    void *array;
    size_t wanted = *capacity < 8 ? 8 : *capacity;
    if (needed <= *capacity)
        return true;
    while (wanted < needed)
        wanted *= 2;
    memcpy(&array, array_pointer, sizeof array);
    void *larger = realloc(array, wanted * element_size);
    if (larger == NULL)
        return false;
    memcpy(array_pointer, &larger, sizeof larger);
    *capacity = wanted;
    return true;
}

static void copy(char *to, struct text text)
{
    if (text.size > 0)
        memcpy(to, text.at, text.size);
}

static int compare_names(const struct table *table, struct text name)
{
    size_t shared = table->name_size < name.size ? table->name_size : name.size;
    int order = shared == 0 ? 0 : memcmp(table->name, name.at, shared);
    if (order != 0)
        return order;
    return (table->name_size > name.size) - (table->name_size < name.size);
}

/* Where the table is, or would be. */
size_t memory_place(const struct memory *memory, uint64_t number)
{
    size_t low = 0;
    for (size_t high = memory->table_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (memory->by_number[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t place_by_name(const struct memory *memory, struct text name)
{
    size_t low = 0;
    for (size_t high = memory->table_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(memory->by_name[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t place_of_entry(const struct table *table, uint32_t seq)
{
    size_t low = 0;
    for (size_t high = table->entry_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (table->entries[middle]->seq < seq)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct table *memory_find(const struct memory *memory, uint64_t number)
{
    size_t at = memory_place(memory, number);
    if (at < memory->table_count && memory->by_number[at]->number == number)
        return memory->by_number[at];
    return NULL;
}

static void free_table(struct table *table)
{
    for (size_t i = 0; i < table->entry_count; ++i)
        free(table->entries[i]);
    free(table->entries);
    free(table->live);
    free(table->move);
    free(table->card);
    free(table);
}

static void insert(struct table **list, size_t count, size_t at, struct table *table)
{
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = table;
}

static void insert_table(struct memory *memory, struct table *table)
{
    struct text name = {table->name, table->name_size};
    size_t number_at = memory_place(memory, table->number);
    size_t name_at = place_by_name(memory, name);
    assert(memory->table_count < memory->table_capacity);
    insert(memory->by_number, memory->table_count, number_at, table);
    insert(memory->by_name, memory->table_count, name_at, table);
    ++memory->table_count;
}

static void take_table_out(struct memory *memory, const struct table *table)
{
    struct text name = {table->name, table->name_size};
    size_t number_at = memory_place(memory, table->number);
    size_t name_at = place_by_name(memory, name);
    --memory->table_count;
    memmove(memory->by_number + number_at, memory->by_number + number_at + 1,
            (memory->table_count - number_at) * sizeof *memory->by_number);
    memmove(memory->by_name + name_at, memory->by_name + name_at + 1,
            (memory->table_count - name_at) * sizeof *memory->by_name);
}

static enum store_result no_memory(char problem[STORE_PROBLEM_MAX])
{
    store_problem(problem, "no memory is left");
    return STORE_FULL;
}

static enum store_result no_table(const struct store_write *write,
                                  char problem[STORE_PROBLEM_MAX])
{
    store_problem(problem, "there is no table %llu", (unsigned long long)write->table);
    return STORE_BROKEN;
}

struct table *memory_find_name(const struct memory *memory, struct text name)
{
    size_t at = place_by_name(memory, name);
    bool is_there = at < memory->table_count &&
                    compare_names(memory->by_name[at], name) == 0;
    return is_there ? memory->by_name[at] : NULL;
}

/* Both lists grow together: two pointers for each unit of the one capacity. */
static bool make_room_for_table(struct memory *memory)
{
    size_t name_capacity = memory->table_capacity;
    size_t needed = memory->table_count + 1;
    return make_room(&memory->by_name, &name_capacity, needed, sizeof *memory->by_name) &&
           make_room(&memory->by_number, &memory->table_capacity, needed,
                     sizeof *memory->by_number);
}

static enum store_result add_table(struct memory *memory, const struct store_write *write,
                                   struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    if (memory_find(memory, write->table) != NULL ||
        memory_find_name(memory, write->name) != NULL) {
        store_problem(problem, "table %llu or its name exists already",
                      (unsigned long long)write->table);
        return STORE_CONFLICT;
    }
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL || !make_room_for_table(memory)) {
        free(table);
        return no_memory(problem);
    }
    table->number = write->table;
    table->at_s = write->at_s;
    table->name_size = write->name.size;
    copy(table->name, write->name);
    insert_table(memory, table);
    undo->table = table;
    return STORE_DONE;
}

static enum store_result add_entry(struct memory *memory, const struct store_write *write,
                                   struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    struct table *table = memory_find(memory, write->table);
    if (table == NULL)
        return no_table(write, problem);
    size_t at = place_of_entry(table, write->seq);
    if (at < table->entry_count && table->entries[at]->seq == write->seq) {
        store_problem(problem, "table %llu has an entry %u already",
                      (unsigned long long)write->table, (unsigned)write->seq);
        return STORE_CONFLICT;
    }
    struct entry *entry = malloc(sizeof *entry + write->request.size + write->line.size);
    if (entry == NULL || !make_room(&table->entries, &table->entry_capacity,
                                    table->entry_count + 1, sizeof *table->entries)) {
        free(entry);
        return no_memory(problem);
    }
    entry->at_s = write->at_s;
    entry->seq = write->seq;
    entry->who = write->who;
    entry->request_size = write->request.size;
    entry->line_size = write->line.size;
    copy(entry->bytes, write->request);
    copy(entry->bytes + write->request.size, write->line);
    memmove(table->entries + at + 1, table->entries + at,
            (table->entry_count - at) * sizeof *table->entries);
    table->entries[at] = entry;
    ++table->entry_count;
    undo->table = table;
    undo->seq = write->seq;
    return STORE_DONE;
}

static struct live *new_live(struct text line)
{
    struct live *live = malloc(sizeof *live + line.size);
    if (live != NULL) {
        live->size = line.size;
        copy(live->line, line);
    }
    return live;
}

static enum store_result set_live(struct memory *memory, const struct store_write *write,
                                  struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    struct table *table = memory_find(memory, write->table);
    if (table == NULL)
        return no_table(write, problem);
    struct live *live = new_live(write->line);
    if (live == NULL)
        return no_memory(problem);
    undo->table = table;
    undo->live = table->live;
    table->live = live;
    return STORE_DONE;
}

static enum store_result set_note(struct memory *memory, const struct store_write *write,
                                  struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    struct live *note = new_live(write->line);
    if (note == NULL)
        return no_memory(problem);
    undo->live = memory->note;
    memory->note = note;
    return STORE_DONE;
}

static enum store_result move_table(struct memory *memory, const struct store_write *write,
                                    struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    struct table *table = memory_find(memory, write->table);
    if (table == NULL)
        return no_table(write, problem);
    struct move *move = malloc(sizeof *move + write->line.size);
    if (move == NULL)
        return no_memory(problem);
    *move = (struct move){.kind = write->kind, .at_s = write->at_s, .size = write->line.size};
    copy(move->line, write->line);
    undo->table = table;
    undo->move = table->move;
    table->move = move;
    return STORE_DONE;
}

static enum store_result set_card(struct memory *memory, const struct store_write *write,
                                  struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    struct table *table = memory_find(memory, write->table);
    if (table == NULL)
        return no_table(write, problem);
    struct store_card *card = malloc(sizeof *card);
    if (card == NULL)
        return no_memory(problem);
    *card = write->card;
    undo->table = table;
    undo->card = table->card;
    table->card = card;
    return STORE_DONE;
}

static enum store_result delete_table(struct memory *memory, const struct store_write *write,
                                      struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    undo->table = memory_find(memory, write->table);
    if (undo->table != NULL)
        take_table_out(memory, undo->table);
    return STORE_DONE;
}

/* Everything is ours. */
static enum store_result keep_table(struct memory *memory, const struct store_write *write,
                                    struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    (void)memory;
    (void)write;
    (void)undo;
    (void)problem;
    return STORE_DONE;
}

static enum store_result (*const write_functions[])(struct memory *, const struct store_write *,
                                                    struct undo *, char *) = {
    [STORE_ADD_TABLE] = add_table,
    [STORE_ADD_ENTRY] = add_entry,
    [STORE_SET_LIVE] = set_live,
    [STORE_DELETE_TABLE] = delete_table,
    [STORE_PUT_AWAY] = move_table,
    [STORE_BRING_BACK] = move_table,
    [STORE_SET_NOTE] = set_note,
    [STORE_SET_CARD] = set_card,
    [STORE_HOLD] = keep_table,
    [STORE_RELEASE] = keep_table,
};

static void take_entry_out(struct table *table, uint32_t seq)
{
    size_t at = place_of_entry(table, seq);
    free(table->entries[at]);
    --table->entry_count;
    memmove(table->entries + at, table->entries + at + 1,
            (table->entry_count - at) * sizeof *table->entries);
}

static void undo_write(struct memory *memory, const struct undo *undo)
{
    switch (undo->kind) {
    case STORE_ADD_TABLE:
        take_table_out(memory, undo->table);
        free_table(undo->table);
        break;
    case STORE_ADD_ENTRY:
        take_entry_out(undo->table, undo->seq);
        break;
    case STORE_SET_LIVE:
        free(undo->table->live);
        undo->table->live = undo->live;
        break;
    case STORE_DELETE_TABLE:
        if (undo->table != NULL)
            insert_table(memory, undo->table);
        break;
    case STORE_PUT_AWAY:
    case STORE_BRING_BACK:
        free(undo->table->move);
        undo->table->move = undo->move;
        break;
    case STORE_SET_CARD:
        free(undo->table->card);
        undo->table->card = undo->card;
        break;
    case STORE_SET_NOTE:
        free(memory->note);
        memory->note = undo->live;
        break;
    case STORE_HOLD:
    case STORE_RELEASE:
        break;
    }
}

/* Frees what the undo kept. A live line belongs to the undo that replaced it. */
static void forget_undo(const struct undo *undo)
{
    free(undo->live);
    free(undo->move);
    free(undo->card);
    if (undo->kind == STORE_DELETE_TABLE && undo->table != NULL)
        free_table(undo->table);
}

static enum store_result commit_all(struct memory *memory, const struct store_write *writes,
                                    size_t count, char problem[STORE_PROBLEM_MAX])
{
    enum store_result result = STORE_DONE;
    size_t done = 0;
    if (!make_room(&memory->undos, &memory->undo_capacity, count, sizeof *memory->undos))
        return no_memory(problem);
    while (done < count) {
        struct undo *undo = &memory->undos[done];
        *undo = (struct undo){.kind = writes[done].kind};
        result = write_functions[undo->kind](memory, &writes[done], undo, problem);
        if (result != STORE_DONE)
            break;
        ++done;
    }
    for (size_t i = done; result != STORE_DONE && i-- > 0;)
        undo_write(memory, &memory->undos[i]);
    for (size_t i = 0; result == STORE_DONE && i < count; ++i)
        forget_undo(&memory->undos[i]);
    return result;
}

static enum store_result memory_commit(struct store *store, const struct store_write *writes,
                                       size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    pthread_mutex_lock(&memory->lock);
    enum store_result result = commit_all(memory, writes, count, problem);
    pthread_mutex_unlock(&memory->lock);
    return result;
}

static bool memory_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                          char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    memcpy(out, ((struct memory *)store)->secret, STORE_SECRET_SIZE);
    return true;
}

static bool memory_set_secret(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                              char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    memcpy(((struct memory *)store)->secret, secret, STORE_SECRET_SIZE);
    return true;
}

static bool memory_backup(struct store *store, const char *path,
                          char problem[STORE_PROBLEM_MAX])
{
    (void)store;
    return store_problem(problem, "%s: a store in memory has no backup", path);
}

static void memory_close(struct store *store)
{
    struct memory *memory = (struct memory *)store;
    for (size_t i = 0; i < memory->table_count; ++i)
        free_table(memory->by_number[i]);
    free(memory->by_number);
    free(memory->by_name);
    free(memory->undos);
    pthread_mutex_destroy(&memory->lock);
    free(memory->note);
    free(memory);
}

static struct store *memory_open(const char *where, const struct store_opening *how,
                                 char problem[STORE_PROBLEM_MAX])
{
    (void)how;
    if (where[0] != '\0') {
        store_problem(problem, "`memory` has no place, but was given `%s`", where);
        return NULL;
    }
    struct memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL || !store_random(memory->secret, STORE_SECRET_SIZE)) {
        free(memory);
        store_problem(problem, "no memory or no random bytes");
        return NULL;
    }
    memory->store.kind = &store_memory;
    pthread_mutex_init(&memory->lock, NULL);
    return &memory->store;
}

const struct store_kind store_memory = {
    .scheme = "memory",
    .open = memory_open,
    .close = memory_close,
    .commit = memory_commit,
    .load = memory_load,
    .read_log = memory_read_log,
    .survey = memory_survey,
    .fetch = memory_fetch,
    .next = memory_next,
    .look = memory_look,
    .secret = memory_secret,
    .set_secret = memory_set_secret,
    .backup = memory_backup,
};
