/* place.c - the folder of the store's file, and its lock: flock() on the file itself, so that
 * links lead to the same lock; it does not meet the locks of SQLite, which are of POSIX. */
#include "server/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

bool place_make(const char *file, char problem[STORE_PROBLEM_MAX])
{
    char path[PATH_SIZE];
    if (strlen(file) >= sizeof path) {
        snprintf(problem, STORE_PROBLEM_MAX, "the name of the store is too long");
        return false;
    }
    strcpy(path, file);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST) {
            snprintf(problem, STORE_PROBLEM_MAX, "cannot make the folder %.150s: %s", path,
                     strerror(errno));
            return false;
        }
        *slash = '/';
    }
    return true;
}

int place_lock(const char *file, char problem[STORE_PROBLEM_MAX])
{
    int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (lock < 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "cannot write %.150s: %s", file, strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        snprintf(problem, STORE_PROBLEM_MAX, "another server uses %.150s", file);
        close(lock);
        return -1;
    }
    return lock;
}

/* Keys of seats come from what is in it. */
static bool is_closed_to_others(const char *path, char problem[STORE_PROBLEM_MAX])
{
    struct stat found;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true; /* there is none, or it is found out by whoever needs it */
    bool is_closed = fstat(file, &found) == 0 &&
                     ((found.st_mode & (S_IRWXG | S_IRWXO)) == 0 ||
                      fchmod(file, found.st_mode & S_IRWXU) == 0);
    if (!is_closed)
        snprintf(problem, STORE_PROBLEM_MAX, "others may read %.150s, and that cannot be changed: "
                 "chmod 600 it", path);
    close(file);
    return is_closed;
}

bool place_close_to_others(const char *file, char problem[STORE_PROBLEM_MAX])
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char path[PATH_SIZE];
    bool is_closed = true;
    for (unsigned i = 0; is_closed && i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", file, endings[i]);
        is_closed = is_closed_to_others(path, problem);
    }
    return is_closed;
}

void place_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}
