/* several_store.h - what the files of several databases share. */
#ifndef RUMMERY_SEVERAL_STORE_H
#define RUMMERY_SEVERAL_STORE_H

#include "store/kinds.h"

enum { SEVERAL_MAX = 16 };

/* What one of them has to do in a commit. */
struct part {
    struct store_write *writes;
    size_t count, room;
    /* A commit of all failed, and this one had done its part: so many writes, with this sum. */
    size_t done_count;
    uint64_t done_sum;
    bool is_unsure; /* or it failed itself, and may have done it all the same */
};

struct several {
    struct store store;
    unsigned count;
    struct store *at[SEVERAL_MAX];
    struct part parts[SEVERAL_MAX];
    char *note; /* as it is written */
    uint64_t *lost;
    size_t lost_count, lost_room;
};

static inline unsigned several_of(const struct several *several, uint64_t table)
{
    return (unsigned)(table % several->count);
}

/* What stands before the first one's note, and is the note of each other one. */
enum { SEVERAL_MARK_MAX = 32 };
void several_mark(unsigned place, unsigned count, char out[SEVERAL_MARK_MAX]);

/* Reading (several_read.c). */
bool several_load(struct store *store, const struct store_reader *reader,
                  char problem[STORE_PROBLEM_MAX]);
bool several_read_log(struct store *store, uint64_t table, const struct store_reader *reader,
                      char problem[STORE_PROBLEM_MAX]);
bool several_survey(struct store *store, const struct store_reader *reader,
                    struct store_survey *out, char problem[STORE_PROBLEM_MAX]);
bool several_take(struct store *store, uint64_t table, struct text name, struct store_taken *out,
                  char problem[STORE_PROBLEM_MAX]);
bool several_fetch(struct store *store, uint64_t table, struct text name,
                   const struct store_reader *reader, char problem[STORE_PROBLEM_MAX]);
bool several_next(struct store *store, uint64_t after, uint64_t *table,
                  char problem[STORE_PROBLEM_MAX]);
bool several_look(struct store *store, const struct store_look *look, void *context,
                  store_found_function found, char problem[STORE_PROBLEM_MAX]);

#endif
