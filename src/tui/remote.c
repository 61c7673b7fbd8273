/* remote.c - the source that is a seat at a server's table: finds the server, sits
 * down, and keeps a line to it. A line that breaks is opened anew; what was asked on it is asked
 * again with the same id, and so is done once. */
#include "tui/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/remote_internal.h"
#include "wire/memory.h"

enum {
    HANDLES = 4, /* teller, retry, watch, drafts */
    TRIES_MAX = 3, /* to get there at all */
    PAUSE_MIN_MS = 400,
    PAUSE_MAX_MS = 15000,
    IDLE_MS = 20000,
    ANSWER_MS = 10000,
    DRAFT_MS = 150
};

static struct remote *remote_of(struct source *source)
{
    return (struct remote *)source;
}

static void random_bytes(void *out, size_t size)
{
    if (uv_random(NULL, NULL, out, size, 0, NULL) != 0)
        abort();
}

/* ---- The end ---- */

void remote_release(struct remote *remote)
{
    if (!remote->is_closing || remote->open_count > 0)
        return;
    writer_free(&remote->out);
    message_reading_free(&remote->reading);
    source_release(&remote->source);
    free(remote);
}

static void drop_line(struct remote *remote, bool is_polite)
{
    struct line *line = remote->line;
    remote->line = NULL;
    remote->is_greeted = false;
    uv_timer_stop(&remote->watch);
    if (line == NULL)
        return;
    if (is_polite)
        line_close(line);
    else
        line_cut(line);
}

void remote_end(struct remote *remote, const char *code)
{
    uv_timer_stop(&remote->retry);
    uv_timer_stop(&remote->drafts);
    drop_line(remote, true);
    midend_end(&remote->source.midend, code);
    source_tell(&remote->source);
}

/* ---- Trying again ---- */

static void on_retry(uv_timer_t *timer)
{
    struct remote *remote = timer->data;
    if (remote->errand == ERRAND_JOIN || remote->errand == ERRAND_MAKE)
        remote_begin_errand(remote, remote->errand);
    else
        remote_connect(remote);
}

/* The code for why a server was never reached. */
static const char *unreached(const char *why)
{
    if (strcmp(why, net_refused) == 0)
        return "refused";
    return strcmp(why, net_no_tls) == 0 ? "no_tls" : "offline";
}

/* Longer and longer pauses, and not all clients at once when a server comes back. */
void remote_try_again(struct remote *remote, const char *why)
{
    uint64_t pause_ms = PAUSE_MIN_MS;
    uint16_t chance;
    if (remote->is_closing || remote->source.midend.is_gone)
        return;
    remote->failures++;
    if (strcmp(why, net_distrusted) == 0) {
        remote_end(remote, "distrusted"); /* it will not be another one */
        return;
    }
    if (!remote->was_greeted && remote->address + 1 < remote->address_count) {
        remote->net.address = remote->addresses[++remote->address];
        remote->failures = 0;
        uv_timer_start(&remote->retry, on_retry, 0, 0);
        return;
    }
    if (!remote->was_greeted && remote->failures >= TRIES_MAX) {
        remote_end(remote, unreached(why));
        return;
    }
    for (unsigned i = 1; i < remote->failures && pause_ms < PAUSE_MAX_MS; i++)
        pause_ms *= 2;
    pause_ms = pause_ms < PAUSE_MAX_MS ? pause_ms : PAUSE_MAX_MS;
    random_bytes(&chance, sizeof chance);
    pause_ms = pause_ms / 2 + pause_ms * chance / (2U * UINT16_MAX);
    if (remote->was_greeted)
        midend_line(&remote->source.midend, true);
    uv_timer_start(&remote->retry, on_retry, pause_ms, 0);
    source_tell(&remote->source);
}

void remote_lose(struct remote *remote)
{
    if (remote->line == NULL)
        return;
    drop_line(remote, false);
    remote_try_again(remote, "");
}

/* ---- The line ---- */

static void send_out(struct remote *remote)
{
    if (remote->line != NULL)
        line_send(remote->line, remote->out.at, remote->out.size);
}

static void send_written(struct remote *remote, const struct room_request *request)
{
    writer_clear(&remote->out);
    request_write(request, &remote->out);
    send_out(remote);
}

static void send_ping(struct remote *remote)
{
    static const char ping[] = "{\"do\":\"ping\"}";
    if (remote->line != NULL)
        line_send(remote->line, ping, sizeof ping - 1);
}

/* After a silence the server is asked whether it is there; with no answer the line is lost. */
static void on_watch(uv_timer_t *timer)
{
    struct remote *remote = timer->data;
    if (remote->is_pinged || !remote->is_greeted) {
        remote_lose(remote);
        return;
    }
    remote->is_pinged = true;
    send_ping(remote);
    uv_timer_start(&remote->watch, on_watch, ANSWER_MS, 0);
}

static void watch_line(struct remote *remote, uint64_t wait_ms)
{
    remote->is_pinged = false;
    uv_timer_start(&remote->watch, on_watch, wait_ms, 0);
}

void remote_hello(struct remote *remote)
{
    follow_hello(&remote->source.midend.follow, &remote->out);
    send_out(remote);
}

static void on_line_opened(struct line *line)
{
    struct remote *remote = line_context(line);
    if (remote->line == line)
        remote_hello(remote);
}

static void on_line_message(struct line *line, const char *text, size_t size)
{
    struct remote *remote = line_context(line);
    if (remote->line != line)
        return;
    watch_line(remote, IDLE_MS);
    remote_take(remote, text, size);
}

static void on_line_closed(struct line *line, const char *why)
{
    struct remote *remote = line_context(line);
    remote->open_count--;
    if (remote->line == line) {
        remote->line = NULL;
        drop_line(remote, false);
        remote_try_again(remote, why);
    }
    remote_release(remote);
}

void remote_connect(struct remote *remote)
{
    static const struct net_events events = {
        .opened = on_line_opened, .message = on_line_message, .closed = on_line_closed};
    remote->open_count++;
    remote->line = line_open_websocket(&remote->net, &events, remote);
    watch_line(remote, ANSWER_MS);
}

/* Sends the latest draft, and the next one a little later. */
static void on_drafts(uv_timer_t *timer)
{
    struct remote *remote = timer->data;
    if (!remote->has_draft || remote->is_draft_sent || !remote->is_greeted)
        return;
    struct room_request request = request_of(REQUEST_DRAFT);
    request.game = remote->source.midend.follow.views[0].seen.game;
    request.table = &remote->draft;
    remote->is_draft_sent = true;
    send_written(remote, &request);
    uv_timer_start(&remote->drafts, on_drafts, DRAFT_MS, 0);
}

void remote_greeted(struct remote *remote)
{
    bool is_new = !remote->is_greeted;
    remote->is_greeted = remote->was_greeted = true;
    remote->failures = 0;
    midend_line(&remote->source.midend, false);
    if (!is_new)
        return;
    if (follow_is_waiting(&remote->source.midend.follow)) {
        follow_repeat(&remote->source.midend.follow, &remote->out);
        send_out(remote);
    }
    remote->is_draft_sent = false;
    uv_timer_start(&remote->drafts, on_drafts, 0, 0);
}

void remote_mix(struct remote *remote)
{
    uint8_t bytes[FOLLOW_MIX_SIZE];
    random_bytes(bytes, sizeof bytes);
    if (remote->is_greeted && follow_mix(&remote->source.midend.follow, bytes, &remote->out))
        send_out(remote);
}

/* ---- Sitting down again ---- */

bool remote_sit_again(struct remote *remote)
{
    if (remote->key[0] == '\0' || remote->setup.link.invite[0] == '\0' ||
        remote->setup.people == 0 || remote->was_greeted)
        return false;
    drop_line(remote, true);
    remote->key[0] = '\0';
    remote_use_key(remote);
    remote_begin_errand(remote, ERRAND_JOIN);
    return true;
}

/* ---- Finding the server ---- */

static void keep_addresses(struct remote *remote, const struct addrinfo *found)
{
    for (; found != NULL && remote->address_count < ADDRESSES_MAX; found = found->ai_next)
        if (found->ai_addrlen <= sizeof *remote->addresses)
            memcpy(&remote->addresses[remote->address_count++], found->ai_addr,
                   found->ai_addrlen);
}

/* The server was found: sits down, or watches, or takes the seat it has. */
static void begin_there(struct remote *remote, const struct addrinfo *found)
{
    keep_addresses(remote, found);
    net_init_at(&remote->net, remote->source.loop, found->ai_addr,
                strstr(remote->origin, "://") + 3);
    if (remote->setup.link.is_secure)
        snprintf(remote->net.name, sizeof remote->net.name, "%s", remote->setup.link.host);
    if (remote->setup.made != NULL) {
        remote_begin_errand(remote, ERRAND_MAKE);
        return;
    }
    remote_use_key(remote);
    if (remote->source.midend.is_gone)
        return;
    if (remote->key[0] == '\0' && remote->setup.people > 0 &&
        remote->setup.link.invite[0] != '\0')
        remote_begin_errand(remote, ERRAND_JOIN);
    else
        remote_connect(remote);
}

static void on_resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct remote *remote = request->data;
    remote->is_resolving = false;
    remote->open_count--;
    if (!remote->is_closing && status == 0)
        begin_there(remote, found);
    else if (!remote->is_closing)
        remote_end(remote, "no_host");
    uv_freeaddrinfo(found);
    remote_release(remote);
}

static void resolve(struct remote *remote)
{
    const struct addrinfo wish = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    char port[16];
    snprintf(port, sizeof port, "%u", remote->setup.link.port);
    remote->resolving.data = remote;
    int status = uv_getaddrinfo(remote->source.loop, &remote->resolving, on_resolved,
                                remote->setup.link.host, port, &wish);
    if (status != 0) {
        remote_end(remote, "offline");
        return;
    }
    remote->is_resolving = true;
    remote->open_count++;
}

/* ---- Requests ---- */

/* The latest one is sent, a few a second. */
static void keep_draft(struct remote *remote, const struct table *table)
{
    remote->draft = *table;
    remote->has_draft = true;
    remote->is_draft_sent = false;
    if (!uv_is_active((uv_handle_t *)&remote->drafts))
        uv_timer_start(&remote->drafts, on_drafts, 0, 0);
}

/* What waits for an answer is kept until it comes, for a line that breaks. */
static void remote_request(struct source *source, const struct room_request *request)
{
    struct remote *remote = remote_of(source);
    struct follow *follow = &source->midend.follow;
    if (request->kind == REQUEST_DRAFT) {
        keep_draft(remote, request->table);
        return;
    }
    if (request->id.size > 0) {
        remote->is_leaving = request->kind == REQUEST_LEAVE;
        request_write(request, &follow->request);
    }
    if (remote->is_greeted)
        send_written(remote, request);
}

static void remote_fetch_record(struct source *source)
{
    struct remote *remote = remote_of(source);
    if (remote->http == NULL && !source->midend.is_gone)
        remote_begin_errand(remote, ERRAND_RECORD);
    else if (!source->midend.is_gone &&
             (remote->errand == ERRAND_KEEP || remote->errand == ERRAND_NONE))
        remote->wants_record = true; /* it is on its way, or the line of another answer closes */
    else
        source->has_no_record = true;
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct remote *remote = handle->data;
    remote->open_count--;
    remote_release(remote);
}

static void remote_close(struct source *source)
{
    struct remote *remote = remote_of(source);
    uv_handle_t *handles[HANDLES] = {
        (uv_handle_t *)&source->teller, (uv_handle_t *)&remote->retry,
        (uv_handle_t *)&remote->watch, (uv_handle_t *)&remote->drafts};
    remote->is_closing = true;
    drop_line(remote, true);
    if (remote->http != NULL)
        line_close(remote->http);
    if (remote->is_resolving)
        uv_cancel((uv_req_t *)&remote->resolving);
    for (unsigned i = 0; i < HANDLES; i++) {
        handles[i]->data = remote;
        uv_close(handles[i], on_handle_closed);
    }
}

/* The server plays for its computer players, at its own pace: nothing is skipped. */
static const struct source_kind remote_kind = {.request = remote_request,
                                               .fetch_record = remote_fetch_record,
                                               .close = remote_close};

struct source *remote_open(uv_loop_t *loop, const struct remote_setup *setup)
{
    struct remote *remote = calloc(1, sizeof *remote);
    uint8_t id[(REMOTE_ID_SIZE - 1) / 2];
    if (remote == NULL)
        memory_gone();
    source_init(&remote->source, loop, &remote_kind);
    remote->setup = *setup;
    remote->open_count = HANDLES;
    snprintf(remote->language, sizeof remote->language, "%s", setup->language);
    random_bytes(id, sizeof id);
    for (unsigned i = 0; i < sizeof id; i++)
        snprintf(&remote->id[2 * i], 3, "%02x", id[i]);
    bool is_ipv6 = strchr(setup->link.host, ':') != NULL;
    snprintf(remote->origin, sizeof remote->origin, "%s://%s%s%s:%u",
             setup->link.is_secure ? "https" : "http", is_ipv6 ? "[" : "", setup->link.host,
             is_ipv6 ? "]" : "", setup->link.port);
    uv_timer_init(loop, &remote->retry);
    uv_timer_init(loop, &remote->watch);
    uv_timer_init(loop, &remote->drafts);
    remote->retry.data = remote->watch.data = remote->drafts.data = remote;
    if (setup->people > 0 && remote_keeps_key(remote) && setup->made == NULL)
        save_find_key(setup->key_file, remote->origin, setup->link.table, remote->key);
    resolve(remote);
    return &remote->source;
}
