/* safe_text.h - text of strangers on its way to a terminal. Names, answers of a server and lines
 * of files may hold characters that a terminal obeys: controls (C0, DEL, C1, of which U+009B and
 * U+009D begin commands), those that turn the direction of what follows, and what is no UTF-8 at
 * all. Whatever is printed and not our own goes through here. */
#ifndef RUMMERY_SAFE_TEXT_H
#define RUMMERY_SAFE_TEXT_H

#include <stdbool.h>

#include "wire/utf8.h"

/* Copies a text as far as there is room, closed by a NUL: `?` stands for what is not safe, line
 * ends among them. A character is never cut in two. */
void safe_text(const char *text, char *out, size_t room);
/* The bytes of the next character, 1 where there is none, and whether it is safe. */
size_t safe_next(const char *text, size_t left, uint32_t *code, bool *safe);

#endif
