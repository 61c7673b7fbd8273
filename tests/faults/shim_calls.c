/* shim_calls.c - system calls, by the functions of the C library through which our code, libuv
 * and SQLite make them. A call that fails is not made; only close() is, as the kernel does. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* both forms of a call are defined here */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "shim.h"

enum { ERRORS_MAX = 4, THREADS_MAX = 64 };
typedef const int errors[ERRORS_MAX]; /* as many as are plausible, then zeros */

static errors on_open = {EMFILE, ENFILE, EACCES, ENOSPC};
static errors on_file = {EIO, ENOSPC, EINTR};
static errors on_sync = {EIO, ENOSPC, EDQUOT};
static errors on_name = {EACCES, EIO, ENOENT, ENOMEM};
static errors on_lock = {EAGAIN, ENOLCK, EIO};
static errors on_socket = {EMFILE, ENFILE, ENOBUFS, ENOMEM};
static errors on_bind = {EADDRINUSE, EACCES, ENOMEM};
static errors on_option = {ENOMEM, EINVAL, ENOPROTOOPT};
static errors on_accept = {EMFILE, ECONNABORTED, ENFILE, ENOBUFS};
static errors on_stream = {ECONNRESET, EPIPE, ETIMEDOUT, ENOBUFS};
static errors on_reading = {ECONNRESET, ETIMEDOUT, EINTR};
static errors on_watch = {ENOMEM, ENOSPC};
static errors on_wait = {EINTR};
static errors on_memory = {ENOMEM};
static errors on_thread = {EAGAIN};
static errors on_limit = {EPERM, EINVAL};
static errors on_close = {EIO, EINTR};

static int error_of(errors list, unsigned turn)
{
    unsigned count = 0;
    while (count < ERRORS_MAX && list[count] != 0)
        count++;
    return list[turn % count];
}

static bool fails(const char *name, errors list)
{
    unsigned turn;
    int before = errno;
    bool is_failing = shim_fails(SHIM_CALL, name, &turn);
    errno = is_failing ? error_of(list, turn) : before;
    return is_failing;
}

/* By what the descriptor is of: neither a wake-up within the process nor a terminal breaks as
 * sockets and files do. */
static bool fails_at(const char *name, int fd, errors list)
{
    unsigned turn;
    struct stat status = {0};
    int before = errno;
    bool is_failing = shim_fails(SHIM_CALL, name, &turn);
    errno = before;
    if (!is_failing)
        return false;
    syscall(SYS_fstat, fd, &status);
    if (S_ISSOCK(status.st_mode))
        errno = error_of(list, turn);
    else
        errno = error_of(S_ISREG(status.st_mode) ? on_file : on_wait, turn);
    return true;
}

/* POSIX lets a void pointer be a function; C wants it copied. */
#define FIND(real, name)                    \
    do {                                    \
        if (real == NULL) {                 \
            void *found = shim_real(name);  \
            memcpy(&real, &found, sizeof real); \
        }                                   \
    } while (0)

#define CALL(result, failure, name, parameters, arguments, condition) \
    result name parameters                                            \
    {                                                                 \
        static result(*real) parameters;                              \
        FIND(real, #name);                                            \
        if (condition)                                                \
            return failure;                                           \
        return real arguments;                                        \
    }

#define PLAIN(name, parameters, arguments, list) \
    CALL(int, -1, name, parameters, arguments, fails(#name, list))

/* ---- Files and folders ------------------------------------------------------------------- */

#define OPEN(name)                                       \
    int name(const char *path, int flags, ...)           \
    {                                                    \
        static int (*real)(const char *, int, ...);      \
        va_list list;                                    \
        va_start(list, flags);                           \
        mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0; \
        va_end(list);                                    \
        FIND(real, #name);                               \
        return fails(#name, on_open) ? -1 : real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int fd)
{
    bool is_failing = fails("close", on_close);
    int problem = errno;
    int result = (int)syscall(SYS_close, fd);
    if (!is_failing)
        return result;
    errno = problem;
    return -1;
}

CALL(ssize_t, -1, read, (int fd, void *out, size_t size), (fd, out, size),
     fails_at("read", fd, on_reading))
CALL(ssize_t, -1, write, (int fd, const void *bytes, size_t size), (fd, bytes, size),
     fails_at("write", fd, on_stream))
CALL(ssize_t, -1, writev, (int fd, const struct iovec *pieces, int count), (fd, pieces, count),
     fails_at("writev", fd, on_stream))
CALL(ssize_t, -1, pread, (int fd, void *out, size_t size, off_t at), (fd, out, size, at),
     fails("pread", on_file))
CALL(ssize_t, -1, pread64, (int fd, void *out, size_t size, off64_t at), (fd, out, size, at),
     fails("pread64", on_file))
CALL(ssize_t, -1, pwrite, (int fd, const void *bytes, size_t size, off_t at),
     (fd, bytes, size, at), fails("pwrite", on_file))
CALL(ssize_t, -1, pwrite64, (int fd, const void *bytes, size_t size, off64_t at),
     (fd, bytes, size, at), fails("pwrite64", on_file))
PLAIN(fsync, (int fd), (fd), on_sync)
PLAIN(fdatasync, (int fd), (fd), on_sync)
PLAIN(ftruncate, (int fd, off_t size), (fd, size), on_file)
PLAIN(ftruncate64, (int fd, off64_t size), (fd, size), on_file)
PLAIN(flock, (int fd, int how), (fd, how), on_lock)
PLAIN(stat, (const char *path, struct stat *out), (path, out), on_name)
PLAIN(lstat, (const char *path, struct stat *out), (path, out), on_name)
PLAIN(fstat, (int fd, struct stat *out), (fd, out), on_file)
PLAIN(stat64, (const char *path, struct stat64 *out), (path, out), on_name)
PLAIN(lstat64, (const char *path, struct stat64 *out), (path, out), on_name)
PLAIN(fstat64, (int fd, struct stat64 *out), (fd, out), on_file)
PLAIN(access, (const char *path, int how), (path, how), on_name)
PLAIN(mkdir, (const char *path, mode_t mode), (path, mode), on_open)
PLAIN(unlink, (const char *path), (path), on_name)
PLAIN(rename, (const char *from, const char *to), (from, to), on_open)
PLAIN(fchmod, (int fd, mode_t mode), (fd, mode), on_limit)
PLAIN(fchown, (int fd, uid_t user, gid_t group), (fd, user, group), on_limit)
CALL(ssize_t, -1, readlink, (const char *path, char *out, size_t size), (path, out, size),
     fails("readlink", on_name))
CALL(char *, NULL, getcwd, (char *out, size_t size), (out, size), fails("getcwd", on_name))
CALL(DIR *, NULL, opendir, (const char *path), (path), fails("opendir", on_open))
CALL(struct dirent *, NULL, readdir, (DIR * folder), (folder), fails("readdir", on_file))
CALL(struct dirent64 *, NULL, readdir64, (DIR * folder), (folder), fails("readdir64", on_file))
CALL(FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode),
     fails("fopen", on_open))
CALL(FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode),
     fails("fopen64", on_open))
CALL(size_t, 0, fread, (void *out, size_t size, size_t count, FILE *from),
     (out, size, count, from), fails("fread", on_file))
CALL(void *, MAP_FAILED, mmap, (void *at, size_t size, int how, int flags, int fd, off_t from),
     (at, size, how, flags, fd, from), fails("mmap", on_memory))
CALL(void *, MAP_FAILED, mmap64,
     (void *at, size_t size, int how, int flags, int fd, off64_t from),
     (at, size, how, flags, fd, from), fails("mmap64", on_memory))

/* Giving a lock back does not fail, and SQLite could not go on if it did. */
static bool is_unlocking(unsigned long what, const void *argument)
{
    return (what == F_SETLK || what == F_SETLK64 || what == F_OFD_SETLK) &&
           ((const struct flock *)argument)->l_type == F_UNLCK;
}

/* The third argument is a number or a pointer: as wide as either. */
#define CONTROL(name, type, list_of_errors)                     \
    int name(int fd, type what, ...)                            \
    {                                                           \
        static int (*real)(int, type, ...);                     \
        va_list list;                                           \
        va_start(list, what);                                   \
        void *argument = va_arg(list, void *);                  \
        va_end(list);                                           \
        FIND(real, #name);                                      \
        if (!is_unlocking((unsigned long)what, argument) && fails(#name, list_of_errors)) \
            return -1;                                          \
        return real(fd, what, argument);                        \
    }
CONTROL(fcntl, int, on_lock)
CONTROL(fcntl64, int, on_lock)
CONTROL(ioctl, unsigned long, on_option)

/* ---- Sockets and events ------------------------------------------------------------------ */

PLAIN(socket, (int family, int type, int protocol), (family, type, protocol), on_socket)
PLAIN(bind, (int fd, __CONST_SOCKADDR_ARG address, socklen_t size), (fd, address, size),
      on_bind)
PLAIN(listen, (int fd, int backlog), (fd, backlog), on_bind)
PLAIN(accept, (int fd, __SOCKADDR_ARG address, socklen_t *size), (fd, address, size),
      on_accept)
PLAIN(accept4, (int fd, __SOCKADDR_ARG address, socklen_t *size, int flags),
      (fd, address, size, flags), on_accept)
PLAIN(setsockopt, (int fd, int level, int name, const void *value, socklen_t size),
      (fd, level, name, value, size), on_option)
PLAIN(getsockopt, (int fd, int level, int name, void *value, socklen_t *size),
      (fd, level, name, value, size), on_option)
PLAIN(getsockname, (int fd, __SOCKADDR_ARG address, socklen_t *size), (fd, address, size),
      on_option)
PLAIN(shutdown, (int fd, int how), (fd, how), on_stream)
CALL(ssize_t, -1, sendmsg, (int fd, const struct msghdr *message, int flags),
     (fd, message, flags), fails("sendmsg", on_stream))
CALL(ssize_t, -1, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags),
     fails("recvmsg", on_reading))
PLAIN(epoll_create1, (int flags), (flags), on_socket)
PLAIN(epoll_ctl, (int fd, int what, int which, struct epoll_event *event),
      (fd, what, which, event), on_watch)
PLAIN(epoll_wait, (int fd, struct epoll_event *out, int count, int time_ms),
      (fd, out, count, time_ms), on_wait)
PLAIN(epoll_pwait,
      (int fd, struct epoll_event *out, int count, int time_ms, const sigset_t *signals),
      (fd, out, count, time_ms, signals), on_wait)
PLAIN(eventfd, (unsigned first, int flags), (first, flags), on_socket)
PLAIN(pipe2, (int out[2], int flags), (out, flags), on_socket)

/* ---- The process ------------------------------------------------------------------------- */

PLAIN(getrlimit, (__rlimit_resource_t what, struct rlimit *out), (what, out), on_limit)
PLAIN(setrlimit, (__rlimit_resource_t what, const struct rlimit *limit), (what, limit),
      on_limit)
CALL(ssize_t, -1, getrandom, (void *out, size_t size, unsigned flags), (out, size, flags),
     fails("getrandom", on_wait))

int __interceptor_pthread_create(pthread_t *out, const pthread_attr_t *attributes,
                                 void *(*work)(void *), void *context) __attribute__((weak));

static struct thread {
    void *(*work)(void *);
    void *context;
} threads[THREADS_MAX];

static void *begin_thread(void *context)
{
    struct thread *thread = context;
    shim_begin_thread((unsigned)(thread - threads));
    return thread->work(thread->context);
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *context)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (__interceptor_pthread_create != NULL)
        real = __interceptor_pthread_create;
    FIND(real, "pthread_create");
    if (fails("pthread_create", on_thread))
        return EAGAIN;
    struct thread *thread = &threads[shim_next_thread() % THREADS_MAX];
    *thread = (struct thread){work, context};
    return real(out, attributes, begin_thread, thread);
}
