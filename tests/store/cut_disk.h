/* cut_disk.h - the disk behind cut_vfs.h: names, files, and what of them a cut leaves. It
 * knows nothing of SQLite. */
#ifndef RUMMERY_CUT_DISK_H
#define RUMMERY_CUT_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISK_NAME_MAX = 256 };

struct disk_bytes {
    uint8_t *at;
    size_t size;
    size_t capacity;
};

/* Something done since the last sync: a write, or without data a truncation to `at`. */
struct disk_change {
    size_t at;
    size_t size;
    uint8_t *data;
};

struct disk_file {
    unsigned ref_count; /* by names, by their durable selves, and by who has it open */
    uint64_t number;
    struct disk_bytes now;
    struct disk_bytes durable;
    struct disk_change *changes;
    size_t change_count;
    size_t change_capacity;
    /* What SQLite's locks need; of no interest to the disk but to be reset at a cut. */
    unsigned reader_count;
    const void *writer;
    bool is_pending;
    void *shared_memory;
};

void disk_format(uint64_t seed);
uint64_t disk_random(void);
/* A file by its name, or without a name; NULL if it is not there and not to be made. The
 * caller gives it back by disk_release(). */
struct disk_file *disk_open(const char *name, bool may_create);
void disk_release(struct disk_file *file);
struct disk_file *disk_find(const char *name);
void disk_write(struct disk_file *file, size_t at, const void *data, size_t size);
void disk_truncate(struct disk_file *file, size_t size);
void disk_sync(struct disk_file *file);
void disk_sync_names(void);
void disk_delete(const char *name);
/* What was not synced is lost, or part of it. */
void disk_cut(void);

#endif
