/* memory.c - memcmp, where there is no C library. The other three functions the core uses
 * are single instructions there (-mbulk-memory). */
#include <stdint.h>

#include "core/freestanding.h"

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *left = a, *right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}
