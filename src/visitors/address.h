/* address.h - internet addresses as bytes, and blocks of them. */
#ifndef RUMMERY_ADDRESS_H
#define RUMMERY_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/text.h"

enum { ADDRESS_SIZE = 16 };

/* IPv6; an IPv4 address in its mapped form (::ffff:a.b.c.d). */
struct address {
    uint8_t bytes[ADDRESS_SIZE];
};

bool address_read(const char *text, struct address *out);
/* Reads what proxies write as well: [address]:port, address:port. */
bool address_read_text(struct text text, struct address *out);
bool address_is_ipv4(const struct address *address);
bool address_is_loopback(const struct address *address);
/* `block` is an address or `address/bits`; an unreadable block holds nothing. */
bool address_is_in(const struct address *address, const char *block);
/* What an address counts by: IPv4 itself, IPv6 its network of 64 bits; or the block around it,
 * a /24 or a /48, which is equal to no address. What is no address counts as one of zeros. */
struct address address_key(const char *text, bool is_block);
bool address_key_is_block(const struct address *key);
/* `out` has room for ADDRESS_MAX of connection.h. */
void address_print(const struct address *address, char *out);

#endif
