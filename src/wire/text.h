/* text.h - a piece of text that belongs to somebody else. */
#ifndef RUMMERY_TEXT_H
#define RUMMERY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Not closed by a NUL. */
struct text {
    const char *at;
    size_t size;
};

static inline struct text text_of(const char *words)
{
    size_t size = 0;
    while (words[size] != '\0')
        size++;
    return (struct text){words, size};
}

static inline struct text text_none(void)
{
    return (struct text){"", 0};
}

static inline bool text_is(struct text text, const char *words)
{
    size_t i = 0;
    while (i < text.size && words[i] != '\0' && words[i] == text.at[i])
        i++;
    return i == text.size && words[i] == '\0';
}

#endif
