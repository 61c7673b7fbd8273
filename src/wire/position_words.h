/* position_words.h - why a position cannot be read, in English: for `check` and the library. */
#ifndef RUMMERY_POSITION_WORDS_H
#define RUMMERY_POSITION_WORDS_H

#include "wire/position_fields.h"

/* One sentence, as far as there is room, closed by a NUL. */
void position_fault_explain(const struct game *game, const struct position_fault *fault,
                            char *out, size_t room);

#endif
