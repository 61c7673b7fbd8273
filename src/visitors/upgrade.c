/* upgrade.c - the handshake that turns an HTTP connection into a WebSocket (RFC 6455, 4.2). */
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdio.h>
#include <string.h>

#include "visitors/connection_internal.h"

enum { KEY_SIZE = 16, KEY_TEXT_SIZE = 24, LINES_MAX = 160 };

static bool lists(struct text list, const char *word)
{
    struct text part;
    while (text_next(&list, &part)) {
        if (text_is_like(part, word))
            return true;
    }
    return false;
}

static bool is_key(struct text key)
{
    struct base64_decode_ctx context;
    uint8_t bytes[BASE64_DECODE_LENGTH(KEY_TEXT_SIZE)];
    size_t size = sizeof bytes;
    if (key.size != KEY_TEXT_SIZE)
        return false;
    base64_decode_init(&context);
    return base64_decode_update(&context, &size, bytes, key.size, key.at) &&
           base64_decode_final(&context) && size == KEY_SIZE;
}

static void accept_key(struct text key, char out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx context;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&context);
    sha1_update(&context, key.size, (const uint8_t *)key.at);
    sha1_update(&context, sizeof magic - 1, (const uint8_t *)magic);
    sha1_digest(&context, sizeof digest, digest);
    base64_encode_raw(out, sizeof digest, digest);
    out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = '\0';
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
    if (!is_key(key) || http->body.size > 0) {
        answer_fault(connection, 400, "this WebSocket handshake is not right");
        return;
    }
    char accept[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1], lines[LINES_MAX];
    accept_key(key, accept);
    snprintf(lines, sizeof lines,
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n", accept);
    answer_write(connection, 101, "", lines, text_none());
    if (connection->is_done)
        return;
    struct door *door = connection->door;
    http_free(connection);
    connection->is_websocket = true;
    if (connection->caller == CALLER_STRANGER)
        connection->caller_ms = connection->now_ms;
    door->metrics->websockets_total++;
    door->metrics->websockets++;
    door->service.opened(door->service.context, connection);
}
