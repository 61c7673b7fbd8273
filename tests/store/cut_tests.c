/* cut_tests.c - the power is cut a thousand times and more, in the middle of commits, of the
 * log's way into the file, of making a store. After each cut the store is opened again:
 * every commit that was granted must be there, the one under way entirely or not at all.
 * A disk that ignores xSync must fail the same test, or it would prove nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cut_vfs.h"
#include "fault_tests.h"
#include "harness.h"

enum {
    SLOTS = 4,
    ENTRIES_MAX = 4000, /* of a slot */
    WRITES_MAX = 32,
    LINE_SIZE = 160,
    CUTS_OF_A_DISK = 60,
    CUTS_WANTED = 1500,
    CUTS_WITH_LIES = 120,
    ENTRIES_WANTED = 10000
};

/* What a store should hold. A slot is a table under changing numbers; an entry is known by
 * the commit it came with. */
struct slot {
    uint64_t number; /* 0: no table */
    uint32_t entry_count;
    uint32_t live;
    uint32_t entries[ENTRIES_MAX];
};

struct model {
    struct slot slots[SLOTS];
};

static struct model now;   /* with every commit that was granted */
static struct model next;  /* and the one under way */
static struct model found; /* what is on disk */
static uint64_t next_number;
static uint32_t next_commit;
static uint64_t random_state;
static char problem[STORE_PROBLEM_MAX];

static struct {
    unsigned cuts;
    unsigned commits;   /* granted */
    unsigned entries;   /* granted */
    unsigned recovered; /* commits that were under way and are there */
    unsigned torn;      /* commits that are there in part */
    unsigned lost;      /* entries, live lines or tables that were granted and are not there */
    unsigned doubled;   /* entries that are there twice, or that nobody wrote */
    unsigned unopened;
} tally;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % bound);
}

/* The line says which commit it belongs to; its size varies with it. */
static size_t make_line(char out[LINE_SIZE], uint64_t table, uint32_t seq, uint32_t commit)
{
    int size = snprintf(out, LINE_SIZE, "%u %llu %u ", (unsigned)commit,
                        (unsigned long long)table, (unsigned)seq);
    for (uint32_t left = (commit * 31 + seq) % 100; left > 0; --left)
        out[size++] = (char)('a' + (commit + left) % 26);
    return (size_t)size;
}

struct batch {
    struct store_write writes[WRITES_MAX];
    char lines[WRITES_MAX][LINE_SIZE];
    char names[WRITES_MAX][STORE_NAME_MAX];
    size_t count;
    unsigned entries;
};

static struct batch under_way; /* empty when there is none */

static struct store_write *add_write(struct batch *batch, enum store_write_kind kind,
                                     uint64_t table)
{
    struct store_write *write = &batch->writes[batch->count++];
    *write = (struct store_write){.kind = kind, .table = table, .at_s = 7};
    return write;
}

static void add_line(struct batch *batch, struct store_write *write, uint32_t commit)
{
    char *line = batch->lines[write - batch->writes];
    write->line = (struct text){line, make_line(line, write->table, write->seq, commit)};
}

static void renew_slot(struct batch *batch, struct slot *slot)
{
    if (slot->number != 0)
        add_write(batch, STORE_DELETE_TABLE, slot->number);
    memset(slot, 0, sizeof *slot);
    slot->number = ++next_number;
    char *name = batch->names[batch->count];
    struct store_write *write = add_write(batch, STORE_ADD_TABLE, slot->number);
    write->name.size = (size_t)snprintf(name, STORE_NAME_MAX, "t%llu",
                                        (unsigned long long)slot->number);
    write->name.at = name;
}

/* Makes the next commit, and in `next` what should then be there. */
static void make_batch(struct batch *batch)
{
    uint32_t commit = ++next_commit;
    uint32_t wanted = 1 + random_below(WRITES_MAX - 6);
    memset(batch, 0, sizeof *batch);
    next = now;
    while (batch->count < wanted) {
        struct slot *slot = &next.slots[random_below(SLOTS)];
        bool is_renewed = slot->number == 0 || slot->entry_count == ENTRIES_MAX ||
                          random_below(400) == 0;
        if (is_renewed)
            renew_slot(batch, slot);
        struct store_write *write = add_write(batch, STORE_ADD_ENTRY, slot->number);
        write->seq = slot->entry_count;
        add_line(batch, write, commit);
        slot->entries[slot->entry_count++] = commit;
        ++batch->entries;
        if (random_below(8) == 0) {
            add_line(batch, add_write(batch, STORE_SET_LIVE, slot->number), commit);
            slot->live = commit;
        }
    }
}

static struct slot *slot_of(struct model *model, uint64_t number)
{
    for (size_t i = 0; i < SLOTS; ++i)
        if (model->slots[i].number == number)
            return &model->slots[i];
    return NULL;
}

/* A table stands in the slot where the models have it. */
static bool find_table(void *context, uint64_t table, int64_t at_s, struct text name)
{
    (void)context;
    (void)name;
    struct slot *slot = slot_of(&next, table);
    if (slot == NULL)
        slot = slot_of(&now, table);
    struct model *model = slot_of(&next, table) != NULL ? &next : &now;
    if (slot == NULL || at_s != 7 || found.slots[slot - model->slots].number != 0) {
        ++tally.doubled;
        return false;
    }
    found.slots[slot - model->slots].number = table;
    return true;
}

static uint32_t commit_of(uint64_t table, uint32_t seq, struct text line)
{
    char expected[LINE_SIZE];
    uint32_t commit = 0;
    for (size_t i = 0; i < line.size && line.at[i] >= '0' && line.at[i] <= '9'; ++i)
        commit = commit * 10 + (uint32_t)(line.at[i] - '0');
    size_t size = make_line(expected, table, seq, commit);
    return size == line.size && memcmp(expected, line.at, size) == 0 ? commit : 0;
}

static bool find_entry(void *context, const struct store_write *entry)
{
    struct slot *slot = slot_of(&found, entry->table);
    (void)context;
    uint32_t commit = commit_of(entry->table, entry->seq, entry->line);
    if (slot == NULL || commit == 0 || entry->seq < slot->entry_count) {
        ++tally.doubled;
        return false;
    }
    if (entry->seq != slot->entry_count || entry->seq >= ENTRIES_MAX) {
        ++tally.lost;
        return false;
    }
    slot->entries[slot->entry_count++] = commit;
    return true;
}

static bool find_live(void *context, uint64_t table, struct text line)
{
    struct slot *slot = slot_of(&found, table);
    (void)context;
    if (slot != NULL)
        slot->live = commit_of(table, 0, line);
    return slot != NULL;
}

static bool is_equal(const struct model *a, const struct model *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Entries of `now` that are not found. One that the commit under way deletes with its table
 * makes that commit torn, not lost. */
static unsigned count_lost(void)
{
    unsigned lost = 0;
    for (size_t i = 0; i < SLOTS; ++i) {
        const struct slot *old = &now.slots[i];
        const struct slot *new = &found.slots[i];
        if (new->number != old->number && new->number == next.slots[i].number)
            continue;
        for (uint32_t seq = 0; seq < old->entry_count; ++seq)
            lost += new->number != old->number || seq >= new->entry_count ||
                    new->entries[seq] != old->entries[seq];
        lost += new->live < old->live;
    }
    return lost;
}

static unsigned count_entries(const struct model *model)
{
    unsigned count = 0;
    for (size_t i = 0; i < SLOTS; ++i)
        count += model->slots[i].entry_count;
    return count;
}

/* Opens the store after a cut and compares; NULL if something is wrong with it. */
static struct store *open_and_compare(void)
{
    struct store *store = store_open(CUT_STORE, problem);
    struct store_reader reader = {
        .table = find_table, .entry = find_entry, .live = find_live};
    memset(&found, 0, sizeof found);
    if (store == NULL || !store_load(store, &reader, problem)) {
        ++tally.unopened;
        tally.lost += count_entries(&now);
        store_close(store);
        return NULL;
    }
    if (is_equal(&found, &now))
        return store;
    if (is_equal(&found, &next)) {
        ++tally.recovered;
        now = next;
        return store;
    }
    unsigned lost = count_lost();
    tally.lost += lost;
    tally.torn += lost == 0;
    store_close(store);
    return NULL;
}

static void grant(struct batch *batch)
{
    now = next;
    batch->count = 0;
    ++tally.commits;
    tally.entries += batch->entries;
}

/* Commits until the power fails, now and then closing and opening in between. */
static void live_until_cut(struct store *store)
{
    while (store != NULL && !cut_vfs_is_off()) {
        uint32_t chance = random_below(40);
        if (chance == 0) {
            next = now;
            store_close(store);
            store = store_open(CUT_STORE, problem);
            continue;
        }
        make_batch(&under_way);
        enum store_result result =
            store_commit(store, under_way.writes, under_way.count, problem);
        if (result == STORE_DONE)
            grant(&under_way);
        CHECK(result == STORE_DONE || cut_vfs_is_off());
        if (result == STORE_DONE && chance == 1)
            cut_vfs_cut();
    }
    CHECK(cut_vfs_is_off());
    store_close(store);
    ++tally.cuts;
    cut_vfs_power_on();
}

/* Asks for the commit under way once more, as a server would that got no answer: it must be
 * refused if it is there already, and granted if it is not. */
static void ask_again(struct store *store, unsigned recovered)
{
    if (under_way.count == 0)
        return;
    enum store_result result =
        store_commit(store, under_way.writes, under_way.count, problem);
    if (recovered != 0) {
        tally.doubled += result == STORE_DONE;
    } else {
        CHECK(result == STORE_DONE);
        grant(&under_way);
    }
    under_way.count = 0;
}

static void use_disk(uint64_t seed, unsigned cuts, bool is_lying)
{
    struct store *store;
    memset(&now, 0, sizeof now);
    memset(&next, 0, sizeof next);
    under_way.count = 0;
    cut_vfs_register("cut", seed);
    cut_vfs_ignore_sync(is_lying);
    random_state = seed;
    /* A short way to the first cuts, so that they meet a store that is being made. */
    cut_vfs_cut_at(1 + random_below(60));
    store = store_open(CUT_STORE, problem);
    for (unsigned i = 0; i < cuts; ++i) {
        if (store == NULL && cut_vfs_is_off()) {
            ++tally.cuts;
            cut_vfs_power_on();
        } else {
            live_until_cut(store);
        }
        unsigned recovered = tally.recovered;
        store = open_and_compare();
        if (store == NULL)
            break;
        ask_again(store, tally.recovered - recovered);
        next = now;
        cut_vfs_cut_at(1 + random_below(i % 4 == 0 ? 600 : 120));
        /* Sometimes the cut comes while the log is being recovered. */
        if (random_below(4) == 0) {
            store_close(store);
            store = store_open(CUT_STORE, problem);
        }
    }
    cut_vfs_cut_at(0);
    store_close(store);
}

static void print_tally(const char *disk)
{
    printf("%s: %u cuts; commits acknowledged %u (%u entries), recovered %u, torn %u; "
           "lost %u, doubled %u, stores not opened %u\n",
           disk, tally.cuts, tally.commits, tally.entries, tally.recovered, tally.torn,
           tally.lost, tally.doubled, tally.unopened);
}

static void test_cuts(uint64_t seed)
{
    memset(&tally, 0, sizeof tally);
    test_begin("no cut loses a commit that was granted, doubles one, or leaves part of one");
    while (tally.cuts < CUTS_WANTED && tally.lost + tally.unopened + tally.torn == 0)
        use_disk(seed++, CUTS_OF_A_DISK, false);
    print_tally("an honest disk");
    CHECK(tally.lost == 0);
    CHECK(tally.doubled == 0);
    CHECK(tally.torn == 0);
    CHECK(tally.unopened == 0);
    CHECK(tally.cuts >= CUTS_WANTED);
    CHECK(tally.entries >= ENTRIES_WANTED);
    CHECK(tally.recovered > 0);
}

static void test_lies(uint64_t seed)
{
    memset(&tally, 0, sizeof tally);
    test_begin("on a disk that ignores syncs the same test finds losses");
    while (tally.cuts < CUTS_WITH_LIES)
        use_disk(seed++, CUTS_OF_A_DISK, true);
    print_tally("a lying disk");
    CHECK(tally.lost > 0);
}

static bool make_with_cut(uint64_t k, uint64_t seed)
{
    cut_vfs_register("cut", seed);
    cut_vfs_cut_at(k);
    struct store *store = store_open(CUT_STORE, problem);
    bool is_cut = cut_vfs_is_off();
    store_close(store);
    cut_vfs_cut();
    cut_vfs_power_on();
    store = store_open(CUT_STORE, problem);
    const char *all = store == NULL ? NULL : dump(store, problem);
    CHECK(all != NULL && all[0] == '\0');
    if (all == NULL)
        printf("cut %llu, seed %llu: %s\n", (unsigned long long)k, (unsigned long long)seed,
               problem);
    store_close(store);
    return is_cut;
}

static void test_cuts_in_making(void)
{
    enum { SEEDS = 40 };
    uint64_t k = 0;
    bool is_cut = true;
    test_begin("wherever the making of a store is cut, it is made the next time");
    while (is_cut) {
        ++k;
        for (uint64_t seed = 0; seed < SEEDS; ++seed)
            is_cut = make_with_cut(k, k * SEEDS + seed);
    }
    CHECK(k > 20);
    printf("making a store: cut at %llu places, %d times each\n", (unsigned long long)k - 1,
           SEEDS);
}

static void test_sync_count(void)
{
    test_begin("a commit costs one sync");
    cut_vfs_register("cut", 1);
    struct store *store = store_open(CUT_STORE, problem);
    struct store_write table = write_table(1, "one");
    CHECK(store_commit(store, &table, 1, problem) == STORE_DONE);
    uint64_t before = cut_vfs_sync_count();
    for (uint32_t i = 0; i < 10; ++i) {
        struct store_write entry = write_entry(1, i, "x");
        CHECK(store_commit(store, &entry, 1, problem) == STORE_DONE);
    }
    CHECK(cut_vfs_sync_count() - before == 10);
    store_close(store);
}

int main(int count, char **arguments)
{
    uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 2026;
    printf("seed %llu\n", (unsigned long long)seed);
    test_cuts(seed * 1000);
    test_lies(seed * 1000);
    test_cuts_in_making();
    test_sync_count();
    test_faults();
    test_full_disk();
    cut_vfs_unregister();
    return test_finish();
}
