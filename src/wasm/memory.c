/* memory.c - the four functions of a C library that the core uses, where there is none.
 * memcpy, memmove and memset become single instructions (-mbulk-memory). */
#include "core/internal.h"

__attribute__((used)) void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

__attribute__((used)) void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

__attribute__((used)) void *memset(void *to, int value, size_t size)
{
    return __builtin_memset(to, value, size);
}

__attribute__((used)) int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *left = a, *right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}
