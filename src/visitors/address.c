/* address.c - reads, compares and prints addresses. IPv4 is kept as mapped IPv6, so that a
 * socket that listens on both families gives each visitor one identity. */
#include "visitors/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "visitors/connection.h"

enum {
    MAPPED_SIZE = 12,
    BITS_MAX = 128,
    IPV4_BITS = 32,
    BLOCK_MAX = 64,
    /* bytes that count */
    IPV4_BLOCK_SIZE = 15,
    IPV6_NETWORK_SIZE = 8,
    IPV6_BLOCK_SIZE = 6,
    MARK_AT = 8 /* a byte that is zero in whatever we count by */
};
static const uint8_t mapped[MAPPED_SIZE] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool address_read(const char *text, struct address *out)
{
    if (inet_pton(AF_INET6, text, out->bytes) == 1)
        return true;
    memcpy(out->bytes, mapped, MAPPED_SIZE);
    return inet_pton(AF_INET, text, &out->bytes[MAPPED_SIZE]) == 1;
}

bool address_read_text(struct text text, struct address *out)
{
    char copy[BLOCK_MAX];
    if (text.size == 0 || text.size >= sizeof copy || memchr(text.at, '\0', text.size) != NULL)
        return false;
    memcpy(copy, text.at, text.size);
    copy[text.size] = '\0';
    char *bracket = strchr(copy, ']');
    if (copy[0] == '[' && bracket != NULL) {
        *bracket = '\0';
        return address_read(&copy[1], out);
    }
    char *colon = strchr(copy, ':');
    if (colon != NULL && strchr(copy, '.') != NULL && colon == strrchr(copy, ':'))
        *colon = '\0';
    return address_read(copy, out);
}

bool address_is_ipv4(const struct address *address)
{
    return memcmp(address->bytes, mapped, MAPPED_SIZE) == 0;
}

bool address_is_loopback(const struct address *address)
{
    return address_is_in(address, "127.0.0.0/8") || address_is_in(address, "::1");
}

bool address_is_in(const struct address *address, const char *block)
{
    char copy[BLOCK_MAX];
    struct address base;
    if (strlen(block) >= sizeof copy)
        return false;
    strcpy(copy, block);
    char *slash = strchr(copy, '/');
    if (slash != NULL)
        *slash = '\0';
    if (!address_read(copy, &base))
        return false;
    unsigned long bits = BITS_MAX;
    if (slash != NULL) {
        char *end;
        bits = strtoul(&slash[1], &end, 10);
        bool is_short = strchr(copy, ':') == NULL;
        if (slash[1] < '0' || slash[1] > '9' || *end != '\0' ||
            bits > (is_short ? IPV4_BITS : BITS_MAX))
            return false;
        bits += is_short ? BITS_MAX - IPV4_BITS : 0;
    }
    size_t whole = bits / 8;
    if (memcmp(address->bytes, base.bytes, whole) != 0)
        return false;
    unsigned rest = (unsigned)bits % 8;
    return rest == 0 || (address->bytes[whole] ^ base.bytes[whole]) >> (8 - rest) == 0;
}

/* Whoever owns an IPv6 network of 64 bits has all its addresses. */
struct address address_key(const char *text, bool is_block)
{
    struct address key;
    if (!address_read(text, &key))
        memset(&key, 0, sizeof key);
    bool is_ipv4 = address_is_ipv4(&key);
    size_t size = is_ipv4 ? ADDRESS_SIZE : IPV6_NETWORK_SIZE;
    if (is_block)
        size = is_ipv4 ? IPV4_BLOCK_SIZE : IPV6_BLOCK_SIZE;
    memset(&key.bytes[size], 0, ADDRESS_SIZE - size);
    key.bytes[MARK_AT] = is_block;
    return key;
}

bool address_key_is_block(const struct address *key)
{
    return key->bytes[MARK_AT] != 0;
}

void address_print(const struct address *address, char *out)
{
    bool is_ipv4 = address_is_ipv4(address);
    const void *from = is_ipv4 ? &address->bytes[MAPPED_SIZE] : address->bytes;
    const char *text = inet_ntop(is_ipv4 ? AF_INET : AF_INET6, from, out, ADDRESS_MAX);
    assert(text != NULL);
    (void)text;
}
