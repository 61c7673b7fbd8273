/* links.c - the sockets of the links, and whose visitors are on them. Nothing is ended while the
 * hub talks: what went wrong then is noted, and seen to a little later. */
#include "server/links.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/guests.h"
#include "server/link.h"
#include "server/troubles.h"
#include "wire/memory.h"

enum { READ_SIZE = 64 * 1024, CALLS_WAITING = 64, ADDRESS_TEXT_MAX = 64 };

/* One line. */
struct line {
    uv_tcp_t tcp; /* first, so that its address is the line's */
    uv_connect_t connect;
    uv_write_t write;
    struct links *links;
    struct link *link;
    struct guests *guests;
    uint64_t to;       /* whom we have called; 0: it has called us */
    uint64_t number;   /* in the order in which they were made */
    bool is_taken;     /* our visitors to that server go over it, all of them, until it ends */
    bool is_connected, is_writing;
    enum link_trouble trouble; /* it is to be ended for this */
    size_t writing;
};

struct links {
    struct links_config config;
    uv_tcp_t listener; /* its data is the links, as of all handles but those of lines */
    uv_timer_t timer;
    uint8_t secret[STORE_SECRET_SIZE];
    uint64_t self; /* 0: not yet begun */
    struct line *lines[LINK_LINES_MAX];
    uint64_t made; /* lines, so far */
    struct troubles troubles;
    unsigned handles; /* that are still to be closed, at the end */
    char host[STORE_ADDRESS_MAX];
    unsigned port;
    char buffer[READ_SIZE];
};

/* ---- Lines ---- */

static uint64_t peer_of(const struct line *line)
{
    return link_is_open(line->link) ? link_peer(line->link) : line->to;
}

static bool say(void *context, enum pass_kind kind, uint32_t visitor, struct text what)
{
    struct line *line = context;
    if (line->trouble == LINK_FINE && !link_say(line->link, kind, visitor, what))
        line->trouble = LINK_FULL;
    return line->trouble == LINK_FINE;
}

/* Where the other is, by its socket. */
static void address_of(const struct line *line, char out[ADDRESS_TEXT_MAX])
{
    struct sockaddr_storage address;
    int size = sizeof address;
    out[0] = '\0';
    if (uv_tcp_getpeername(&line->tcp, (struct sockaddr *)&address, &size) == 0)
        uv_ip_name((const struct sockaddr *)&address, out, ADDRESS_TEXT_MAX);
}

static void line_fail(struct line *line, enum link_trouble trouble);

static void on_written(uv_write_t *request, int status)
{
    struct line *line = request->handle->data;
    line->is_writing = false;
    if (line->link == NULL)
        return;
    loop_enter(line->links->config.loop);
    link_sent(line->link, line->writing);
    if (status != 0)
        line_fail(line, LINK_CUT);
}

/* What is being written stays where it is until it was. */
static void flush(struct line *line)
{
    struct text output;
    while (line->is_connected && !line->is_writing && line->trouble == LINK_FINE &&
           (output = link_output(line->link)).size > 0) {
        uv_buf_t piece = uv_buf_init((char *)(uintptr_t)output.at, (unsigned)output.size);
        int written = uv_try_write((uv_stream_t *)&line->tcp, &piece, 1);
        if (written > 0) {
            link_sent(line->link, (size_t)written);
            continue;
        }
        line->writing = output.size;
        line->is_writing = written == UV_EAGAIN &&
                           uv_write(&line->write, (uv_stream_t *)&line->tcp, &piece, 1,
                                    on_written) == 0;
        if (!line->is_writing)
            line->trouble = LINK_CUT;
    }
}

static void on_closed(uv_handle_t *handle)
{
    free(handle); /* the line, whose first it is */
}

/* Visitors of the other are gone, and ours who were there have to come again. */
static void end_line(struct line *line)
{
    struct links *links = line->links;
    uint64_t peer = line->is_taken ? peer_of(line) : 0;
    for (unsigned i = 0; i < LINK_LINES_MAX; i++)
        if (links->lines[i] == line)
            links->lines[i] = NULL;
    if (link_is_open(line->link)) { /* what it used there is as good as over */
        limits_told(links->config.commons->limits, link_peer(line->link), NULL, 0, 0);
        links->config.commons->metrics->links--;
    }
    guests_free(line->guests);
    uv_close((uv_handle_t *)&line->tcp, on_closed); /* nothing is written any more */
    link_free(line->link);
    line->guests = NULL;
    line->link = NULL;
    if (peer != 0 && links->config.hub != NULL)
        hub_parted(links->config.hub, peer);
}

static void line_fail(struct line *line, enum link_trouble trouble)
{
    struct links *links = line->links;
    char address[ADDRESS_TEXT_MAX];
    address_of(line, address);
    troubles_note(&links->troubles, links->config.commons->metrics, trouble, peer_of(line),
                  address);
    troubles_tell(&links->troubles, loop_now_ms(links->config.loop));
    end_line(line);
}

static struct line *add_line(struct links *links, uint64_t to)
{
    unsigned place = 0;
    while (place < LINK_LINES_MAX && links->lines[place] != NULL)
        place++;
    if (place == LINK_LINES_MAX)
        return NULL;
    struct line *line = memory_new(sizeof *line);
    line->links = links;
    line->to = to;
    line->number = ++links->made;
    line->link = link_new(to != 0, links->secret, links->self, loop_now_ms(links->config.loop));
    line->guests = guests_new(links->config.commons, line, say);
    uv_tcp_init(loop_uv(links->config.loop), &line->tcp);
    line->tcp.data = line;
    if (line->link == NULL)
        memory_gone();
    links->lines[place] = line;
    return line;
}

/* ---- Reading ---- */

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    const struct line *line = handle->data;
    (void)suggested;
    *out = uv_buf_init(line->links->buffer, READ_SIZE);
}

static void on_heard(void *context, enum pass_kind kind, uint32_t visitor, struct text what)
{
    struct line *line = context;
    struct links *links = line->links;
    if (kind < PASS_SAY)
        guests_heard(line->guests, kind, visitor, what, loop_now_ms(links->config.loop));
    else
        hub_passed(links->config.hub, link_peer(line->link), kind, visitor, what);
}

static void on_used(void *context, const struct usage *usages, size_t count)
{
    struct line *line = context;
    struct links *links = line->links;
    limits_told(links->config.commons->limits, link_peer(line->link), usages, count,
                loop_now_ms(links->config.loop));
}

static void on_told(void *context, const struct store_generation *generation,
                    const struct store_told *told, size_t count)
{
    const struct line *line = context;
    store_hear(line->links->config.store, generation, told, count);
}

/* Who has just come knows nothing of what was acknowledged before: all of it, as far as there is
 * room. */
static void tell_known(struct line *line)
{
    struct store_generation generation;
    size_t count, told = 0;
    struct store_told *known = store_known(line->links->config.store, &generation, &count);
    while (told < count) {
        size_t some = count - told < LINK_TOLD_MAX ? count - told : (size_t)LINK_TOLD_MAX;
        if (!link_tell(line->link, &generation, &known[told], some))
            break;
        told += some;
    }
    free(known);
}

static void line_opened(struct line *line)
{
    char address[ADDRESS_TEXT_MAX];
    struct metrics *metrics = line->links->config.commons->metrics;
    address_of(line, address);
    metrics->links++;
    metrics->links_opened_total++;
    log_event(LOG_INFO, "link-open", {"server", NULL, (int64_t)link_peer(line->link)},
              {"address", address, 0}, {"version", NULL, link_version(line->link)});
    tell_known(line);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct line *line = stream->data;
    const struct link_ear ear = {line, on_heard, on_used, on_told};
    if (size == 0 || line->link == NULL)
        return;
    loop_enter(line->links->config.loop);
    bool was_open = link_is_open(line->link);
    if (line->trouble == LINK_FINE)
        line->trouble = size < 0 ? LINK_CUT
                                 : link_receive(line->link, buffer->base, (size_t)size,
                                                loop_now_ms(line->links->config.loop), &ear);
    if (!was_open && link_is_open(line->link))
        line_opened(line);
    /* who is not whom we have called has taken its place: it is gone */
    if (line->to != 0 && link_is_open(line->link) && link_peer(line->link) != line->to)
        line->trouble = LINK_CUT;
    if (line->trouble != LINK_FINE)
        line_fail(line, line->trouble);
}

static void begin_line(struct line *line)
{
    line->is_connected = true;
    uv_tcp_nodelay(&line->tcp, 1);
    if (uv_read_start((uv_stream_t *)&line->tcp, on_room, on_read) != 0)
        line->trouble = LINK_CUT;
    flush(line);
}

/* ---- Calling, and being called ---- */

/* `ADDRESS:PORT`, where an IPv6 address has brackets. */
static bool read_address(const char *text, struct sockaddr_storage *out)
{
    char host[STORE_ADDRESS_MAX];
    const char *colon = strrchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof host)
        return false;
    bool has_brackets = text[0] == '[' && colon > text + 1 && colon[-1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(colon - text) - 2 * has_brackets,
             text + has_brackets);
    char *end;
    unsigned long port = strtoul(colon + 1, &end, 10);
    memset(out, 0, sizeof *out);
    return colon[1] != '\0' && *end == '\0' && port <= 65535 &&
           (uv_ip4_addr(host, (int)port, (struct sockaddr_in *)out) == 0 ||
            uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)out) == 0);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct line *line = request->handle->data;
    if (line->link == NULL)
        return;
    loop_enter(line->links->config.loop);
    if (status != 0)
        line_fail(line, LINK_CUT);
    else
        begin_line(line);
}

static struct line *call(struct links *links, const struct store_server *to)
{
    struct sockaddr_storage address;
    if (!read_address(to->address, &address))
        return NULL;
    struct line *line = add_line(links, to->id);
    if (line != NULL && uv_tcp_connect(&line->connect, &line->tcp,
                                       (const struct sockaddr *)&address, on_connected) != 0)
        line->trouble = LINK_CUT;
    return line;
}

/* Where too many have called and not said who they are, the first of them has had its time: a
 * server says so at once, and a crowd that says nothing keeps none away. */
static void make_room(struct links *links)
{
    unsigned count = 0;
    struct line *first = NULL;
    for (unsigned i = 0; i < LINK_LINES_MAX; i++) {
        struct line *line = links->lines[i];
        if (line == NULL || line->to != 0 || link_is_open(line->link))
            continue;
        count++;
        if (first == NULL || line->number < first->number)
            first = line;
    }
    if (count >= LINK_STRANGERS_MAX)
        line_fail(first, LINK_SILENT);
}

static void on_called(uv_stream_t *listener, int status)
{
    struct links *links = listener->data;
    if (status != 0)
        return;
    loop_enter(links->config.loop);
    make_room(links);
    struct line *line = add_line(links, 0);
    if (line == NULL) { /* taken and closed: else it would be offered for ever */
        uv_tcp_t *refused = memory_new(sizeof *refused);
        uv_tcp_init(loop_uv(links->config.loop), refused);
        uv_accept(listener, (uv_stream_t *)refused);
        uv_close((uv_handle_t *)refused, (uv_close_cb)free);
        return;
    }
    if (uv_accept(listener, (uv_stream_t *)&line->tcp) == 0)
        begin_line(line);
    else
        line->trouble = LINK_CUT;
}

/* The line to a server: the one that is taken, or else one that could be, best an open one. Two
 * servers may call each other at the same time and have two. */
static struct line *line_to(const struct links *links, uint64_t server)
{
    struct line *found = NULL;
    for (unsigned i = 0; i < LINK_LINES_MAX; i++) {
        struct line *line = links->lines[i];
        if (line == NULL || peer_of(line) != server)
            continue;
        if (line->is_taken)
            return line;
        if (line->trouble == LINK_FINE && (found == NULL || link_is_open(line->link)))
            found = line;
    }
    return found;
}

bool links_pass(struct links *links, const struct store_server *to, enum pass_kind kind,
                uint32_t visitor, struct text what)
{
    if (links->self == 0)
        return false;
    struct line *line = line_to(links, to->id);
    if (line == NULL && kind != PASS_GONE)
        line = call(links, to);
    if (line == NULL)
        return false;
    line->is_taken = true;
    return say(line, kind, visitor, what);
}

void links_meet(struct links *links, const struct store_server *others, size_t count)
{
    for (size_t i = 0; i < count && links->self != 0; i++)
        if (others[i].id > links->self && line_to(links, others[i].id) == NULL)
            call(links, &others[i]);
}

/* ---- Time ---- */

/* What was acknowledged since the last time, once to each; `is_beat`: also that it is nothing. */
static void tell_all(struct links *links, bool is_beat)
{
    struct store_told told[LINK_TOLD_MAX];
    struct store_generation generation;
    size_t count;
    do {
        count = store_news(links->config.store, &generation, told, LINK_TOLD_MAX);
        for (unsigned i = 0; (count > 0 || is_beat) && i < LINK_LINES_MAX; i++) {
            struct line *line = links->lines[i];
            if (line != NULL && line->trouble == LINK_FINE &&
                line_to(links, peer_of(line)) == line &&
                !link_tell(line->link, &generation, told, count))
                line->trouble = LINK_FULL;
        }
        is_beat = false;
    } while (count == LINK_TOLD_MAX);
}

void links_turn(struct links *links)
{
    tell_all(links, false);
    for (unsigned i = 0; i < LINK_LINES_MAX; i++) {
        struct line *line = links->lines[i];
        if (line == NULL)
            continue;
        guests_turn(line->guests);
        flush(line);
    }
}

static void on_timer(uv_timer_t *timer)
{
    struct links *links = timer->data;
    struct usage usages[USAGES_MAX];
    uint64_t now_ms = loop_now_ms(links->config.loop);
    loop_enter(links->config.loop);
    tell_all(links, true);
    size_t count = limits_tell(links->config.commons->limits, usages);
    for (unsigned i = 0; i < LINK_LINES_MAX; i++) {
        struct line *line = links->lines[i];
        if (line == NULL)
            continue;
        /* once to each: what was made counts as often as it is told */
        bool is_told = line_to(links, peer_of(line)) == line;
        if (line->trouble == LINK_FINE &&
            !link_ping(line->link, is_told ? usages : NULL, count))
            line->trouble = LINK_FULL;
        if (line->trouble == LINK_FINE && link_is_silent(line->link, now_ms))
            line->trouble = LINK_SILENT;
        if (line->trouble != LINK_FINE)
            line_fail(line, line->trouble);
    }
    troubles_tell(&links->troubles, now_ms);
}

/* ---- Beginning and end ---- */

static void on_handle_closed(uv_handle_t *handle)
{
    struct links *links = handle->data;
    if (--links->handles > 0)
        return;
    sodium_memzero(links->secret, sizeof links->secret);
    free(links);
}

static bool listen_on(struct links *links, const char *text)
{
    struct sockaddr_storage address;
    int size = sizeof address;
    if (!read_address(text, &address) ||
        uv_tcp_bind(&links->listener, (const struct sockaddr *)&address, 0) != 0 ||
        uv_listen((uv_stream_t *)&links->listener, CALLS_WAITING, on_called) != 0 ||
        uv_tcp_getsockname(&links->listener, (struct sockaddr *)&address, &size) != 0)
        return false;
    links->port = address.ss_family == AF_INET
                      ? ntohs(((struct sockaddr_in *)&address)->sin_port)
                      : ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    snprintf(links->host, sizeof links->host, "%.*s", (int)(strrchr(text, ':') - text), text);
    return true;
}

struct links *links_new(const struct links_config *config, char problem[CONFIG_PROBLEM_MAX])
{
    struct links *links = memory_new(sizeof *links);
    uv_loop_t *uv = loop_uv(config->loop);
    links->config = *config;
    memcpy(links->secret, config->secret, STORE_SECRET_SIZE);
    links->handles = 2;
    uv_tcp_init(uv, &links->listener);
    uv_timer_init(uv, &links->timer);
    links->listener.data = links->timer.data = links;
    if (listen_on(links, config->address))
        return links;
    snprintf(problem, CONFIG_PROBLEM_MAX, "other servers cannot be listened to on %.100s",
             config->address);
    links_stop(links);
    return NULL;
}

void links_address(const struct links *links, char out[STORE_ADDRESS_MAX])
{
    snprintf(out, STORE_ADDRESS_MAX, "%.50s:%u", links->host, links->port);
}

void links_begin(struct links *links, uint64_t self)
{
    links->self = self;
    uv_timer_start(&links->timer, on_timer, LINK_PING_MS, LINK_PING_MS);
}

void links_stop(struct links *links)
{
    if (links == NULL)
        return;
    for (unsigned i = 0; i < LINK_LINES_MAX; i++)
        if (links->lines[i] != NULL)
            end_line(links->lines[i]);
    uv_close((uv_handle_t *)&links->listener, on_handle_closed);
    uv_close((uv_handle_t *)&links->timer, on_handle_closed);
}
