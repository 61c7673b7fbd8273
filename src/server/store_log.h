/* store_log.h - what the log says of the store: when it fails, is gone, comes back or has gone
 * back. A problem is told once, and again when it is another one. */
#ifndef RUMMERY_STORE_LOG_H
#define RUMMERY_STORE_LOG_H

#include "store/store.h"

struct store_log {
    int64_t ahead_s; /* as it was told */
    bool is_ill, is_gone;
    bool is_torn; /* it is not what it was: only a new process knows what is true */
    char problem[STORE_PROBLEM_MAX]; /* the last that was said */
};

void store_log_committed(struct store_log *log, enum store_result result, const char *problem,
                         uint64_t commits);
void store_log_checked(struct store_log *log, enum store_result there, const char *problem,
                       const char *shown);
/* How far the clock of the store is before this machine's: told when it is another. */
void store_log_clock(struct store_log *log, int64_t ahead_s);
void store_log_rewound(const struct store_rewind *what);

#endif
