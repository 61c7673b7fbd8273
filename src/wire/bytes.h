/* bytes.h - numbers as bytes, the lowest first: the one order in which servers write them to each
 * other, whatever machine they run on. */
#ifndef RUMMERY_BYTES_H
#define RUMMERY_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline void bytes_put(char *out, size_t size, uint64_t number)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (char)(number >> 8 * i & 0xff);
}

static inline uint64_t bytes_read(const char *at, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number |= (uint64_t)(uint8_t)at[i] << 8 * i;
    return number;
}

#endif
