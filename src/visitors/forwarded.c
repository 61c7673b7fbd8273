/* forwarded.c - whom to believe: the visitor's address behind proxies that we trust, whether it
 * is this host that is meant, and whether a page that asks comes from it. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "visitors/address.h"
#include "visitors/connection_internal.h"

static bool is_trusted(const struct commons *commons, const struct address *address)
{
    for (const char *const *block = commons->trusted_proxies; block != NULL && *block != NULL;
         block++) {
        if (address_is_in(address, *block))
            return true;
    }
    return false;
}

bool is_trusted_proxy(const struct commons *commons, const char *address)
{
    struct address read;
    return address_read(address, &read) && is_trusted(commons, &read);
}

/* Each proxy adds whom it heard at the end: from right to left, the first address that is no
 * proxy of ours is the visitor. What stands further left anybody may have written. */
static void visitor_of(const struct connection *connection, char out[ADDRESS_MAX])
{
    struct text list = http_header(connection->http, HEADER_X_FORWARDED_FOR);
    snprintf(out, ADDRESS_MAX, "%s", connection->http->peer);
    while (list.size > 0) {
        size_t at = list.size;
        while (at > 0 && list.at[at - 1] != ',')
            at--;
        struct address address;
        if (!address_read_text(text_trim((struct text){&list.at[at], list.size - at}), &address))
            return;
        address_print(&address, out);
        if (!is_trusted(connection->commons, &address))
            return;
        list.size = at == 0 ? 0 : at - 1;
    }
}

bool forwarded_take(struct connection *connection)
{
    if (!connection->is_trusted)
        return true;
    char visitor[ADDRESS_MAX];
    visitor_of(connection, visitor);
    if (connection->is_counted && strcmp(visitor, connection->address) == 0)
        return true;
    /* a proxy may carry several visitors over one connection, one after the other */
    connection_count_out(connection);
    connection_set_caller(connection, CALLER_STRANGER);
    memcpy(connection->address, visitor, sizeof visitor);
    return connection_count_in(connection);
}

/* ---- Hosts ----------------------------------------------------------------------------------- */

/* The host without its port; what stands in brackets keeps them. */
static struct text name_of(struct text host)
{
    const char *end = host.size > 0 && host.at[0] == '[' ? memchr(host.at, ']', host.size)
                                                         : NULL;
    size_t from = end == NULL ? 0 : (size_t)(end - host.at);
    const char *colon = memchr(&host.at[from], ':', host.size - from);
    return (struct text){host.at, colon == NULL ? host.size : (size_t)(colon - host.at)};
}

static bool is_name_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c != '\0' && strchr("-._~%!$&'()*+,;=", c) != NULL);
}

bool host_is_written_well(struct text host)
{
    struct text name = name_of(host);
    struct address address;
    if (name.size == 0)
        return false;
    for (size_t i = name.size + 1; i < host.size; i++) {
        if (host.at[i] < '0' || host.at[i] > '9')
            return false;
    }
    if (name.at[0] == '[')
        return name.at[name.size - 1] == ']' && address_read_text(name, &address);
    for (size_t i = 0; i < name.size; i++) {
        if (!is_name_byte(name.at[i]))
            return false;
    }
    return true;
}

bool host_is_ours(const struct commons *commons, struct text host)
{
    struct text name = name_of(host);
    struct address address;
    if (commons->hosts == NULL || address_read_text(name, &address))
        return true;
    if (name.size > 0 && name.at[name.size - 1] == '.')
        name.size--;
    if (text_is_like(name, "localhost"))
        return true;
    for (const char *const *listed = commons->hosts; *listed != NULL; listed++) {
        if (text_is_like(name, *listed))
            return true;
    }
    for (const char *const *listed = commons->origins; listed != NULL && *listed != NULL;
         listed++) {
        struct text theirs = name_of(text_of(strstr(*listed, "://") + strlen("://")));
        if (theirs.size == name.size && strncasecmp(theirs.at, name.at, name.size) == 0)
            return true;
    }
    return false;
}

/* The host without the port that its scheme implies anyway. */
static struct text without_port(struct text host, const char *port)
{
    size_t size = strlen(port);
    if (host.size > size && memcmp(&host.at[host.size - size], port, size) == 0)
        host.size -= size;
    return host;
}

bool is_own_origin(const struct commons *commons, struct text origin, struct text host)
{
    static const struct {
        const char *scheme, *port;
    } schemes[] = {{"http://", ":80"}, {"https://", ":443"}};
    for (const char *const *listed = commons->origins; listed != NULL && *listed != NULL;
         listed++) {
        if (text_is_like(origin, *listed))
            return true;
    }
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t size = strlen(schemes[i].scheme);
        if (origin.size <= size || strncasecmp(origin.at, schemes[i].scheme, size) != 0)
            continue;
        struct text own = without_port(host, schemes[i].port);
        struct text theirs = without_port((struct text){origin.at + size, origin.size - size},
                                          schemes[i].port);
        return own.size > 0 && own.size == theirs.size &&
               strncasecmp(own.at, theirs.at, own.size) == 0;
    }
    return false;
}
