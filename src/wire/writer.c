/* writer.c - JSON text being written into a buffer that grows. A library would build a tree of
 * small pieces first, for each of thousands of messages a second. */
#include "wire/writer.h"

#include "core/freestanding.h"
#include "wire/memory.h"

enum { ROOM_MIN = 256 };

void writer_free(struct writer *writer)
{
    memory_drop(writer->at);
    *writer = (struct writer){0};
}

void writer_clear(struct writer *writer)
{
    writer->size = 0;
}

static void make_room(struct writer *writer, size_t size)
{
    size_t room = writer->room < ROOM_MIN ? ROOM_MIN : writer->room;
    if (writer->size + size <= writer->room)
        return;
    while (room < writer->size + size)
        room *= 2;
    /* every text is bounded by the limits of a table: without memory for it none is left */
    writer->at = memory_grow(writer->at, room);
    writer->room = room;
}

void writer_put(struct writer *writer, const char *text, size_t size)
{
    if (size == 0)
        return;
    make_room(writer, size);
    memcpy(&writer->at[writer->size], text, size);
    writer->size += size;
}

void writer_word(struct writer *writer, const char *word)
{
    writer_put(writer, word, word_size_of(word));
}

void writer_number(struct writer *writer, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    writer_put(writer, &digits[at], sizeof digits - at);
}

/* Quotes and what is no character of its own: `\"`, `\u001b`. */
static void put_escape(struct writer *writer, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    const char code[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    const char plain[] = {'\\', (char)c};
    if (c == '"' || c == '\\')
        writer_put(writer, plain, sizeof plain);
    else
        writer_put(writer, code, sizeof code);
}

void writer_string(struct writer *writer, const char *text, size_t size)
{
    size_t from = 0;
    writer_put(writer, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        writer_put(writer, &text[from], i - from);
        put_escape(writer, c);
        from = i + 1;
    }
    if (from < size)
        writer_put(writer, &text[from], size - from);
    writer_put(writer, "\"", 1);
}

static void comma(struct writer *writer)
{
    char last = writer->size == 0 ? '{' : writer->at[writer->size - 1];
    if (last != '{' && last != '[' && last != ':' && last != ',')
        writer_put(writer, ",", 1);
}

void writer_open(struct writer *writer, char bracket)
{
    if (writer->size > 0)
        comma(writer);
    writer_put(writer, &bracket, 1);
}

void writer_close(struct writer *writer, char bracket)
{
    writer_put(writer, &bracket, 1);
}

void writer_name(struct writer *writer, const char *name)
{
    comma(writer);
    writer_put(writer, "\"", 1);
    writer_word(writer, name);
    writer_put(writer, "\":", 2);
}

static void put_hex(struct writer *writer, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    writer_put(writer, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        writer_put(writer, pair, 2);
    }
    writer_put(writer, "\"", 1);
}

static const char *word_of(bool value)
{
    return value ? "true" : "false";
}

void writer_field_text(struct writer *writer, const char *name, const char *text, size_t size)
{
    writer_name(writer, name);
    writer_string(writer, text, size);
}

void writer_field_word(struct writer *writer, const char *name, const char *word)
{
    writer_field_text(writer, name, word, word_size_of(word));
}

void writer_field_number(struct writer *writer, const char *name, int64_t number)
{
    writer_name(writer, name);
    writer_number(writer, number);
}

void writer_field_bool(struct writer *writer, const char *name, bool value)
{
    writer_name(writer, name);
    writer_word(writer, word_of(value));
}

void writer_field_hex(struct writer *writer, const char *name, const uint8_t *bytes,
                      size_t size)
{
    writer_name(writer, name);
    put_hex(writer, bytes, size);
}

void writer_item_text(struct writer *writer, const char *text, size_t size)
{
    comma(writer);
    writer_string(writer, text, size);
}

void writer_item_number(struct writer *writer, int64_t number)
{
    comma(writer);
    writer_number(writer, number);
}

void writer_item_bool(struct writer *writer, bool value)
{
    comma(writer);
    writer_word(writer, word_of(value));
}

void writer_item_hex(struct writer *writer, const uint8_t *bytes, size_t size)
{
    comma(writer);
    put_hex(writer, bytes, size);
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool hex_read(const char *text, size_t text_size, uint8_t *out, size_t room, size_t *size)
{
    if (text_size % 2 != 0 || text_size / 2 > room)
        return false;
    for (size_t i = 0; i < text_size; i += 2) {
        int high = digit_of(text[i]), low = digit_of(text[i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i / 2] = (uint8_t)(high << 4 | low);
    }
    *size = text_size / 2;
    return true;
}
