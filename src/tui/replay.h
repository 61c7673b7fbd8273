/* replay.h - a record to walk through: every position of a match, by the number of its line. */
#ifndef RUMMERY_REPLAY_H
#define RUMMERY_REPLAY_H

#include "core/core.h"
#include "wire/json.h"

struct replay; /* the lines, and positions here and there to start from */

/* NULL with the problem told if the text is no record. */
struct replay *replay_read(const char *text, size_t size, struct problem *problem);
struct replay *replay_open(const char *path, struct problem *problem);
void replay_free(struct replay *replay);
/* How many moves there are. */
unsigned replay_count(const struct replay *replay);
/* The match after `at` moves (0: before all), and the move that led there. */
void replay_at(struct replay *replay, unsigned at, struct match *out, struct action *move);
/* The name of a seat, from the comments of a saved match; empty if there is none. */
const char *replay_name(const struct replay *replay, unsigned seat);

#endif
