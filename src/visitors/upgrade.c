/* upgrade.c - the handshake that turns an HTTP connection into a WebSocket (RFC 6455, 4.2). */
#include <stdio.h>
#include <string.h>

#include "visitors/connection_internal.h"
#include "wire/handshake.h"

enum { LINES_MAX = 160 };

static bool lists(struct text list, const char *word)
{
    struct text part;
    while (text_next(&list, &part)) {
        if (text_is_like(part, word))
            return true;
    }
    return false;
}

void upgrade_handle(struct connection *connection)
{
    struct http *http = connection->http;
    struct text key = http_header(http, HEADER_SEC_WEBSOCKET_KEY);
    if (http->parser.method != HTTP_GET) {
        answer_problem(connection, 405, "Allow: GET\r\n", "a WebSocket begins with GET");
        return;
    }
    if (http->parser.http_minor != 1 ||
        !lists(http_header(http, HEADER_UPGRADE), "websocket") ||
        !lists(http_header(http, HEADER_CONNECTION), "upgrade")) {
        answer_problem(connection, 426, "Upgrade: websocket\r\nConnection: Upgrade\r\n",
                       "this is for WebSockets only");
        return;
    }
    if (!text_is(http_header(http, HEADER_SEC_WEBSOCKET_VERSION), "13")) {
        answer_problem(connection, 426,
                       "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Version: 13\r\n",
                       "only version 13 of WebSocket is spoken here");
        return;
    }
    if (!handshake_is_key(key.at, key.size) || http->body.size > 0) {
        answer_fault(connection, 400, "this WebSocket handshake is not right");
        return;
    }
    char accept[HANDSHAKE_ANSWER_SIZE + 1], lines[LINES_MAX];
    handshake_answer(key.at, accept);
    snprintf(lines, sizeof lines,
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n", accept);
    answer_write(connection, 101, "", lines, text_none());
    if (connection->is_done)
        return;
    struct commons *commons = connection->commons;
    http_free(connection);
    connection->is_websocket = true;
    if (connection->caller == CALLER_STRANGER)
        connection->caller_ms = connection->now_ms;
    commons->metrics->websockets_total++;
    commons->metrics->websockets++;
    commons->service.opened(commons->service.context, connection);
}
