/* tls.h - one TLS line to a server, without a socket: bytes of the line go in and come out, and
 * so does what they mean. Certificates are those the system trusts. */
#ifndef RUMMERY_TLS_H
#define RUMMERY_TLS_H

#include <stdbool.h>
#include <stddef.h>

enum tls_state {
    TLS_GOING, /* more of the server's bytes are needed */
    TLS_READY,
    TLS_DISTRUSTED, /* the server is not who it should be */
    TLS_FAILED
};

struct tls;

/* `host` is the name, or the address in digits, that the certificate must be for. NULL if there
 * is no memory. */
struct tls *tls_open(const char *host);
void tls_free(struct tls *tls);

/* Bytes of the line, and those to be sent on it; the second returns how many, 0 for none. */
bool tls_feed(struct tls *tls, const void *bytes, size_t size);
size_t tls_take(struct tls *tls, void *out, size_t room);
/* The greeting, again whenever bytes have come until it is over. */
enum tls_state tls_greet(struct tls *tls);
/* What is said, and what is heard: how many bytes, 0 for none yet, -1 where it has ended. */
bool tls_say(struct tls *tls, const void *bytes, size_t size);
int tls_hear(struct tls *tls, void *out, size_t room);

#endif
