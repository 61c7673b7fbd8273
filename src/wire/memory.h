/* memory.h - the end for want of memory. What one visitor asks for in vain is refused to that
 * visitor; what the program needs to go on at all is taken here. All that was acknowledged is
 * on disk, and a new process has memory again. */
#ifndef RUMMERY_MEMORY_H
#define RUMMERY_MEMORY_H

#include <stddef.h>

/* The exit status; whoever watches over a server starts it again (docs/deploy.md). */
enum { EXIT_NO_MEMORY = 71 };

/* Says so on standard error and ends the process. */
void memory_gone(void) __attribute__((noreturn));

/* As calloc() and realloc(), but they return only with memory. */
void *memory_new(size_t size);
void *memory_grow(void *old, size_t size);
/* As calloc(): NULL if there is none. */
void *memory_try(size_t size);
/* As free(). */
void memory_drop(void *old);

#endif
