/* lines.c - TCP lines of the simulated machine, from the peers' side: knocking, sending, taking,
 * and the ways to go. See kernel.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "sentences/sentences.h"

enum { WAKE_US = 2000 }; /* how late a peer hears of something, at most */

void queue_put(struct queue *queue, const void *bytes, size_t size)
{
    if (queue->size + size > queue->room) {
        queue->room = 2 * (queue->size + size);
        queue->at = realloc(queue->at, queue->room);
        assert(queue->at != NULL);
    }
    memcpy(&queue->at[queue->size], bytes, size);
    queue->size += size;
}

size_t queue_take(struct queue *queue, void *out, size_t room)
{
    size_t size = queue->size < room ? queue->size : room;
    if (size == 0)
        return 0;
    memcpy(out, queue->at, size);
    queue->size -= size;
    memmove(queue->at, &queue->at[size], queue->size);
    return size;
}

void line_wake(const struct line *line)
{
    if (line->alarm != NULL && !line->is_gone)
        alarm_soon(line->alarm, kernel_below(WAKE_US));
}

struct line *line_new(const char *address, struct alarm *alarm)
{
    struct line *line = calloc(1, sizeof *line), **last = &kernel.waiting;
    assert(line != NULL);
    snprintf(line->address, sizeof line->address, "%s", address);
    line->fd = -1;
    line->alarm = alarm;
    line->up_max = line->down_max = 65536;
    line->next = kernel.lines;
    kernel.lines = line;
    while (*last != NULL)
        last = &(*last)->next_waiting;
    *last = line;
    return line;
}

size_t line_send(struct line *line, const char *bytes, size_t size)
{
    if (line->has_finished || line->is_reset || line->is_closed)
        return 0;
    size_t space = line->up_max > line->up.size ? line->up_max - line->up.size : 0;
    size = size < space ? size : space;
    queue_put(&line->up, bytes, size);
    kernel_note("peer sends", line->fd, (long)size);
    return size;
}

size_t line_take(struct line *line, char *out, size_t room)
{
    return queue_take(&line->down, out, room);
}

void line_finish(struct line *line)
{
    kernel_note("peer finishes", line->fd, 0);
    line->has_finished = true;
}

void line_close(struct line *line)
{
    line_finish(line);
    line->is_gone = true;
    line_abandon(line);
}

void line_reset(struct line *line)
{
    kernel_note("peer resets", line->fd, 0);
    line->is_reset = line->is_gone = true;
    line_abandon(line);
    line->down.size = 0;
    if (kernel_chance(500))
        line->up.size = 0;
}

void line_abandon(struct line *line)
{
    line->alarm = NULL;
    line->left_us = kernel.now_us;
}

void kernel_expect_let_go(uint64_t after_us)
{
    for (const struct line *line = kernel.lines; line != NULL; line = line->next)
        if (line->fd >= 0 && line->left_us > 0 && kernel.now_us - line->left_us > after_us) {
            printf("descriptor %d, from %s\n", line->fd, line->address);
            test_fail(__FILE__, __LINE__, "a visitor who went long ago is still there");
        }
}

bool line_is_over(const struct line *line)
{
    return line->is_reset || ((line->is_closed || line->is_shut) && line->down.size == 0);
}
