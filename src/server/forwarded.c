/* forwarded.c - whom to believe: the visitor's address behind proxies that we trust, and
 * whether a page that asks comes from this host. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/address.h"
#include "server/door.h"

static bool is_trusted(const struct door *door, const struct address *address)
{
    for (const char *const *block = door->trusted_proxies; block != NULL && *block != NULL;
         block++) {
        if (address_is_in(address, *block))
            return true;
    }
    return false;
}

bool is_trusted_proxy(const struct door *door, const char *address)
{
    struct address read;
    return address_read(address, &read) && is_trusted(door, &read);
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
        if (!is_trusted(connection->door, &address))
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

/* The host without the port that its scheme implies anyway. */
static struct text without_port(struct text host, const char *port)
{
    size_t size = strlen(port);
    if (host.size > size && memcmp(&host.at[host.size - size], port, size) == 0)
        host.size -= size;
    return host;
}

bool is_own_origin(const struct door *door, struct text origin, struct text host)
{
    static const struct {
        const char *scheme, *port;
    } schemes[] = {{"http://", ":80"}, {"https://", ":443"}};
    for (const char *const *listed = door->origins; listed != NULL && *listed != NULL; listed++) {
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
