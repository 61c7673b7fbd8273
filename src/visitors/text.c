/* text.c - the small questions that the protocols ask of texts: equality without regard to
 * case, and lists with commas. */
#include <string.h>
#include <strings.h>

#include "visitors/connection_internal.h"

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
