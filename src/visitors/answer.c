/* answer.c - writes answers: the status line, the headers that every answer carries, errors
 * as JSON, and files, which are sent from where they lie in memory. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "visitors/connection_internal.h"

enum { ANSWER_HEAD_MAX = 2048, WORDS_MAX = 512, MORE_MAX = 256, DATE_MAX = 64 };

/* connect-src 'self' covers WebSockets to the own host; WebAssembly needs its one word. */
static const char security_headers[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "interest-cohort=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static const struct {
    unsigned status;
    const char *words;
} status_words[] = {
    {101, "Switching Protocols"}, {200, "OK"}, {201, "Created"}, {202, "Accepted"},
    {204, "No Content"}, {304, "Not Modified"}, {400, "Bad Request"}, {401, "Unauthorized"},
    {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"}, {406, "Not Acceptable"},
    {408, "Request Timeout"}, {409, "Conflict"}, {410, "Gone"}, {412, "Precondition Failed"},
    {413, "Content Too Large"}, {414, "URI Too Long"}, {415, "Unsupported Media Type"},
    {417, "Expectation Failed"}, {421, "Misdirected Request"}, {422, "Unprocessable Content"},
    {426, "Upgrade Required"}, {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"}, {500, "Internal Server Error"},
    {501, "Not Implemented"}, {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

static const char *words_of(unsigned status)
{
    for (size_t i = 0; i < sizeof status_words / sizeof status_words[0]; i++) {
        if (status_words[i].status == status)
            return status_words[i].words;
    }
    return "Answer";
}

/* 101, 204 and 304 have no body, and so no size of one. */
static bool has_body(unsigned status)
{
    return status >= 200 && status != 204 && status != 304;
}

/* RFC 9110, 6.6.1: who has a clock says when. The words are the same in every country. */
static void print_date(int64_t wall_s, char out[DATE_MAX])
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)wall_s;
    struct tm time;
    out[0] = '\0';
    if (wall_s == 0 || gmtime_r(&seconds, &time) == NULL)
        return;
    snprintf(out, DATE_MAX, "Date: %s, %02d %s %04d %02d:%02d:%02d GMT\r\n", days[time.tm_wday],
             time.tm_mday, months[time.tm_mon], time.tm_year + 1900, time.tm_hour, time.tm_min,
             time.tm_sec);
}

static void write_head(struct connection *connection, unsigned status, const char *type,
                       const char *more, size_t size)
{
    struct http *http = connection->http;
    char head[ANSWER_HEAD_MAX], body_lines[MORE_MAX] = "", date[DATE_MAX];
    print_date(connection->commons->wall_s, date);
    if (has_body(status))
        snprintf(body_lines, sizeof body_lines, "Content-Type: %s\r\nContent-Length: %zu\r\n",
                 type, size);
    const char *ending = "";
    if (status != 101 && !http->is_keep_alive)
        ending = "Connection: close\r\n";
    int printed = snprintf(head, sizeof head, "HTTP/1.1 %u %s\r\n%s%s%s%s%s\r\n", status,
                           words_of(status), date, body_lines, ending, more,
                           security_headers);
    assert(printed > 0 && (size_t)printed < sizeof head);
    output_add(connection, head, (size_t)printed);
    if (status >= 400)
        connection->commons->metrics->http_errors_total++;
}

static void answered(struct connection *connection)
{
    connection->http->is_waiting = false;
    if (!connection->http->is_keep_alive)
        connection_finish(connection);
}

void answer_write(struct connection *connection, unsigned status, const char *type,
                  const char *more, struct text body)
{
    write_head(connection, status, type, more, body.size);
    if (has_body(status) && !connection->http->is_head_method)
        output_add(connection, body.at, body.size);
    if (status != 101)
        answered(connection);
}

void answer_problem(struct connection *connection, unsigned status, const char *more,
                  const char *words)
{
    char body[WORDS_MAX], lines[MORE_MAX];
    /* all words are ours and need no escapes; those of service.ill lose what would */
    char plain[WORDS_MAX / 2];
    size_t size = 0;
    for (; size < sizeof plain - 1 && words[size] != '\0'; size++) {
        bool is_plain = words[size] >= ' ' && words[size] != '"' && words[size] != '\\';
        plain[size] = is_plain ? words[size] : ' ';
    }
    plain[size] = '\0';
    int printed = snprintf(body, sizeof body, "{\"error\":\"%s\"}\n", plain);
    snprintf(lines, sizeof lines, "Cache-Control: no-store\r\n%s", more);
    answer_write(connection, status, "application/json", lines,
                 (struct text){body, (size_t)printed});
}

void answer_fault(struct connection *connection, unsigned status, const char *words)
{
    connection->http->is_keep_alive = false;
    answer_problem(connection, status, "", words);
}

/* Whether a list of codings names this one and does not forbid it by q=0. */
static bool accepts(struct text codings, const char *coding)
{
    struct text part;
    while (text_next(&codings, &part)) {
        const char *mark = memchr(part.at, ';', part.size);
        size_t size = mark == NULL ? part.size : (size_t)(mark - part.at);
        if (!text_is_like(text_trim((struct text){part.at, size}), coding))
            continue;
        if (mark == NULL)
            return true;
        struct text quality = text_trim((struct text){mark + 1, part.size - size - 1});
        bool is_zero = text_begins(quality, "q=0");
        for (size_t i = 3; i < quality.size; i++)
            is_zero = is_zero && (quality.at[i] == '.' || quality.at[i] == '0');
        return !is_zero;
    }
    return false;
}

/* Tags are compared weakly, as If-None-Match wants it. */
static bool names_tag(struct text list, const char *etag)
{
    struct text part;
    while (text_next(&list, &part)) {
        if (text_is(part, "*") || text_is(part, etag) || text_is(part, etag + strlen("W/")))
            return true;
    }
    return false;
}

/* What follows the head; set before it, as whoever is woken by the head may ask for it at once. */
static void set_tail(struct http *http, struct shared *body)
{
    if (body->text.size == 0)
        return;
    http->shared = shared_take(body);
    http->tail = body->text;
}

void answer_shared(struct connection *connection, struct shared *text)
{
    struct http *http = connection->http;
    if (!http->is_head_method)
        set_tail(http, text);
    write_head(connection, 200, "text/plain; charset=utf-8", "Cache-Control: no-store\r\n",
               text->text.size);
    answered(connection);
}

void answer_too_often(struct connection *connection, uint32_t wait_s)
{
    char line[MORE_MAX];
    connection->commons->metrics->rate_limited_total++;
    snprintf(line, sizeof line, "Retry-After: %u\r\n", wait_s);
    answer_problem(connection, 429, line, "too many requests, please wait");
}

/* Answers if the address has had enough of the page's bytes. */
static bool take_bytes(struct connection *connection, size_t size)
{
    struct limits *limits = connection->commons->limits;
    uint32_t wait_s;
    if (limits_take_page(limits, connection->address, size, connection->now_ms, &wait_s))
        return true;
    answer_too_often(connection, wait_s);
    return false;
}

void answer_file(struct connection *connection, const struct file *file)
{
    struct http *http = connection->http;
    struct text codings = http_header(http, HEADER_ACCEPT_ENCODING);
    struct shared *body = file->plain;
    const char *coding = "", *vary = "";
    if (file->gzip != NULL || file->brotli != NULL)
        vary = "Vary: Accept-Encoding\r\n";
    if (file->brotli != NULL && accepts(codings, "br")) {
        coding = "Content-Encoding: br\r\n";
        body = file->brotli;
    } else if (file->gzip != NULL && accepts(codings, "gzip")) {
        coding = "Content-Encoding: gzip\r\n";
        body = file->gzip;
    }
    bool is_known = names_tag(http_header(http, HEADER_IF_NONE_MATCH), file->etag);
    bool is_sent = !is_known && !http->is_head_method;
    if (!take_bytes(connection, is_sent ? body->text.size : 0))
        return;
    char more[MORE_MAX];
    snprintf(more, sizeof more, "Cache-Control: %s\r\nETag: %s\r\n%s%s",
             file->is_immutable ? "public, max-age=31536000, immutable" : "no-cache",
             file->etag, vary, is_known ? "" : coding);
    if (is_sent)
        set_tail(http, body);
    write_head(connection, is_known ? 304 : 200, file->type, more, body->text.size);
    answered(connection);
}
