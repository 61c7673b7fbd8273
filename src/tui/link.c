/* link.c - reads the link of a table, as the page gives it to friends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/remote.h"

enum { PORT_HTTP = 80, PORT_HTTPS = 443, PORT_MAX = 65535 };

/* A name or an invitation: letters and digits of a URL that need no escape. */
static bool read_part(const char **text, char out[REMOTE_PART_SIZE])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_";
    size_t size = strspn(*text, letters);
    if (size >= REMOTE_PART_SIZE)
        return false;
    snprintf(out, REMOTE_PART_SIZE, "%.*s", (int)size, *text);
    *text += size;
    return size > 0;
}

/* HOST, HOST:PORT or [IPv6]:PORT. */
static bool read_host(const char **text, struct table_link *out)
{
    bool has_brackets = **text == '[';
    const char *at = *text + (has_brackets ? 1 : 0);
    size_t size = strcspn(at, has_brackets ? "]/#?" : ":/#?");
    if (size == 0 || size >= REMOTE_HOST_SIZE || (has_brackets && at[size] != ']'))
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)size, at);
    at += size + (has_brackets ? 1 : 0);
    out->port = out->is_secure ? PORT_HTTPS : PORT_HTTP;
    if (*at == ':') {
        char *end;
        unsigned long port = strtoul(at + 1, &end, 10);
        if (end == at + 1 || port == 0 || port > PORT_MAX)
            return false;
        out->port = (unsigned)port;
        at = end;
    }
    *text = at;
    return true;
}

/* What stands before the path. */
static bool read_server(const char **text, struct table_link *out)
{
    static const char http[] = "http://", https[] = "https://";
    memset(out, 0, sizeof *out);
    out->is_secure = strncmp(*text, https, sizeof https - 1) == 0;
    if (!out->is_secure && strncmp(*text, http, sizeof http - 1) != 0)
        return false;
    *text += out->is_secure ? sizeof https - 1 : sizeof http - 1;
    return read_host(text, out);
}

bool link_read_server(const char *text, struct table_link *out)
{
    return read_server(&text, out) && text[strspn(text, "/")] == '\0';
}

bool link_read(const char *text, struct table_link *out)
{
    static const char path[] = "/t/";
    if (!read_server(&text, out) || strncmp(text, path, sizeof path - 1) != 0)
        return false;
    text += sizeof path - 1;
    if (!read_part(&text, out->table))
        return false;
    if (*text != '#')
        return *text == '\0';
    text++;
    return (*text == '\0' || read_part(&text, out->invite)) && *text == '\0';
}
