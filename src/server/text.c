/* text.c - the small questions that the protocols ask of texts: equality without regard to
 * case, lists with commas, and whether bytes are UTF-8. */
#include <string.h>
#include <strings.h>

#include "server/door.h"

struct text text_of(const char *words)
{
    return (struct text){words, strlen(words)};
}

bool text_is(struct text text, const char *words)
{
    return text.size == strlen(words) && memcmp(text.at, words, text.size) == 0;
}

bool text_is_like(struct text text, const char *words)
{
    return text.size == strlen(words) && strncasecmp(text.at, words, text.size) == 0;
}

bool text_begins(struct text text, const char *words)
{
    size_t size = strlen(words);
    return text.size >= size && memcmp(text.at, words, size) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct text text_trim(struct text text)
{
    while (text.size > 0 && is_blank(text.at[0])) {
        text.at++;
        text.size--;
    }
    while (text.size > 0 && is_blank(text.at[text.size - 1]))
        text.size--;
    return text;
}

bool text_next(struct text *list, struct text *part)
{
    if (list->size == 0)
        return false;
    const char *comma = memchr(list->at, ',', list->size);
    size_t size = comma == NULL ? list->size : (size_t)(comma - list->at);
    *part = text_trim((struct text){list->at, size});
    size_t taken = comma == NULL ? size : size + 1;
    list->at += taken;
    list->size -= taken;
    return true;
}

/* The size of the UTF-8 sequence at `at`, or 0 if it is none. */
static size_t sequence_size(const uint8_t *at, size_t left)
{
    static const struct {
        uint8_t mask, lead;
        uint32_t least;
    } forms[] = {{0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((at[0] & forms[i].mask) != forms[i].lead)
            continue;
        size_t size = i + 2;
        if (size > left)
            return 0;
        uint32_t code = at[0] & (uint8_t)~forms[i].mask;
        for (size_t k = 1; k < size; k++) {
            if ((at[k] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (at[k] & 0x3f);
        }
        bool is_surrogate = code >= 0xd800 && code < 0xe000;
        return code >= forms[i].least && code <= 0x10ffff && !is_surrogate ? size : 0;
    }
    return 0;
}

bool text_is_utf8(const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t step = bytes[at] < 0x80 ? 1 : sequence_size(&bytes[at], size - at);
        if (step == 0)
            return false;
        at += step;
    }
    return true;
}
