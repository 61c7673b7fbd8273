/* view_text.h - prints a state as the lines of position.h. */
#ifndef RUMMERY_WASM_VIEW_TEXT_H
#define RUMMERY_WASM_VIEW_TEXT_H

#include "core/core.h"

void view_text(const struct state *seen);

#endif
