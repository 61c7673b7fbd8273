/* text.h - the one buffer through which the browser and a module speak. Whoever calls puts text
 * there first and finds the answer there afterwards. Answers are JSON or a text of the notation. */
#ifndef RUMMERY_WASM_TEXT_H
#define RUMMERY_WASM_TEXT_H

#include "core/core.h"
#include "wire/text.h"
#include "wire/writer.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The longest text is a whole table, with the scores of all its rounds. */
enum { TEXT_CAPACITY = 64 * TEXT_MAX };
extern char text[TEXT_CAPACITY];

/* Whether a caller may have put that many bytes there. */
bool text_fits(int size);

/* An answer, written over whatever the buffer held; text_size() is what a call returns. */
struct writer *text_begin(void);
int text_size(void);

#endif
