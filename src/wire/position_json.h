/* position_json.h - a position from a JSON object: the object becomes lines, the one reader reads
 * them, and what is wrong is said in words. */
#ifndef RUMMERY_POSITION_JSON_H
#define RUMMERY_POSITION_JSON_H

#include "wire/json.h"
#include "wire/position_fields.h"

/* What the object says of a position at such a table (told_begin); false with the problem told. */
bool position_json_read(const cJSON *object, const struct state *empty,
                        struct told_position *out, struct problem *problem);

#endif
