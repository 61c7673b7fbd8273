/* wraps.c - where the linker leads the system calls of the program (-Wl,--wrap): what concerns
 * a simulated descriptor or the clock goes to the simulated machine, the rest to the real one.
 * libuv is linked statically, so that its calls are led here as well. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"

enum { PORT = 4000 };

int __wrap_accept(int fd, struct sockaddr *address, socklen_t *size);
int __wrap_bind(int fd, const struct sockaddr *address, socklen_t size);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_epoll_create1(int flags);
int __wrap_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event);
int __wrap_epoll_pwait(int epoll, struct epoll_event *out, int room, int timeout_ms,
                       const sigset_t *mask);
int __wrap_epoll_wait(int epoll, struct epoll_event *out, int room, int timeout_ms);
int __wrap_eventfd(unsigned count, int flags);
int __real_fcntl64(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...);
int __wrap_getsockname(int fd, struct sockaddr *address, socklen_t *size);
int __real_ioctl(int fd, unsigned long request, ...);
int __wrap_ioctl(int fd, unsigned long request, ...);
int __wrap_listen(int fd, int backlog);
ssize_t __real_read(int fd, void *out, size_t room);
ssize_t __wrap_read(int fd, void *out, size_t room);
int __wrap_setsockopt(int fd, int level, int option, const void *value, socklen_t size);
int __wrap_shutdown(int fd, int how);
int __wrap_socket(int domain, int type, int protocol);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);
time_t __wrap_time(time_t *out);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __real_writev(int fd, const struct iovec *pieces, int count);
ssize_t __wrap_writev(int fd, const struct iovec *pieces, int count);

int __wrap_socket(int domain, int type, int protocol)
{
    (void)domain;
    (void)type;
    (void)protocol;
    return kernel_open_listener();
}

int __wrap_bind(int fd, const struct sockaddr *address, socklen_t size)
{
    (void)address;
    (void)size;
    kernel_expect_open(fd, "bind");
    if (!kernel_chance(kernel.faults.no_bind))
        return 0;
    errno = kernel_chance(700) ? EADDRINUSE : EADDRNOTAVAIL;
    return -1;
}

int __wrap_listen(int fd, int backlog)
{
    (void)backlog;
    kernel_expect_open(fd, "listen");
    return 0;
}

int __wrap_getsockname(int fd, struct sockaddr *address, socklen_t *size)
{
    const struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    kernel_expect_open(fd, "getsockname");
    memcpy(address, &own, sizeof own);
    *size = sizeof own;
    return 0;
}

int __wrap_setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
    (void)level;
    (void)option;
    (void)value;
    (void)size;
    kernel_expect_open(fd, "setsockopt");
    return 0;
}

int __wrap_accept(int fd, struct sockaddr *address, socklen_t *size)
{
    return kernel_accept(fd, address, size);
}

int __wrap_shutdown(int fd, int how)
{
    (void)how;
    return kernel_shutdown(fd);
}

ssize_t __wrap_read(int fd, void *out, size_t room)
{
    return fd >= FD_BASE ? kernel_read(fd, out, room) : __real_read(fd, out, room);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    return fd >= FD_BASE ? kernel_write(fd, bytes, size) : __real_write(fd, bytes, size);
}

/* Our loop writes one piece at a time. */
ssize_t __wrap_writev(int fd, const struct iovec *pieces, int count)
{
    if (fd < FD_BASE)
        return __real_writev(fd, pieces, count);
    return kernel_write(fd, pieces[0].iov_base, pieces[0].iov_len);
}

int __wrap_close(int fd)
{
    return fd >= FD_BASE ? kernel_close(fd) : __real_close(fd);
}

/* libuv closes its descriptors by this. A newer one would have its epoll_ctl done by io_uring,
 * which this machine has not. */
long __wrap_syscall(long number, ...)
{
    long value[5]; /* none of those that come here takes more */
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 5; i++)
        value[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_close && (int)value[0] >= FD_BASE)
        return kernel_close((int)value[0]);
    if (number == SYS_io_uring_setup) {
        errno = ENOSYS;
        return -1;
    }
    return __real_syscall(number, value[0], value[1], value[2], value[3], value[4]);
}

static int control(int fd, int command, long value)
{
    if (fd < FD_BASE)
        return __real_fcntl64(fd, command, value);
    kernel_expect_open(fd, "fcntl");
    return 0;
}

int __wrap_fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    long value = va_arg(arguments, long);
    va_end(arguments);
    return control(fd, command, value);
}

int __wrap_fcntl64(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    long value = va_arg(arguments, long);
    va_end(arguments);
    return control(fd, command, value);
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (fd < FD_BASE)
        return __real_ioctl(fd, request, value);
    return kernel_ioctl(fd);
}

int __wrap_epoll_create1(int flags)
{
    (void)flags;
    return kernel_open_epoll();
}

int __wrap_eventfd(unsigned count, int flags)
{
    (void)count;
    (void)flags;
    return kernel_open_event();
}

int __wrap_epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
    kernel_expect_open(epoll, "epoll_ctl");
    return kernel_epoll_ctl(operation, fd, event);
}

int __wrap_epoll_pwait(int epoll, struct epoll_event *out, int room, int timeout_ms,
                       const sigset_t *mask)
{
    (void)mask;
    kernel_expect_open(epoll, "epoll_pwait");
    return kernel_epoll_wait(out, room, timeout_ms);
}

int __wrap_epoll_wait(int epoll, struct epoll_event *out, int room, int timeout_ms)
{
    kernel_expect_open(epoll, "epoll_wait");
    return kernel_epoll_wait(out, room, timeout_ms);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    out->tv_sec = (time_t)(kernel.now_us / 1000000);
    out->tv_nsec = (long)(kernel.now_us % 1000000) * 1000;
    return 0;
}

time_t __wrap_time(time_t *out)
{
    time_t now_s = (time_t)(kernel.wall_s + (int64_t)(kernel.now_us / 1000000));
    if (out != NULL)
        *out = now_s;
    return now_s;
}
