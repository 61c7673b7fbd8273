/* shim.h - what the parts of the shim share. The shim is linked into a rummery of its own
 * (rummery_faults) and stands between the program with all its libraries and the C library:
 * it numbers every allocation, system call and call of SQLite, and lets one of them fail.
 *
 *     FAULTS=memory.0:57   the 57th allocation of thread 0 fails; the kinds are below
 *     FAULTS_REPORT=FILE   what failed, and where; without FAULTS every point, one a line
 *
 * Threads are numbered in the order in which they are started, and points by thread: so the
 * numbers of one run are nearly those of the next. */
#ifndef RUMMERY_SHIM_H
#define RUMMERY_SHIM_H

#include <stdbool.h>
#include <stddef.h>

enum shim_kind {
    SHIM_MEMORY, /* an allocation, of ours or of a library */
    SHIM_CALL,   /* a system call, by the function of the C library */
    SHIM_SQLITE, /* a call of SQLite, which is not made */
    SHIM_LATE,   /* a COMMIT that is done and seems to have failed */
    SHIM_KIND_COUNT
};

/* Counts a point. True if it is the one that fails; then *turn is its number, by which callers
 * choose among several plausible errors. */
bool shim_fails(enum shim_kind kind, const char *name, unsigned *turn);

/* The function of the C library, or of a sanitizer that stands before it. */
void *shim_real(const char *name);

/* The number of the next thread, and setting that of the current one. */
unsigned shim_next_thread(void);
void shim_begin_thread(unsigned thread);

#endif
