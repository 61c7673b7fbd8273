/* head.c - the lines of a request, byte by byte, to the letter of RFC 9112: one space and no
 * other between the parts of the first line, names that are tokens, nothing between a name and
 * its colon, CR LF at the end of each line and nowhere else. The parser behind it forgives some
 * of that, and who forgives what others do not can be played off against them. */
#include <string.h>

#include "visitors/connection_internal.h"

static bool is_token_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_visible(char c)
{
    return c > ' ' && c < 0x7f;
}

/* Bytes above ASCII are allowed in values, and mean nothing. */
static bool is_value_byte(char c)
{
    return is_visible(c) || c == ' ' || c == '\t' || (unsigned char)c >= 0x80;
}

enum head_state head_next(enum head_state state, char c)
{
    switch (state) {
    case HEAD_BEGIN:
        return c == '\r' ? HEAD_EMPTY_CR : is_token_byte(c) ? HEAD_METHOD : HEAD_WRONG;
    case HEAD_EMPTY_CR:
        return c == '\n' ? HEAD_BEGIN : HEAD_WRONG;
    case HEAD_METHOD:
        return c == ' ' ? HEAD_TARGET_BEGIN : is_token_byte(c) ? HEAD_METHOD : HEAD_WRONG;
    case HEAD_TARGET_BEGIN:
        return is_visible(c) && c != '#' ? HEAD_TARGET : HEAD_WRONG;
    case HEAD_TARGET:
        return c == ' ' ? HEAD_VERSION
                        : is_visible(c) && c != '#' ? HEAD_TARGET : HEAD_WRONG;
    case HEAD_VERSION:
        return c == '\r' ? HEAD_LINE_CR : is_visible(c) ? HEAD_VERSION : HEAD_WRONG;
    case HEAD_LINE_CR:
        return c == '\n' ? HEAD_LINE : HEAD_WRONG;
    case HEAD_LINE:
        return c == '\r' ? HEAD_LAST_CR : is_token_byte(c) ? HEAD_NAME : HEAD_WRONG;
    case HEAD_NAME:
        return c == ':' ? HEAD_VALUE : is_token_byte(c) ? HEAD_NAME : HEAD_WRONG;
    case HEAD_VALUE:
        return c == '\r' ? HEAD_LINE_CR : is_value_byte(c) ? HEAD_VALUE : HEAD_WRONG;
    case HEAD_LAST_CR:
        return c == '\n' ? HEAD_WHOLE : HEAD_WRONG;
    case HEAD_WHOLE:
    case HEAD_WRONG:
        break;
    }
    return HEAD_WRONG;
}

size_t head_trim(char *lines, size_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        while (lines[i] == '\r' && kept > 0 && (lines[kept - 1] == ' ' || lines[kept - 1] == '\t'))
            kept--;
        lines[kept++] = lines[i];
    }
    return kept;
}

/* Cuts the text before the next space off. */
static struct text next_word(struct text *line)
{
    const char *space = memchr(line->at, ' ', line->size);
    size_t size = space == NULL ? line->size : (size_t)(space - line->at);
    struct text word = {line->at, size};
    size_t taken = space == NULL ? size : size + 1;
    line->at += taken;
    line->size -= taken;
    return word;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

struct head_fault head_judge(char *lines, size_t size)
{
    static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS",
                                          "TRACE", "PATCH"};
    static const char protocol[] = "HTTP/1.1";
    const char *end = memchr(lines, '\r', size);
    struct text line = {lines, (size_t)(end - lines)};
    struct text method = next_word(&line);
    next_word(&line);
    char *version = &lines[line.at - lines];
    size_t major = strlen("HTTP/"), minor = strlen("HTTP/1.");
    if (line.size != strlen(protocol) || memcmp(version, protocol, major) != 0 ||
        !is_digit(version[major]) || version[major + 1] != '.' || !is_digit(version[minor]))
        return (struct head_fault){400, "this is not a request that can be read"};
    if (version[major] != '1')
        return (struct head_fault){505, "only HTTP/1.1 and HTTP/1.0 are spoken here"};
    /* RFC 9110, 2.5: a later minor version is read as the last one that we know */
    if (version[minor] > '1')
        version[minor] = '1';
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (text_is(method, methods[i]))
            return (struct head_fault){0, NULL};
    }
    return (struct head_fault){501, "this method is not known here"};
}
