/* text.h - a piece of text that belongs to somebody else. */
#ifndef RUMMERY_TEXT_H
#define RUMMERY_TEXT_H

#include <stddef.h>

/* Not closed by a NUL. */
struct text {
    const char *at;
    size_t size;
};

#endif
