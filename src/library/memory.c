/* memory.c - memory for what the core's neighbours write (wire/memory.h). A library does not end
 * the process of others: where there is none, the call in progress is broken off, by a jump to
 * the function of the library that was called. */
#include "wire/memory.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "library/library.h"

static _Thread_local jmp_buf *way_out;

int with_memory(int (*work)(void *context), void *context)
{
    jmp_buf here, *before = way_out;
    volatile int done = RUMMERY_NO_MEMORY;
    if (setjmp(here) == 0) {
        way_out = &here;
        done = work(context);
    }
    way_out = before;
    return done;
}

void break_off(void)
{
    longjmp(*way_out, 1);
}

void *memory_grow(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (memory == NULL)
        break_off();
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

/* ---- Lines ---- */

enum { LINES_MIN = 64, LINES_SIZE_MIN = 4096 };

bool lines_reserve(struct lines *lines, size_t size)
{
    if (lines->count == lines->end_room) {
        unsigned room = lines->end_room == 0 ? LINES_MIN : 2 * lines->end_room;
        size_t *end = realloc(lines->end, room * sizeof *end);
        if (end == NULL)
            return false;
        lines->end = end;
        lines->end_room = room;
    }
    if (lines->room - lines->size <= size) {
        size_t room = 2 * lines->room + size + LINES_SIZE_MIN;
        char *text = realloc(lines->text, room);
        if (text == NULL)
            return false;
        lines->text = text;
        lines->room = room;
    }
    return true;
}

void lines_add(struct lines *lines, const char *text, size_t size)
{
    memcpy(&lines->text[lines->size], text, size);
    lines->size += size;
    lines->text[lines->size++] = '\n';
    lines->end[lines->count++] = lines->size;
}

void lines_drop(struct lines *lines)
{
    lines->count--;
    lines->size = lines->count == 0 ? 0 : lines->end[lines->count - 1];
}

void lines_clear(struct lines *lines)
{
    lines->count = 0;
    lines->size = 0;
}

void lines_free(struct lines *lines)
{
    free(lines->text);
    free(lines->end);
    *lines = (struct lines){0};
}
