/* request.c - where a request goes: health, metrics, the API, the WebSocket, or a file. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/address.h"
#include "server/door.h"

enum { RETRY_LINE_MAX = 48 };

struct target {
    struct text path, query;
};

static struct target target_of(const struct http *http)
{
    struct text whole = {http->head.at, http->target_size};
    const char *fragment = memchr(whole.at, '#', whole.size);
    if (fragment != NULL)
        whole.size = (size_t)(fragment - whole.at);
    const char *mark = memchr(whole.at, '?', whole.size);
    if (mark == NULL)
        return (struct target){whole, {"", 0}};
    size_t size = (size_t)(mark - whole.at);
    return (struct target){{whole.at, size}, {mark + 1, whole.size - size - 1}};
}

static bool is_reading(const struct http *http)
{
    return http->parser.method == HTTP_GET || http->parser.method == HTTP_HEAD;
}

static void handle_health(struct connection *connection)
{
    const struct service *service = &connection->door->service;
    const char *ill = service->ill == NULL ? NULL : service->ill(service->context);
    const char *well = service->well == NULL ? "ok\n" : service->well(service->context);
    if (ill == NULL)
        answer_write(connection, 200, "text/plain; charset=utf-8",
                     "Cache-Control: no-store\r\n", text_of(well));
    else
        answer_problem(connection, 503, "Retry-After: 5\r\n", ill);
}

/* The figures are for whoever sits on this machine. */
static void handle_metrics(struct connection *connection)
{
    static const enum header traces[] = {HEADER_X_FORWARDED_FOR, HEADER_FORWARDED,
                                         HEADER_X_REAL_IP, HEADER_VIA};
    const struct http *http = connection->http;
    struct address peer;
    bool is_near = address_read(http->peer, &peer) && address_is_loopback(&peer);
    for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++)
        is_near = is_near && !http->headers[traces[i]].is_there;
    if (!is_near) {
        answer_problem(connection, 404, "", "there is nothing here");
        return;
    }
    char text[METRICS_TEXT_MAX];
    size_t size = metrics_print(connection->door->metrics, text);
    answer_write(connection, 200, "text/plain; version=0.0.4; charset=utf-8",
                 "Cache-Control: no-store\r\n", (struct text){text, size});
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

static void handle_api(struct connection *connection, const struct target *target)
{
    const struct http *http = connection->http;
    const struct service *service = &connection->door->service;
    struct http_request request = {
        .method = text_of(llhttp_method_name((llhttp_method_t)http->parser.method)),
        .path = target->path,
        .query = target->query,
        .key = bearer_key(http),
        .body = {http->body.size == 0 ? "" : http->body.at, http->body.size},
    };
    service->request(service->context, connection, &request);
}

static void handle_file(struct connection *connection, struct text path)
{
    const struct files *files = connection->door->files;
    const struct file *file = files == NULL ? NULL : files_find(files, path);
    if (file == NULL)
        answer_problem(connection, 404, "", "there is nothing here");
    else if (!is_reading(connection->http))
        answer_problem(connection, 405, "Allow: GET, HEAD\r\n", "this can only be read");
    else
        answer_file(connection, file);
}

static bool is_page_file(const struct connection *connection, struct text path)
{
    const struct files *files = connection->door->files;
    return files != NULL && is_reading(connection->http) && !text_is(path, "/ws") &&
           !text_begins(path, "/api/") && files_find(files, path) != NULL;
}

/* Answers if the address asks too often. */
static bool is_too_often(struct connection *connection)
{
    struct door *door = connection->door;
    if (limits_take_request(door->limits, connection->address, connection->now_ms))
        return false;
    door->metrics->rate_limited_total++;
    uint32_t per_minute = limits_config(door->limits)->requests.per_minute;
    char line[RETRY_LINE_MAX];
    snprintf(line, sizeof line, "Retry-After: %u\r\n", (60 + per_minute - 1) / per_minute);
    answer_problem(connection, 429, line, "too many requests, please wait");
    return true;
}

/* A page of another host may neither open a WebSocket here nor change anything. */
static bool is_foreign(const struct connection *connection, bool is_websocket)
{
    const struct http *http = connection->http;
    if (!http->headers[HEADER_ORIGIN].is_there || (is_reading(http) && !is_websocket))
        return false;
    return !is_own_origin(connection->door, http_header(http, HEADER_ORIGIN),
                          http_header(http, HEADER_HOST));
}

void request_handle(struct connection *connection)
{
    struct target target = target_of(connection->http);
    bool is_health = text_is(target.path, "/healthz");
    bool is_metrics = text_is(target.path, "/metrics");
    bool is_websocket = text_is(target.path, "/ws");
    if (is_health || is_metrics) {
        if (!is_reading(connection->http))
            answer_problem(connection, 405, "Allow: GET, HEAD\r\n", "this can only be read");
        else if (is_health)
            handle_health(connection);
        else
            handle_metrics(connection);
        return;
    }
    if (target.path.size == 0 || target.path.at[0] != '/') {
        answer_fault(connection, 400, "the address must begin with a slash");
        return;
    }
    if (!forwarded_take(connection)) {
        connection->door->metrics->connections_refused_total++;
        connection->http->is_keep_alive = false;
        answer_problem(connection, 429, "Retry-After: 60\r\n", "too many connections");
        return;
    }
    /* a first visit fetches all files of the page: a family's visit at once is no attack */
    if (!is_page_file(connection, target.path) && is_too_often(connection))
        return;
    if (is_foreign(connection, is_websocket))
        answer_problem(connection, 403, "", "pages of other hosts may not do this");
    else if (is_websocket)
        upgrade_handle(connection);
    else if (text_begins(target.path, "/api/"))
        handle_api(connection, &target);
    else
        handle_file(connection, target.path);
}
