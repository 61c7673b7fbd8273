/* shim_memory.c - allocations. The functions are those of the C library by name, so that all
 * libraries find them too; under AddressSanitizer its own stand behind them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

/* There only with the sanitizer. */
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t count, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *old, size_t size) __attribute__((weak));
int __interceptor_posix_memalign(void **out, size_t alignment, size_t size)
    __attribute__((weak));
/* The C library's own, which need no looking up: that would allocate. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool fails(const char *name)
{
    unsigned turn;
    int before = errno;
    bool is_failing = shim_fails(SHIM_MEMORY, name, &turn);
    errno = is_failing ? ENOMEM : before;
    return is_failing;
}

void *malloc(size_t size)
{
    if (fails("malloc"))
        return NULL;
    return __interceptor_malloc != NULL ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (fails("calloc"))
        return NULL;
    return __interceptor_calloc != NULL ? __interceptor_calloc(count, size)
                                        : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    if (fails("realloc"))
        return NULL;
    return __interceptor_realloc != NULL ? __interceptor_realloc(old, size)
                                         : __libc_realloc(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (fails("posix_memalign"))
        return ENOMEM;
    if (__interceptor_posix_memalign != NULL)
        return __interceptor_posix_memalign(out, alignment, size);
    *out = __libc_memalign(alignment, size);
    return *out == NULL ? ENOMEM : 0;
}

char *strndup(const char *text, size_t size_max)
{
    size_t size = strnlen(text, size_max);
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *strdup(const char *text)
{
    return strndup(text, strlen(text));
}
