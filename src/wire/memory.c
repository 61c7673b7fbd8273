/* memory.c - the end for want of memory, in one place. */
#include "wire/memory.h"

#include <stdlib.h>
#include <unistd.h>

void memory_gone(void)
{
    static const char words[] = "rummery: no memory is left\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written; /* there is nobody left to tell */
    _exit(EXIT_NO_MEMORY);
}

void *memory_new(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL)
        memory_gone();
    return memory;
}

void *memory_grow(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (memory == NULL)
        memory_gone();
    return memory;
}

void *memory_try(size_t size)
{
    return calloc(1, size);
}

void memory_drop(void *old)
{
    free(old);
}
