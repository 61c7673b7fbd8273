/* reasons.h - English for people: why an action is refused; and the names of reasons, by which
 * messages tell them. */
#ifndef RUMMERY_REASONS_H
#define RUMMERY_REASONS_H

#include "core/core.h"

enum { EXPLAINED_MAX = 256 };

/* One sentence about a refusal, with a closing NUL. */
void reason_explain(const struct game *game, const struct error *error, char out[EXPLAINED_MAX]);

const char *reason_name(enum reason reason); /* "FIRST_MELD_POINTS" */
/* The reason of that name; REASON_NONE if there is none. */
enum reason reason_find(const char *name);

#endif
