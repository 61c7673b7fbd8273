/* store.c - the door to every kind of store: finds the kind by its scheme, and holds what we
 * owe to all of them (a problem that is empty unless there is one, writes that make sense). */
#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store/kinds.h"

static const struct store_kind *const kinds[] = {&store_memory, &store_sqlite,
                                                 &store_postgres};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };
static const char *const kinds_in_words =
    "there are `memory`, `sqlite:FILE` and `postgres:URI`";

bool store_problem(char problem[STORE_PROBLEM_MAX], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(problem, STORE_PROBLEM_MAX, format, list);
    va_end(list);
    return false;
}

bool store_random(uint8_t *out, size_t size)
{
    if (sodium_init() < 0)
        return false;
    randombytes_buf(out, size);
    return true;
}

bool store_is_replaced(const struct store_write *writes, size_t count, size_t at)
{
    const struct store_write *write = &writes[at];
    bool is_move = write->kind == STORE_PUT_AWAY || write->kind == STORE_BRING_BACK;
    for (size_t i = at + 1; i < count; ++i) {
        enum store_write_kind kind = writes[i].kind;
        if (kind == STORE_SET_NOTE || write->kind == STORE_SET_NOTE) {
            if (kind == write->kind)
                return true;
        } else if (writes[i].table == write->table) {
            bool is_setting = write->kind == STORE_SET_LIVE || write->kind == STORE_SET_CARD;
            bool is_same_place = is_setting ? kind == write->kind
                                            : is_move && (kind == STORE_PUT_AWAY ||
                                                          kind == STORE_BRING_BACK);
            if (kind == STORE_DELETE_TABLE || is_same_place)
                return true;
        }
    }
    return false;
}

static size_t scheme_size_of(const char *where)
{
    return strcspn(where, ": ");
}

/* The kind of this scheme; NULL if there is none. */
static const struct store_kind *kind_of(const char *where)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        const char *scheme = kinds[i]->scheme;
        if (strlen(scheme) == scheme_size_of(where) &&
            memcmp(scheme, where, strlen(scheme)) == 0)
            return kinds[i];
    }
    return NULL;
}

/* Earlier versions spread tables over several databases: a blank and then another scheme. It is
 * known before anything is opened, or a file of that name would be made. */
static bool names_several(const char *where)
{
    for (const char *at = where; (at = strchr(at, ' ')) != NULL; at++) {
        const struct store_kind *kind = kind_of(at + 1);
        if (kind == &store_memory ||
            (kind != NULL && at[1 + strlen(kind->scheme)] == ':'))
            return kind_of(where) != NULL;
    }
    return false;
}

static struct store *open_as(const char *where, const struct store_opening *how,
                             char problem[STORE_PROBLEM_MAX])
{
    size_t scheme_size = scheme_size_of(where);
    const struct store_kind *kind = kind_of(where);
    problem[0] = '\0';
    if (names_several(where)) {
        store_problem(problem, "a store is one database: what earlier versions spread over "
                               "several is copied into one by `rummery copy` of such a version "
                               "(docs/deploy.md)");
        return NULL;
    }
    if (kind == NULL) {
        store_problem(problem, "no store is called `%.*s`; %s", (int)scheme_size, where,
                      kinds_in_words);
        return NULL;
    }
    struct store *store =
        kind->open(where + scheme_size + (where[scheme_size] == ':'), how, problem);
    assert(store == NULL || store->kind == kind);
    assert((store == NULL) == (problem[0] != '\0'));
    return store;
}

struct store *store_open(const char *where, char problem[STORE_PROBLEM_MAX])
{
    static const struct store_opening how = {.is_to_read = false};
    return open_as(where, &how, problem);
}

struct store *store_open_to_read(const char *where, char problem[STORE_PROBLEM_MAX])
{
    static const struct store_opening how = {.is_to_read = true};
    return open_as(where, &how, problem);
}

void store_close(struct store *store)
{
    if (store != NULL)
        store->kind->close(store);
}

static void assert_writes_make_sense(const struct store_write *writes, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        assert(writes[i].kind <= STORE_RELEASE);
        assert(writes[i].kind != STORE_ADD_TABLE || writes[i].name.size <= STORE_NAME_MAX);
    }
    (void)writes;
    (void)count;
}

enum store_result store_is_there(struct store *store, char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->is_there == NULL ? STORE_DONE : store->kind->is_there(store, problem);
}

bool store_rewound(struct store *store, struct store_rewind *out)
{
    *out = (struct store_rewind){.count = 0};
    return store->kind->rewind != NULL && store->kind->rewind(store, out);
}

size_t store_news(struct store *store, struct store_generation *generation,
                  struct store_told *out, size_t most)
{
    *generation = (struct store_generation){0, 0};
    return store->kind->news == NULL ? 0 : store->kind->news(store, generation, out, most);
}

struct store_told *store_known(struct store *store, struct store_generation *generation,
                               size_t *count)
{
    *count = 0;
    return store->kind->known == NULL ? NULL : store->kind->known(store, generation, count);
}

void store_hear(struct store *store, const struct store_generation *generation,
                const struct store_told *told, size_t count)
{
    if (store->kind->hear != NULL)
        store->kind->hear(store, generation, told, count);
}

static enum store_result commit(struct store *store, const struct store_write *writes,
                                size_t count, bool is_again, char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    assert_writes_make_sense(writes, count);
    if (count == 0)
        return STORE_DONE;
    enum store_result result = store->kind->commit(store, writes, count, problem);
    assert((result == STORE_DONE) == (problem[0] == '\0'));
    if (result == STORE_CONFLICT && is_again && store->kind->holds != NULL)
        result = store->kind->holds(store, writes, count, problem);
    if (result == STORE_DONE)
        result = store_is_there(store, problem);
    return result;
}

enum store_result store_commit(struct store *store, const struct store_write *writes,
                               size_t count, char problem[STORE_PROBLEM_MAX])
{
    return commit(store, writes, count, false, problem);
}

enum store_result store_commit_again(struct store *store, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX])
{
    return commit(store, writes, count, true, problem);
}

int64_t store_now_s(const struct store *store)
{
    return store->kind->now_s == NULL ? (int64_t)time(NULL) : store->kind->now_s(store);
}

bool store_is_shared(const struct store *store)
{
    return store->kind->take != NULL;
}

bool store_announce(struct store *store, struct store_server *self,
                    char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return !store_is_shared(store) || store->kind->announce(store, self, problem);
}

size_t store_others(struct store *store, struct store_server out[STORE_OTHERS_MAX])
{
    return store->kind->others == NULL ? 0 : store->kind->others(store, out);
}

bool store_take(struct store *store, uint64_t table, struct text name, struct store_taken *out,
                char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    *out = (struct store_taken){.table = table, .epoch = 1};
    return !store_is_shared(store) || store->kind->take(store, table, name, out, problem);
}

size_t store_lost(struct store *store, const uint64_t **tables)
{
    *tables = NULL;
    return store_is_shared(store) ? store->kind->lost(store, tables) : 0;
}

bool store_load(struct store *store, const struct store_reader *reader,
                char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->load(store, reader, problem);
}

bool store_read_log(struct store *store, uint64_t table, const struct store_reader *reader,
                    char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->read_log(store, table, reader, problem);
}

/* How the note of a database begins that was one of several, in earlier versions. */
#define SEVERAL_MARK "several "

struct surveying {
    const struct store_reader *reader;
    bool is_part; /* its tables are not all there are, and more may be looked for here */
};

static bool survey_note(void *context, struct text line)
{
    struct surveying *surveying = context;
    const struct store_reader *reader = surveying->reader;
    surveying->is_part = line.size >= sizeof SEVERAL_MARK - 1 &&
                         memcmp(line.at, SEVERAL_MARK, sizeof SEVERAL_MARK - 1) == 0;
    return surveying->is_part || reader->note == NULL || reader->note(reader->context, line);
}

bool store_survey(struct store *store, const struct store_reader *reader,
                  struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    struct surveying surveying = {reader, false};
    struct store_reader noting = *reader;
    noting.context = &surveying;
    noting.note = survey_note;
    problem[0] = '\0';
    if (!store->kind->survey(store, &noting, out, problem))
        return false;
    return !surveying.is_part ||
           store_problem(problem, "this database is one of several that are a store: `rummery "
                                  "copy` of the version that made them makes one of them "
                                  "(docs/deploy.md)");
}

bool store_fetch(struct store *store, uint64_t table, struct text name,
                 const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->fetch(store, table, name, reader, problem);
}

bool store_next(struct store *store, uint64_t after, uint64_t *table,
                char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->next(store, after, table, problem);
}

bool store_look(struct store *store, const struct store_look *look, void *context,
                store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->look(store, look, context, found, problem);
}

bool store_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                  char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->secret(store, out, problem);
}

bool store_set_secret(struct store *store, const uint8_t secret[STORE_SECRET_SIZE],
                      char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->set_secret(store, secret, problem);
}

bool store_backup(struct store *store, const char *path, char problem[STORE_PROBLEM_MAX])
{
    problem[0] = '\0';
    return store->kind->backup(store, path, problem);
}
