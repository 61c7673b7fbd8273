/* utf8.c - characters of UTF-8, one at a time. */
#include "wire/utf8.h"

#include <stdbool.h>

size_t utf8_read(const char *text, size_t left, uint32_t *code)
{
    static const struct {
        uint8_t mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const uint8_t *at = (const uint8_t *)text;
    for (size_t size = 1; size <= 4 && size <= left; size++) {
        if ((at[0] & forms[size - 1].mask) != forms[size - 1].lead)
            continue;
        uint32_t read = at[0] & (uint8_t)~forms[size - 1].mask;
        for (size_t i = 1; i < size; i++) {
            if ((at[i] & 0xc0) != 0x80)
                return 0;
            read = read << 6 | (at[i] & 0x3fU);
        }
        bool is_surrogate = read >= 0xd800 && read < 0xe000;
        if (read < forms[size - 1].least || read > 0x10ffff || is_surrogate)
            return 0;
        *code = read;
        return size;
    }
    return 0;
}

size_t utf8_write(uint32_t code, char *out)
{
    static const uint32_t ends[] = {0x80, 0x800, 0x10000, 0x110000};
    static const uint8_t leads[] = {0x00, 0xc0, 0xe0, 0xf0};
    size_t size = 1;
    while (size < 4 && code >= ends[size - 1])
        size++;
    for (size_t i = size; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(leads[size - 1] | code);
    return size;
}
