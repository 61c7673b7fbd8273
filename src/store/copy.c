/* copy.c - copying a store: what is read of one is written to the other, some hundred writes a
 * commit. Comparing them reads both table by table, and holds sums of all rows against each other:
 * what was not read, or was written otherwise, shows there. */
#include "store/copy.h"

#include <stdlib.h>
#include <string.h>

#include "store/checksum.h"
#include "store/kinds.h"

enum { WRITES_MAX = 512, BYTES_MAX = 1 << 20 };

struct copying {
    struct store *to;
    struct store_copied *out;
    struct store_write writes[WRITES_MAX];
    size_t count;
    size_t size; /* of the bytes that are used */
    char problem[STORE_PROBLEM_MAX]; /* of writing; reading has its own */
    char bytes[BYTES_MAX];
};

/* ---- Writing ---- */

static bool flush(struct copying *copying)
{
    enum store_result result =
        store_commit(copying->to, copying->writes, copying->count, copying->problem);
    copying->count = copying->size = 0;
    return result == STORE_DONE;
}

static struct text keep(struct copying *copying, struct text text)
{
    char *at = &copying->bytes[copying->size];
    if (text.size > 0)
        memcpy(at, text.at, text.size);
    copying->size += text.size;
    return (struct text){at, text.size};
}

/* The texts are the reader's, and gone when it is called again. */
static bool add(struct copying *copying, const struct store_write *write)
{
    size_t size = write->name.size + write->request.size + write->line.size;
    if ((copying->count == WRITES_MAX || copying->size + size > BYTES_MAX) && !flush(copying))
        return false;
    if (size > BYTES_MAX)
        return store_commit(copying->to, write, 1, copying->problem) == STORE_DONE;
    struct store_write *new = &copying->writes[copying->count++];
    *new = *write;
    new->name = keep(copying, write->name);
    new->request = keep(copying, write->request);
    new->line = keep(copying, write->line);
    return true;
}

static bool copy_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    struct copying *copying = context;
    copying->out->tables++;
    return add(copying, &(struct store_write){.kind = STORE_ADD_TABLE, .table = table,
                                              .at_s = at_s, .name = name});
}

static bool copy_entry(void *context, const struct store_write *entry)
{
    struct copying *copying = context;
    copying->out->entries++;
    return add(copying, entry);
}

static bool copy_live(void *context, uint64_t table, struct text line)
{
    return add(context, &(struct store_write){.kind = STORE_SET_LIVE, .table = table,
                                              .line = line});
}

static bool copy_moved(void *context, const struct store_write *move)
{
    return add(context, move);
}

static bool copy_card(void *context, uint64_t table, const struct store_card *card)
{
    return add(context, &(struct store_write){.kind = STORE_SET_CARD, .table = table,
                                              .card = *card});
}

static bool copy_note(void *context, struct text line)
{
    return add(context, &(struct store_write){.kind = STORE_SET_NOTE, .line = line});
}

static bool note_found(void *context, struct text line)
{
    (void)line;
    *(bool *)context = true;
    return true;
}

static bool check_empty(struct store *to, char problem[STORE_PROBLEM_MAX])
{
    bool has_note = false;
    struct store_reader reader = {.context = &has_note, .note = note_found};
    struct store_survey survey;
    if (!store_survey(to, &reader, &survey, problem))
        return false;
    return (survey.table_count == 0 && !has_note) ||
           store_problem(problem, "the store to copy to is not empty");
}

static bool copy_secret(struct store *from, struct store *to, char problem[STORE_PROBLEM_MAX])
{
    uint8_t secret[STORE_SECRET_SIZE];
    return store_secret(from, secret, problem) && store_set_secret(to, secret, problem);
}

bool store_copy(struct store *from, struct store *to, struct store_copied *out,
                char problem[STORE_PROBLEM_MAX])
{
    struct copying *copying = calloc(1, sizeof *copying);
    const struct store_reader reader = {.context = copying, .table = copy_table,
                                        .entry = copy_entry, .live = copy_live,
                                        .moved = copy_moved, .card = copy_card,
                                        .note = copy_note};
    *out = (struct store_copied){0, 0};
    if (copying == NULL)
        return store_problem(problem, "no memory is left");
    copying->to = to;
    copying->out = out;
    bool is_done = check_empty(to, problem) && copy_secret(from, to, problem) &&
                   store_load(from, &reader, problem) && flush(copying);
    /* where writing failed, reading only says that it was stopped */
    if (!is_done && copying->problem[0] != '\0')
        store_problem(problem, "%s", copying->problem);
    free(copying);
    return is_done;
}

/* ---- Comparing ---- */

struct sums {
    uint64_t all;
    uint64_t count;
};

static bool sum_up(void *context, const struct store_write *write)
{
    struct sums *sums = context;
    sums->all = (sums->all ^ (uint64_t)checksum_of(write)) * 1099511628211U;
    sums->count++;
    return true;
}

static bool sum_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    return sum_up(context, &(struct store_write){.kind = STORE_ADD_TABLE, .table = table,
                                                 .at_s = at_s, .name = name});
}

static bool sum_live(void *context, uint64_t table, struct text line)
{
    return sum_up(context, &(struct store_write){.kind = STORE_SET_LIVE, .table = table,
                                                 .line = line});
}

static bool sum_card(void *context, uint64_t table, const struct store_card *card)
{
    return sum_up(context, &(struct store_write){.kind = STORE_SET_CARD, .table = table,
                                                 .card = *card});
}

static bool sum_note(void *context, struct text line)
{
    return sum_up(context, &(struct store_write){.kind = STORE_SET_NOTE, .line = line});
}

static struct store_reader summer(struct sums *sums)
{
    *sums = (struct sums){0, 0};
    return (struct store_reader){.context = sums, .table = sum_table, .entry = sum_up,
                                 .live = sum_live, .moved = sum_up, .card = sum_card,
                                 .note = sum_note};
}

/* What belongs to no table. */
static bool compare_rest(struct store *one, struct store *other,
                         char problem[STORE_PROBLEM_MAX])
{
    struct store *const stores[] = {one, other};
    struct store_survey surveys[2];
    struct sums sums[2];
    uint8_t secrets[2][STORE_SECRET_SIZE];
    for (unsigned i = 0; i < 2; i++) {
        struct store_reader reader = summer(&sums[i]);
        if (!store_survey(stores[i], &reader, &surveys[i], problem) ||
            !store_secret(stores[i], secrets[i], problem))
            return false;
    }
    bool is_same = surveys[0].table_count == surveys[1].table_count &&
                   surveys[0].away_count == surveys[1].away_count &&
                   sums[0].all == sums[1].all &&
                   memcmp(secrets[0], secrets[1], STORE_SECRET_SIZE) == 0;
    return is_same || store_problem(problem, "number of tables, note or secret differ");
}

static bool compare_table(struct store *one, struct store *other, uint64_t table,
                          char problem[STORE_PROBLEM_MAX])
{
    struct sums left, right;
    struct store_reader left_reader = summer(&left), right_reader = summer(&right);
    if (!store_fetch(one, table, text_none(), &left_reader, problem) ||
        !store_fetch(other, table, text_none(), &right_reader, problem))
        return false;
    return (left.all == right.all && left.count == right.count) ||
           store_problem(problem, "table %llu is not the same", (unsigned long long)table);
}

bool store_compare(struct store *one, struct store *other, char problem[STORE_PROBLEM_MAX])
{
    uint64_t left = 0, right = 0;
    if (!compare_rest(one, other, problem))
        return false;
    do {
        if (!store_next(one, left, &left, problem) || !store_next(other, right, &right, problem))
            return false;
        if (left != right)
            return store_problem(problem, "table %llu is in one of them only",
                                 (unsigned long long)(left < right && left > 0 ? left : right));
        if (left != 0 && !compare_table(one, other, left, problem))
            return false;
    } while (left != 0);
    return true;
}
