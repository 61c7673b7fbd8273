/* view_json.h - a view as a JSON object (view_write.h), and back. */
#ifndef RUMMERY_VIEW_JSON_H
#define RUMMERY_VIEW_JSON_H

#include "wire/values.h"
#include "wire/view_write.h"

/* The view again, good enough to apply further actions to and to decide on: `message` has
 * `game` and `options`, `view` is the object; the number of racks says how many seats. `places`,
 * unless NULL, is where its melds lie (told_view). */
bool view_read(struct value message, struct value view, struct view *out,
               struct places *places);

#endif
