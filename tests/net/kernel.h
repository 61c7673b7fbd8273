/* kernel.h - the machine under the real libuv, simulated: descriptors, TCP lines to peers that
 * the test plays, epoll, and a clock that moves only while everybody waits. wraps.c leads the
 * system calls of libuv and of our loop here, so that loop.c, listen.c and libuv itself run
 * as they are, thousands of lives a second, and everything follows from one seed.
 *
 * It is as strict as it is unkind: whoever uses a descriptor that is closed is stopped. */
#ifndef RUMMERY_NET_KERNEL_H
#define RUMMERY_NET_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "core/core.h"
#include "visitors/connection.h" /* ADDRESS_MAX */

enum { FD_BASE = 512, FDS_MAX = 2048 }; /* lower descriptors are real */

/* How many of a thousand calls go another way. */
struct faults {
    unsigned short_read, no_read, lost_read;
    unsigned short_write, no_write, lost_write;
    unsigned no_bind, no_accept, no_descriptor, no_open;
    unsigned interrupted;
    unsigned jump; /* turns during which the machine stands still for seconds */
};

/* Something that happens at its time, outside the server. */
struct alarm {
    uint64_t due_us; /* UINT64_MAX: never */
    void (*ring)(void *context);
    void *context;
    struct alarm *next;
};

struct queue {
    char *at;
    size_t size, room;
};

/* A TCP connection with both its ends. */
struct line {
    struct line *next, *next_waiting; /* of all, and of those not yet accepted */
    struct alarm *alarm;              /* of the peer: rings soon when something comes */
    char address[ADDRESS_MAX];
    int fd; /* the server's end; -1 while it has none */
    struct queue up, down;
    size_t up_max, down_max; /* what lies in them at most */
    uint64_t blocked_until_us; /* nothing is taken from the server until then */
    uint64_t left_us;          /* when the peer went; 0 while it is there */
    bool is_steady;  /* it never breaks by itself */
    bool has_finished, is_gone; /* the peer: sends no more; has closed its socket */
    bool is_reset, is_reset_told;
    bool is_shut, is_closed;    /* the server: sends no more; has closed its socket */
};

struct kernel {
    struct random random;
    struct faults faults;
    uint64_t begin_us, now_us, end_us; /* a server that still runs at the end has failed */
    int64_t wall_s;          /* when it began */
    struct alarm *alarms;
    struct line *lines, *waiting;
    unsigned fd_count, open_count;
    uint64_t full_until_us; /* there is no descriptor for one more visitor until then */
    uint64_t turns, calls;
    uint64_t moves; /* things that a loop has reason to turn for */
    uint64_t hash; /* of all that happened */
    bool is_verbose;
};

extern struct kernel kernel;

void kernel_begin(uint64_t seed, uint64_t now_ms, int64_t wall_s);
/* Everything must be closed. */
void kernel_end(void);
/* For what must never happen: says so and stops. */
void kernel_stop(const char *what) __attribute__((noreturn));
/* A server lets go of whoever went so long ago. */
void kernel_expect_let_go(uint64_t after_us);
/* Takes note of an event: it is part of the hash, and printed if somebody wants to see. */
void kernel_note(const char *what, int fd, long result);

/* True in so many of a thousand cases. */
bool kernel_chance(unsigned per_mille);
/* From 0 to `count` less one. */
uint32_t kernel_below(uint32_t count);
uint64_t kernel_now_ms(void);

void alarm_add(struct alarm *alarm, void (*ring)(void *context), void *context);
void alarm_in(struct alarm *alarm, uint64_t after_us);
/* The same, unless it rings earlier already. */
void alarm_soon(struct alarm *alarm, uint64_t after_us);
void alarm_off(struct alarm *alarm);

/* ---- The peers' ends of lines ---- */

void queue_put(struct queue *queue, const void *bytes, size_t size);
size_t queue_take(struct queue *queue, void *out, size_t room);
/* The peer hears soon that something happened. */
void line_wake(const struct line *line);

/* Knocks; the line stays valid until kernel_end(). */
struct line *line_new(const char *address, struct alarm *alarm);
/* How much was taken. */
size_t line_send(struct line *line, const char *bytes, size_t size);
size_t line_take(struct line *line, char *out, size_t room);
void line_finish(struct line *line);
void line_close(struct line *line);
void line_reset(struct line *line);
/* Falls silent: nothing is said any more, not even goodbye, and nothing is read. */
void line_abandon(struct line *line);
/* Nothing more will come from the server. */
bool line_is_over(const struct line *line);

/* ---- The calls ---- each as its namesake, with -1 and errno. */

int kernel_open_listener(void);
int kernel_open_epoll(void);
int kernel_open_event(void);
void kernel_expect_open(int fd, const char *who);
int kernel_accept(int fd, struct sockaddr *address, socklen_t *size);
ssize_t kernel_read(int fd, void *out, size_t room);
ssize_t kernel_write(int fd, const void *bytes, size_t size);
int kernel_shutdown(int fd);
int kernel_close(int fd);
/* As for FIONBIO. */
int kernel_ioctl(int fd);
int kernel_epoll_ctl(int operation, int fd, const struct epoll_event *event);
int kernel_epoll_wait(struct epoll_event *out, int room, int timeout_ms);

#endif
