/* memory_store.h - what the files of the store in memory share. */
#ifndef RUMMERY_MEMORY_STORE_H
#define RUMMERY_MEMORY_STORE_H

#include <pthread.h>

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
    struct store_card *card;
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
    struct store_card *card;
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

/* Where the table is in `by_number`, or would be. */
size_t memory_place(const struct memory *memory, uint64_t number);
/* NULL if there is none. */
struct table *memory_find(const struct memory *memory, uint64_t number);
struct table *memory_find_name(const struct memory *memory, struct text name);

/* As in struct store_kind (memory_read.c). */
bool memory_load(struct store *store, const struct store_reader *reader,
                 char problem[STORE_PROBLEM_MAX]);
bool memory_read_log(struct store *store, uint64_t number, const struct store_reader *reader,
                     char problem[STORE_PROBLEM_MAX]);
bool memory_survey(struct store *store, const struct store_reader *reader,
                   struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
bool memory_fetch(struct store *store, uint64_t number, struct text name,
                  const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
bool memory_next(struct store *store, uint64_t after, uint64_t *number,
                 char problem[STORE_PROBLEM_MAX]);
bool memory_look(struct store *store, const struct store_look *look, void *context,
                 store_found_function found, char problem[STORE_PROBLEM_MAX]);

#endif
