/* place.h - where the store's file lives: the folder is made, and a lock keeps a second
 * server away from the same file. */
#ifndef RUMMERY_PLACE_H
#define RUMMERY_PLACE_H

#include <stdbool.h>

#include "store/store.h" /* STORE_PROBLEM_MAX */

/* Makes the folder that the file is to be in, and those above it; only the owner may look
 * into them. False with the problem in words. */
bool place_make(const char *file, char problem[STORE_PROBLEM_MAX]);
/* Makes the file if there is none, and locks it, under whatever name it is reached, until the
 * process ends or place_unlock() is called. Returns a descriptor, or -1 with the problem in
 * words. To be called before the store is opened, and undone after it is closed: a descriptor
 * that is closed takes along the locks that SQLite has on the same file. */
int place_lock(const char *file, char problem[STORE_PROBLEM_MAX]);
/* Takes from everybody but its owner what they may do with the file and its neighbours. False with
 * the problem in words if that cannot be. Before the store is opened, as above. */
bool place_close_to_others(const char *file, char problem[STORE_PROBLEM_MAX]);
void place_unlock(int lock);

#endif
