/* listen.h - the listening sockets: binding them, accepting from them, and pausing when the
 * process has no file descriptor left for one more visitor. */
#ifndef RUMMERY_LISTEN_H
#define RUMMERY_LISTEN_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "server/config.h"
#include "visitors/connection.h" /* ADDRESS_MAX */

enum { LISTENERS_MAX = 2 * CONFIG_LIST_MAX }; /* `localhost` is two addresses */

struct listen;

struct listener {
    uv_poll_t poll;
    struct listen *listen;
    int fd;
};

/* The descriptor belongs to whoever is called. */
struct listen {
    uv_loop_t *loop;
    void *context;
    void (*accepted)(void *context, int fd, const char peer[ADDRESS_MAX]);
    uv_timer_t pause;
    unsigned count;
    uint32_t port; /* the one that was chosen, where 0 was asked for */
    bool is_paused;
    struct listener at[LISTENERS_MAX];
};

/* Listens on all of the config's addresses; accepting begins with listen_begin(). False with
 * the problem in words, and then nothing is open. */
bool listen_open(struct listen *listen, const struct server_config *config,
                 char problem[CONFIG_PROBLEM_MAX]);
/* `loop`, `context` and `accepted` are set before. False with the problem in words, and then
 * nothing is open. */
bool listen_begin(struct listen *listen, char problem[CONFIG_PROBLEM_MAX]);
/* No more visitors. May be called twice. */
void listen_close(struct listen *listen);

#endif
