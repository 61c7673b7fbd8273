/* fuzz_websocket.c - any bytes after the handshake of a WebSocket. */
#include "fuzz_connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_connection("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              "\r\n", data, size);
    return 0;
}
