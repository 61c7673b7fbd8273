/* listen.c - the listening sockets. They are accepted from by hand, with libuv only telling
 * when: uv_listen() cannot be paused, and when no descriptor is left it must be. */
#include "server/listen.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/log.h"

enum {
    BACKLOG = 1024,
    ACCEPTS_A_TURN = 64, /* so that a rush of visitors leaves time for those who play */
    PAUSE_MS = 500,
    PORT_TRIES = 16      /* a port free on one address may be taken on the next */
};

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage room;
};

static void address_make(const char *text, uint32_t port, union address *out)
{
    memset(out, 0, sizeof *out);
    if (uv_ip4_addr(text, (int)port, &out->v4) != 0)
        uv_ip6_addr(text, (int)port, &out->v6);
}

static socklen_t address_size(const union address *address)
{
    return address->any.sa_family == AF_INET ? sizeof address->v4 : sizeof address->v6;
}

/* A visitor over IPv4 to an IPv6 socket is a visitor over IPv4. */
static void address_print(const union address *address, char out[ADDRESS_MAX])
{
    static const char mapped[] = "::ffff:";
    size_t skipped = sizeof mapped - 1;
    out[0] = '\0';
    if (address->any.sa_family == AF_INET) {
        uv_ip4_name(&address->v4, out, ADDRESS_MAX);
        return;
    }
    uv_ip6_name(&address->v6, out, ADDRESS_MAX);
    if (strncmp(out, mapped, skipped) == 0 && strchr(out, '.') != NULL)
        memmove(out, out + skipped, strlen(out + skipped) + 1);
}

/* ---- Opening --------------------------------------------------------------------------- */

/* Returns 0 or an errno. */
static int open_one(struct listen *listen, const char *text, bool is_only_6)
{
    union address address;
    socklen_t size;
    int yes = 1, no = 0;
    assert(listen->count < LISTENERS_MAX);
    address_make(text, listen->port, &address);
    int fd = socket(address.any.sa_family, SOCK_STREAM, 0);
    if (fd < 0)
        return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address.any.sa_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, is_only_6 ? &yes : &no, sizeof yes);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0 ||
        bind(fd, &address.any, address_size(&address)) != 0) {
        int problem = errno;
        close(fd);
        return problem;
    }
    size = sizeof address;
    if (getsockname(fd, &address.any, &size) != 0) {
        int problem = errno;
        close(fd);
        return problem;
    }
    listen->port = ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port
                                                          : address.v6.sin6_port);
    listen->at[listen->count++] = (struct listener){.listen = listen, .fd = fd};
    return 0;
}

static void close_all(struct listen *listen)
{
    while (listen->count > 0)
        close(listen->at[--listen->count].fd);
}

static bool is_missing(int problem)
{
    return problem == EAFNOSUPPORT || problem == EADDRNOTAVAIL;
}

/* `localhost` is 127.0.0.1 and ::1, as far as the machine has them. */
static int open_localhost(struct listen *listen)
{
    int problem_4 = open_one(listen, "127.0.0.1", true);
    if (problem_4 != 0 && !is_missing(problem_4))
        return problem_4;
    int problem_6 = open_one(listen, "::1", true);
    return is_missing(problem_6) ? problem_4 : problem_6;
}

/* Returns 0 or an errno, with the address it happened at. */
static int open_all(struct listen *listen, const struct server_config *config,
                    const char **where)
{
    static const char localhost[] = "localhost";
    listen->port = config->port;
    for (unsigned i = 0; i == 0 || i < config->bind.count; i++) {
        const char *text = config->bind.count == 0 ? localhost : config->bind.at[i];
        *where = text;
        int problem = strcmp(text, localhost) == 0
                          ? open_localhost(listen)
                          : open_one(listen, text, config->bind.count > 1);
        if (problem != 0)
            return problem;
    }
    return 0;
}

static int start_all(const struct listen *opened)
{
    for (unsigned i = 0; i < opened->count; i++) {
        if (listen(opened->at[i].fd, BACKLOG) != 0)
            return errno;
    }
    return 0;
}

bool listen_open(struct listen *listen, const struct server_config *config,
                 char problem[CONFIG_PROBLEM_MAX])
{
    const char *where = "";
    int found = EADDRINUSE;
    int tries = config->port == 0 ? PORT_TRIES : 1;
    for (int i = 0; i < tries && found == EADDRINUSE; i++) {
        found = open_all(listen, config, &where);
        if (found == 0)
            found = start_all(listen);
        if (found != 0)
            close_all(listen);
    }
    if (found == EADDRINUSE)
        snprintf(problem, CONFIG_PROBLEM_MAX,
                 "port %u on %s is in use by another program; choose one with --port",
                 config->port, where);
    else if (found != 0)
        snprintf(problem, CONFIG_PROBLEM_MAX, "cannot listen on %s, port %u: %s", where,
                 config->port, strerror(found));
    return found == 0;
}

/* ---- Accepting -------------------------------------------------------------------------- */

static void on_ready(uv_poll_t *poll, int status, int events);

static void pause_end(uv_timer_t *timer)
{
    struct listen *listen = timer->data;
    listen->is_paused = false;
    for (unsigned i = 0; i < listen->count; i++)
        uv_poll_start(&listen->at[i].poll, UV_READABLE, on_ready);
}

static void pause_begin(struct listen *listen, int problem)
{
    log_event(LOG_ERROR, "accept-paused", {"problem", strerror(problem), 0},
              {"pause_ms", NULL, PAUSE_MS});
    listen->is_paused = true;
    for (unsigned i = 0; i < listen->count; i++)
        uv_poll_stop(&listen->at[i].poll);
    uv_timer_start(&listen->pause, pause_end, PAUSE_MS, 0);
}

/* Errors of the one visitor who went away again, not of the socket. */
static bool is_passing(int problem)
{
    return problem == ECONNABORTED || problem == EINTR || problem == EPROTO;
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = (struct listener *)poll;
    struct listen *listen = listener->listen;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS_A_TURN; i++) {
        union address address;
        char peer[ADDRESS_MAX];
        socklen_t size = sizeof address;
        int fd = accept(listener->fd, &address.any, &size);
        if (fd < 0 && is_passing(errno))
            continue;
        if (fd < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK)
                pause_begin(listen, errno);
            return;
        }
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        address_print(&address, peer);
        listen->accepted(listen->context, fd, peer);
    }
}

static void close_socket(uv_handle_t *handle)
{
    close(((struct listener *)handle)->fd);
}

/* Only the first `begun` are known to libuv. */
static void end(struct listen *listen, unsigned begun)
{
    for (unsigned i = 0; i < begun; i++)
        uv_close((uv_handle_t *)&listen->at[i].poll, close_socket);
    for (unsigned i = begun; i < listen->count; i++)
        close(listen->at[i].fd);
    uv_close((uv_handle_t *)&listen->pause, NULL);
    listen->count = 0;
}

bool listen_begin(struct listen *listen, char problem[CONFIG_PROBLEM_MAX])
{
    uv_timer_init(listen->loop, &listen->pause);
    listen->pause.data = listen;
    for (unsigned i = 0; i < listen->count; i++) {
        int found = uv_poll_init(listen->loop, &listen->at[i].poll, listen->at[i].fd);
        if (found != 0) {
            snprintf(problem, CONFIG_PROBLEM_MAX, "cannot accept on port %u: %s", listen->port,
                     uv_strerror(found));
            end(listen, i);
            return false;
        }
        uv_poll_start(&listen->at[i].poll, UV_READABLE, on_ready);
    }
    return true;
}

void listen_close(struct listen *listen)
{
    if (listen->count > 0)
        end(listen, listen->count);
}
