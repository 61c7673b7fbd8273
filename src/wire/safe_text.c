/* safe_text.c - text of strangers on its way to a terminal. See safe_text.h. */
#include "wire/safe_text.h"

#include "core/freestanding.h"

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
