/* copy.c - copying a store: it is read once to find what is damaged, and then once more, when what
 * is read is written to the other, some hundred writes a commit. Comparing them reads both table by
 * table, and holds sums of all rows against each other: what was not read, or was written
 * otherwise, shows there. */
#include "store/copy.h"

#include <stdio.h>
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

/* ---- What is damaged ---- */

static int by_number(const void *a, const void *b)
{
    const struct copy_damaged *one = a, *other = b;
    return (one->table > other->table) - (one->table < other->table);
}

static bool is_damaged(const struct store_copied *copied, uint64_t table)
{
    const struct copy_damaged wanted = {.table = table};
    return copied != NULL && copied->damaged_count > 0 &&
           bsearch(&wanted, copied->damaged, copied->damaged_count, sizeof wanted, by_number) !=
               NULL;
}

/* What is damaged may be told of before the table is, or behind it, and has its name from there. */
struct finding {
    struct store_copied *out;
    uint64_t table; /* the last one */
    char name[STORE_NAME_MAX + 1];
};

static bool pass_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    struct finding *finding = context;
    (void)at_s;
    finding->table = table;
    snprintf(finding->name, sizeof finding->name, "%.*s", (int)name.size, name.at);
    for (size_t i = 0; i < finding->out->damaged_count; i++)
        if (finding->out->damaged[i].table == table)
            memcpy(finding->out->damaged[i].name, finding->name, sizeof finding->name);
    return true;
}

static bool pass_write(void *context, const struct store_write *write)
{
    (void)context;
    (void)write;
    return true;
}

static bool pass_live(void *context, uint64_t table, struct text line)
{
    (void)context;
    (void)table;
    (void)line;
    return true;
}

static bool pass_card(void *context, uint64_t table, const struct store_card *card)
{
    (void)context;
    (void)table;
    (void)card;
    return true;
}

/* The same one may be told of several times. */
static bool note_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    const struct finding *finding = context;
    struct store_copied *out = finding->out;
    for (size_t i = 0; i < out->damaged_count; i++)
        if (out->damaged[i].table == table)
            return true;
    if (out->damaged_count == COPY_DAMAGED_MAX)
        return false;
    if (out->damaged == NULL)
        out->damaged = calloc(COPY_DAMAGED_MAX, sizeof *out->damaged);
    if (out->damaged == NULL)
        return false;
    struct copy_damaged *damaged = &out->damaged[out->damaged_count++];
    damaged->table = table;
    snprintf(damaged->name, sizeof damaged->name, "%.*s", (int)name.size, name.at);
    if (name.size == 0 && finding->table == table)
        memcpy(damaged->name, finding->name, sizeof damaged->name);
    snprintf(damaged->why, sizeof damaged->why, "%s", why);
    return true;
}

static bool find_damaged(struct store *from, struct store_copied *out,
                         char problem[STORE_PROBLEM_MAX])
{
    struct finding finding = {.out = out};
    const struct store_reader reader = {.context = &finding, .table = pass_table,
                                        .entry = pass_write, .live = pass_live,
                                        .moved = pass_write, .card = pass_card,
                                        .damaged = note_damaged};
    if (!store_load(from, &reader, problem))
        return false;
    if (out->damaged_count > 0)
        qsort(out->damaged, out->damaged_count, sizeof *out->damaged, by_number);
    return true;
}

void store_copied_free(struct store_copied *copied)
{
    free(copied->damaged);
    copied->damaged = NULL;
}

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
    if (write->kind != STORE_SET_NOTE && is_damaged(copying->out, write->table))
        return true;
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
    copying->out->tables += !is_damaged(copying->out, table);
    return add(copying, &(struct store_write){.kind = STORE_ADD_TABLE, .table = table,
                                              .at_s = at_s, .name = name});
}

static bool copy_entry(void *context, const struct store_write *entry)
{
    struct copying *copying = context;
    copying->out->entries += !is_damaged(copying->out, entry->table);
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

/* It is left out; but what was not damaged a moment ago was copied. */
static bool copy_damaged(void *context, uint64_t table, struct text name, const char *why)
{
    const struct copying *copying = context;
    (void)name;
    (void)why;
    return is_damaged(copying->out, table);
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
                                        .note = copy_note, .damaged = copy_damaged};
    *out = (struct store_copied){.tables = 0};
    if (copying == NULL)
        return store_problem(problem, "no memory is left");
    copying->to = to;
    copying->out = out;
    bool is_done = check_empty(to, problem) && find_damaged(from, out, problem) &&
                   copy_secret(from, to, problem) && store_load(from, &reader, problem) &&
                   flush(copying);
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
                         const struct store_copied *copied, char problem[STORE_PROBLEM_MAX])
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
    bool has_all = surveys[0].table_count == surveys[1].table_count &&
                   surveys[0].away_count == surveys[1].away_count;
    bool is_same = (has_all || (copied != NULL && copied->damaged_count > 0)) &&
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

bool store_compare(struct store *one, struct store *other, const struct store_copied *copied,
                   char problem[STORE_PROBLEM_MAX])
{
    uint64_t left = 0, right = 0;
    if (!compare_rest(one, other, copied, problem))
        return false;
    do {
        do {
            if (!store_next(one, left, &left, problem))
                return false;
        } while (left != 0 && is_damaged(copied, left));
        if (!store_next(other, right, &right, problem))
            return false;
        if (left != right)
            return store_problem(problem, "table %llu is in one of them only",
                                 (unsigned long long)(left < right && left > 0 ? left : right));
        if (left != 0 && !compare_table(one, other, left, problem))
            return false;
    } while (left != 0);
    return true;
}
