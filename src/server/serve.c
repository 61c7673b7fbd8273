/* serve.c - puts the server together, runs it, and takes it apart again: store, hub, visitors,
 * threads and loop each know only what they need, and here they meet. */
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hub/hub.h"
#include "server/bounds.h"
#include "server/committer.h"
#include "server/fetcher.h"
#include "server/links.h"
#include "server/loop.h"
#include "server/page.h"
#include "server/place.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/store_log.h"
#include "server/thinker.h"
#include "visitors/limits.h"
#include "visitors/metrics.h"

enum {
    SOCKETS_SPARE = 64, /* for newcomers, until those who make room for them are gone */
    CROWDED_MS = 2000,
    MIX_WAIT_MS = 1500,
    RETRY_MS = 250,
    GROUP_MS = 4,
    SEND_BUFFER_MAX = 256 * 1024,
    LOG_MAX = 20000,
    IDLE_MS = 300000, /* a table that nobody needs in memory stays there for so long */
    CHECK_TABLE_MS = 20,
    SAVE_MS = 10000, /* after a signal: time to make everything durable ... */
    LEAVE_MS = 1000, /* ... and to say goodbye */
    STOP_STEP_MS = 5,
    CHECK_MS = 500, /* how often the store's files are looked for */
    KEEP_NEW_DAYS = 7,
    EXIT_TORN = 3 /* the store is not what this server wrote */
};

enum stage { STAGE_RUNNING, STAGE_SAVING, STAGE_LEAVING };

struct server {
    const struct server_config *config;
    int lock;
    struct store *store;
    struct page page;
    struct limits *limits;
    struct metrics metrics;
    struct hub *hub;
    struct commons commons;
    struct loop *loop;
    struct committer *committer;
    struct reader *reader;
    struct fetcher *fetcher;
    struct thinker *thinker;
    struct links *links; /* NULL: no other server can be reached */
    struct store_log store_log;
    /* signals, and the end */
    uv_signal_t on_term, on_interrupt, on_renew;
    uv_timer_t stop_step, check_step;
    enum stage stage;
    uint64_t stage_until_ms;
    bool is_saved;
};

/* ---- What the hub needs of the world ------------------------------------------------------ */

static void world_commit(void *context, const struct store_write *writes, size_t count,
                         bool is_again)
{
    struct server *server = context;
    if (server->committer != NULL)
        committer_commit(server->committer, writes, count, is_again);
}

static void world_read_record(void *context, uint64_t table, uint32_t match_number)
{
    struct server *server = context;
    if (server->reader != NULL)
        reader_make(server->reader, table, match_number);
}

static bool world_read_table(void *context, uint64_t table, uint32_t until, uint64_t ticket)
{
    struct server *server = context;
    return server->reader != NULL && reader_read(server->reader, table, until, ticket);
}

static void world_fetch(void *context, const struct fetch *wanted)
{
    struct server *server = context;
    if (server->fetcher != NULL)
        fetcher_fetch(server->fetcher, wanted);
}

static void world_look(void *context, const struct look *wanted)
{
    struct server *server = context;
    if (server->fetcher != NULL)
        fetcher_look(server->fetcher, wanted);
}

static void world_think(void *context, const struct thought *thought)
{
    struct server *server = context;
    if (server->thinker != NULL)
        thinker_think(server->thinker, thought);
}

static void world_random(void *context, void *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static void world_chance(void *context, const struct shuffle *shuffle,
                         const struct match *match, unsigned reshuffle, struct action *out)
{
    (void)context;
    shuffle_chance(shuffle, match, reshuffle, out);
}

static bool world_pass(void *context, const struct store_server *to, enum pass_kind kind,
                       uint32_t visitor, struct text what)
{
    struct server *server = context;
    return server->links != NULL && links_pass(server->links, to, kind, visitor, what);
}

static int64_t world_now_s(void *context)
{
    return store_now_s(((struct server *)context)->store);
}

static void world_report(void *context, const char *event, uint64_t number, const char *name,
                         const char *why)
{
    (void)context;
    log_event(LOG_WARNING, event, {"table", name, 0}, {"number", NULL, (int64_t)number},
              {"why", why, 0});
}

/* ---- What comes back to the loop ---------------------------------------------------------- */

static void on_committed(void *context, enum store_result result, const char *problem,
                         uint64_t took_us)
{
    struct server *server = context;
    loop_enter(server->loop);
    if (result == STORE_DONE)
        server->metrics.commit_us_total += took_us;
    store_log_committed(&server->store_log, result, problem, server->metrics.commits_total);
    hub_committed(server->hub, result, problem);
}

static void on_lost(void *context, const uint64_t *tables, size_t count)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_lost(server->hub, tables, count);
}

static void on_checked(void *context, enum store_result there, const char *problem)
{
    struct server *server = context;
    loop_enter(server->loop);
    store_log_checked(&server->store_log, there, problem, config_store_shown(server->config));
    store_log_clock(&server->store_log, store_now_s(server->store) - (int64_t)time(NULL));
    hub_checked(server->hub, there == STORE_DONE, problem);
}

static void on_rewound(void *context, const struct store_rewind *what)
{
    struct server *server = context;
    loop_enter(server->loop);
    server->metrics.store_rewinds_total += !what->is_promoted;
    store_log_rewound(what);
    hub_rewound(server->hub, what->tables, what->count);
}

static void on_met(void *context, const struct store_server *others, size_t count)
{
    struct server *server = context;
    if (server->links != NULL)
        links_meet(server->links, others, count);
}

static void on_check_step(uv_timer_t *timer)
{
    struct server *server = timer->data;
    if (server->committer != NULL)
        committer_check(server->committer);
}

static void on_record_made(void *context, bool is_made, uint32_t seq, struct text text)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_record_made(server->hub, is_made, seq, text);
}

static void on_table_read(void *context, uint64_t ticket, struct room *room)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_table_read(server->hub, ticket, room);
}

static void on_fetched(void *context, struct fetched *fetched)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_fetched(server->hub, fetched);
}

static void on_looked(void *context, const struct looked *looked)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_looked(server->hub, looked);
}

static void on_thought(void *context, const struct thought *thought)
{
    struct server *server = context;
    loop_enter(server->loop);
    hub_thought(server->hub, thought);
}

/* ---- The end ------------------------------------------------------------------------------ */

static void stage_begin(struct server *server, enum stage stage, uint64_t time_ms)
{
    server->stage = stage;
    server->stage_until_ms = loop_now_ms(server->loop) + time_ms;
}

static void on_stop_step(uv_timer_t *timer)
{
    struct server *server = timer->data;
    loop_enter(server->loop);
}

static void leave(struct server *server)
{
    stage_begin(server, STAGE_LEAVING, LEAVE_MS);
    struct links *links = server->links;
    server->links = NULL;
    links_stop(links);
    loop_close_all(server->loop);
}

static void on_turned(void *context)
{
    struct server *server = context;
    bool is_late = loop_now_ms(server->loop) >= server->stage_until_ms;
    if (server->links != NULL)
        links_turn(server->links);
    switch (server->stage) {
    case STAGE_RUNNING:
        if (server->store_log.is_torn) {
            loop_stop_listening(server->loop);
            uv_timer_start(&server->stop_step, on_stop_step, STOP_STEP_MS, STOP_STEP_MS);
            leave(server);
        }
        break;
    case STAGE_SAVING:
        server->is_saved = hub_stop(server->hub);
        if (server->is_saved || is_late || server->store_log.is_torn)
            leave(server);
        break;
    case STAGE_LEAVING:
        if (loop_socket_count(server->loop) == 0 || is_late)
            loop_end(server->loop);
        break;
    }
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;
    if (server->stage != STAGE_RUNNING)
        _exit(1);
    log_event(LOG_INFO, "stopping", {"signal", NULL, number});
    loop_enter(server->loop);
    loop_stop_listening(server->loop);
    stage_begin(server, STAGE_SAVING, SAVE_MS);
    uv_timer_start(&server->stop_step, on_stop_step, STOP_STEP_MS, STOP_STEP_MS);
}

static void on_renew_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;
    (void)number;
    page_renew(&server->page, handle->loop, &server->commons.files);
}

static void signals_begin(struct server *server)
{
    uv_loop_t *uv = loop_uv(server->loop);
    uv_signal_init(uv, &server->on_term);
    uv_signal_init(uv, &server->on_interrupt);
    uv_signal_init(uv, &server->on_renew);
    uv_timer_init(uv, &server->stop_step);
    uv_timer_init(uv, &server->check_step);
    server->on_term.data = server->on_interrupt.data = server->on_renew.data =
        server->stop_step.data = server->check_step.data = server;
    uv_timer_start(&server->check_step, on_check_step, CHECK_MS, CHECK_MS);
    uv_signal_start(&server->on_term, on_signal, SIGTERM);
    uv_signal_start(&server->on_interrupt, on_signal, SIGINT);
    uv_signal_start(&server->on_renew, on_renew_signal, SIGUSR1);
}

/* From here on a second signal ends the process by itself. */
static void signals_end(struct server *server)
{
    uv_close((uv_handle_t *)&server->on_term, NULL);
    uv_close((uv_handle_t *)&server->on_interrupt, NULL);
    uv_close((uv_handle_t *)&server->on_renew, NULL);
    uv_close((uv_handle_t *)&server->stop_step, NULL);
    uv_close((uv_handle_t *)&server->check_step, NULL);
}

/* ---- The beginning ------------------------------------------------------------------------ */

static bool open_store(struct server *server, struct hub_config *hub_config,
                       char problem[STORE_PROBLEM_MAX])
{
    const char *file = config_store_file(server->config);
    if (file != NULL) {
        if (!place_make(file, problem))
            return false;
        server->lock = place_lock(file, problem);
        if (server->lock < 0 || !place_close_to_others(file, problem))
            return false;
    }
    server->store = store_open(server->config->store, problem);
    return server->store != NULL && store_secret(server->store, hub_config->secret, problem);
}

static bool make_hub(struct server *server, const struct hub_config *hub_config,
                     char problem[STORE_PROBLEM_MAX])
{
    const struct hub_world world = {
        .context = server,
        .commit = world_commit,
        .read_record = world_read_record,
        .fetch = world_fetch,
        .look = world_look,
        .read_table = world_read_table,
        .think = world_think,
        .random = world_random,
        .chance = world_chance,
        .pass = server->config->link[0] == '\0' ? NULL : world_pass,
        .report = world_report,
    };
    server->hub = hub_new(hub_config, &world, server->limits, &server->metrics);
    if (server->hub == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is not enough memory");
        return false;
    }
    hub_set_time(server->hub, uv_hrtime() / 1000000, store_now_s(server->store));
    struct store_reader reader = hub_reader(server->hub);
    struct store_survey survey;
    if (!store_survey(server->store, &reader, &survey, problem))
        return false;
    hub_begin(server->hub, &survey);
    return true;
}

static bool make_commons(struct server *server, char problem[STORE_PROBLEM_MAX])
{
    _Static_assert((int)FILES_PROBLEM_MAX <= (int)STORE_PROBLEM_MAX, "its problem fits");
    const struct server_config *config = server->config;
    if (config->web[0] != '\0' && !page_open(&server->page, config->web)) {
        snprintf(problem, STORE_PROBLEM_MAX, "%s", server->page.problem);
        return false;
    }
    server->commons = (struct commons){
        .service = hub_service(server->hub),
        .files = server->page.files,
        .limits = server->limits,
        .metrics = &server->metrics,
        .origins = config->origins.at,
        .hosts = config_hosts(config),
        .metrics_key = config->metrics_key[0] == '\0' ? NULL : config->metrics_key,
        .shows_metrics = config_is_alone(config),
        .trusted_proxies = config->proxies.at,
        .header_ms = 1000 * config->request_s,
        .keep_alive_ms = 1000 * config->idle_s,
        .hello_ms = 1000 * config->hello_s,
        .crowded_ms = CROWDED_MS,
        .ping_ms = 1000 * config->ping_s,
        .send_buffer_max = SEND_BUFFER_MAX,
    };
    return true;
}

static bool make_threads(struct server *server, uint32_t sockets,
                         const uint8_t secret[STORE_SECRET_SIZE],
                         char problem[STORE_PROBLEM_MAX])
{
    const struct loop_config loop = {.commons = &server->commons, .hub = server->hub,
        .sockets_max = sockets, .context = server, .turned = on_turned, .now_s = world_now_s};
    const struct committer_report committer = {server, on_committed, on_checked, on_met,
                                               on_lost, on_rewound};
    const struct reader_report reader = {server, on_record_made, on_table_read};
    const struct fetcher_report fetcher = {server, on_fetched, on_looked};
    const struct thinker_report thinker = {server, on_thought};
    server->loop = loop_new(&loop);
    if (server->loop == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "the event loop lacks memory or descriptors");
        return false;
    }
    signals_begin(server);
    uv_loop_t *uv = loop_uv(server->loop);
    server->committer = committer_start(uv, server->store, &committer);
    if (server->committer == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "the store lacks memory, or a thread");
        return false;
    }
    server->reader = reader_start(uv, server->store, &reader);
    if (server->reader == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "the reader of logs lacks memory, or a thread");
        return false;
    }
    server->fetcher = fetcher_start(uv, server->store, secret, &fetcher);
    if (server->fetcher == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "the reader of tables lacks memory, or a thread");
        return false;
    }
    server->thinker = thinker_start(uv, server->config->thinkers, server->config->tables_max,
                                    &thinker);
    if (server->thinker == NULL)
        snprintf(problem, STORE_PROBLEM_MAX, "computer players lack memory, or a thread");
    return server->thinker != NULL;
}

/* Nobody else uses the store yet: others are told where we are. */
static bool make_links(struct server *server, const uint8_t secret[STORE_SECRET_SIZE],
                       char problem[STORE_PROBLEM_MAX])
{
    const struct links_config config = {.loop = server->loop, .hub = server->hub,
                                        .commons = &server->commons, .store = server->store,
                                        .secret = secret,
                                        .address = server->config->link};
    struct store_server self;
    if (server->config->link[0] == '\0')
        return true;
    if (!store_is_shared(server->store)) {
        snprintf(problem, STORE_PROBLEM_MAX, "--link is for a store that servers share");
        return false;
    }
    server->links = links_new(&config, problem);
    if (server->links == NULL)
        return false;
    links_address(server->links, self.address);
    if (!store_announce(server->store, &self, problem))
        return false;
    links_begin(server->links, self.id);
    return true;
}

/* The order is that of who needs whom; what was made is undone by take_apart(). */
static bool put_together(struct server *server, char problem[STORE_PROBLEM_MAX])
{
    const struct server_config *config = server->config;
    uint32_t sockets = bounds_sockets(config->connections_max + SOCKETS_SPARE, 2 * SOCKETS_SPARE);
    struct hub_config hub_config = {
        .tables_max = config->tables_max,
        .awake_max = config->tables_in_memory,
        .idle_ms = IDLE_MS,
        .check_ms = CHECK_TABLE_MS,
        .log_max = LOG_MAX,
        .keep_days = config->keep_days,
        .keep_new_days = KEEP_NEW_DAYS,
        .bot_pause_ms = config->bot_pause_ms,
        .mix_wait_ms = MIX_WAIT_MS,
        .retry_ms = RETRY_MS,
        .group_ms = GROUP_MS,
    };
    if (!open_store(server, &hub_config, problem))
        return false;
    hub_config.is_shared = store_is_shared(server->store);
    server->limits = bounds_limits(config, sockets - SOCKETS_SPARE);
    if (server->limits == NULL) {
        snprintf(problem, STORE_PROBLEM_MAX, "there is not enough memory");
        return false;
    }
    bool is_made = make_hub(server, &hub_config, problem) && make_commons(server, problem) &&
                   make_threads(server, sockets, hub_config.secret, problem) &&
                   make_links(server, hub_config.secret, problem) &&
                   loop_listen(server->loop, config, problem);
    sodium_memzero(&hub_config, sizeof hub_config);
    return is_made;
}

static void take_apart(struct server *server)
{
    if (server->loop != NULL) {
        struct thinker *thinker = server->thinker;
        struct committer *committer = server->committer;
        struct reader *reader = server->reader;
        struct fetcher *fetcher = server->fetcher;
        struct links *links = server->links;
        signals_end(server);
        server->links = NULL;
        links_stop(links);
        server->thinker = NULL;
        server->committer = NULL;
        server->reader = NULL;
        server->fetcher = NULL;
        thinker_stop(thinker);
        reader_stop(reader);
        fetcher_stop(fetcher);
        committer_stop(committer);
        loop_free(server->loop);
    }
    if (server->hub != NULL)
        hub_free(server->hub);
    if (server->limits != NULL)
        limits_free(server->limits);
    page_close(&server->page);
    if (server->store != NULL)
        store_close(server->store);
    place_unlock(server->lock);
}

/* ---- Running ------------------------------------------------------------------------------ */

static void announce(const struct server *server)
{
    const struct config_list *bind = &server->config->bind;
    const char *first = bind->count == 0 ? "localhost" : bind->at[0];
    unsigned port = loop_port(server->loop);
    bool is_local = bind->count == 0 || strcmp(first, "0.0.0.0") == 0 ||
                    strcmp(first, "::") == 0 || strcmp(first, "127.0.0.1") == 0 ||
                    strcmp(first, "::1") == 0;
    if (is_local)
        printf("http://localhost:%u/\n", port);
    else
        printf(strchr(first, ':') == NULL ? "http://%s:%u/\n" : "http://[%s]:%u/\n", first, port);
    fflush(stdout);
    log_event(LOG_INFO, "started", {"port", NULL, port},
              {"tables", NULL, (int64_t)server->metrics.tables},
              {"web", server->config->web, 0});
    page_warn(&server->page);
}

int server_run(const struct server_config *config)
{
    static struct server server; /* too large for the stack, and there is only one */
    char problem[STORE_PROBLEM_MAX] = "";
    memset(&server, 0, sizeof server);
    server.config = config;
    server.lock = -1;
    server.metrics.started_at_s = (uint64_t)time(NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is a full disk, not the end */
    log_set_level(config->log_level);
    if (sodium_init() < 0) {
        fprintf(stderr, "rummery: there is no source of random bytes\n");
        return 1;
    }
    if (!put_together(&server, problem)) {
        fprintf(stderr, "rummery: %s\n", problem);
        take_apart(&server);
        return 1;
    }
    log_start();
    announce(&server);
    loop_run(server.loop);
    bool is_saved = server.is_saved, is_torn = server.store_log.is_torn;
    take_apart(&server);
    log_event(is_saved ? LOG_INFO : LOG_ERROR, "stopped", {"is_saved", NULL, is_saved});
    log_stop();
    if (is_torn) {
        fprintf(stderr, "rummery: the store is not what this server wrote (%s); a new start reads "
                        "what is there\n", server.store_log.problem);
        return EXIT_TORN;
    }
    return is_saved ? 0 : 1;
}
