/* writer.h - JSON text being written into a buffer that grows. Commas are put where they are
 * due, so that writers of fields need not know who wrote before them. */
#ifndef RUMMERY_WRITER_H
#define RUMMERY_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty one. The text has no closing NUL. */
struct writer {
    char *at;
    size_t size;
    size_t room;
};

void writer_free(struct writer *writer);
/* Keeps the memory for the next text. */
void writer_clear(struct writer *writer);

/* Text as it is. */
void writer_put(struct writer *writer, const char *text, size_t size);
void writer_word(struct writer *writer, const char *word);
void writer_number(struct writer *writer, int64_t number);
/* Text as a JSON string, with its quotes; the text is UTF-8. */
void writer_string(struct writer *writer, const char *text, size_t size);

/* `{` or `[`, with a comma before it if something stands there already. */
void writer_open(struct writer *writer, char bracket);
void writer_close(struct writer *writer, char bracket);
/* `"name":`; the value follows. */
void writer_name(struct writer *writer, const char *name);

/* Whole fields of an object. */
void writer_field_text(struct writer *writer, const char *name, const char *text, size_t size);
void writer_field_word(struct writer *writer, const char *name, const char *word);
void writer_field_number(struct writer *writer, const char *name, int64_t number);
void writer_field_bool(struct writer *writer, const char *name, bool value);
void writer_field_hex(struct writer *writer, const char *name, const uint8_t *bytes,
                      size_t size);
/* Elements of a list. */
void writer_item_text(struct writer *writer, const char *text, size_t size);
void writer_item_number(struct writer *writer, int64_t number);
void writer_item_bool(struct writer *writer, bool value);
void writer_item_hex(struct writer *writer, const uint8_t *bytes, size_t size);

/* Bytes from hex digits of either case; false if they are none, or more than `room`. */
bool hex_read(const char *text, size_t text_size, uint8_t *out, size_t room, size_t *size);

#endif
