/* describe.h - what a game says of itself, as JSON: cards, turn, options (docs/games.md). */
#ifndef RUMMERY_DESCRIBE_H
#define RUMMERY_DESCRIBE_H

#include "core/core.h"
#include "wire/writer.h"

void game_describe(struct writer *writer, const struct game *game);

#endif
