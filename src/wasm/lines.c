/* lines.c - fields of a message, line by line. */
#include "wasm/lines.h"

#include "core/freestanding.h"

struct lines lines_of(const char *text, size_t size)
{
    return (struct lines){.left = {text, size}};
}

/* How many bytes stand before the first of that kind. */
static size_t before(struct stretch text, char mark)
{
    size_t size = 0;
    while (size < text.size && text.at[size] != mark)
        size++;
    return size;
}

static struct stretch behind(struct stretch text, size_t size)
{
    size = size < text.size ? size : text.size;
    return (struct stretch){&text.at[size], text.size - size};
}

bool lines_next(struct lines *lines)
{
    struct stretch line = {lines->left.at, before(lines->left, '\n')};
    if (lines->left.size == 0)
        return false;
    lines->left = behind(lines->left, line.size + 1);
    lines->name = (struct stretch){line.at, before(line, ' ')};
    lines->value = behind(line, lines->name.size + 1);
    return true;
}

bool line_is(const struct lines *lines, const char *name)
{
    return word_equals(name, lines->name.at, lines->name.size);
}

bool number_read(struct stretch value, uint8_t *out)
{
    unsigned number = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return false;
        number = number * 10 + (unsigned)(value.at[i] - '0');
        if (number > UINT8_MAX)
            return false;
    }
    *out = (uint8_t)number;
    return value.size > 0;
}
