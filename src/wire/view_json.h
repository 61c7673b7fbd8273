/* view_json.h - a view as a JSON object (docs/protocol.md), and back. */
#ifndef RUMMERY_VIEW_JSON_H
#define RUMMERY_VIEW_JSON_H

#include "core/core.h"
#include "wire/json.h"
#include "wire/writer.h"

/* All options of a game as fields of one object: numbers as numbers, words as texts. A number
 * of rounds or a target that is not set is left out. */
void options_write(struct writer *writer, const struct game *game,
                   const struct options *options);
/* The view as one object. A watcher's has `"viewer":null`. */
void view_write(struct writer *writer, const struct view *view);
/* The view again, good enough to apply further actions to and to decide on: `message` has
 * `game` and `options`, `view` is the object; the number of racks says how many seats. */
bool view_read(const cJSON *message, const cJSON *view, struct view *out,
               struct problem *problem);

#endif
