/* handshake.c - base64 is libsodium's, SHA-1 OpenSSL's: by the older of its functions, which need
 * no memory and so cannot fail (decision 010). */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "wire/handshake.h"

#include <openssl/sha.h>
#include <sodium.h>
#include <string.h>

_Static_assert(sodium_base64_ENCODED_LEN(HANDSHAKE_KEY_BYTES, sodium_base64_VARIANT_ORIGINAL) ==
                   HANDSHAKE_KEY_SIZE + 1, "a key fits, and its NUL");
_Static_assert(sodium_base64_ENCODED_LEN(SHA_DIGEST_LENGTH, sodium_base64_VARIANT_ORIGINAL) ==
                   HANDSHAKE_ANSWER_SIZE + 1, "an answer fits, and its NUL");

void handshake_key(const uint8_t bytes[HANDSHAKE_KEY_BYTES], char out[HANDSHAKE_KEY_SIZE + 1])
{
    sodium_bin2base64(out, HANDSHAKE_KEY_SIZE + 1, bytes, HANDSHAKE_KEY_BYTES,
                      sodium_base64_VARIANT_ORIGINAL);
}

/* libsodium reads some bytes above 127 as letters, so that the way back must lead to the text. */
bool handshake_is_key(const char *text, size_t size)
{
    uint8_t bytes[HANDSHAKE_KEY_BYTES];
    char again[HANDSHAKE_KEY_SIZE + 1];
    size_t count;
    if (size != HANDSHAKE_KEY_SIZE ||
        sodium_base642bin(bytes, sizeof bytes, text, size, NULL, &count, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        count != sizeof bytes)
        return false;
    handshake_key(bytes, again);
    return memcmp(again, text, size) == 0;
}

void handshake_answer(const char *key, char out[HANDSHAKE_ANSWER_SIZE + 1])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    SHA_CTX context;
    uint8_t digest[SHA_DIGEST_LENGTH];
    SHA1_Init(&context);
    SHA1_Update(&context, key, HANDSHAKE_KEY_SIZE);
    SHA1_Update(&context, magic, sizeof magic - 1);
    SHA1_Final(digest, &context);
    sodium_bin2base64(out, HANDSHAKE_ANSWER_SIZE + 1, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
}
