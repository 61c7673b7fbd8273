/* leaving.h - what is said when somebody leaves a table: how the match stands, how to go on with
 * it, and where its record lies. */
#ifndef RUMMERY_LEAVING_H
#define RUMMERY_LEAVING_H

#include "tui/source.h"
#include "tui/words.h"

/* Line by line to `print`; nothing where there is nothing to know. */
void leaving_say(const struct words *words, const struct source *source,
                 void (*print)(const char *text));
/* The same after a whole screen was closed, with what stood on it. */
void leaving_say_all(const struct words *words, const struct source *source);

#endif
