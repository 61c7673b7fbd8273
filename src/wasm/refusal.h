/* refusal.h - the last refusal of a module, told to the browser in the core's own names. */
#ifndef RUMMERY_WASM_REFUSAL_H
#define RUMMERY_WASM_REFUSAL_H

#include "core/core.h"

extern struct error refusal;

/* A refusal before the core was asked: what came makes no sense now. */
void refusal_not_expected(void);
/* Which game's cards the refusal names. */
void refusal_of_game(const struct game *game);

#endif
