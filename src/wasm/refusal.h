/* refusal.h - the last refusal of a module, told to the browser in the core's own names. */
#ifndef RUMMERY_WASM_REFUSAL_H
#define RUMMERY_WASM_REFUSAL_H

#include "core/core.h"
#include "wire/writer.h"

extern struct error refusal;

/* A refusal before the core was asked: what came makes no sense now. */
void refusal_not_expected(void);
/* Which game's cards the refusal names; NULL before any is known. */
void refusal_of_game(const struct game *game);
const struct game *refusal_game(void);

/* A verdict as an object: `ok`, and what of the error applies. NULL is no error. */
void verdict_write(struct writer *writer, const struct game *game, const struct error *error);

#endif
