/* reasons.h - why an action or a request is refused: the names of reasons, by which messages tell
 * them (reasons.c), and English for people (sentences.c). The page has sentences of its own. */
#ifndef RUMMERY_REASONS_H
#define RUMMERY_REASONS_H

#include "core/core.h"

enum { EXPLAINED_MAX = 256 };

/* One sentence about a refusal, with a closing NUL. */
void reason_explain(const struct game *game, const struct error *error, char out[EXPLAINED_MAX]);

/* The sentence that goes with a code of docs/protocol.md; an unknown one has that of the last. */
const char *code_words(const char *code);

const char *reason_name(enum reason reason); /* "FIRST_MELD_POINTS" */
/* The reason of that name; REASON_NONE if there is none. */
enum reason reason_find(const char *name);

#endif
