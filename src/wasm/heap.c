/* heap.c - memory for what grows in a module: blocks of a power of two behind all that the module
 * was started with, and a list of those given back for each size. A table needs few and soon
 * has them all. */
#include <stdint.h>

#include "core/freestanding.h"
#include "wire/memory.h"

enum {
    PAGE_BYTES = 65536,
    LEAST = 6, /* the smallest block has 2^LEAST bytes */
    SIZES = 32
};

/* What stands before each block; behind it all is aligned as it must be. */
struct block {
    struct block *next; /* while it is free */
    size_t size_index;
    size_t unused[2];
};

static struct block *free_blocks[SIZES];
static size_t at, end; /* of fresh memory that is nobody's yet */

static unsigned index_for(size_t size)
{
    unsigned index = LEAST;
    while (index < SIZES - 1 && ((size_t)1 << index) < size + sizeof(struct block))
        index++;
    return index;
}

static struct block *fresh(unsigned index)
{
    size_t size = (size_t)1 << index;
    if (end - at < size) {
        size_t pages = (size + PAGE_BYTES - 1) / PAGE_BYTES;
        size_t before = __builtin_wasm_memory_grow(0, pages);
        if (before == SIZE_MAX)
            return NULL;
        at = before * PAGE_BYTES;
        end = at + pages * PAGE_BYTES;
    }
    struct block *block = (struct block *)at;
    at += size;
    block->size_index = index;
    return block;
}

static void *take(size_t size)
{
    unsigned index = index_for(size);
    struct block *block = free_blocks[index];
    if (block != NULL)
        free_blocks[index] = block->next;
    else
        block = fresh(index);
    return block == NULL ? NULL : block + 1;
}

void *memory_try(size_t size)
{
    void *taken = take(size);
    if (taken != NULL)
        memset(taken, 0, size);
    return taken;
}

/* Without memory no module can go on; the page begins anew from what is saved. */
void *memory_grow(void *old, size_t size)
{
    if (old == NULL) {
        void *taken = take(size);
        ASSERT(taken != NULL);
        return taken;
    }
    struct block *block = (struct block *)old - 1;
    size_t old_size = ((size_t)1 << block->size_index) - sizeof *block;
    if (size <= old_size)
        return old;
    void *taken = take(size);
    ASSERT(taken != NULL);
    memcpy(taken, old, old_size);
    memory_drop(old);
    return taken;
}

void memory_drop(void *old)
{
    if (old == NULL)
        return;
    struct block *block = (struct block *)old - 1;
    block->next = free_blocks[block->size_index];
    free_blocks[block->size_index] = block;
}
