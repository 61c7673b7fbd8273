/* text.h - a piece of text that belongs to somebody else. */
#ifndef RUMMERY_TEXT_H
#define RUMMERY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Not closed by a NUL. */
struct text {
    const char *at;
    size_t size;
};

static inline struct text text_of(const char *words)
{
    return (struct text){words, strlen(words)};
}

static inline struct text text_none(void)
{
    return (struct text){"", 0};
}

static inline bool text_is(struct text text, const char *words)
{
    return text.size == strlen(words) && memcmp(text.at, words, text.size) == 0;
}

#endif
