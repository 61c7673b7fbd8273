/* loop.c - the event loop and the visitors' sockets.
 *
 * Connections whose output grew or that are done stand in one list, which is gone through
 * once at the end of each turn: many small answers leave in one write, and nobody else's
 * socket is looked at. A socket dies only there, so no callback ever finds its connection
 * gone. */
#include "server/loop.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/listen.h"

enum {
    READ_SIZE = 64 * 1024,
    WRITE_SIZE = 64 * 1024,  /* what libuv holds for one slow reader ... */
    KERNEL_SIZE = 128 * 1024, /* ... and the kernel, which would take megabytes by itself */
    TICK_MS = 100,
    TICKS_A_ROUND = 10,      /* each connection is ticked once in so many ticks */
    STALL_MS = 30000,        /* a reader who has not taken so much by then is dropped */
    LINGER_MS = 2000,        /* time to read our last words before the socket goes */
    LINGERING_MAX = 1000,
    DUE_MAX_MS = 60000,
    CLOSE_GOING_AWAY = 1001
};

struct visitor {
    uv_tcp_t tcp; /* first, so that its address is the visitor's */
    struct loop *loop;
    struct connection *connection; /* NULL once it lingers or closes */
    unsigned index;                /* in loop->visitors, while it has a connection */
    struct visitor *next_fresh;
    struct visitor *next_lingering, *previous_lingering;
    uint64_t since_ms; /* when the write under way, or the lingering, began */
    bool is_fresh, is_lost, is_ending, is_writing, is_lingering;
    bool has_finished; /* the visitor closed its side */
};

/* A copy of output that the kernel did not take at once. */
struct chunk {
    uv_write_t request; /* first, so that its address is the chunk's */
    size_t size;
    uint8_t bytes[WRITE_SIZE];
};

struct loop {
    uv_loop_t uv;
    uv_prepare_t prepare;
    uv_check_t check;
    uv_timer_t due, tick;
    struct loop_config config;
    struct listen listen;
    bool is_entered;
    bool is_parted; /* a connection ended, which the hub has not yet had a turn to think of */
    struct visitor *fresh_first, *fresh_last;
    struct visitor *lingering_first, *lingering_last; /* longest first */
    unsigned lingering_count;
    struct visitor **visitors;
    unsigned visitor_count;
    unsigned tick_left, tick_step; /* how many are to be ticked in this round, and at a time */
    char buffer[READ_SIZE]; /* what is read is handed on at once, so one serves all */
};

uint64_t loop_now_ms(const struct loop *loop)
{
    return uv_now(&loop->uv);
}

void loop_enter(struct loop *loop)
{
    if (loop->is_entered)
        return;
    loop->is_entered = true;
    const struct loop_config *config = &loop->config;
    config->commons->wall_s =
        config->now_s == NULL ? (int64_t)time(NULL) : config->now_s(config->context);
    hub_set_time(loop->config.hub, loop_now_ms(loop), loop->config.commons->wall_s);
}

/* ---- The fresh list --------------------------------------------------------------------- */

static void mark_fresh(struct visitor *visitor)
{
    struct loop *loop = visitor->loop;
    if (visitor->is_fresh)
        return;
    visitor->is_fresh = true;
    visitor->next_fresh = NULL;
    if (loop->fresh_first == NULL)
        loop->fresh_first = visitor;
    else
        loop->fresh_last->next_fresh = visitor;
    loop->fresh_last = visitor;
}

static void on_wake(struct connection *connection)
{
    struct visitor *visitor = connection_socket(connection);
    if (visitor != NULL && visitor->connection != NULL)
        mark_fresh(visitor);
}

/* ---- The end of a visit ------------------------------------------------------------------ */

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static void release_connection(struct visitor *visitor)
{
    struct loop *loop = visitor->loop;
    struct connection *connection = visitor->connection;
    struct visitor *moved = loop->visitors[--loop->visitor_count];
    loop->visitors[visitor->index] = moved;
    moved->index = visitor->index;
    visitor->connection = NULL;
    loop->is_parted = true;
    connection_free(connection);
}

static void close_now(struct visitor *visitor)
{
    struct loop *loop = visitor->loop;
    if (visitor->connection != NULL)
        release_connection(visitor);
    if (visitor->is_lingering) {
        struct visitor *next = visitor->next_lingering, *previous = visitor->previous_lingering;
        *(previous == NULL ? &loop->lingering_first : &previous->next_lingering) = next;
        *(next == NULL ? &loop->lingering_last : &next->previous_lingering) = previous;
        loop->lingering_count--;
    }
    uv_close((uv_handle_t *)&visitor->tcp, on_closed);
}

/* All is sent. Closing at once would throw away what the visitor still sends, and with it,
 * by a reset, our last words; so wait a little for the visitor to close first. False if there
 * is nothing to wait for and the visitor is gone. */
static bool linger(struct visitor *visitor)
{
    struct loop *loop = visitor->loop;
    uv_os_fd_t fd;
    if (visitor->has_finished || loop->lingering_count == LINGERING_MAX ||
        uv_fileno((uv_handle_t *)&visitor->tcp, &fd) != 0 || shutdown(fd, SHUT_WR) != 0) {
        close_now(visitor);
        return false;
    }
    release_connection(visitor);
    visitor->is_lingering = true;
    visitor->since_ms = loop_now_ms(loop);
    visitor->next_lingering = NULL;
    visitor->previous_lingering = loop->lingering_last;
    if (loop->lingering_last == NULL)
        loop->lingering_first = visitor;
    else
        loop->lingering_last->next_lingering = visitor;
    loop->lingering_last = visitor;
    loop->lingering_count++;
    return true;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void on_written(uv_write_t *request, int status)
{
    struct visitor *visitor = request->handle->data;
    free(request);
    visitor->is_writing = false;
    if (visitor->connection == NULL)
        return;
    loop_enter(visitor->loop);
    if (status != 0)
        visitor->is_lost = true;
    mark_fresh(visitor);
}

static void write_later(struct visitor *visitor, struct text output)
{
    struct chunk *chunk = malloc(sizeof *chunk);
    if (chunk == NULL) {
        visitor->is_lost = true;
        return;
    }
    chunk->size = output.size < WRITE_SIZE ? output.size : WRITE_SIZE;
    memcpy(chunk->bytes, output.at, chunk->size);
    uv_buf_t piece = uv_buf_init((char *)chunk->bytes, (unsigned)chunk->size);
    if (uv_write(&chunk->request, (uv_stream_t *)&visitor->tcp, &piece, 1, on_written) != 0) {
        free(chunk);
        visitor->is_lost = true;
        return;
    }
    visitor->is_writing = true;
    visitor->since_ms = loop_now_ms(visitor->loop);
    connection_sent(visitor->connection, chunk->size);
    /* cppcheck-suppress memleak ; on_written frees it */
}

static void write_output(struct visitor *visitor)
{
    while (!visitor->is_writing && !visitor->is_lost) {
        struct text output = connection_output(visitor->connection);
        if (output.size == 0)
            return;
        uv_buf_t piece = uv_buf_init((char *)(uintptr_t)output.at, (unsigned)output.size);
        int written = uv_try_write((uv_stream_t *)&visitor->tcp, &piece, 1);
        if (written > 0)
            connection_sent(visitor->connection, (size_t)written);
        else if (written == UV_EAGAIN)
            write_later(visitor, output);
        else
            visitor->is_lost = true;
    }
}

/* One turn may say more to a visitor than may wait. */
static void on_push(struct connection *connection)
{
    struct visitor *visitor = connection_socket(connection);
    if (visitor == NULL || visitor->connection == NULL)
        return;
    write_output(visitor);
    mark_fresh(visitor);
}

/* Writes what waits and ends what is over. False if the visitor is gone. */
static bool attend(struct visitor *visitor)
{
    if (!visitor->is_lost && !visitor->is_lingering)
        write_output(visitor);
    if (visitor->is_lost || visitor->is_lingering ||
        connection_is_dropped(visitor->connection)) {
        close_now(visitor);
        return false;
    }
    /* who only finished speaking, before the disk was ready, still gets the answer */
    bool is_ending = visitor->is_ending || connection_is_done(visitor->connection);
    if (!is_ending || visitor->is_writing || connection_output(visitor->connection).size > 0)
        return true;
    return linger(visitor);
}

/* What is written makes room for further answers, and those wake the visitor again: it counts
 * as fresh until it was attended to, or it would stand in the list when it is gone. */
static void flush(struct loop *loop)
{
    while (loop->fresh_first != NULL) {
        struct visitor *visitor = loop->fresh_first;
        loop->fresh_first = visitor->next_fresh;
        if (attend(visitor))
            visitor->is_fresh = false;
    }
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct visitor *visitor = handle->data;
    (void)suggested;
    *out = uv_buf_init(visitor->loop->buffer, READ_SIZE);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct visitor *visitor = stream->data;
    struct loop *loop = visitor->loop;
    if (size == 0 || (size > 0 && visitor->is_lingering))
        return;
    loop_enter(loop);
    if (size > 0) {
        connection_receive(visitor->connection, (const uint8_t *)buffer->base, (size_t)size,
                           loop_now_ms(loop));
        return;
    }
    uv_read_stop(stream);
    /* a visitor who only finished speaking still gets what it is owed */
    if (size == UV_EOF && !visitor->is_lingering) {
        visitor->has_finished = true;
        connection_end(visitor->connection, loop_now_ms(loop));
    } else {
        visitor->is_lost = true;
    }
    mark_fresh(visitor);
}

/* ---- Time -------------------------------------------------------------------------------- */

static void tick_one(struct loop *loop, struct visitor *visitor)
{
    uint64_t now_ms = loop_now_ms(loop);
    connection_tick(visitor->connection, now_ms);
    if (visitor->is_writing && now_ms - visitor->since_ms >= STALL_MS) {
        visitor->is_lost = true;
        mark_fresh(visitor);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct loop *loop = timer->data;
    loop_enter(loop);
    /* from the last to the first: when one goes, the last takes its place, and was ticked */
    if (loop->tick_left == 0) {
        loop->tick_left = loop->visitor_count;
        loop->tick_step = (loop->visitor_count + TICKS_A_ROUND - 1) / TICKS_A_ROUND;
    }
    if (loop->tick_left > loop->visitor_count)
        loop->tick_left = loop->visitor_count;
    for (unsigned i = 0; i < loop->tick_step && loop->tick_left > 0; i++)
        tick_one(loop, loop->visitors[--loop->tick_left]);
    for (struct visitor *each = loop->lingering_first;
         each != NULL && loop_now_ms(loop) - each->since_ms >= LINGER_MS;
         each = each->next_lingering) {
        each->is_lost = true;
        mark_fresh(each);
    }
    if (loop->visitor_count == 0 && loop->lingering_count == 0)
        uv_timer_stop(timer);
}

static void on_due(uv_timer_t *timer)
{
    loop_enter(timer->data);
}

static void end_turn(struct loop *loop)
{
    loop_enter(loop);
    loop->is_parted = false;
    hub_turn(loop->config.hub);
    flush(loop);
    loop->config.turned(loop->config.context);
    uint64_t now_ms = loop_now_ms(loop), due_ms = hub_due_ms(loop->config.hub);
    uint64_t wait_ms = due_ms <= now_ms || loop->is_parted ? 1 : due_ms - now_ms;
    uv_timer_start(&loop->due, on_due, wait_ms < DUE_MAX_MS ? wait_ms : DUE_MAX_MS, 0);
    loop->is_entered = false;
}

/* Timers run before the loop waits for events: what they did is a turn of its own. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct loop *loop = prepare->data;
    if (loop->is_entered)
        end_turn(loop);
}

static void on_check(uv_check_t *check)
{
    end_turn(check->data);
}

/* ---- Visitors come ----------------------------------------------------------------------- */

static void on_accepted(void *context, int fd, const char peer[ADDRESS_MAX])
{
    struct loop *loop = context;
    loop_enter(loop);
    struct visitor *visitor = loop->visitor_count < loop->config.sockets_max
                                  ? calloc(1, sizeof *visitor)
                                  : NULL;
    if (visitor == NULL) {
        close(fd);
        return;
    }
    visitor->loop = loop;
    uv_tcp_init(&loop->uv, &visitor->tcp);
    visitor->tcp.data = visitor;
    if (uv_tcp_open(&visitor->tcp, fd) != 0) {
        close(fd);
        close_now(visitor);
        return;
    }
    visitor->connection = connection_new(loop->config.commons, peer, loop_now_ms(loop));
    if (visitor->connection == NULL) {
        close_now(visitor);
        return;
    }
    visitor->index = loop->visitor_count;
    loop->visitors[loop->visitor_count++] = visitor;
    connection_set_socket(visitor->connection, visitor);
    uv_tcp_nodelay(&visitor->tcp, 1);
    int kernel_size = KERNEL_SIZE;
    uv_send_buffer_size((uv_handle_t *)&visitor->tcp, &kernel_size);
    if (uv_read_start((uv_stream_t *)&visitor->tcp, on_room, on_read) != 0) {
        visitor->is_lost = true;
        mark_fresh(visitor);
    }
    if (!uv_is_active((uv_handle_t *)&loop->tick))
        uv_timer_start(&loop->tick, on_tick, TICK_MS, TICK_MS);
}

/* ---- The loop itself --------------------------------------------------------------------- */

struct loop *loop_new(const struct loop_config *config)
{
    struct loop *loop = calloc(1, sizeof *loop);
    struct visitor **visitors = calloc(config->sockets_max, sizeof *visitors);
    if (loop == NULL || visitors == NULL || uv_loop_init(&loop->uv) != 0) {
        free(loop);
        free(visitors);
        return NULL;
    }
    loop->config = *config;
    loop->visitors = visitors;
    loop->config.commons->wake = on_wake;
    loop->config.commons->push = on_push;
    uv_prepare_init(&loop->uv, &loop->prepare);
    uv_check_init(&loop->uv, &loop->check);
    uv_timer_init(&loop->uv, &loop->due);
    uv_timer_init(&loop->uv, &loop->tick);
    loop->prepare.data = loop->check.data = loop->due.data = loop->tick.data = loop;
    uv_prepare_start(&loop->prepare, on_prepare);
    uv_check_start(&loop->check, on_check);
    return loop;
}

uv_loop_t *loop_uv(struct loop *loop)
{
    return &loop->uv;
}

bool loop_listen(struct loop *loop, const struct server_config *config,
                 char problem[CONFIG_PROBLEM_MAX])
{
    loop->listen.loop = &loop->uv;
    loop->listen.context = loop;
    loop->listen.accepted = on_accepted;
    return listen_open(&loop->listen, config, problem) &&
           listen_begin(&loop->listen, problem);
}

uint32_t loop_port(const struct loop *loop)
{
    return loop->listen.port;
}

void loop_stop_listening(struct loop *loop)
{
    listen_close(&loop->listen);
}

void loop_close_all(struct loop *loop)
{
    for (unsigned i = 0; i < loop->visitor_count; i++) {
        struct visitor *visitor = loop->visitors[i];
        connection_close(visitor->connection, CLOSE_GOING_AWAY, "the server stops");
        visitor->is_ending = true;
        mark_fresh(visitor);
    }
}

unsigned loop_socket_count(const struct loop *loop)
{
    return loop->visitor_count + loop->lingering_count;
}

void loop_run(struct loop *loop)
{
    /* the first turn asks the hub what waits after a restart */
    end_turn(loop);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void loop_end(struct loop *loop)
{
    uv_stop(&loop->uv);
}

void loop_free(struct loop *loop)
{
    listen_close(&loop->listen);
    while (loop->visitor_count > 0)
        close_now(loop->visitors[0]);
    while (loop->lingering_first != NULL)
        close_now(loop->lingering_first);
    uv_close((uv_handle_t *)&loop->prepare, NULL);
    uv_close((uv_handle_t *)&loop->check, NULL);
    uv_close((uv_handle_t *)&loop->due, NULL);
    uv_close((uv_handle_t *)&loop->tick, NULL);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    int result = uv_loop_close(&loop->uv);
    assert(result == 0);
    (void)result;
    free(loop->visitors);
    free(loop);
}
