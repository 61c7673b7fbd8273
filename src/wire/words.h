/* words.h - English for people: why an action is refused. */
#ifndef RUMMERY_WORDS_H
#define RUMMERY_WORDS_H

#include "core/core.h"

enum { WORDS_MAX = 256 };

/* One sentence about a refusal, with a closing NUL. */
void words_explain(const struct game *game, const struct error *error, char out[WORDS_MAX]);

#endif
