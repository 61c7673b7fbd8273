/* loop.h - the one event loop: it carries bytes between sockets and connections, tells the
 * hub the time, and gives it its turns. It never waits for anything but events: no disk, no
 * solver, no name lookup.
 *
 * A turn: what came in is handed to the connections, then hub_turn(), then what the
 * connections have to say goes out. */
#ifndef RUMMERY_LOOP_H
#define RUMMERY_LOOP_H

#include <uv.h>

#include "hub/hub.h"
#include "server/config.h"
#include "visitors/connection.h"

struct loop;

struct loop_config {
    struct commons *commons; /* its `wake` is set by loop_new() */
    struct hub *hub;
    uint32_t sockets_max; /* as many as the limits let in */
    void *context;
    void (*turned)(void *context); /* after each turn */
    int64_t (*now_s)(void *context); /* what time it is; NULL: by this machine's clock */
};

/* NULL if there is no memory or no event loop to be had. */
struct loop *loop_new(const struct loop_config *config);
uv_loop_t *loop_uv(struct loop *loop);

/* Begins to listen. False with the problem in words. */
bool loop_listen(struct loop *loop, const struct server_config *config,
                 char problem[CONFIG_PROBLEM_MAX]);
uint32_t loop_port(const struct loop *loop);
void loop_stop_listening(struct loop *loop);

/* To be called first by whatever wakes the loop and then talks to the hub: tells it the
 * time, once a turn. */
void loop_enter(struct loop *loop);
uint64_t loop_now_ms(const struct loop *loop);

/* Says goodbye (1001) to everybody; each socket is closed when that is sent. */
void loop_close_all(struct loop *loop);
unsigned loop_socket_count(const struct loop *loop);

void loop_run(struct loop *loop);
/* Makes loop_run() return after this turn. */
void loop_end(struct loop *loop);
/* Closes what is open and waits for it; handles of others must be closed or closing. */
void loop_free(struct loop *loop);

#endif
