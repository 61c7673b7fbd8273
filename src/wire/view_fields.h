/* view_fields.h - the one reader of views: from the fields of a VIEW (docs/protocol.md), as
 * fields.h has them. */
#ifndef RUMMERY_VIEW_FIELDS_H
#define RUMMERY_VIEW_FIELDS_H

#include "places/places.h"
#include "wire/fields.h"

/* `empty` is a round that waits for its deck (state_init): it says game, options and seats. The
 * view is good enough to apply further actions to and to decide on. What is left out is empty,
 * zero or nobody; false, and nothing is changed, where it does not hold together. */
bool view_fields_read(const struct state *empty, struct text lines, struct view *out);
/* Where the melds of its table lie: as they are told, or as melds come to lie on an empty board
 * where nothing is told, or nothing that holds. */
void view_places_read(struct text lines, const struct table *table, struct places *out);

#endif
