/* memory.c - the store that ends with the process: for tests, and for tables nobody will
 * miss. Tables are kept sorted by number and by name; a commit notes how to undo every write,
 * so that a refused one leaves nothing behind. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "store/kinds.h"

struct entry {
    int64_t at_s;
    uint32_t seq;
    uint8_t who;
    size_t request_size;
    size_t line_size;
    char bytes[]; /* the request, then the line */
};

struct live {
    size_t size;
    char line[];
};

/* The last time the table was put away or brought back. */
struct move {
    enum store_write_kind kind;
    int64_t at_s;
    size_t size;
    char line[];
};

struct table {
    uint64_t number;
    int64_t at_s;
    size_t name_size;
    char name[STORE_NAME_MAX];
    struct live *live;
    struct move *move;
    struct entry **entries; /* by seq */
    size_t entry_count;
    size_t entry_capacity;
};

struct undo {
    enum store_write_kind kind;
    struct table *table;
    uint32_t seq;
    struct live *live; /* the one that was replaced, of a table or the store's own */
    struct move *move;
};

struct memory {
    struct store store;
    pthread_mutex_t lock; /* between commits and whoever reads a log */
    struct table **by_number;
    struct table **by_name;
    size_t table_count;
    size_t table_capacity;
    struct undo *undos;
    size_t undo_capacity;
    struct live *note;
    uint8_t secret[STORE_SECRET_SIZE];
};

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
static size_t place_by_number(const struct memory *memory, uint64_t number)
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

static struct table *find_table(const struct memory *memory, uint64_t number)
{
    size_t at = place_by_number(memory, number);
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
    size_t number_at = place_by_number(memory, table->number);
    size_t name_at = place_by_name(memory, name);
    assert(memory->table_count < memory->table_capacity);
    insert(memory->by_number, memory->table_count, number_at, table);
    insert(memory->by_name, memory->table_count, name_at, table);
    ++memory->table_count;
}

static void take_table_out(struct memory *memory, const struct table *table)
{
    struct text name = {table->name, table->name_size};
    size_t number_at = place_by_number(memory, table->number);
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

static bool has_name(const struct memory *memory, struct text name)
{
    size_t at = place_by_name(memory, name);
    return at < memory->table_count && compare_names(memory->by_name[at], name) == 0;
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
    if (find_table(memory, write->table) != NULL || has_name(memory, write->name)) {
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
    struct table *table = find_table(memory, write->table);
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
    struct table *table = find_table(memory, write->table);
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
    struct table *table = find_table(memory, write->table);
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

static enum store_result delete_table(struct memory *memory, const struct store_write *write,
                                      struct undo *undo, char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    undo->table = find_table(memory, write->table);
    if (undo->table != NULL)
        take_table_out(memory, undo->table);
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
    case STORE_SET_NOTE:
        free(memory->note);
        memory->note = undo->live;
        break;
    }
}

/* Frees what the undo kept. A live line belongs to the undo that replaced it. */
static void forget_undo(const struct undo *undo)
{
    free(undo->live);
    free(undo->move);
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

static bool read_entries(const struct table *table, const struct store_reader *reader)
{
    for (size_t i = 0; reader->entry != NULL && i < table->entry_count; ++i) {
        const struct entry *entry = table->entries[i];
        struct store_write write = {
            .kind = STORE_ADD_ENTRY,
            .table = table->number,
            .at_s = entry->at_s,
            .seq = entry->seq,
            .who = entry->who,
            .request = {entry->bytes, entry->request_size},
            .line = {entry->bytes + entry->request_size, entry->line_size},
        };
        if (!reader->entry(reader->context, &write))
            return false;
    }
    return true;
}

static bool read_table(const struct table *table, const struct store_reader *reader)
{
    struct text name = {table->name, table->name_size};
    if (reader->table != NULL &&
        !reader->table(reader->context, table->number, table->at_s, name))
        return false;
    if (reader->moved != NULL && table->move != NULL) {
        const struct move *kept = table->move;
        struct store_write move = {.kind = kept->kind, .table = table->number,
                                   .at_s = kept->at_s, .line = {kept->line, kept->size}};
        if (!reader->moved(reader->context, &move))
            return false;
    }
    if (!read_entries(table, reader))
        return false;
    if (reader->live == NULL || table->live == NULL)
        return true;
    struct text line = {table->live->line, table->live->size};
    return reader->live(reader->context, table->number, line);
}

static bool memory_load(struct store *store, const struct store_reader *reader,
                        char problem[STORE_PROBLEM_MAX])
{
    const struct memory *memory = (struct memory *)store;
    if (memory->note != NULL && reader->note != NULL &&
        !reader->note(reader->context, (struct text){memory->note->line, memory->note->size}))
        return store_problem(problem, "the reader stopped at the note");
    for (size_t i = 0; i < memory->table_count; ++i)
        if (!read_table(memory->by_number[i], reader))
            return store_problem(problem, "the reader stopped at table %llu",
                                 (unsigned long long)memory->by_number[i]->number);
    return true;
}

static bool memory_read_log(struct store *store, uint64_t number,
                            const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    pthread_mutex_lock(&memory->lock);
    const struct table *table = find_table(memory, number);
    bool is_read = table == NULL || read_entries(table, reader);
    pthread_mutex_unlock(&memory->lock);
    return is_read || store_problem(problem, "the reader stopped at table %llu",
                                    (unsigned long long)number);
}

static bool memory_survey(struct store *store, const struct store_reader *reader,
                          struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    const struct memory *memory = (struct memory *)store;
    size_t count = memory->table_count;
    *out = (struct store_survey){.table_count = count};
    for (size_t i = 0; i < count; ++i) {
        const struct move *move = memory->by_number[i]->move;
        out->away_count += move != NULL && move->kind == STORE_PUT_AWAY;
        if (memory->by_number[i]->number < INT64_MAX)
            out->last_number = memory->by_number[i]->number;
    }
    if (memory->note == NULL || reader->note == NULL ||
        reader->note(reader->context, (struct text){memory->note->line, memory->note->size}))
        return true;
    return store_problem(problem, "the reader stopped at the note");
}

static bool memory_fetch(struct store *store, uint64_t number, struct text name,
                         const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    pthread_mutex_lock(&memory->lock);
    const struct table *table = find_table(memory, number);
    if (name.size > 0)
        table = has_name(memory, name) ? memory->by_name[place_by_name(memory, name)] : NULL;
    bool is_read = table == NULL || read_table(table, reader);
    pthread_mutex_unlock(&memory->lock);
    return is_read || store_problem(problem, "the reader stopped");
}

static bool memory_next(struct store *store, uint64_t after, uint64_t *number,
                        char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    (void)problem;
    pthread_mutex_lock(&memory->lock);
    size_t at = after == UINT64_MAX ? memory->table_count : place_by_number(memory, after + 1);
    *number = at < memory->table_count ? memory->by_number[at]->number : 0;
    pthread_mutex_unlock(&memory->lock);
    return true;
}

static bool memory_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                          char problem[STORE_PROBLEM_MAX])
{
    (void)problem;
    memcpy(out, ((struct memory *)store)->secret, STORE_SECRET_SIZE);
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

static struct store *memory_open(const char *where, bool is_to_read,
                                 char problem[STORE_PROBLEM_MAX])
{
    (void)is_to_read;
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
    .secret = memory_secret,
    .backup = memory_backup,
};
