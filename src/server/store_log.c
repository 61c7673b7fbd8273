/* store_log.c - what the log says of the store. See store_log.h. */
#include "server/store_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"

enum { CLOCK_NEWS_S = 30 };

/* A full disk is tried again several times a second: only the first failure, another reason and
 * the recovery are worth a line. */
static bool is_news(struct store_log *log, const char *problem)
{
    bool is_new = strcmp(log->problem, problem) != 0;
    snprintf(log->problem, sizeof log->problem, "%s", problem);
    return is_new;
}

static void log_torn(struct store_log *log, const char *problem)
{
    if (!log->is_torn)
        log_event(LOG_ERROR, "store-torn", {"problem", problem, 0},
                  {"why", "the store is not what this server wrote: it ends", 0});
    log->is_torn = true;
}

void store_log_committed(struct store_log *log, enum store_result result, const char *problem,
                         uint64_t commits)
{
    bool is_ill = result != STORE_DONE;
    if (result == STORE_LOST)
        return; /* the store works, and the hub says which tables are meant */
    if (result == STORE_CONFLICT)
        log_torn(log, problem);
    if (is_ill && (is_news(log, problem) || !log->is_ill))
        log_event(LOG_ERROR, "commit-failed", {"problem", problem, 0}, {"result", NULL, result});
    if (!is_ill && log->is_ill)
        log_event(LOG_WARNING, "commit-works-again", {"commits", NULL, (int64_t)commits});
    if (!is_ill)
        log->problem[0] = '\0';
    log->is_ill = is_ill;
}

void store_log_checked(struct store_log *log, enum store_result there, const char *problem,
                       const char *shown)
{
    bool is_gone = there != STORE_DONE;
    if (there == STORE_CONFLICT)
        log_torn(log, problem);
    if (is_gone && (is_news(log, problem) || !log->is_gone))
        log_event(LOG_ERROR, "store-gone", {"problem", problem, 0});
    if (!is_gone && log->is_gone)
        log_event(LOG_WARNING, "store-back", {"store", shown, 0});
    if (!is_gone && !log->is_ill)
        log->problem[0] = '\0';
    log->is_gone = is_gone;
}

void store_log_clock(struct store_log *log, int64_t ahead_s)
{
    if (llabs(ahead_s - log->ahead_s) <= CLOCK_NEWS_S)
        return;
    log->ahead_s = ahead_s;
    log_event(LOG_WARNING, "clock-differs", {"store_ahead_s", NULL, ahead_s},
              {"why", "tables go by the clock of the database", 0});
}

void store_log_rewound(const struct store_rewind *what)
{
    log_event(what->count + what->gone_count > 0 ? LOG_ERROR : LOG_WARNING,
              what->is_promoted && what->gone_count == 0 ? "store-promoted" : "store-rewound",
              {"why", what->why, 0}, {"tables_set_aside", NULL, (int64_t)what->count},
              {"tables_gone", NULL, (int64_t)what->gone_count});
}
