/* text.c - the buffer between the browser and a module. */
#include "wasm/text.h"

#include "core/internal.h"

char text[TEXT_CAPACITY];
static size_t size_put;

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

void text_begin(void)
{
    size_put = 0;
}

int text_size(void)
{
    return (int)size_put;
}

void text_put(const char *word)
{
    for (; *word != '\0'; word++) {
        ASSERT(size_put < TEXT_CAPACITY);
        text[size_put++] = *word;
    }
}

void text_put_number(int number)
{
    char digits[12];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    text_put(&digits[at]);
}

void text_line(const char *name)
{
    text_put(name);
    text_put(" ");
}

void text_end_line(void)
{
    text_put("\n");
}

void text_line_number(const char *name, int number)
{
    text_line(name);
    text_put_number(number);
    text_end_line();
}

void text_line_cards(const char *name, const struct game *game, const struct cards *cards)
{
    char list[TEXT_MAX];
    cards_print(game, cards, list);
    text_line(name);
    text_put(list);
    text_end_line();
}

void text_line_table(const char *name, const struct game *game, const struct table *table)
{
    char melds[TEXT_MAX];
    table_print(game, table, melds);
    text_line(name);
    text_put(melds);
    text_end_line();
}
