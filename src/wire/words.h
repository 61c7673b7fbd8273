/* words.h - English for people: why an action or a request is refused; and the names of reasons,
 * by which messages tell them. The page has words of its own, and none of these. */
#ifndef RUMMERY_WORDS_H
#define RUMMERY_WORDS_H

#include "core/core.h"

enum { WORDS_MAX = 256 };

/* One sentence about a refusal, with a closing NUL. */
void words_explain(const struct game *game, const struct error *error, char out[WORDS_MAX]);

/* The sentence that goes with a code of docs/protocol.md; an unknown one has that of the last. */
const char *code_words(const char *code);

const char *reason_name(enum reason reason); /* "FIRST_MELD_POINTS" */
/* The reason of that name; REASON_NONE if there is none. */
enum reason reason_find(const char *name);

#endif
