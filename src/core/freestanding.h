/* freestanding.h - what stands in for a C library where there is none: four functions, words,
 * and assertions. For the core and for everything that also runs as wasm. */
#ifndef RUMMERY_FREESTANDING_H
#define RUMMERY_FREESTANDING_H

#include <stdbool.h>
#include <stddef.h>

/* The only functions of a C library that may be used (script/check-freestanding). */
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

/* As wasm three of them are single instructions, and memcmp is in src/wasm/memory.c. */
#ifdef __wasm__
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
#endif

/* For what only our own code can cause. The coverage build leaves them out, since no test
 * can reach their other side. */
#ifdef RUMMERY_NO_ASSERT
#define ASSERT(condition) ((void)0)
#else
#define ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

/* ---- Words: NUL-terminated names against stretches of text (options.c) ---- */

size_t word_size_of(const char *word);
bool word_equals(const char *word, const char *text, size_t size);

#endif
