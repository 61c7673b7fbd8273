/* text.c - the buffer between the browser and a module. */
#include "wasm/text.h"

char text[TEXT_CAPACITY];
/* Every answer is bounded by the limits of a table, and the buffer is larger than that. */
static struct writer answer = {.at = text, .room = TEXT_CAPACITY};

/* Where text is put before a call and found after it. */
char *EXPORT(text_buffer)(void);
int EXPORT(text_capacity)(void);

char *text_buffer(void)
{
    return text;
}

int text_capacity(void)
{
    return TEXT_CAPACITY;
}

bool text_fits(int size)
{
    return size >= 0 && size <= TEXT_CAPACITY;
}

struct writer *text_begin(void)
{
    writer_clear(&answer);
    return &answer;
}

int text_size(void)
{
    return (int)answer.size;
}
