/* remote.c - the end of a sitting that is a seat at a server's table: finds the server, sits
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

static struct remote *remote_of(struct sitting *sitting)
{
    return (struct remote *)sitting;
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
    sitting_release(&remote->sitting);
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
    sitting_gone(&remote->sitting, code);
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
    if (remote->is_closing || remote->sitting.line == LINE_GONE)
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
        remote->sitting.line = LINE_LOST;
    uv_timer_start(&remote->retry, on_retry, pause_ms, 0);
    sitting_tell(&remote->sitting);
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
    follow_hello(&remote->sitting.follow, &remote->out);
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
    char text[TEXT_MAX];
    if (!remote->has_draft || remote->is_draft_sent || !remote->is_greeted)
        return;
    size_t size = table_print(remote->sitting.game, &remote->draft, text);
    writer_clear(&remote->out);
    writer_open(&remote->out, '{');
    writer_field_word(&remote->out, "do", "draft");
    writer_field_text(&remote->out, "table", text, size);
    writer_close(&remote->out, '}');
    remote->is_draft_sent = true;
    send_out(remote);
    uv_timer_start(&remote->drafts, on_drafts, DRAFT_MS, 0);
}

void remote_greeted(struct remote *remote)
{
    bool is_new = !remote->is_greeted;
    remote->is_greeted = remote->was_greeted = true;
    remote->failures = 0;
    remote->sitting.line = LINE_LIVE;
    if (!is_new)
        return;
    if (follow_is_waiting(&remote->sitting.follow)) {
        follow_repeat(&remote->sitting.follow, &remote->out);
        send_out(remote);
    }
    remote->is_draft_sent = false;
    uv_timer_start(&remote->drafts, on_drafts, 0, 0);
}

void remote_mix(struct remote *remote)
{
    uint8_t bytes[FOLLOW_MIX_SIZE];
    random_bytes(bytes, sizeof bytes);
    if (remote->is_greeted && follow_mix(&remote->sitting.follow, bytes, &remote->out))
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
    net_init_at(&remote->net, remote->sitting.loop, found->ai_addr,
                strstr(remote->origin, "://") + 3);
    if (remote->setup.link.is_secure)
        snprintf(remote->net.name, sizeof remote->net.name, "%s", remote->setup.link.host);
    if (remote->setup.made != NULL) {
        remote_begin_errand(remote, ERRAND_MAKE);
        return;
    }
    remote_use_key(remote);
    if (remote->sitting.line == LINE_GONE)
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
    int status = uv_getaddrinfo(remote->sitting.loop, &remote->resolving, on_resolved,
                                remote->setup.link.host, port, &wish);
    if (status != 0) {
        remote_end(remote, "offline");
        return;
    }
    remote->is_resolving = true;
    remote->open_count++;
}

/* ---- Requests ---- */

static void send_request(struct remote *remote)
{
    remote->sitting.is_asking = true;
    if (remote->is_greeted)
        send_out(remote);
    sitting_tell(&remote->sitting);
}

static void remote_act(struct sitting *sitting, unsigned seat, struct action *action)
{
    struct remote *remote = remote_of(sitting);
    follow_act(&remote->sitting.follow, seat, action, &remote->out);
    send_request(remote);
}

static void remote_ask(struct sitting *sitting, enum sitting_request what)
{
    static const char *const words[] = {
        [ASK_START] = "start", [ASK_NEXT] = "next",   [ASK_NEXT_NOW] = "next",
        [ASK_REMATCH] = "rematch", [ASK_BACK] = "back", [ASK_ALLOW] = "allow",
        [ASK_LEAVE] = "leave"};
    struct remote *remote = remote_of(sitting);
    if (sitting->own == 0) {
        sitting_refuse(sitting, "no_key", NULL);
        return;
    }
    remote->is_leaving = what == ASK_LEAVE;
    if (what == ASK_NEXT_NOW)
        follow_next_now(&remote->sitting.follow, &remote->out);
    else
        follow_ask(&remote->sitting.follow, words[what], &remote->out);
    send_request(remote);
}

static void remote_draft(struct sitting *sitting, unsigned seat, const struct table *table)
{
    struct remote *remote = remote_of(sitting);
    (void)seat;
    remote->draft = *table;
    remote->has_draft = true;
    remote->is_draft_sent = false;
    if (!uv_is_active((uv_handle_t *)&remote->drafts))
        uv_timer_start(&remote->drafts, on_drafts, 0, 0);
}

static void remote_say(struct sitting *sitting, unsigned seat, unsigned phrase)
{
    struct remote *remote = remote_of(sitting);
    if (!remote->is_greeted)
        return;
    writer_clear(&remote->out);
    writer_open(&remote->out, '{');
    writer_field_word(&remote->out, "do", "say");
    writer_field_number(&remote->out, "seat", seat);
    writer_field_number(&remote->out, "phrase", phrase);
    writer_close(&remote->out, '}');
    send_out(remote);
}

/* The server plays for its computer players, at its own pace. */
static void remote_skip(struct sitting *sitting)
{
    (void)sitting;
}

static void remote_fetch_record(struct sitting *sitting)
{
    struct remote *remote = remote_of(sitting);
    if (remote->http == NULL && sitting->line != LINE_GONE) {
        remote_begin_errand(remote, ERRAND_RECORD);
    } else if (remote->errand == ERRAND_KEEP) {
        remote->wants_record = true; /* it is on its way */
    } else {
        sitting->has_no_record = true;
        sitting_tell(sitting);
    }
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct remote *remote = handle->data;
    remote->open_count--;
    remote_release(remote);
}

static void remote_close(struct sitting *sitting)
{
    struct remote *remote = remote_of(sitting);
    uv_handle_t *handles[HANDLES] = {
        (uv_handle_t *)&sitting->teller, (uv_handle_t *)&remote->retry,
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

static const struct sitting_end remote_side = {.act = remote_act,
                                               .ask = remote_ask,
                                               .draft = remote_draft,
                                               .say = remote_say,
                                               .skip = remote_skip,
                                               .fetch_record = remote_fetch_record,
                                               .close = remote_close};

struct sitting *remote_open(uv_loop_t *loop, const struct remote_setup *setup)
{
    struct remote *remote = calloc(1, sizeof *remote);
    uint8_t id[(REMOTE_ID_SIZE - 1) / 2];
    if (remote == NULL)
        memory_gone();
    sitting_init(&remote->sitting, loop, &remote_side);
    remote->sitting.is_remote = true;
    remote->sitting.phase = SITTING_JOINING;
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
    return &remote->sitting;
}
