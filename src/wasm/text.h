/* text.h - the one buffer through which the browser and a module speak, and what is printed
 * into it. Whoever calls puts text there first and finds the answer there afterwards. */
#ifndef RUMMERY_WASM_TEXT_H
#define RUMMERY_WASM_TEXT_H

#include "core/core.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { TEXT_CAPACITY = 4 * TEXT_MAX };
extern char text[TEXT_CAPACITY];

/* Whether a caller may have put that many bytes there. */
bool text_fits(int size);

/* Printing begins anew with text_begin(); text_size() is what a call returns in the end. */
void text_begin(void);
int text_size(void);
void text_put(const char *word);
void text_put_number(int number);
/* A line `name value`, the parts of a position; the value is printed by the caller between. */
void text_line(const char *name);
void text_end_line(void);
void text_line_number(const char *name, int number);
void text_line_cards(const char *name, const struct game *game, const struct cards *cards);
void text_line_table(const char *name, const struct game *game, const struct table *table);

#endif
