/* safe_text.c - text of strangers on its way to a terminal. See safe_text.h. */
#include "wire/safe_text.h"

#include "core/freestanding.h"

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

/* First and last of each range. */
static const uint32_t unsafe[][2] = {
    {0x0000, 0x001f},   /* C0 */
    {0x007f, 0x009f},   /* DEL, C1 */
    {0x00ad, 0x00ad},   /* a hyphen that may be there or not */
    {0x061c, 0x061c},   /* direction */
    {0x180e, 0x180e},   /* without width */
    {0x200b, 0x200b},   /* without width */
    {0x200e, 0x200f},   /* direction */
    {0x2028, 0x202e},   /* ends of lines and paragraphs, direction */
    {0x2060, 0x206f},   /* invisible operators, direction */
    {0xfdd0, 0xfdef},   /* no characters */
    {0xfeff, 0xfeff},   /* the byte order mark */
    {0xfff0, 0xfffb},   /* annotations */
    {0xe0000, 0xe0fff}, /* tags */
};

static bool is_safe(uint32_t code)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (code >= unsafe[i][0] && code <= unsafe[i][1])
            return false;
    return (code & 0xfffe) != 0xfffe;
}

size_t safe_next(const char *text, size_t left, uint32_t *code, bool *safe)
{
    size_t size = utf8_read(text, left, code);
    *safe = size > 0 && is_safe(*code);
    return size > 0 ? size : 1;
}

void safe_text(const char *text, char *out, size_t room)
{
    size_t left = word_size_of(text), used = 0, size;
    for (; left > 0; text += size, left -= size) {
        uint32_t code;
        bool is_kept;
        size = safe_next(text, left, &code, &is_kept);
        size_t added = is_kept ? size : 1;
        if (used + added >= room)
            break;
        memcpy(&out[used], is_kept ? text : "?", added);
        used += added;
    }
    out[used] = '\0';
}
