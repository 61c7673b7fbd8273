/* handshake.h - the two texts of a WebSocket's handshake (RFC 6455, 4.1 and 4.2): the key that a
 * client makes up, and the answer by which a server shows that it has read it. */
#ifndef RUMMERY_HANDSHAKE_H
#define RUMMERY_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HANDSHAKE_KEY_BYTES = 16,
    HANDSHAKE_KEY_SIZE = 24,   /* ... in base64, without the closing NUL */
    HANDSHAKE_ANSWER_SIZE = 28 /* without the closing NUL */
};

void handshake_key(const uint8_t bytes[HANDSHAKE_KEY_BYTES], char out[HANDSHAKE_KEY_SIZE + 1]);
/* Whether a text is base64 of so many bytes, and the only way to write them. */
bool handshake_is_key(const char *text, size_t size);
/* To any text of HANDSHAKE_KEY_SIZE letters. */
void handshake_answer(const char *key, char out[HANDSHAKE_ANSWER_SIZE + 1]);

#endif
