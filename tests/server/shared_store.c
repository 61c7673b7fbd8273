/* shared_store.c - see shared_store.h. */
#include "shared_store.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sentences/sentences.h"
#include "store/checksum.h"
#include "store/copy.h"
#include "store/rewound.h"
#include "store/told.h"

enum { BEGIN_MS = 1000000 };

static bool is_through(const struct door *door, char problem[STORE_PROBLEM_MAX])
{
    if (door->is_shut)
        snprintf(problem, STORE_PROBLEM_MAX, "the line is cut, says the test");
    return !door->is_shut;
}

/* ---- Rows ---- */

static struct owner_row *find_row(struct database *database, uint64_t table)
{
    for (unsigned i = 0; i < database->owner_count; i++)
        if (database->owners[i].table == table)
            return &database->owners[i];
    return NULL;
}

static struct owner_row *make_row(struct database *database, uint64_t table)
{
    struct owner_row *row = find_row(database, table);
    if (row != NULL)
        return row;
    assert(database->owner_count < SHARED_TABLES_MAX);
    row = &database->owners[database->owner_count++];
    *row = (struct owner_row){.table = table};
    return row;
}

static bool is_alive(const struct database *database, uint64_t id, bool needs_session)
{
    for (const struct door *door = database->doors; door != NULL; door = door->next)
        if (door->id == id)
            return door->database == database && door->alive_until_ms > database->now_ms &&
                   (door->has_session || !needs_session);
    return false;
}

static bool is_elsewhere(const struct door *door, uint64_t table, bool needs_session)
{
    const struct owner_row *row = find_row(door->database, table);
    return row != NULL && row->owner != door->id &&
           is_alive(door->database, row->owner, needs_session);
}

/* ---- Commits ---- */

static bool is_made_here(const struct store_write *writes, size_t count, uint64_t table)
{
    for (size_t i = 0; i < count; i++)
        if (writes[i].kind == STORE_ADD_TABLE && writes[i].table == table)
            return true;
    return false;
}

static bool is_ours(const struct door *door, const struct store_write *write)
{
    const struct owner_row *row = find_row(door->database, write->table);
    if (write->epoch == 0)
        return !is_elsewhere(door, write->table, false);
    switch (door->database->plant) {
    case PLANT_NO_EPOCH:
        return true;
    case PLANT_OWN_CLOCK:
        return *door->own_now_ms < door->own_until_ms;
    case PLANT_TWICE:
        return row != NULL && row->epoch == write->epoch;
    case PLANT_STALE:
        if (write->kind == STORE_HOLD)
            return true;
        break;
    case PLANT_NONE:
    case PLANT_HEARD:
    case PLANT_FORGETS:
    case PLANT_SEED:
    case PLANT_LEAK:
        break;
    }
    return row != NULL && row->owner == door->id && row->epoch == write->epoch;
}

static void add_lost(struct door *door, uint64_t table)
{
    for (size_t i = 0; i < door->lost_count; i++)
        if (door->lost[i] == table)
            return;
    door->lost[door->lost_count++] = table;
}

static uint64_t number_of(struct database *database, struct text name);

static void find_lost(struct door *door, const struct store_write *writes, size_t count)
{
    door->lost_count = 0;
    for (size_t i = 0; i < count; i++) {
        enum store_write_kind kind = writes[i].kind;
        if (kind == STORE_ADD_TABLE) {
            uint64_t other = number_of(door->database, writes[i].name);
            if (other != 0 && other != writes[i].table)
                add_lost(door, writes[i].table);
        } else if (kind != STORE_SET_NOTE && kind != STORE_RELEASE &&
                   !is_made_here(writes, count, writes[i].table) && !is_ours(door, &writes[i])) {
            add_lost(door, writes[i].table);
        }
    }
}

static void note_owners(struct door *door, const struct store_write *writes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct store_write *write = &writes[i];
        struct owner_row *row = write->kind == STORE_SET_NOTE
                                    ? NULL
                                    : make_row(door->database, write->table);
        if (write->kind == STORE_ADD_TABLE)
            *row = (struct owner_row){write->table, door->id, 1};
        else if (write->kind == STORE_RELEASE && row->owner == door->id &&
                 row->epoch == write->epoch)
            row->owner = 0;
        else if (row != NULL && write->epoch == 0 && write->kind != STORE_RELEASE &&
                 !is_made_here(writes, count, write->table))
            *row = (struct owner_row){write->table, 0, row->epoch + 1};
    }
}

/* ---- Going back ---- */

/* Each millisecond counts as a second, so that no two things are at the same time. */
static int64_t now_s(const struct database *database)
{
    return 1700000000 + (int64_t)database->now_ms - BEGIN_MS;
}

/* What a table has: the last entry, the sum of the one that was told, and when it was let go on. */
struct found {
    const struct store_told *told;
    uint32_t seq;
    int64_t sum, accepted_s;
    struct rewound lacks;
    bool is_aside;
};

static bool find_entry(void *context, const struct store_write *entry)
{
    struct found *found = context;
    found->seq = entry->seq;
    if (found->told != NULL && entry->seq == found->told->seq)
        found->sum = checksum_of(entry);
    return true;
}

static bool find_move(void *context, const struct store_write *move)
{
    struct found *found = context;
    found->is_aside = move->kind == STORE_PUT_AWAY && rewound_read(move->line, &found->lacks);
    if (move->kind == STORE_BRING_BACK)
        found->accepted_s = move->at_s;
    return true;
}

static struct found find(struct database *database, uint64_t table, const char *name,
                         const struct store_told *told)
{
    char problem[STORE_PROBLEM_MAX];
    struct found found = {.told = told};
    const struct store_reader reader = {.context = &found, .entry = find_entry,
                                        .moved = find_move};
    store_fetch(database->tables, table, name == NULL ? text_none() : text_of(name), &reader,
                problem);
    return found;
}

/* An operator, or a server that has found it out: whoever has the table loses it. */
static void move(struct database *database, const struct store_write *how,
                 const struct store_card *card)
{
    char problem[STORE_PROBLEM_MAX];
    struct owner_row *row = make_row(database, how->table);
    const struct store_write writes[] = {
        *how, {.kind = STORE_SET_CARD, .table = how->table, .card = *card}};
    if (store_commit(database->tables, writes, 2, problem) == STORE_DONE)
        *row = (struct owner_row){how->table, 0, row->epoch + 1};
}

static void set_aside(struct database *database, const struct store_told *told, uint32_t has)
{
    char line[REWOUND_LINE_MAX];
    const struct rewound what = {.told = told->seq, .has = has};
    const struct store_write aside = rewound_write(told->table, 0, now_s(database), &what, line);
    move(database, &aside, &rewound_card);
}

void database_accept(struct database *database, const char *name)
{
    char line[REWOUND_LINE_MAX];
    struct found found = find(database, 0, name, NULL);
    database->now_ms++;
    found.lacks.has = found.seq;
    const struct store_write back = {.kind = STORE_BRING_BACK,
                                     .table = number_of(database, text_of(name)),
                                     .at_s = now_s(database),
                                     .line = rewound_accept(&found.lacks, line)};
    move(database, &back, &(struct store_card){.touched_s = now_s(database)});
    database->now_ms++;
}

/* As on each new line to PostgreSQL, before anything else is done there. */
static void look_back(struct door *door)
{
    struct database *database = door->database;
    size_t count = 0;
    if (door->generation == database->generation)
        return;
    door->generation = database->generation;
    struct store_told *all = database->plant == PLANT_FORGETS ? NULL
                                                              : told_all(door->told, &count);
    for (size_t i = 0; i < count; i++) {
        const struct found found = find(database, all[i].table, NULL, &all[i]);
        bool is_there = found.sum != 0 && (all[i].sum == 0 || all[i].sum == found.sum);
        if (found.seq > 0 && !is_there && found.accepted_s < all[i].at_s)
            set_aside(database, &all[i], found.seq);
    }
    free(all);
}

/* A line that leads to what was superseded, as another server has told, is given up. */
static bool has_line(struct door *door, char problem[STORE_PROBLEM_MAX])
{
    uint32_t timeline;
    if (!is_through(door, problem))
        return false;
    if (door->database != door->leads || told_is_superseded(door->told, &timeline)) {
        door->database = door->leads;
        door->generation = UINT64_MAX;
    }
    const struct store_generation own = {.system = 1, .timeline = door->database->timeline};
    told_set_generation(door->told, &own);
    if (told_is_superseded(door->told, &timeline)) {
        snprintf(problem, STORE_PROBLEM_MAX, "this one was superseded");
        return false;
    }
    look_back(door);
    return true;
}

static void remember(struct door *door, const struct store_write *writes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_entry = writes[i].kind == STORE_ADD_ENTRY;
        const struct store_told told = {.table = writes[i].table, .seq = writes[i].seq,
                                        .at_s = now_s(door->database),
                                        .sum = is_entry ? checksum_of(&writes[i]) : 0};
        if (is_entry || (writes[i].kind == STORE_HOLD && writes[i].seq > 0))
            told_note(door->told, &told, is_entry ? TOLD_BY_COMMIT : TOLD_BY_HOLD);
    }
}

static struct store *copy_of(struct store *from)
{
    char problem[STORE_PROBLEM_MAX];
    struct store_copied copied = {.tables = 0};
    struct store *copy = store_open("memory", problem);
    CHECK_ABOUT(copy != NULL && store_copy(from, copy, &copied, problem), problem);
    store_copied_free(&copied);
    return copy;
}

void database_note(struct database *database)
{
    if (database->earlier != NULL)
        store_close(database->earlier);
    database->earlier = copy_of(database->tables);
    memcpy(database->earlier_owners, database->owners, sizeof database->owners);
    database->earlier_count = database->owner_count;
}

void database_go_back(struct database *database)
{
    store_close(database->tables);
    database->tables = copy_of(database->earlier);
    memcpy(database->owners, database->earlier_owners, sizeof database->owners);
    database->owner_count = database->earlier_count;
    database->generation++;
}

void database_split(struct database *database, struct database *before)
{
    *before = *database;
    before->earlier = NULL;
    before->tables = copy_of(database->tables);
    database->timeline++;
    database->generation++;
}

bool database_is_aside(struct database *database, const char *name)
{
    return find(database, 0, name, NULL).is_aside;
}

static enum store_result end_unheard(enum store_result result, char problem[STORE_PROBLEM_MAX])
{
    if (result != STORE_DONE)
        snprintf(problem, STORE_PROBLEM_MAX, "nobody knows, says the test");
    return result;
}

static enum store_result door_commit(struct store *store, const struct store_write *writes,
                                     size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    enum fate fate = door->fate;
    enum store_result unknown = door->database->plant == PLANT_HEARD ? STORE_DONE : STORE_BROKEN;
    if (!has_line(door, problem))
        return STORE_BROKEN;
    CHECK_ABOUT(door->database->timeline >= door->heard_timeline,
                "a server writes to a database of which it knows that it was superseded");
    door->fate = FATE_NONE;
    if (fate == FATE_FAILS)
        return end_unheard(unknown, problem);
    find_lost(door, writes, count);
    if (door->lost_count > 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "another server has it");
        return STORE_LOST;
    }
    enum store_result result = store_commit(door->database->tables, writes, count, problem);
    if (result == STORE_DONE)
        note_owners(door, writes, count);
    if (result == STORE_DONE && fate != FATE_UNHEARD)
        remember(door, writes, count);
    return fate == FATE_UNHEARD && result == STORE_DONE ? end_unheard(unknown, problem) : result;
}

struct looking {
    const struct store_write *write;
    bool is_found;
};

static bool compare_entry(void *context, const struct store_write *entry)
{
    struct looking *looking = context;
    const struct store_write *write = looking->write;
    looking->is_found |= entry->seq == write->seq && entry->who == write->who &&
                         entry->line.size == write->line.size &&
                         memcmp(entry->line.at, write->line.at, write->line.size) == 0 &&
                         entry->request.size == write->request.size &&
                         memcmp(entry->request.at, write->request.at, write->request.size) == 0;
    return true;
}

/* Entries tell whether a commit was done; where there are none it may be done again. */
static enum store_result door_holds(struct store *store, const struct store_write *writes,
                                    size_t count, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    if (!has_line(door, problem))
        return STORE_BROKEN;
    for (size_t i = 0; i < count; i++) {
        struct looking looking = {.write = &writes[i]};
        const struct store_reader reader = {.context = &looking, .entry = compare_entry};
        if (writes[i].kind == STORE_ADD_ENTRY &&
            (!store_read_log(door->database->tables, writes[i].table, &reader, problem) ||
             !looking.is_found))
            return STORE_CONFLICT;
    }
    problem[0] = '\0';
    remember(door, writes, count);
    return STORE_DONE;
}

static enum store_result door_is_there(struct store *store, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    if (!has_line(door, problem))
        return STORE_BROKEN;
    door->alive_until_ms = door->database->now_ms + SHARED_LEASE_MS;
    door->own_until_ms = *door->own_now_ms + SHARED_LEASE_MS;
    return STORE_DONE;
}

/* ---- Taking ---- */

static bool note_number(void *context, uint64_t table, int64_t at_s, struct text name)
{
    (void)at_s;
    (void)name;
    *(uint64_t *)context = table;
    return true;
}

static uint64_t number_of(struct database *database, struct text name)
{
    char problem[STORE_PROBLEM_MAX];
    uint64_t number = 0;
    const struct store_reader reader = {.context = &number, .table = note_number};
    store_fetch(database->tables, 0, name, &reader, problem);
    return number;
}

static bool door_take(struct store *store, uint64_t table, struct text name,
                      struct store_taken *out, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    *out = (struct store_taken){.table = table};
    if (!has_line(door, problem))
        return false;
    if (name.size > 0)
        out->table = number_of(door->database, name);
    if (out->table == 0)
        return true;
    struct owner_row *row = make_row(door->database, out->table);
    bool is_given_twice = door->database->plant == PLANT_TWICE && row->epoch > 0;
    if (!is_given_twice && is_elsewhere(door, out->table, true)) {
        out->owner.id = row->owner;
        strcpy(out->owner.address, "there");
        return true;
    }
    if (row->owner != door->id && !is_given_twice)
        *row = (struct owner_row){out->table, door->id, row->epoch + 1};
    out->epoch = row->epoch;
    return true;
}

static size_t door_lost(struct store *store, const uint64_t **tables)
{
    const struct door *door = (struct door *)store;
    *tables = door->lost;
    return door->lost_count;
}

static bool door_announce(struct store *store, struct store_server *self,
                          char problem[STORE_PROBLEM_MAX])
{
    self->id = ((struct door *)store)->id;
    return is_through((struct door *)store, problem);
}

/* ---- Reading ---- */

static bool door_load(struct store *store, const struct store_reader *reader,
                      char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    return is_through(door, problem) && store_load(door->database->tables, reader, problem);
}

static bool door_read_log(struct store *store, uint64_t table,
                          const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    return is_through(door, problem) &&
           store_read_log(door->database->tables, table, reader, problem);
}

static bool door_survey(struct store *store, const struct store_reader *reader,
                        struct store_survey *out, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    bool is_read = is_through(door, problem) &&
                   store_survey(door->database->tables, reader, out, problem);
    out->last_number = door->id * SHARED_TABLES_MAX;
    return is_read;
}

static bool door_fetch(struct store *store, uint64_t table, struct text name,
                       const struct store_reader *reader, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    return is_through(door, problem) &&
           store_fetch(door->database->tables, table, name, reader, problem);
}

static bool door_next(struct store *store, uint64_t after, uint64_t *table,
                      char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    return is_through(door, problem) && store_next(door->database->tables, after, table, problem);
}

struct filtered {
    const struct door *door;
    bool is_filtered;
    void *context;
    store_found_function found;
};

static bool filter(void *context, const struct store_write *found)
{
    struct filtered *filtered = context;
    if (filtered->is_filtered && is_elsewhere(filtered->door, found->table, false))
        return true;
    return filtered->found(filtered->context, found);
}

static bool door_look(struct store *store, const struct store_look *look, void *context,
                      store_found_function found, char problem[STORE_PROBLEM_MAX])
{
    struct door *door = (struct door *)store;
    struct filtered filtered = {door, look->by == STORE_BY_AWAKE || look->by == STORE_BY_DUE,
                                context, found};
    return is_through(door, problem) &&
           store_look(door->database->tables, look, &filtered, filter, problem);
}

static bool door_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE],
                        char problem[STORE_PROBLEM_MAX])
{
    return store_secret(((struct door *)store)->database->tables, out, problem);
}

static const struct store_kind door_kind = {
    .scheme = "door",         .commit = door_commit,     .holds = door_holds,
    .is_there = door_is_there, .take = door_take,         .lost = door_lost,
    .announce = door_announce, .load = door_load,         .read_log = door_read_log,
    .survey = door_survey,     .fetch = door_fetch,       .next = door_next,
    .look = door_look,         .secret = door_secret};

/* ---- The whole ---- */

void database_begin(struct database *database, enum plant plant)
{
    char problem[STORE_PROBLEM_MAX];
    *database = (struct database){.plant = plant, .now_ms = BEGIN_MS, .timeline = 1};
    database->tables = store_open("memory", problem);
    assert(database->tables != NULL);
}

void database_end(struct database *database)
{
    for (struct door *door = database->doors, *next; door != NULL; door = next) {
        next = door->next;
        told_free(door->told);
        free(door);
    }
    if (database->earlier != NULL)
        store_close(database->earlier);
    store_close(database->tables);
}

struct door *door_new(struct database *database, uint64_t *own_now_ms)
{
    char problem[STORE_PROBLEM_MAX];
    struct door *door = calloc(1, sizeof *door);
    assert(door != NULL);
    door->store.kind = &door_kind;
    door->database = door->leads = database;
    door->id = ++database->next_id;
    door->told = told_new();
    door->generation = database->generation;
    assert(door->told != NULL);
    door->own_now_ms = own_now_ms;
    door->has_session = true;
    door->next = database->doors;
    database->doors = door;
    door_is_there(&door->store, problem);
    return door;
}

void door_leave(struct door *door, bool is_clean)
{
    door->has_session = false;
    if (is_clean)
        door->alive_until_ms = 0;
}

bool database_has(struct database *database, uint64_t id, uint64_t table, uint64_t epoch)
{
    const struct owner_row *row = find_row(database, table);
    return row != NULL && row->owner == id && row->epoch == epoch;
}

uint64_t database_owner(struct database *database, const char *name)
{
    const struct owner_row *row = find_row(database, number_of(database, text_of(name)));
    return row == NULL ? 0 : row->owner;
}

uint32_t database_seq(struct database *database, const char *name)
{
    return find(database, 0, name, NULL).seq;
}
