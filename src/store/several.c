/* several.c - several databases as one store: a table is in the one that its number says, which the
 * server chose by a hash of its name (decision 037). A commit is a transaction in each of them that
 * has something to write, one after the other, and is done when all are. What some have done when
 * another fails is not done again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/several_store.h"

static const uint64_t FNV_START = 14695981039346656037U, FNV_STEP = 1099511628211U;

static uint64_t mix(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * FNV_STEP;
    return sum;
}

unsigned several_place(struct text name, unsigned count)
{
    uint64_t sum = mix(FNV_START, name.at, name.size);
    return (unsigned)((sum ^ sum >> 32) % count);
}

void several_mark(unsigned place, unsigned count, char out[SEVERAL_MARK_MAX])
{
    snprintf(out, SEVERAL_MARK_MAX, SEVERAL_MARK "%u of %u\n", place + 1, count);
}

/* ---- A commit ---- */

static bool add(struct part *part, const struct store_write *write)
{
    if (part->count == part->room) {
        size_t more = 2 * part->room + 64;
        struct store_write *larger = realloc(part->writes, more * sizeof *larger);
        if (larger == NULL)
            return false;
        part->writes = larger;
        part->room = more;
    }
    part->writes[part->count++] = *write;
    return true;
}

/* The note is the first one's, behind its mark. */
static bool add_note(struct several *several, const struct store_write *write)
{
    char mark[SEVERAL_MARK_MAX];
    struct store_write marked = *write;
    several_mark(0, several->count, mark);
    size_t size = strlen(mark);
    char *larger = realloc(several->note, size + write->line.size);
    if (larger == NULL)
        return false;
    several->note = larger;
    memcpy(larger, mark, size);
    if (write->line.size > 0)
        memcpy(larger + size, write->line.at, write->line.size);
    marked.line = (struct text){larger, size + write->line.size};
    for (size_t i = 0; i < several->parts[0].count; i++)
        if (several->parts[0].writes[i].kind == STORE_SET_NOTE)
            several->parts[0].writes[i].line = marked.line; /* the last one counts */
    return add(&several->parts[0], &marked);
}

static bool sort(struct several *several, const struct store_write *writes, size_t count)
{
    bool is_well = true;
    for (unsigned i = 0; i < several->count; i++)
        several->parts[i].count = 0;
    for (size_t i = 0; i < count && is_well; i++)
        is_well = writes[i].kind == STORE_SET_NOTE
                      ? add_note(several, &writes[i])
                      : add(&several->parts[several_of(several, writes[i].table)], &writes[i]);
    return is_well;
}

static uint64_t mix_text(uint64_t sum, struct text text)
{
    sum = mix(sum, &text.size, sizeof text.size);
    return mix(sum, text.at, text.size);
}

static uint64_t sum_of(const struct store_write *writes, size_t count)
{
    uint64_t sum = FNV_START;
    for (size_t i = 0; i < count; i++) {
        const struct store_write *write = &writes[i];
        const uint64_t numbers[] = {
            write->kind, write->table, write->epoch, (uint64_t)write->at_s, write->seq,
            write->who, (uint64_t)write->card.due_s, (uint64_t)write->card.slept_s,
            (uint64_t)write->card.touched_s, write->card.turn};
        sum = mix(sum, numbers, sizeof numbers);
        if (write->kind != STORE_SET_NOTE) /* all notes say what the last one says */
            sum = mix_text(mix_text(mix_text(sum, write->name), write->request), write->line);
    }
    return sum;
}

/* How many writes of the part are done already. */
static size_t done_of(const struct part *part)
{
    return part->done_count <= part->count &&
                   sum_of(part->writes, part->done_count) == part->done_sum
               ? part->done_count
               : 0;
}

static enum store_result commit_part(struct store *store, struct part *part,
                                     char problem[STORE_PROBLEM_MAX])
{
    size_t done = done_of(part);
    if (done == part->count)
        return STORE_DONE;
    enum store_result result = (part->is_unsure ? store_commit_again : store_commit)(
        store, part->writes + done, part->count - done, problem);
    part->is_unsure = result != STORE_DONE;
    if (result != STORE_DONE)
        return result;
    part->done_count = part->count;
    part->done_sum = sum_of(part->writes, part->count);
    return STORE_DONE;
}

static bool add_lost(struct several *several, struct store *of)
{
    const uint64_t *tables;
    size_t count = store_lost(of, &tables), all = several->lost_count + count;
    if (all > several->lost_room) {
        uint64_t *larger = realloc(several->lost, all * sizeof *larger);
        if (larger == NULL)
            return false;
        several->lost = larger;
        several->lost_room = all;
    }
    for (size_t i = 0; i < count; i++)
        several->lost[several->lost_count + i] = tables[i];
    several->lost_count = all;
    return true;
}

/* What weighs most: what ends the server, what is another's, and then what may be tried again. */
static const unsigned weights[] = {[STORE_DONE] = 0, [STORE_FULL] = 1, [STORE_BROKEN] = 2,
                                   [STORE_LOST] = 3, [STORE_CONFLICT] = 4};

static enum store_result several_commit(struct store *store, const struct store_write *writes,
                                        size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct several *several = (struct several *)store;
    enum store_result worst = STORE_DONE;
    several->lost_count = 0;
    if (!sort(several, writes, count)) {
        store_problem(problem, "no memory is left");
        return STORE_BROKEN;
    }
    for (unsigned i = 0; i < several->count; i++) {
        char own_problem[STORE_PROBLEM_MAX] = "";
        enum store_result result = commit_part(several->at[i], &several->parts[i], own_problem);
        if (result == STORE_LOST && !add_lost(several, several->at[i]))
            result = STORE_BROKEN;
        if (weights[result] > weights[worst]) {
            worst = result;
            store_problem(problem, "%s", own_problem[0] == '\0' ? "no memory is left"
                                                                : own_problem);
        }
    }
    for (unsigned i = 0; i < several->count && worst == STORE_DONE; i++)
        several->parts[i].done_count = 0;
    return worst;
}

static size_t several_lost(struct store *store, const uint64_t **tables)
{
    const struct several *several = (struct several *)store;
    *tables = several->lost;
    return several->lost_count;
}

/* ---- Being there ---- */

static enum store_result several_is_there(struct store *store, char problem[STORE_PROBLEM_MAX])
{
    const struct several *several = (struct several *)store;
    enum store_result all = STORE_DONE;
    for (unsigned i = 0; i < several->count; i++) { /* all hear of us, whatever befalls one */
        char own_problem[STORE_PROBLEM_MAX] = "";
        enum store_result one = store_is_there(several->at[i], own_problem);
        if (one == STORE_DONE)
            continue;
        all = all == STORE_CONFLICT ? all : one;
        store_problem(problem, "%s", own_problem);
    }
    return all;
}

static bool several_announce(struct store *store, struct store_server *self,
                             char problem[STORE_PROBLEM_MAX])
{
    const struct several *several = (struct several *)store;
    bool is_well = true;
    for (unsigned i = 0; i < several->count && is_well; i++)
        is_well = store_announce(several->at[i], self, problem);
    return is_well;
}

static size_t several_others(struct store *store, struct store_server out[STORE_OTHERS_MAX])
{
    return store_others(((struct several *)store)->at[0], out);
}

static bool several_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                           char problem[STORE_PROBLEM_MAX])
{
    return store_secret(((struct several *)store)->at[0], out, problem);
}

static bool several_set_secret(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                               char problem[STORE_PROBLEM_MAX])
{
    const struct several *several = (struct several *)store;
    bool is_well = true;
    for (unsigned i = 0; i < several->count && is_well; i++)
        is_well = store_set_secret(several->at[i], secret, problem);
    return is_well;
}

static bool several_backup(struct store *store, const char *path,
                           char problem[STORE_PROBLEM_MAX])
{
    (void)store;
    (void)path;
    return store_problem(problem, "each of several databases is backed up by itself");
}

static void several_close(struct store *store)
{
    struct several *several = (struct several *)store;
    for (unsigned i = 0; i < SEVERAL_MAX; i++) {
        store_close(several->at[i]);
        free(several->parts[i].writes);
    }
    free(several->note);
    free(several->lost);
    free(several);
}

#define SEVERAL_KIND \
    .scheme = "several", .close = several_close, .commit = several_commit, \
    .is_there = several_is_there, .load = several_load, .read_log = several_read_log, \
    .survey = several_survey, .fetch = several_fetch, .next = several_next, \
    .look = several_look, .secret = several_secret, .set_secret = several_set_secret, \
    .backup = several_backup

static const struct store_kind kind_alone = {SEVERAL_KIND};
static const struct store_kind kind_shared = {SEVERAL_KIND, .take = several_take,
                                              .lost = several_lost,
                                              .announce = several_announce,
                                              .others = several_others};

unsigned several_count(const struct store *store)
{
    bool is_several = store->kind == &kind_alone || store->kind == &kind_shared;
    return is_several ? ((const struct several *)store)->count : 1;
}

/* ---- Opening ---- */

/* Where the next one begins: a blank, and then a scheme. */
static const char *next_of(const char *where)
{
    for (const char *at = where; (at = strchr(at, ' ')) != NULL; at++) {
        const struct store_kind *kind = store_kind_of(at + 1);
        if (kind == &store_memory ||
            (kind != NULL && at[1 + strlen(kind->scheme)] == ':'))
            return at + 1;
    }
    return NULL;
}

bool several_is(const char *where)
{
    return store_kind_of(where) != NULL && next_of(where) != NULL;
}

static bool open_one(struct several *several, const char *where, size_t size,
                     const struct store_opening *how, char problem[STORE_PROBLEM_MAX])
{
    char *one = strndup(where, size);
    if (one == NULL || several->count == SEVERAL_MAX) {
        free(one);
        return store_problem(problem, "at most %d databases can be one store", SEVERAL_MAX);
    }
    while (size > 0 && one[size - 1] == ' ')
        one[--size] = '\0';
    const struct store_kind *kind = store_kind_of(one);
    bool is_alike = several->count == 0 || kind == several->at[0]->kind;
    struct store *store = NULL;
    if (kind != NULL && (!is_alike || kind == &store_sqlite))
        store_problem(problem, "what is to be one store has to be databases, `postgres:URI` each");
    else
        store = store_open_kind(one, how, problem);
    free(one);
    if (store == NULL)
        return false;
    several->at[several->count++] = store;
    several->store.kind = store_is_shared(store) ? &kind_shared : &kind_alone;
    return true;
}

struct mark {
    char text[SEVERAL_MARK_MAX];
    bool is_right, is_other;
};

static bool read_mark(void *context, struct text line)
{
    struct mark *mark = context;
    size_t size = strlen(mark->text);
    mark->is_right = line.size >= size && memcmp(line.at, mark->text, size) == 0;
    mark->is_other = !mark->is_right;
    return true;
}

static bool find_mark(const struct several *several, unsigned place, struct mark *out,
                      bool *is_empty, char problem[STORE_PROBLEM_MAX])
{
    struct store *store = several->at[place];
    struct store_survey survey;
    const struct store_reader reader = {.context = out, .note = read_mark};
    *out = (struct mark){.is_right = false};
    several_mark(place, several->count, out->text);
    bool is_read = store->kind->survey(store, &reader, &survey, problem);
    *is_empty = is_read && survey.table_count == 0 && !out->is_right && !out->is_other;
    return is_read;
}

/* Each has its place in its note, from the beginning; and all have one secret. A database that was
 * something else before has no place here: its tables would be looked for elsewhere. Nor has a new
 * one, once the first has its mark, which is the last to get it. */
static bool check_place(const struct several *several, unsigned place, bool is_to_read,
                        char problem[STORE_PROBLEM_MAX])
{
    struct store *store = several->at[place];
    struct mark mark, of_first;
    bool is_new, is_all_new;
    uint8_t first[STORE_SECRET_SIZE], own[STORE_SECRET_SIZE];
    if (!find_mark(several, 0, &of_first, &is_all_new, problem) ||
        !find_mark(several, place, &mark, &is_new, problem) ||
        !store_secret(several->at[0], first, problem) || !store_secret(store, own, problem))
        return false;
    is_new &= is_all_new;
    if (!mark.is_right && !is_new)
        return store_problem(problem, "database %u of %u was used in another way before: they "
                             "have to be named as they were first, or be empty", place + 1,
                             several->count);
    if (is_new && !is_to_read) {
        const struct store_write write = {.kind = STORE_SET_NOTE, .line = text_of(mark.text)};
        return store_set_secret(store, first, problem) &&
               store_commit(store, &write, 1, problem) == STORE_DONE;
    }
    return is_new || memcmp(first, own, sizeof own) == 0 ||
           store_problem(problem, "database %u of %u has another secret: it belongs to others",
                         place + 1, several->count);
}

struct store *several_open(const char *where, const struct store_opening *how,
                           char problem[STORE_PROBLEM_MAX])
{
    struct several *several = calloc(1, sizeof *several);
    struct store_opening each = *how;
    problem[0] = '\0';
    bool is_well = several != NULL && store_random((uint8_t *)&each.owner, sizeof each.owner);
    if (!is_well)
        store_problem(problem, "no memory or no random bytes");
    for (const char *next; is_well && where != NULL; where = next) {
        next = next_of(where);
        size_t size = next == NULL ? strlen(where) : (size_t)(next - where);
        is_well = open_one(several, where, size, &each, problem);
    }
    for (unsigned i = is_well ? several->count : 0; is_well && i-- > 0;)
        is_well = check_place(several, i, how->is_to_read, problem);
    if (is_well)
        return &several->store;
    if (several != NULL)
        several_close(&several->store);
    return NULL;
}
