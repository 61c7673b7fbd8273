/* tls.c - TLS by OpenSSL, with memory in place of sockets. */
#include "client/tls.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

struct tls {
    SSL_CTX *context;
    SSL *ssl;
    BIO *in, *out; /* the ssl owns them */
};

/* A name is also sent, for servers that have several. */
static bool set_host(SSL *ssl, const char *host)
{
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1)
        return true;
    return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

static bool set_up(struct tls *tls, const char *host)
{
    tls->context = SSL_CTX_new(TLS_client_method());
    if (tls->context == NULL ||
        SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION) != 1)
        return false;
    /* without any certificate nobody is trusted, which is told when it is met */
    SSL_CTX_set_default_verify_paths(tls->context);
    tls->ssl = SSL_new(tls->context);
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    if (tls->ssl == NULL || tls->in == NULL || tls->out == NULL) {
        BIO_free(tls->in);
        BIO_free(tls->out);
        return false;
    }
    SSL_set_bio(tls->ssl, tls->in, tls->out);
    SSL_set_verify(tls->ssl, SSL_VERIFY_PEER, NULL);
    SSL_set_connect_state(tls->ssl);
    return set_host(tls->ssl, host);
}

struct tls *tls_open(const char *host)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (tls != NULL && set_up(tls, host))
        return tls;
    tls_free(tls);
    return NULL;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    SSL_free(tls->ssl);
    SSL_CTX_free(tls->context);
    free(tls);
}

bool tls_feed(struct tls *tls, const void *bytes, size_t size)
{
    return size <= INT_MAX && BIO_write(tls->in, bytes, (int)size) == (int)size;
}

size_t tls_take(struct tls *tls, void *out, size_t room)
{
    int size = BIO_read(tls->out, out, room > INT_MAX ? INT_MAX : (int)room);
    return size > 0 ? (size_t)size : 0;
}

enum tls_state tls_greet(struct tls *tls)
{
    ERR_clear_error();
    int status = SSL_do_handshake(tls->ssl);
    if (status == 1)
        return TLS_READY;
    if (SSL_get_error(tls->ssl, status) == SSL_ERROR_WANT_READ)
        return TLS_GOING;
    return SSL_get_verify_result(tls->ssl) != X509_V_OK ? TLS_DISTRUSTED : TLS_FAILED;
}

bool tls_say(struct tls *tls, const void *bytes, size_t size)
{
    size_t written;
    ERR_clear_error();
    return size == 0 || SSL_write_ex(tls->ssl, bytes, size, &written) == 1;
}

int tls_hear(struct tls *tls, void *out, size_t room)
{
    ERR_clear_error();
    int size = SSL_read(tls->ssl, out, room > INT_MAX ? INT_MAX : (int)room);
    if (size > 0)
        return size;
    return SSL_get_error(tls->ssl, size) == SSL_ERROR_WANT_READ ? 0 : -1;
}
