/* sqlite_backup.c - a copy of an SQLite store while it is in use. The copy is a store of its
 * own, in one file; a copy that fails leaves nothing behind. */
#include <errno.h>
#include <string.h>

#include "store/sqlite_store.h"

/* The place must be free: nobody's file is overwritten by a copy. */
static bool take_place(const struct sqlite_store *store, const char *path,
                       char problem[STORE_PROBLEM_MAX])
{
    int error = 0;
    if (store->vfs[0] == '\0') {
        error = sqlite_make_file(path);
    } else {
        sqlite3_vfs *vfs = sqlite3_vfs_find(store->vfs);
        int is_there = 1;
        if (vfs->xAccess(vfs, path, SQLITE_ACCESS_EXISTS, &is_there) != SQLITE_OK)
            error = EIO;
        else if (is_there)
            error = EEXIST;
    }
    return error == 0 || store_problem(problem, SHOWN_PATH ": cannot make the copy: %s", path,
                                       strerror(error));
}

static bool copy_pages(const struct sqlite_store *store, sqlite3 *to, const char *path,
                       char problem[STORE_PROBLEM_MAX])
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", store->db, "main");
    if (backup != NULL) {
        /* All pages at once: a copy in steps starts again whenever another process writes. Of
         * a lock that was not had only the step tells. */
        int code = sqlite3_backup_step(backup, -1);
        if (sqlite3_backup_finish(backup) == SQLITE_OK && code == SQLITE_DONE)
            return true;
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            return store_problem(problem, SHOWN_PATH ": cannot make the copy: the store is busy",
                                 path);
    }
    return store_problem(problem, SHOWN_PATH ": cannot make the copy: %s", path,
                         sqlite3_errmsg(to));
}

bool sqlite_store_backup(struct store *base, const char *path,
                         char problem[STORE_PROBLEM_MAX])
{
    const struct sqlite_store *store = (struct sqlite_store *)base;
    const char *vfs = store->vfs[0] == '\0' ? NULL : store->vfs;
    char plain[SQLITE_PATH_MAX];
    sqlite3 *to = NULL;
    if (path[0] == '\0' || !sqlite_plain_path(path, strlen(path), plain))
        return store_problem(problem, "the copy's name is empty or too long");
    if (!take_place(store, plain, problem))
        return false;
    bool is_done = sqlite3_open_v2(plain, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                                                   SQLITE_OPEN_EXRESCODE, vfs) == SQLITE_OK;
    if (is_done)
        is_done = copy_pages(store, to, plain, problem);
    else
        store_problem(problem, SHOWN_PATH ": cannot make the copy: %s", plain, sqlite3_errmsg(to));
    if (sqlite3_close(to) != SQLITE_OK && is_done)
        is_done = store_problem(problem, SHOWN_PATH ": cannot close the copy", plain);
    if (!is_done)
        sqlite3_vfs_find(vfs)->xDelete(sqlite3_vfs_find(vfs), plain, 1);
    else if (vfs == NULL)
        sqlite_sync_folder_of(plain);
    return is_done;
}
