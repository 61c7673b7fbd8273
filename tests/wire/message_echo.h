/* message_echo.h - all that was read of a message, as one line: for comparing readers, natively and
 * as wasm. */
#ifndef RUMMERY_MESSAGE_ECHO_H
#define RUMMERY_MESSAGE_ECHO_H

#include "wire/message_read.h"

/* Reads the text as a message at a table of the game, or of none that is known where there is no
 * such game, and writes what was read over what `out` held. */
void message_echo(struct message_reading *reading, unsigned game, const char *text, size_t size,
                  struct writer *out);

#endif
