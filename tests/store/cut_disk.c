/* cut_disk.c - see cut_disk.h. A file has the bytes that programs see, the bytes that are
 * durable, and the list of changes that lead from these to those. */
#include "cut_disk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COUNT_MAX = 64, SECTOR_SIZE = 512 };

/* How much of what was not synced survives a cut. */
enum survival { SURVIVES_NONE, SURVIVES_ALL, SURVIVES_FIRST, SURVIVES_SECTORS, SURVIVES_TORN };
enum { SURVIVAL_COUNT = SURVIVES_TORN + 1 };

struct name {
    char text[DISK_NAME_MAX];
    struct disk_file *now; /* NULL: there is none of this name */
    struct disk_file *durable;
};

static struct name names[NAME_COUNT_MAX];
static size_t name_count;
static uint64_t random_state;
static uint64_t next_number;

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t disk_random(void)
{
    random_state += 0x9e3779b97f4a7c15u;
    return mix(random_state);
}

static void *must(void *memory)
{
    if (memory == NULL) {
        fputs("no memory for the disk\n", stderr);
        abort();
    }
    return memory;
}

/* Bytes that were not there before are zeros. */
static void resize(struct disk_bytes *bytes, size_t size)
{
    if (size > bytes->capacity) {
        bytes->capacity = size * 2;
        bytes->at = must(realloc(bytes->at, bytes->capacity));
    }
    if (size > bytes->size)
        memset(bytes->at + bytes->size, 0, size - bytes->size);
    bytes->size = size;
}

static void set_bytes(struct disk_bytes *bytes, const struct disk_bytes *source)
{
    resize(bytes, source->size);
    if (source->size > 0)
        memcpy(bytes->at, source->at, source->size);
}

static void put(struct disk_bytes *bytes, size_t at, const void *data, size_t size)
{
    if (at + size > bytes->size)
        resize(bytes, at + size);
    memcpy(bytes->at + at, data, size);
}

static void forget_changes(struct disk_file *file)
{
    for (size_t i = 0; i < file->change_count; ++i)
        free(file->changes[i].data);
    file->change_count = 0;
}

void disk_release(struct disk_file *file)
{
    if (file == NULL || --file->ref_count > 0)
        return;
    forget_changes(file);
    free(file->changes);
    free(file->now.at);
    free(file->durable.at);
    free(file);
}

void disk_format(uint64_t seed)
{
    for (size_t i = 0; i < name_count; ++i) {
        disk_release(names[i].now);
        disk_release(names[i].durable);
    }
    name_count = 0;
    random_state = seed;
}

static struct name *find_name(const char *text)
{
    for (size_t i = 0; i < name_count; ++i)
        if (strcmp(names[i].text, text) == 0)
            return &names[i];
    return NULL;
}

struct disk_file *disk_find(const char *name)
{
    struct name *found = find_name(name);
    return found == NULL ? NULL : found->now;
}

static struct name *add_name(const char *text)
{
    assert(name_count < NAME_COUNT_MAX);
    assert(strlen(text) < DISK_NAME_MAX);
    struct name *name = &names[name_count++];
    memset(name, 0, sizeof *name);
    memcpy(name->text, text, strlen(text) + 1);
    return name;
}

static struct disk_file *make_file(void)
{
    struct disk_file *file = must(calloc(1, sizeof *file));
    file->number = ++next_number;
    return file;
}

struct disk_file *disk_open(const char *text, bool may_create)
{
    struct name *name = text == NULL ? NULL : find_name(text);
    struct disk_file *file = name == NULL ? NULL : name->now;
    if (file == NULL && !may_create)
        return NULL;
    if (file == NULL) {
        file = make_file();
        if (text != NULL && name == NULL)
            name = add_name(text);
        if (name != NULL) {
            name->now = file;
            ++file->ref_count;
        }
    }
    ++file->ref_count;
    return file;
}

static struct disk_change *add_change(struct disk_file *file)
{
    if (file->change_count == file->change_capacity) {
        file->change_capacity = file->change_capacity * 2 + 16;
        file->changes =
            must(realloc(file->changes, file->change_capacity * sizeof *file->changes));
    }
    return &file->changes[file->change_count++];
}

void disk_write(struct disk_file *file, size_t at, const void *data, size_t size)
{
    if (size == 0)
        return;
    struct disk_change *change = add_change(file);
    *change = (struct disk_change){at, size, must(malloc(size))};
    memcpy(change->data, data, size);
    put(&file->now, at, data, size);
}

void disk_truncate(struct disk_file *file, size_t size)
{
    *add_change(file) = (struct disk_change){size, 0, NULL};
    resize(&file->now, size);
}

void disk_sync(struct disk_file *file)
{
    for (size_t i = 0; i < file->change_count; ++i) {
        const struct disk_change *change = &file->changes[i];
        if (change->data == NULL)
            resize(&file->durable, change->at);
        else
            put(&file->durable, change->at, change->data, change->size);
    }
    forget_changes(file);
}

static void settle_name(struct name *name, bool is_now_kept)
{
    struct disk_file *kept = is_now_kept ? name->now : name->durable;
    if (kept != NULL)
        kept->ref_count += 2;
    disk_release(name->now);
    disk_release(name->durable);
    name->now = kept;
    name->durable = kept;
}

void disk_sync_names(void)
{
    for (size_t i = 0; i < name_count; ++i)
        settle_name(&names[i], true);
}

void disk_delete(const char *text)
{
    struct name *name = find_name(text);
    if (name != NULL) {
        disk_release(name->now);
        name->now = NULL;
    }
}

/* What a cut makes of one file: how many of its changes reached each sector. */
struct fate {
    enum survival survival;
    uint64_t seed;
    size_t change_count;
    size_t first_count; /* for SURVIVES_FIRST */
};

static size_t surviving_changes(const struct fate *fate, uint64_t place)
{
    switch (fate->survival) {
    case SURVIVES_NONE:
        return 0;
    case SURVIVES_ALL:
        return fate->change_count;
    case SURVIVES_FIRST:
        return fate->first_count;
    case SURVIVES_SECTORS:
    case SURVIVES_TORN:
        break;
    }
    return (size_t)(mix(fate->seed + place * 0x9e3779b97f4a7c15u) % (fate->change_count + 1));
}

/* Where a sector is torn: what is before has one fate, what is behind another. */
static size_t tear_of(const struct fate *fate, size_t sector)
{
    if (fate->survival != SURVIVES_TORN)
        return SECTOR_SIZE;
    return (size_t)(mix(fate->seed ^ mix(sector + 1)) % (SECTOR_SIZE + 1));
}

/* Applies change i to [from, to) of the bytes, which lies within one part of one sector. */
static void apply(struct disk_bytes *bytes, const struct disk_change *change, size_t from,
                  size_t to)
{
    size_t start = from > change->at ? from : change->at;
    size_t change_end = change->data == NULL ? bytes->size : change->at + change->size;
    size_t end = to < change_end ? to : change_end;
    if (start >= end)
        return;
    if (change->data == NULL)
        memset(bytes->at + start, 0, end - start);
    else
        memcpy(bytes->at + start, change->data + (start - change->at), end - start);
}

static void apply_by_sector(struct disk_bytes *bytes, const struct disk_change *change, size_t i,
                            const struct fate *fate)
{
    size_t end = change->data == NULL ? bytes->size : change->at + change->size;
    for (size_t sector = change->at / SECTOR_SIZE; sector * SECTOR_SIZE < end; ++sector) {
        size_t from = sector * SECTOR_SIZE;
        size_t to = from + SECTOR_SIZE < bytes->size ? from + SECTOR_SIZE : bytes->size;
        size_t tear = from + tear_of(fate, sector);
        if (tear > to)
            tear = to;
        if (i < surviving_changes(fate, sector * 2 + 2))
            apply(bytes, change, from, tear);
        if (i < surviving_changes(fate, sector * 2 + 3))
            apply(bytes, change, tear, to);
    }
}

static void cut_file(struct disk_file *file)
{
    struct fate fate = {(enum survival)(disk_random() % SURVIVAL_COUNT), disk_random(),
                        file->change_count, disk_random() % (file->change_count + 1)};
    size_t size_changes = surviving_changes(&fate, 0);
    size_t size = file->durable.size;
    size_t extent = size;
    for (size_t i = 0; i < file->change_count; ++i) {
        const struct disk_change *change = &file->changes[i];
        size_t end = change->at + change->size;
        if (i < size_changes && (change->data == NULL || end > size))
            size = end;
        if (end > extent)
            extent = end;
    }
    resize(&file->durable, extent);
    for (size_t i = 0; i < file->change_count; ++i)
        apply_by_sector(&file->durable, &file->changes[i], i, &fate);
    resize(&file->durable, size);
    forget_changes(file);
    set_bytes(&file->now, &file->durable);
    file->reader_count = 0;
    file->writer = NULL;
    file->is_pending = false;
    file->shared_memory = NULL;
}

void disk_cut(void)
{
    enum survival survival = (enum survival)(disk_random() % SURVIVAL_COUNT);
    for (size_t i = 0; i < name_count; ++i) {
        bool is_now_kept = survival == SURVIVES_ALL ||
                           (survival != SURVIVES_NONE && disk_random() % 2 == 0);
        settle_name(&names[i], is_now_kept);
        if (names[i].now != NULL)
            cut_file(names[i].now);
    }
}
