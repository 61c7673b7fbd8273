/* words.h - the words of a position that stand for numbers of the core, as docs/protocol.md
 * has them. */
#ifndef RUMMERY_WASM_WORDS_H
#define RUMMERY_WASM_WORDS_H

#include "core/core.h"

static const char *const phase_words[PHASE_OVER + 1] = {
    [PHASE_DEAL] = "deal",   [PHASE_START] = "start", [PHASE_SHUFFLE] = "shuffle",
    [PHASE_DRAWN] = "drawn", [PHASE_LAID] = "laid",   [PHASE_OVER] = "over"};
static const char *const from_words[TAKEN_DISCARD + 1] = {
    [TAKEN_NOTHING] = "nothing", [TAKEN_STOCK] = "stock", [TAKEN_DISCARD] = "discard"};

#endif
