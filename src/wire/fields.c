/* fields.c - fields of a message, line by line. */
#include "wire/fields.h"

struct fields fields_of(struct text lines)
{
    return (struct fields){.left = lines};
}

/* How many bytes stand before the first of that kind. */
static size_t before(struct text text, char mark)
{
    size_t size = 0;
    while (size < text.size && text.at[size] != mark)
        size++;
    return size;
}

static struct text behind(struct text text, size_t size)
{
    size = size < text.size ? size : text.size;
    return (struct text){text.at + size, text.size - size};
}

bool fields_next(struct fields *fields)
{
    struct text line = {fields->left.at, before(fields->left, '\n')};
    if (fields->left.size == 0)
        return false;
    fields->left = behind(fields->left, line.size + 1);
    fields->name = (struct text){line.at, before(line, ' ')};
    fields->value = behind(line, fields->name.size + 1);
    return true;
}

bool field_number(struct text value, uint8_t *out)
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
