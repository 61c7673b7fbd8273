/* memory_read.c - reading the store in memory back. */
#include "store/memory_store.h"

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
    if (reader->card != NULL && table->card != NULL &&
        !reader->card(reader->context, table->number, table->card))
        return false;
    if (reader->live == NULL || table->live == NULL)
        return true;
    struct text line = {table->live->line, table->live->size};
    return reader->live(reader->context, table->number, line);
}

bool memory_load(struct store *store, const struct store_reader *reader,
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

bool memory_read_log(struct store *store, uint64_t number,
                            const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    pthread_mutex_lock(&memory->lock);
    const struct table *table = memory_find(memory, number);
    bool is_read = table == NULL || read_entries(table, reader);
    pthread_mutex_unlock(&memory->lock);
    return is_read || store_problem(problem, "the reader stopped at table %llu",
                                    (unsigned long long)number);
}

bool memory_survey(struct store *store, const struct store_reader *reader,
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

bool memory_fetch(struct store *store, uint64_t number, struct text name,
                         const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    pthread_mutex_lock(&memory->lock);
    const struct table *table = memory_find(memory, number);
    if (name.size > 0)
        table = memory_find_name(memory, name);
    bool is_read = table == NULL || read_table(table, reader);
    pthread_mutex_unlock(&memory->lock);
    return is_read || store_problem(problem, "the reader stopped");
}

bool memory_next(struct store *store, uint64_t after, uint64_t *number,
                        char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    (void)problem;
    pthread_mutex_lock(&memory->lock);
    size_t at = after == UINT64_MAX ? memory->table_count : memory_place(memory, after + 1);
    *number = at < memory->table_count ? memory->by_number[at]->number : 0;
    pthread_mutex_unlock(&memory->lock);
    return true;
}

/* ---- Tables by their cards ---- */

/* What the table comes by in the answer; false if it is not asked for. */
static bool is_found(const struct table *table, const struct store_look *look, int64_t *at_s)
{
    const struct store_card *card = table->card;
    const struct move *move = table->move;
    if (look->by == STORE_BY_AWAY) {
        *at_s = move == NULL ? 0 : move->at_s;
        return move != NULL && move->kind == STORE_PUT_AWAY && *at_s <= look->until_s;
    }
    if (card == NULL)
        return false;
    switch (look->by) {
    case STORE_BY_AWAKE:
        *at_s = (int64_t)table->number;
        return card->slept_s == 0 && card->due_s == 0 && table->number > look->after;
    case STORE_BY_DUE:
        *at_s = card->due_s;
        return card->due_s > 0 && card->due_s < STORE_NEVER;
    case STORE_BY_SLEPT:
        *at_s = card->slept_s;
        return card->turn == look->turn && card->slept_s > 0 && *at_s <= look->until_s;
    case STORE_BY_TOUCHED:
        *at_s = card->touched_s;
        return card->turn == look->turn && card->slept_s > 0 && *at_s <= look->until_s;
    case STORE_BY_AWAY:
        break;
    }
    return false;
}

/* The first one behind (at_s, number) in the order of the answer. */
static const struct table *find_next(const struct memory *memory, const struct store_look *look,
                                     int64_t *at_s, const struct table *last)
{
    const struct table *best = NULL;
    int64_t best_s = 0, own_s;
    for (size_t i = 0; i < memory->table_count; ++i) {
        const struct table *table = memory->by_number[i];
        if (!is_found(table, look, &own_s))
            continue;
        bool is_behind = last == NULL || own_s > *at_s ||
                         (own_s == *at_s && table->number > last->number);
        if (is_behind && (best == NULL || own_s < best_s)) {
            best = table;
            best_s = own_s;
        }
    }
    *at_s = best_s;
    return best;
}

bool memory_look(struct store *store, const struct store_look *look, void *context,
                 store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    struct memory *memory = (struct memory *)store;
    const struct table *table = NULL;
    int64_t at_s = 0;
    bool is_well = true;
    (void)problem;
    pthread_mutex_lock(&memory->lock);
    for (unsigned i = 0; i < look->most && is_well; ++i) {
        table = find_next(memory, look, &at_s, table);
        if (table == NULL)
            break;
        const struct move *move = table->move;
        struct store_write one = {.table = table->number, .at_s = at_s,
                                  .name = {table->name, table->name_size},
                                  .line = text_none()};
        if (look->by == STORE_BY_AWAY)
            one.line = (struct text){move->line, move->size};
        is_well = found(context, &one);
    }
    pthread_mutex_unlock(&memory->lock);
    return is_well || store_problem(problem, "the reader stopped");
}
