/* utf8.h - characters of UTF-8, one at a time: neither overlong ones nor halves of pairs. */
#ifndef RUMMERY_UTF8_H
#define RUMMERY_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The UTF-8 character at `text`, of which `left` bytes are there: returns its bytes, or 0 if it
 * is none. */
size_t utf8_read(const char *text, size_t left, uint32_t *code);
/* Writes a character; returns its bytes, at most 4. */
size_t utf8_write(uint32_t code, char *out);

#endif
