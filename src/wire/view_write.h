/* view_write.h - options and a view as JSON objects (docs/protocol.md). */
#ifndef RUMMERY_VIEW_WRITE_H
#define RUMMERY_VIEW_WRITE_H

#include "places/places.h"
#include "wire/writer.h"

/* All options of a game as fields of one object: numbers as numbers, words as texts. A number
 * of rounds or a target that is not set is left out. */
void options_write(struct writer *writer, const struct game *game,
                   const struct options *options);
/* The view as one object. A watcher's has `"viewer":null`. Where its melds lie is told unless
 * `places` is NULL. */
void view_write(struct writer *writer, const struct view *view, const struct places *places);
/* The words of a view: its phases, and where the card of this turn was taken from. */
extern const char *const phase_names[PHASE_OVER + 1];
extern const char *const taken_from_names[TAKEN_DISCARD + 1];

#endif
