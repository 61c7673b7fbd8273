/* cut_file.c - an open file of the disk that can be cut: reading and writing, SQLite's locks,
 * and the memory that the connections of one database share. */
#include <stdlib.h>
#include <string.h>

#include "cut_internal.h"

enum { REGION_COUNT_MAX = 64, SECTOR_SIZE = 512 };

struct shared_memory {
    unsigned ref_count;
    void *regions[REGION_COUNT_MAX];
    unsigned readers[SQLITE_SHM_NLOCK];
    const void *writers[SQLITE_SHM_NLOCK];
};

static int vfs_read(sqlite3_file *base, void *out, int size, sqlite3_int64 at)
{
    const struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_READ);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    const struct disk_bytes *bytes = &file->file->now;
    size_t start = (size_t)at < bytes->size ? (size_t)at : bytes->size;
    size_t found = bytes->size - start < (size_t)size ? bytes->size - start : (size_t)size;
    memset(out, 0, (size_t)size);
    if (found > 0)
        memcpy(out, bytes->at + start, found);
    return cut_unlock(found == (size_t)size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
}

/* How much of a write there is room for. */
static size_t take_room(const struct disk_file *file, size_t at, size_t size)
{
    size_t end = at + size;
    size_t growth = end > file->now.size ? end - file->now.size : 0;
    if (cut.room < 0)
        return size;
    if (growth > (size_t)cut.room) {
        size_t missing = growth - (size_t)cut.room;
        cut.room = 0;
        return missing < size ? size - missing : 0;
    }
    cut.room -= (int64_t)growth;
    return size;
}

static int vfs_write(sqlite3_file *base, const void *data, int size, sqlite3_int64 at)
{
    struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_WRITE);
    if (code == SQLITE_IOERR_WRITE)
        disk_write(file->file, (size_t)at, data, (size_t)size / 2);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    size_t written = take_room(file->file, (size_t)at, (size_t)size);
    disk_write(file->file, (size_t)at, data, written);
    if (cut_is_now()) {
        cut_power_off();
        return cut_unlock(SQLITE_IOERR_WRITE);
    }
    return cut_unlock(written == (size_t)size ? SQLITE_OK : SQLITE_FULL);
}

static int vfs_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_TRUNCATE);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    if ((size_t)size < file->file->now.size)
        cut_give_room(file->file->now.size - (size_t)size);
    disk_truncate(file->file, (size_t)size);
    if (cut_is_now()) {
        cut_power_off();
        code = SQLITE_IOERR_TRUNCATE;
    }
    return cut_unlock(code);
}

static int vfs_sync(sqlite3_file *base, int flags)
{
    struct open_file *file = (struct open_file *)base;
    (void)flags;
    int code = cut_begin(file, SQLITE_IOERR_FSYNC);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    ++cut.sync_count;
    if (cut_is_now()) {
        cut_power_off();
        return cut_unlock(SQLITE_IOERR_FSYNC);
    }
    if (!cut.is_sync_ignored) {
        disk_sync(file->file);
        if (file->must_sync_names)
            disk_sync_names();
        file->must_sync_names = false;
    }
    return cut_unlock(SQLITE_OK);
}

static int vfs_file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    const struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_FSTAT);
    if (code == SQLITE_OK)
        *size = (sqlite3_int64)file->file->now.size;
    return cut_unlock(code);
}

/* The levels of SQLite's locks: many share, one of them reserves, and waits for the others
 * to leave before it is alone. */
static int take_lock(struct open_file *file, int level)
{
    struct disk_file *on = file->file;
    if (file->lock >= level)
        return SQLITE_OK;
    if (level == SQLITE_LOCK_SHARED) {
        if (on->is_pending)
            return SQLITE_BUSY;
        ++on->reader_count;
        file->lock = level;
        return SQLITE_OK;
    }
    if (on->writer != NULL && on->writer != file)
        return SQLITE_BUSY;
    on->writer = file;
    file->lock = SQLITE_LOCK_RESERVED;
    if (level == SQLITE_LOCK_RESERVED)
        return SQLITE_OK;
    on->is_pending = true;
    file->lock = on->reader_count > 1 ? SQLITE_LOCK_PENDING : SQLITE_LOCK_EXCLUSIVE;
    return file->lock == SQLITE_LOCK_EXCLUSIVE ? SQLITE_OK : SQLITE_BUSY;
}

static void drop_lock(struct open_file *file, int level)
{
    if (file->lock <= level)
        return;
    if (file->lock >= SQLITE_LOCK_RESERVED) {
        file->file->writer = NULL;
        file->file->is_pending = false;
    }
    if (level == SQLITE_LOCK_NONE)
        --file->file->reader_count;
    file->lock = level;
}

static int vfs_lock(sqlite3_file *base, int level)
{
    struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_LOCK);
    return cut_unlock(code == SQLITE_OK ? take_lock(file, level) : code);
}

static int vfs_unlock(sqlite3_file *base, int level)
{
    struct open_file *file = (struct open_file *)base;
    cut_lock();
    if (!cut_is_dead(file))
        drop_lock(file, level);
    return cut_unlock(SQLITE_OK);
}

static int vfs_check_reserved(sqlite3_file *base, int *is_reserved)
{
    const struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_CHECKRESERVEDLOCK);
    *is_reserved = code == SQLITE_OK && file->file->writer != NULL;
    return cut_unlock(code);
}

static int vfs_file_control(sqlite3_file *base, int operation, void *argument)
{
    (void)base;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int vfs_sector_size(sqlite3_file *base)
{
    (void)base;
    return SECTOR_SIZE;
}

/* As on unix: a write leaves the bytes beside it alone even when the power fails. */
static int vfs_device(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static struct shared_memory *join_shared_memory(struct open_file *file)
{
    if (file->shared == NULL) {
        if (file->file->shared_memory == NULL)
            file->file->shared_memory = calloc(1, sizeof *file->shared);
        file->shared = file->file->shared_memory;
        if (file->shared != NULL)
            ++file->shared->ref_count;
    }
    return file->shared;
}

static int vfs_shm_map(sqlite3_file *base, int region, int size, int is_made,
                       void volatile **out)
{
    struct open_file *file = (struct open_file *)base;
    int code = cut_begin(file, SQLITE_IOERR_SHMMAP);
    *out = NULL;
    if (code != SQLITE_OK)
        return cut_unlock(code);
    struct shared_memory *shared = join_shared_memory(file);
    if (shared == NULL || region >= REGION_COUNT_MAX)
        return cut_unlock(SQLITE_IOERR_NOMEM);
    if (shared->regions[region] == NULL && is_made)
        shared->regions[region] = calloc(1, (size_t)size);
    *out = shared->regions[region];
    return cut_unlock(SQLITE_OK);
}

static int shm_take(struct open_file *file, int first, int count, bool is_alone)
{
    struct shared_memory *shared = file->shared;
    for (int i = first; i < first + count; ++i) {
        unsigned mine = (file->shared_locks >> i) & 1u;
        bool is_other_writing = shared->writers[i] != NULL && shared->writers[i] != file;
        if (is_other_writing || (is_alone && shared->readers[i] > mine))
            return SQLITE_BUSY;
    }
    for (int i = first; i < first + count; ++i) {
        unsigned bit = 1u << i;
        if (is_alone) {
            shared->writers[i] = file;
            file->own_locks |= bit;
        } else if ((file->shared_locks & bit) == 0) {
            ++shared->readers[i];
            file->shared_locks |= bit;
        }
    }
    return SQLITE_OK;
}

static void shm_drop(struct open_file *file, int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        unsigned bit = 1u << i;
        if ((file->own_locks & bit) != 0)
            file->shared->writers[i] = NULL;
        if ((file->shared_locks & bit) != 0)
            --file->shared->readers[i];
        file->own_locks &= ~bit;
        file->shared_locks &= ~bit;
    }
}

static int vfs_shm_lock(sqlite3_file *base, int first, int count, int flags)
{
    struct open_file *file = (struct open_file *)base;
    int code = SQLITE_OK;
    cut_lock();
    if ((flags & SQLITE_SHM_UNLOCK) != 0)
        shm_drop(file, first, count);
    else if (cut_is_dead(file) || file->shared == NULL)
        code = SQLITE_IOERR_SHMLOCK;
    else
        code = shm_take(file, first, count, (flags & SQLITE_SHM_EXCLUSIVE) != 0);
    return cut_unlock(code);
}

static void vfs_shm_barrier(sqlite3_file *base)
{
    (void)base;
    cut_lock();
    cut_unlock(SQLITE_OK);
}

static void leave_shared_memory(struct open_file *file)
{
    struct shared_memory *shared = file->shared;
    if (shared == NULL)
        return;
    shm_drop(file, 0, SQLITE_SHM_NLOCK);
    file->shared = NULL;
    if (--shared->ref_count > 0)
        return;
    if (file->file->shared_memory == shared)
        file->file->shared_memory = NULL;
    for (int i = 0; i < REGION_COUNT_MAX; ++i)
        free(shared->regions[i]);
    free(shared);
}

static int vfs_shm_unmap(sqlite3_file *base, int is_deleted)
{
    (void)is_deleted;
    cut_lock();
    leave_shared_memory((struct open_file *)base);
    return cut_unlock(SQLITE_OK);
}

static int vfs_close(sqlite3_file *base)
{
    struct open_file *file = (struct open_file *)base;
    cut_lock();
    leave_shared_memory(file);
    if (!cut_is_dead(file)) {
        drop_lock(file, SQLITE_LOCK_NONE);
        if (file->is_deleted_on_close)
            disk_delete(file->name);
    }
    disk_release(file->file);
    file->file = NULL;
    return cut_unlock(SQLITE_OK);
}

const sqlite3_io_methods cut_file_methods = {
    .iVersion = 2,
    .xClose = vfs_close,
    .xRead = vfs_read,
    .xWrite = vfs_write,
    .xTruncate = vfs_truncate,
    .xSync = vfs_sync,
    .xFileSize = vfs_file_size,
    .xLock = vfs_lock,
    .xUnlock = vfs_unlock,
    .xCheckReservedLock = vfs_check_reserved,
    .xFileControl = vfs_file_control,
    .xSectorSize = vfs_sector_size,
    .xDeviceCharacteristics = vfs_device,
    .xShmMap = vfs_shm_map,
    .xShmLock = vfs_shm_lock,
    .xShmBarrier = vfs_shm_barrier,
    .xShmUnmap = vfs_shm_unmap,
};
