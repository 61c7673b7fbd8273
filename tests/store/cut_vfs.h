/* cut_vfs.h - a disk in memory that can lose power, run full and fail, as an SQLite VFS.
 *
 * Power: what was written is durable only after xSync of its file. At a cut every 512-byte
 * sector of a file holds any of the versions it had since that sync, chosen for each sector
 * by itself (so writes get lost, reordered, or torn between sectors), and in one cut of five
 * a sector is even torn within. Or all of a file's writes survive, or none, or the first few.
 * The file's size is chosen likewise. That a name was made or deleted is durable only when the
 * folder was synced, which happens where SQLite's own VFS for unix does it: at the first
 * xSync of a journal or a log, and at an xDelete that asks for it.
 *
 * It has shared memory, so SQLite's log (WAL) works in its normal mode. There is one disk in
 * a process; its functions may be called from any thread. Everything follows from the seed
 * as long as one thread uses it. */
#ifndef RUMMERY_CUT_VFS_H
#define RUMMERY_CUT_VFS_H

#include <stdbool.h>
#include <stdint.h>

/* Registers the VFS (open a store as `sqlite:FILE?vfs=NAME`) with an empty disk. Again with
 * the same name: the disk is as new. All files of it must be closed before. */
void cut_vfs_register(const char *name, uint64_t seed);
void cut_vfs_unregister(void);

/* The power goes off now. Until it is on again everything fails; files that were open stay
 * dead for ever, and are only good for closing. */
void cut_vfs_cut(void);
/* The power goes off in the middle of the k-th operation from now that changes the disk
 * (write, truncate, sync, delete, create); 0: never. */
void cut_vfs_cut_at(uint64_t k);
void cut_vfs_power_on(void);
bool cut_vfs_is_off(void);

/* How many bytes the files may grow from now on; negative: without end. What is truncated
 * or deleted makes room again. */
void cut_vfs_set_room(int64_t bytes);
/* The k-th operation from now fails, a write half done; 0: none does. */
void cut_vfs_fail_at(uint64_t k);
/* Whether that has happened since cut_vfs_fail_at(). */
bool cut_vfs_has_failed(void);
/* A disk that lies: xSync does nothing. For proving that a test would notice. */
void cut_vfs_ignore_sync(bool is_ignored);
/* How many times xSync was called since the disk was registered. */
uint64_t cut_vfs_sync_count(void);

#endif
