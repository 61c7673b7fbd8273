/* cut_internal.h - what the two halves of the VFS share: cut_vfs.c has the switches and the
 * names, cut_file.c what is done to an open file. */
#ifndef RUMMERY_CUT_INTERNAL_H
#define RUMMERY_CUT_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "cut_disk.h"

struct shared_memory;

struct open_file {
    sqlite3_file base;
    struct disk_file *file;
    uint64_t life; /* the life of the disk it was opened in; dead in any other */
    int lock;
    bool must_sync_names;
    bool is_deleted_on_close;
    char name[DISK_NAME_MAX];
    struct shared_memory *shared;
    unsigned shared_locks; /* bits */
    unsigned own_locks;
};

struct cut_state {
    pthread_mutex_t mutex;
    uint64_t life;
    bool is_off;
    bool is_sync_ignored;
    bool has_failed;
    uint64_t until_cut;  /* operations that change something; 0: no cut */
    uint64_t until_fail; /* operations of any kind */
    int64_t room;
    uint64_t sync_count;
};

extern struct cut_state cut;
extern const sqlite3_io_methods cut_file_methods;

void cut_lock(void);
/* Gives the code back, so that it can be returned. */
int cut_unlock(int code);
/* Locks the disk and says whether the operation may begin. */
int cut_begin(const struct open_file *file, int code_of_failure);
/* Whether the power is to go off in this operation. */
bool cut_is_now(void);
void cut_power_off(void);
bool cut_is_dead(const struct open_file *file);
/* Bytes that were freed. */
void cut_give_room(size_t size);

#endif
