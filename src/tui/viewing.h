/* viewing.h - a record to look at: a source without a table, whose screen is the replay. */
#ifndef RUMMERY_VIEWING_H
#define RUMMERY_VIEWING_H

#include "tui/source.h"
#include "wire/json.h"

/* NULL with the problem told where the file is no record. */
struct source *viewing_open(uv_loop_t *loop, const char *path, struct problem *problem);

#endif
