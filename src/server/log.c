/* log.c - structured logs, written by a thread of their own: a full pipe or a slow disk
 * behind standard error must never hold up the loop. */
#include "server/log.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_SIZE = 1024, PENDING_MAX = 128 * 1024 };

static const char *const level_names[LOG_LEVEL_COUNT] = {
    [LOG_ERROR] = "error",
    [LOG_WARNING] = "warning",
    [LOG_INFO] = "info",
    [LOG_DEBUG] = "debug",
};

/* The one log of the process. Lines gather in one buffer while the other is written. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    enum log_level level;
    bool is_running, is_ending;
    size_t size;
    uint64_t dropped;
    char pending[PENDING_MAX];
    char writing[PENDING_MAX];
} the_log = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
    .level = LOG_INFO,
};

struct line {
    size_t size;
    char at[LINE_MAX_SIZE];
};

/* Room for the closing brace, newline and NUL is always kept. */
static void add(struct line *line, const char *text)
{
    while (*text != '\0' && line->size < LINE_MAX_SIZE - 4)
        line->at[line->size++] = *text++;
}

static void add_text(struct line *line, const char *text)
{
    add(line, "\"");
    for (; *text != '\0' && line->size < LINE_MAX_SIZE - 16; text++) {
        unsigned char byte = (unsigned char)*text;
        char escaped[8] = {*text, '\0'};
        if (byte == '"' || byte == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", byte);
        else if (byte < 0x20 || byte >= 0x7f)
            snprintf(escaped, sizeof escaped, "\\u%04x", byte);
        add(line, escaped);
    }
    add(line, "\"");
}

static void add_field(struct line *line, const struct log_field *field)
{
    char number[24];
    size_t needed = strlen(field->name) + sizeof number + 8;
    if (line->size + needed > LINE_MAX_SIZE - 16)
        return;
    add(line, ",\"");
    add(line, field->name);
    add(line, "\":");
    if (field->text != NULL) {
        add_text(line, field->text);
        return;
    }
    snprintf(number, sizeof number, "%lld", (long long)field->number);
    add(line, number);
}

static void line_make(struct line *line, enum log_level level, const char *event,
                      const struct log_field *fields)
{
    struct timespec now;
    struct tm utc;
    char seconds[32], text[40];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text, sizeof text, "%s.%03dZ", seconds, (int)(now.tv_nsec / 1000000));
    line->size = 0;
    add(line, "{\"time\":");
    add_text(line, text);
    add(line, ",\"level\":");
    add_text(line, level_names[level]);
    add(line, ",\"event\":");
    add_text(line, event);
    for (; fields->name != NULL; fields++)
        add_field(line, fields);
    memcpy(line->at + line->size, "}\n", 2);
    line->size += 2;
}

static void write_all(const char *at, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDERR_FILENO, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        at += written;
        size -= (size_t)written;
    }
}

void log_write(enum log_level level, const char *event, const struct log_field *fields)
{
    struct line line;
    pthread_mutex_lock(&the_log.lock);
    bool is_wanted = level <= the_log.level;
    pthread_mutex_unlock(&the_log.lock);
    if (!is_wanted)
        return;
    line_make(&line, level, event, fields);
    pthread_mutex_lock(&the_log.lock);
    if (!the_log.is_running) {
        write_all(line.at, line.size);
    } else if (the_log.size + line.size > PENDING_MAX) {
        the_log.dropped++;
    } else {
        memcpy(the_log.pending + the_log.size, line.at, line.size);
        the_log.size += line.size;
        pthread_cond_signal(&the_log.changed);
    }
    pthread_mutex_unlock(&the_log.lock);
}

static void *write_lines(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&the_log.lock);
    while (!the_log.is_ending || the_log.size > 0) {
        if (the_log.size == 0) {
            pthread_cond_wait(&the_log.changed, &the_log.lock);
            continue;
        }
        size_t size = the_log.size;
        uint64_t dropped = the_log.dropped;
        memcpy(the_log.writing, the_log.pending, size);
        the_log.size = 0;
        the_log.dropped = 0;
        pthread_mutex_unlock(&the_log.lock);
        write_all(the_log.writing, size);
        if (dropped > 0)
            log_event(LOG_WARNING, "log-lines-dropped", {"count", NULL, (int64_t)dropped});
        pthread_mutex_lock(&the_log.lock);
    }
    pthread_mutex_unlock(&the_log.lock);
    return NULL;
}

enum log_level log_level_of(const char *name)
{
    unsigned level = 0;
    while (level < LOG_LEVEL_COUNT && strcmp(name, level_names[level]) != 0)
        level++;
    return (enum log_level)level;
}

void log_set_level(enum log_level level)
{
    pthread_mutex_lock(&the_log.lock);
    the_log.level = level;
    pthread_mutex_unlock(&the_log.lock);
}

bool log_start(void)
{
    the_log.is_ending = false;
    the_log.is_running = pthread_create(&the_log.thread, NULL, write_lines, NULL) == 0;
    return the_log.is_running;
}

void log_stop(void)
{
    if (!the_log.is_running)
        return;
    pthread_mutex_lock(&the_log.lock);
    the_log.is_ending = true;
    pthread_cond_signal(&the_log.changed);
    pthread_mutex_unlock(&the_log.lock);
    pthread_join(the_log.thread, NULL);
    the_log.is_running = false;
}
