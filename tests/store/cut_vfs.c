/* cut_vfs.c - the disk of cut_disk.c as an SQLite VFS: its names, and the switches of
 * cut_vfs.h that cut, fill and fail it. One mutex guards all of it. */
#include "cut_vfs.h"

#include <string.h>

#include "cut_internal.h"

struct cut_state cut = {.mutex = PTHREAD_MUTEX_INITIALIZER, .life = 1, .room = -1};

static sqlite3_vfs cut_vfs;
static char vfs_name[64];

void cut_lock(void)
{
    pthread_mutex_lock(&cut.mutex);
}

int cut_unlock(int code)
{
    pthread_mutex_unlock(&cut.mutex);
    return code;
}

void cut_power_off(void)
{
    if (cut.is_off)
        return;
    disk_cut();
    cut.is_off = true;
    cut.until_cut = 0;
    ++cut.life;
}

bool cut_is_dead(const struct open_file *file)
{
    return cut.is_off || (file != NULL && file->life != cut.life);
}

/* Whether this operation is the one that is to fail. */
static bool is_to_fail(void)
{
    if (cut.until_fail == 0 || --cut.until_fail > 0)
        return false;
    cut.has_failed = true;
    return true;
}

bool cut_is_now(void)
{
    return cut.until_cut > 0 && --cut.until_cut == 0;
}

int cut_begin(const struct open_file *file, int code_of_failure)
{
    cut_lock();
    if (cut_is_dead(file))
        return SQLITE_IOERR;
    return is_to_fail() ? code_of_failure : SQLITE_OK;
}

void cut_give_room(size_t size)
{
    if (cut.room >= 0)
        cut.room += (int64_t)size;
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                    int *out_flags)
{
    const int synced_with_names =
        SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    struct open_file *file = (struct open_file *)base;
    bool may_create = (flags & SQLITE_OPEN_CREATE) != 0;
    (void)vfs;
    memset(file, 0, sizeof *file);
    int code = cut_begin(NULL, SQLITE_CANTOPEN);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    bool is_there = name != NULL && disk_find(name) != NULL;
    if (!is_there && may_create && cut_is_now()) {
        disk_release(disk_open(name, true));
        cut_power_off();
        return cut_unlock(SQLITE_IOERR);
    }
    if (is_there && (flags & SQLITE_OPEN_EXCLUSIVE) != 0)
        return cut_unlock(SQLITE_CANTOPEN);
    file->file = disk_open(name, may_create);
    if (file->file == NULL)
        return cut_unlock(SQLITE_CANTOPEN);
    file->base.pMethods = &cut_file_methods;
    file->life = cut.life;
    file->must_sync_names = may_create && (flags & synced_with_names) != 0;
    file->is_deleted_on_close = name != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
    if (name != NULL)
        memcpy(file->name, name, strlen(name) + 1);
    if (out_flags != NULL)
        *out_flags = flags;
    return cut_unlock(SQLITE_OK);
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int must_sync_names)
{
    (void)vfs;
    int code = cut_begin(NULL, SQLITE_IOERR_DELETE);
    if (code != SQLITE_OK)
        return cut_unlock(code);
    const struct disk_file *file = disk_find(name);
    if (file == NULL)
        return cut_unlock(SQLITE_IOERR_DELETE_NOENT);
    cut_give_room(file->now.size);
    disk_delete(name);
    if (cut_is_now()) {
        cut_power_off();
        return cut_unlock(SQLITE_IOERR_DELETE);
    }
    if (must_sync_names && !cut.is_sync_ignored)
        disk_sync_names();
    return cut_unlock(SQLITE_OK);
}

/* As on unix, an empty file does not exist. */
static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
    (void)vfs;
    (void)flags;
    int code = cut_begin(NULL, SQLITE_IOERR_ACCESS);
    const struct disk_file *file = code == SQLITE_OK ? disk_find(name) : NULL;
    *is_there = file != NULL && file->now.size > 0;
    return cut_unlock(code);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int capacity, char *out)
{
    (void)vfs;
    if (strlen(name) >= (size_t)capacity)
        return SQLITE_CANTOPEN;
    memcpy(out, name, strlen(name) + 1);
    return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    cut_lock();
    for (int i = 0; i < size; ++i)
        out[i] = (char)disk_random();
    return cut_unlock(size);
}

static sqlite3_vfs *system_vfs(void)
{
    return sqlite3_vfs_find(NULL);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return system_vfs()->xSleep(system_vfs(), microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *out)
{
    (void)vfs;
    return system_vfs()->xCurrentTime(system_vfs(), out);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    (void)size;
    (void)out;
    return 0;
}

static void reset_switches(void)
{
    ++cut.life;
    cut.is_off = false;
    cut.is_sync_ignored = false;
    cut.has_failed = false;
    cut.until_cut = 0;
    cut.until_fail = 0;
    cut.room = -1;
    cut.sync_count = 0;
}

void cut_vfs_register(const char *name, uint64_t seed)
{
    cut_lock();
    disk_format(seed);
    reset_switches();
    cut_unlock(SQLITE_OK);
    if (strcmp(vfs_name, name) == 0)
        return;
    cut_vfs_unregister();
    strncpy(vfs_name, name, sizeof vfs_name - 1);
    cut_vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(struct open_file),
        .mxPathname = DISK_NAME_MAX - 16, /* room for -journal */
        .zName = vfs_name,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
        .xGetLastError = vfs_last_error,
    };
    sqlite3_vfs_register(&cut_vfs, 0);
}

void cut_vfs_unregister(void)
{
    if (vfs_name[0] != '\0')
        sqlite3_vfs_unregister(&cut_vfs);
    memset(vfs_name, 0, sizeof vfs_name);
    cut_lock();
    disk_format(0);
    cut_unlock(SQLITE_OK);
}

void cut_vfs_cut(void)
{
    cut_lock();
    cut_power_off();
    cut_unlock(SQLITE_OK);
}

void cut_vfs_cut_at(uint64_t k)
{
    cut_lock();
    cut.until_cut = k;
    cut_unlock(SQLITE_OK);
}

void cut_vfs_power_on(void)
{
    cut_lock();
    cut.is_off = false;
    cut_unlock(SQLITE_OK);
}

bool cut_vfs_is_off(void)
{
    cut_lock();
    return cut_unlock(cut.is_off) != 0;
}

void cut_vfs_set_room(int64_t bytes)
{
    cut_lock();
    cut.room = bytes;
    cut_unlock(SQLITE_OK);
}

void cut_vfs_fail_at(uint64_t k)
{
    cut_lock();
    cut.until_fail = k;
    cut.has_failed = false;
    cut_unlock(SQLITE_OK);
}

bool cut_vfs_has_failed(void)
{
    cut_lock();
    return cut_unlock(cut.has_failed) != 0;
}

void cut_vfs_ignore_sync(bool is_ignored)
{
    cut_lock();
    cut.is_sync_ignored = is_ignored;
    cut_unlock(SQLITE_OK);
}

uint64_t cut_vfs_sync_count(void)
{
    cut_lock();
    uint64_t count = cut.sync_count;
    cut_unlock(SQLITE_OK);
    return count;
}
