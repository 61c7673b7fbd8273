/* request.c - where a request goes: health, metrics, the API, the WebSocket, or a file. */
#include <sodium.h>
#include <string.h>

#include "visitors/address.h"
#include "visitors/connection_internal.h"

/* A request's target, taken apart. */
struct target {
    struct text host; /* what the target names, or else the Host header */
    struct text path, query;
};

/* RFC 9112, 3.2.2: a target may be a whole address, and then its host counts. */
static bool target_read(const struct http *http, struct target *out)
{
    static const char *const schemes[] = {"http://", "https://"};
    struct text rest = {http->head.at, http->target_size};
    out->host = http_header(http, HEADER_HOST);
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t size = strlen(schemes[i]);
        if (rest.size < size || !text_is_like((struct text){rest.at, size}, schemes[i]))
            continue;
        rest = (struct text){rest.at + size, rest.size - size};
        out->host = (struct text){rest.at, 0};
        while (out->host.size < rest.size && strchr("/?", rest.at[out->host.size]) == NULL)
            out->host.size++;
        rest = (struct text){rest.at + out->host.size, rest.size - out->host.size};
        if (!host_is_written_well(out->host))
            return false;
        if (rest.size == 0)
            rest = text_of("/");
    }
    const char *mark = memchr(rest.at, '?', rest.size);
    size_t size = mark == NULL ? rest.size : (size_t)(mark - rest.at);
    out->path = (struct text){rest.at, size};
    out->query = mark == NULL ? text_none() : (struct text){mark + 1, rest.size - size - 1};
    if (size == 0)
        out->path = text_of("/");
    return out->path.at[0] == '/';
}

static bool is_reading(const struct http *http)
{
    return http->parser.method == HTTP_GET || http->parser.method == HTTP_HEAD;
}

static void handle_health(struct connection *connection)
{
    const struct service *service = &connection->commons->service;
    const char *ill = service->ill == NULL ? NULL : service->ill(service->context);
    const char *well = service->well == NULL ? "ok\n" : service->well(service->context);
    if (ill == NULL)
        answer_write(connection, 200, "text/plain; charset=utf-8",
                     "Cache-Control: no-store\r\n", text_of(well));
    else
        answer_problem(connection, 503, "Retry-After: 5\r\n", ill);
}

static struct text bearer_key(const struct http *http)
{
    static const char scheme[] = "Bearer ";
    struct text value = http_header(http, HEADER_AUTHORIZATION);
    size_t size = sizeof scheme - 1;
    if (value.size <= size || !text_is_like((struct text){value.at, size}, scheme))
        return text_none();
    return text_trim((struct text){value.at + size, value.size - size});
}

/* A proxy that tells nothing about its visitors looks like a visitor on this machine. So where
 * anything speaks for a proxy, only the key counts. */
static bool may_see_metrics(const struct connection *connection)
{
    const struct commons *commons = connection->commons;
    const struct http *http = connection->http;
    struct address peer;
    if (commons->metrics_key == NULL)
        return commons->shows_metrics && !http->has_odd_header &&
               !http->headers[HEADER_ORIGIN].is_there && /* no program says that, but a page */
               address_read(http->peer, &peer) && address_is_loopback(&peer);
    struct text key = bearer_key(http);
    return key.size == strlen(commons->metrics_key) &&
           sodium_memcmp(key.at, commons->metrics_key, key.size) == 0;
}

static void handle_metrics(struct connection *connection)
{
    if (!may_see_metrics(connection)) {
        answer_problem(connection, 404, "", "there is nothing here");
        return;
    }
    char text[METRICS_TEXT_MAX];
    size_t size = metrics_print(connection->commons->metrics, text);
    answer_write(connection, 200, "text/plain; version=0.0.4; charset=utf-8",
                 "Cache-Control: no-store\r\n", (struct text){text, size});
}

static void refuse_method(struct connection *connection, bool is_posted)
{
    if (is_posted)
        answer_problem(connection, 405, "Allow: POST\r\n", "this can only be posted to");
    else
        answer_problem(connection, 405, "Allow: GET, HEAD\r\n", "this can only be read");
}

static void handle_look(struct connection *connection, bool is_health)
{
    if (!limits_take_look(connection->commons->limits, connection->address, connection->now_ms))
        answer_too_often(connection, 1);
    else if (!is_reading(connection->http))
        refuse_method(connection, false);
    else if (is_health)
        handle_health(connection);
    else
        handle_metrics(connection);
}

/* A star stands for any text without a slash. */
static bool path_is_like(struct text path, const char *pattern)
{
    size_t at = 0;
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '*') {
            if (at == path.size || path.at[at++] != *pattern)
                return false;
            continue;
        }
        size_t from = at;
        while (at < path.size && path.at[at] != '/')
            at++;
        if (at == from)
            return false;
    }
    return at == path.size;
}

/* Answers if the path is there, but not for this method. */
static bool is_wrong_method(struct connection *connection, struct text path)
{
    static const struct {
        const char *pattern;
        bool is_posted;
    } routes[] = {{"/api/tables", true},
                  {"/api/tables/*", false},
                  {"/api/tables/*/seats", true},
                  {"/api/tables/*/record", false},
                  {"/api/tables/*/record/*", false}};
    const struct http *http = connection->http;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        bool is_right = routes[i].is_posted ? http->parser.method == HTTP_POST : is_reading(http);
        if (!path_is_like(path, routes[i].pattern) || is_right)
            continue;
        refuse_method(connection, routes[i].is_posted);
        return true;
    }
    return false;
}

static void handle_api(struct connection *connection, const struct target *target)
{
    const struct http *http = connection->http;
    const struct service *service = &connection->commons->service;
    if (is_wrong_method(connection, target->path))
        return;
    /* HEAD is GET, and of its answer only the head is sent */
    llhttp_method_t method = (llhttp_method_t)http->parser.method;
    struct http_request request = {
        .method = text_of(llhttp_method_name(method == HTTP_HEAD ? HTTP_GET : method)),
        .path = target->path,
        .query = target->query,
        .key = bearer_key(http),
        .body = {http->body.size == 0 ? "" : http->body.at, http->body.size},
    };
    service->request(service->context, connection, &request);
}

static void handle_file(struct connection *connection, struct text path)
{
    const struct files *files = connection->commons->files;
    const struct file *file = files == NULL ? NULL : files_find(files, path);
    if (file == NULL)
        answer_problem(connection, 404, "", "there is nothing here");
    else if (!is_reading(connection->http))
        refuse_method(connection, false);
    else
        answer_file(connection, file);
}

static bool is_page_file(const struct connection *connection, struct text path)
{
    const struct files *files = connection->commons->files;
    return files != NULL && is_reading(connection->http) && !text_is(path, "/ws") &&
           !text_begins(path, "/api/") && files_find(files, path) != NULL;
}

/* Answers if the address asks too often. */
static bool is_too_often(struct connection *connection)
{
    struct limits *limits = connection->commons->limits;
    if (limits_take_request(limits, connection->address, connection->now_ms))
        return false;
    uint32_t per_minute = limits_config(limits)->requests.per_minute;
    answer_too_often(connection, (60 + per_minute - 1) / per_minute);
    return true;
}

/* A page of another host may neither open a WebSocket here nor change anything. */
static bool is_foreign(const struct connection *connection, struct text host, bool is_websocket)
{
    const struct http *http = connection->http;
    if (!http->headers[HEADER_ORIGIN].is_there || (is_reading(http) && !is_websocket))
        return false;
    return !is_own_origin(connection->commons, http_header(http, HEADER_ORIGIN), host);
}

static void handle_path(struct connection *connection, const struct target *target)
{
    bool is_health = text_is(target->path, "/healthz");
    bool is_websocket = text_is(target->path, "/ws");
    if (is_health || text_is(target->path, "/metrics")) {
        handle_look(connection, is_health);
        return;
    }
    /* a first visit fetches all files of the page: those are counted by their size */
    if (!is_page_file(connection, target->path) && is_too_often(connection))
        return;
    if (is_foreign(connection, target->host, is_websocket))
        answer_problem(connection, 403, "", "pages of other hosts may not do this");
    else if (is_websocket)
        upgrade_handle(connection);
    else if (text_begins(target->path, "/api/"))
        handle_api(connection, target);
    else
        handle_file(connection, target->path);
}

void request_handle(struct connection *connection)
{
    const struct http *http = connection->http;
    struct target target;
    bool is_star = http->target_size == 1 && http->head.at[0] == '*';
    if (is_star && http->parser.method == HTTP_OPTIONS) {
        answer_write(connection, 204, "", "Allow: GET, HEAD, POST, OPTIONS\r\n", text_none());
    } else if (!target_read(http, &target)) {
        answer_fault(connection, 400, "the address must begin with a slash");
    } else if (target.host.size > 0 && !host_is_ours(connection->commons, target.host)) {
        /* a name that somebody else points at this machine is no name of ours */
        answer_problem(connection, 421, "", "this server does not go by that name");
    } else if (!forwarded_take(connection)) {
        connection->commons->metrics->connections_refused_total++;
        connection->http->is_keep_alive = false;
        answer_problem(connection, 429, "Retry-After: 60\r\n", "too many connections");
    } else {
        handle_path(connection, &target);
    }
}
