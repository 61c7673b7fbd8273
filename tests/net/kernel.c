/* kernel.c - descriptors, lines and waiting of the simulated machine. See kernel.h. */
#include "kernel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sentences/sentences.h"

enum {
    BLOCK_US = 400000,       /* how long a line takes nothing */
    JUMP_MS = 40000,
    PAUSE_US = 1500,         /* what a turn takes */
    FULL_US = 3000000,       /* how long descriptors are short */
    TURNS_FREE = 300,        /* a loop may turn so often, and so often for each move and ... */
    TURNS_A_MOVE = 2,
    TURNS_A_SECOND = 30
};

enum kind { KIND_LISTENER, KIND_LINE, KIND_EPOLL, KIND_EVENT };

static struct descriptor {
    enum kind kind;
    bool is_open, is_watched;
    struct line *line;
    struct epoll_event interest; /* of epoll, while it is watched */
    uint64_t count; /* of an eventfd */
} descriptors[FDS_MAX];

struct kernel kernel;

/* ---- Small things ---- */

void kernel_stop(const char *what)
{
    test_fail("kernel", 0, what);
    abort();
}

void kernel_note(const char *what, int fd, long result)
{
    uint64_t words[] = {(uint64_t)(unsigned char)what[0] << 8 | (unsigned char)what[1],
                        (uint64_t)fd, (uint64_t)result, kernel.now_us};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        kernel.hash = (kernel.hash ^ words[i]) * 0x9e3779b97f4a7c15u;
        kernel.hash ^= kernel.hash >> 29;
    }
    kernel.calls++;
    if (kernel.is_verbose)
        printf("%10.3f ms  %-14s %4d %ld\n",
               (double)(kernel.now_us % UINT64_C(1000000000)) / 1000, what, fd, result);
}

uint32_t kernel_below(uint32_t count)
{
    return count == 0 ? 0 : random_below(&kernel.random, count);
}

bool kernel_chance(unsigned per_mille)
{
    return per_mille > 0 && random_below(&kernel.random, 1000) < per_mille;
}

uint64_t kernel_now_ms(void)
{
    return kernel.now_us / 1000;
}

void alarm_add(struct alarm *alarm, void (*ring)(void *context), void *context)
{
    *alarm = (struct alarm){UINT64_MAX, ring, context, kernel.alarms};
    kernel.alarms = alarm;
}

void alarm_in(struct alarm *alarm, uint64_t after_us)
{
    alarm->due_us = kernel.now_us + after_us;
}

void alarm_soon(struct alarm *alarm, uint64_t after_us)
{
    if (kernel.now_us + after_us < alarm->due_us)
        alarm_in(alarm, after_us);
}

void alarm_off(struct alarm *alarm)
{
    alarm->due_us = UINT64_MAX;
}

static int fail(int problem)
{
    errno = problem;
    return -1;
}

/* ---- Beginning and end ---- */

void kernel_begin(uint64_t seed, uint64_t now_ms, int64_t wall_s)
{
    bool is_verbose = kernel.is_verbose;
    memset(&kernel, 0, sizeof kernel);
    memset(descriptors, 0, sizeof descriptors);
    random_seed(&kernel.random, seed);
    kernel.is_verbose = is_verbose;
    kernel.begin_us = kernel.now_us = 1000 * now_ms;
    kernel.end_us = UINT64_MAX;
    kernel.wall_s = wall_s - (int64_t)(now_ms / 1000);
}

void kernel_end(void)
{
    CHECK_ABOUT(kernel.open_count == 0, "a descriptor is left open");
    while (kernel.lines != NULL) {
        struct line *line = kernel.lines;
        kernel.lines = line->next;
        free(line->up.at);
        free(line->down.at);
        free(line);
    }
}

static struct descriptor *at(int fd, const char *who)
{
    if (fd < FD_BASE || fd >= FD_BASE + (int)kernel.fd_count)
        kernel_stop(who);
    struct descriptor *descriptor = &descriptors[fd - FD_BASE];
    if (!descriptor->is_open) {
        printf("%s on descriptor %d, which is closed\n", who, fd);
        kernel_stop("a closed descriptor is used");
    }
    return descriptor;
}

void kernel_expect_open(int fd, const char *who)
{
    at(fd, who);
}

/* Numbers are not given again: a descriptor that is used after its end is always seen. */
static int open_new(enum kind kind, struct line *line)
{
    if (kernel.fd_count == FDS_MAX)
        kernel_stop("too many descriptors for one life");
    descriptors[kernel.fd_count] =
        (struct descriptor){.kind = kind, .is_open = true, .line = line};
    kernel.open_count++;
    return FD_BASE + (int)kernel.fd_count++;
}

int kernel_open_listener(void)
{
    return open_new(KIND_LISTENER, NULL);
}

int kernel_open_epoll(void)
{
    return open_new(KIND_EPOLL, NULL);
}

int kernel_open_event(void)
{
    return open_new(KIND_EVENT, NULL);
}

/* ---- Accepting ---- */

int kernel_accept(int fd, struct sockaddr *address, socklen_t *size)
{
    static const int passing[] = {ECONNABORTED, EINTR, EPROTO};
    static const int full[] = {EMFILE, ENFILE, ENOMEM, ENOBUFS};
    at(fd, "accept");
    struct line *line = kernel.waiting;
    if (line == NULL)
        return fail(EAGAIN);
    if (kernel_chance(kernel.faults.no_descriptor))
        kernel.full_until_us = kernel.now_us + kernel_below(FULL_US);
    if (kernel.full_until_us > kernel.now_us) {
        kernel_note("no descriptor", fd, 0);
        return fail(full[kernel_below(sizeof full / sizeof *full)]);
    }
    if (kernel_chance(kernel.faults.no_accept) && !line->is_steady) {
        kernel_note("aborted", fd, 0);
        kernel.waiting = line->next_waiting;
        line->is_reset = true;
        line_wake(line);
        return fail(passing[kernel_below(sizeof passing / sizeof *passing)]);
    }
    kernel.waiting = line->next_waiting;
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_port = htons(4000)};
    struct sockaddr_in6 from6 = {.sin6_family = AF_INET6, .sin6_port = htons(4000)};
    bool is_6 = inet_pton(AF_INET, line->address, &from.sin_addr) != 1;
    if (is_6)
        inet_pton(AF_INET6, line->address, &from6.sin6_addr);
    *size = is_6 ? sizeof from6 : sizeof from;
    memcpy(address, is_6 ? (const void *)&from6 : (const void *)&from, *size);
    line->fd = open_new(KIND_LINE, line);
    kernel.moves++;
    kernel_note("accept", line->fd, 0);
    if (kernel.is_verbose)
        printf("%30s %s\n", "from", line->address);
    return line->fd;
}

/* ---- Reading and writing ---- */

static bool is_lost(struct line *line, unsigned per_mille)
{
    if (line->is_reset || line->is_steady || !kernel_chance(per_mille))
        return false;
    line->is_reset = true;
    line->up.size = line->down.size = 0;
    line_wake(line);
    return true;
}

/* A broken line says so once; afterwards it is at its end. */
static int tell_reset(struct line *line, int after)
{
    static const int words[] = {ECONNRESET, ETIMEDOUT, EPIPE};
    int problem = line->is_reset_told ? after : words[kernel_below(3)];
    line->is_reset_told = true;
    kernel_note("reset is told", line->fd, problem);
    return problem;
}

static ssize_t read_line(struct line *line, void *out, size_t room)
{
    is_lost(line, kernel.faults.lost_read);
    if (line->up.size == 0 && line->is_reset) {
        int problem = tell_reset(line, 0);
        return problem == 0 ? 0 : fail(problem == EPIPE ? ECONNRESET : problem);
    }
    if (line->up.size == 0)
        return line->has_finished ? 0 : fail(EAGAIN);
    if (kernel_chance(kernel.faults.no_read))
        return fail(kernel_chance(500) ? EAGAIN : EINTR);
    if (kernel_chance(kernel.faults.short_read))
        room = 1 + kernel_below((uint32_t)(room < 64 ? room : 64));
    size_t size = queue_take(&line->up, out, room);
    kernel.moves++;
    line_wake(line);
    return (ssize_t)size;
}

ssize_t kernel_read(int fd, void *out, size_t room)
{
    struct descriptor *descriptor = at(fd, "read");
    if (descriptor->kind == KIND_LINE) {
        ssize_t size = read_line(descriptor->line, out, room);
        kernel_note("read", fd, (long)size);
        return size;
    }
    if (descriptor->kind != KIND_EVENT)
        kernel_stop("read");
    if (descriptor->count == 0)
        return fail(EAGAIN);
    memcpy(out, &descriptor->count, sizeof descriptor->count);
    descriptor->count = 0;
    return sizeof descriptor->count;
}

static size_t space_of(const struct line *line)
{
    if (line->is_gone)
        return line->down_max;
    bool is_full = line->down.size >= line->down_max || line->blocked_until_us > kernel.now_us;
    return is_full ? 0 : line->down_max - line->down.size;
}

static ssize_t write_line(struct line *line, const void *bytes, size_t size)
{
    if (line->is_shut)
        return fail(EPIPE);
    if (line->is_reset || is_lost(line, kernel.faults.lost_write))
        return fail(tell_reset(line, EPIPE));
    size_t space = space_of(line);
    if (space == 0)
        return fail(EAGAIN);
    if (kernel_chance(kernel.faults.no_write)) {
        line->blocked_until_us = kernel.now_us + kernel_below(BLOCK_US);
        return fail(kernel_chance(300) ? ENOBUFS : EAGAIN);
    }
    kernel.moves++;
    size = size < space ? size : space;
    if (kernel_chance(kernel.faults.short_write))
        size = 1 + kernel_below((uint32_t)(size < 256 ? size : 256));
    if (line->is_gone) {
        /* nobody is there any more: the answer to this is a reset */
        line->is_reset = kernel_chance(700);
        return (ssize_t)size;
    }
    queue_put(&line->down, bytes, size);
    line_wake(line);
    return (ssize_t)size;
}

ssize_t kernel_write(int fd, const void *bytes, size_t size)
{
    struct descriptor *descriptor = at(fd, "write");
    if (descriptor->kind == KIND_LINE) {
        ssize_t written = write_line(descriptor->line, bytes, size);
        kernel_note("write", fd, (long)written);
        return written;
    }
    if (descriptor->kind != KIND_EVENT)
        kernel_stop("write");
    descriptor->count++;
    return (ssize_t)size;
}

int kernel_ioctl(int fd)
{
    const struct line *line = at(fd, "ioctl")->line;
    bool is_refused = line != NULL && !line->is_steady && kernel_chance(kernel.faults.no_open);
    return is_refused ? fail(ENOMEM) : 0;
}

int kernel_shutdown(int fd)
{
    struct line *line = at(fd, "shutdown")->line;
    kernel_note("shutdown", fd, line->is_reset);
    if (line->is_reset)
        return fail(ENOTCONN);
    line->is_shut = true;
    line_wake(line);
    return 0;
}

/* Who closes while something lies unread resets the line, and what is under way is lost. */
int kernel_close(int fd)
{
    struct descriptor *descriptor = at(fd, "close");
    struct line *line = descriptor->line;
    kernel_note("close", fd, 0);
    descriptor->is_open = false;
    kernel.open_count--;
    if (descriptor->kind == KIND_LISTENER) {
        for (struct line *each = kernel.waiting; each != NULL; each = each->next_waiting) {
            each->is_reset = true;
            line_wake(each);
        }
        kernel.waiting = NULL;
    }
    if (line == NULL)
        return 0;
    line->is_closed = true;
    line->fd = -1;
    if (line->up.size > 0)
        line->down.size = 0;
    line_wake(line);
    return 0;
}

/* ---- Waiting ---- */

int kernel_epoll_ctl(int operation, int fd, const struct epoll_event *event)
{
    if (fd < FD_BASE)
        return 0; /* the pipe for signals, of which there are none */
    struct descriptor *descriptor = at(fd, "epoll_ctl");
    bool is_added = operation == EPOLL_CTL_ADD;
    if (is_added == descriptor->is_watched)
        return fail(is_added ? EEXIST : ENOENT);
    descriptor->is_watched = operation != EPOLL_CTL_DEL;
    if (descriptor->is_watched)
        descriptor->interest = *event;
    return 0;
}

static uint32_t events_of(const struct descriptor *descriptor)
{
    const struct line *line = descriptor->line;
    switch (descriptor->kind) {
    case KIND_EPOLL:
        return 0;
    case KIND_EVENT:
        return descriptor->count > 0 ? EPOLLIN : 0;
    case KIND_LISTENER:
        return kernel.waiting != NULL ? EPOLLIN : 0;
    case KIND_LINE:
        break;
    }
    uint32_t events = 0;
    if (line->up.size > 0 || line->has_finished)
        events |= EPOLLIN;
    if (space_of(line) > 0)
        events |= EPOLLOUT;
    if (line->is_reset)
        events |= EPOLLIN | EPOLLOUT | EPOLLHUP | (line->is_reset_told ? 0 : EPOLLERR);
    if (line->has_finished && line->is_shut)
        events |= EPOLLHUP;
    return events;
}

/* In any order, and sometimes not all of them: the rest may have come a moment later. */
static int collect(struct epoll_event *out, int room)
{
    int count = 0;
    for (unsigned i = 0; i < kernel.fd_count; i++) {
        const struct descriptor *descriptor = &descriptors[i];
        if (!descriptor->is_open || !descriptor->is_watched)
            continue;
        uint32_t events = events_of(descriptor) &
                          (descriptor->interest.events | EPOLLERR | EPOLLHUP);
        if (events == 0 || count == room)
            continue;
        uint32_t place = kernel_below((uint32_t)++count);
        out[count - 1] = out[place];
        out[place] = (struct epoll_event){.events = events, .data = descriptor->interest.data};
    }
    if (count > 1 && kernel_chance(200))
        count = 1 + (int)kernel_below((uint32_t)count);
    return count;
}

static struct alarm *next_alarm(void)
{
    struct alarm *next = NULL;
    for (struct alarm *each = kernel.alarms; each != NULL; each = each->next)
        if (each->due_us != UINT64_MAX && (next == NULL || each->due_us < next->due_us))
            next = each;
    return next;
}

static void ring_due(void)
{
    struct alarm *alarm;
    while ((alarm = next_alarm()) != NULL && alarm->due_us <= kernel.now_us) {
        alarm_off(alarm);
        kernel.moves++;
        alarm->ring(alarm->context);
    }
}

/* When a line that is blocked goes on, which nobody rings for. */
static uint64_t unblocked_us(void)
{
    uint64_t next_us = UINT64_MAX;
    for (const struct line *line = kernel.lines; line != NULL; line = line->next)
        if (line->fd >= 0 && line->blocked_until_us > kernel.now_us &&
            line->blocked_until_us < next_us)
            next_us = line->blocked_until_us;
    return next_us;
}

static void expect_rest(void)
{
    uint64_t passed_s = (kernel.now_us - kernel.begin_us) / 1000000;
    kernel.turns++;
    if (kernel.now_us > kernel.end_us)
        kernel_stop("the loop does not end");
    if (kernel.turns > TURNS_FREE + TURNS_A_MOVE * kernel.moves + TURNS_A_SECOND * passed_s)
        kernel_stop("the loop turns without anything to do");
}

int kernel_epoll_wait(struct epoll_event *out, int room, int timeout_ms)
{
    uint64_t until_us = timeout_ms < 0 ? UINT64_MAX
                                       : kernel.now_us + 1000 * (uint64_t)timeout_ms;
    kernel_note("waits ms", 0, timeout_ms);
    expect_rest();
    if (kernel_chance(kernel.faults.interrupted))
        return fail(EINTR);
    if (kernel_chance(kernel.faults.jump)) {
        kernel.now_us += 1000 * (uint64_t)kernel_below(JUMP_MS);
        kernel_note("jump", 0, 0);
    }
    kernel.now_us += kernel_below(PAUSE_US);
    for (;;) {
        ring_due();
        int count = collect(out, room);
        if (count > 0 || kernel.now_us >= until_us)
            return count;
        const struct alarm *alarm = next_alarm();
        uint64_t next_us = unblocked_us();
        next_us = next_us < until_us ? next_us : until_us;
        if (alarm != NULL && alarm->due_us < next_us)
            next_us = alarm->due_us;
        if (next_us == UINT64_MAX)
            kernel_stop("everybody waits for ever");
        if (next_us > kernel.now_us)
            kernel.now_us = next_us;
    }
}
