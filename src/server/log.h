/* log.h - structured logs: one JSON object a line on standard error, with time, level, event
 * and fields. For those who run the server: never a key, an invitation or what a message
 * says. */
#ifndef RUMMERY_LOG_H
#define RUMMERY_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVEL_COUNT };

/* A field of a line: a text, or a number where the text is NULL. */
struct log_field {
    const char *name;
    const char *text;
    int64_t number;
};

/* log_event(LOG_INFO, "listening", {"address", address, 0}, {"port", NULL, port}); */
#define log_event(level, event, ...)                                                           \
    log_write(level, event, (const struct log_field[]){__VA_ARGS__, {NULL, NULL, 0}})

/* The fields end with one that has no name. May be called by any thread; never waits for
 * whoever reads standard error: when too much piles up, lines are dropped and counted. */
void log_write(enum log_level level, const char *event, const struct log_field *fields);

/* "error", "warning", "info" or "debug"; LOG_LEVEL_COUNT for another word. */
enum log_level log_level_of(const char *name);

/* Lines above the level are left out. Before log_start() and after log_stop() lines are
 * written at once by whoever logs; in between by a thread of its own. */
void log_set_level(enum log_level level);
bool log_start(void);
void log_stop(void);

#endif
