/* recorder.h - sessions at random: tables of all kinds, and people who do now what is advised, now
 * anything at all. */
#ifndef RUMMERY_RECORDER_H
#define RUMMERY_RECORDER_H

#include "stage/stage.h"

/* Any table, by its number. */
void recorder_table(uint64_t number, struct session *out);
/* What the people of the device do next, or what happens around them. */
struct session_entry recorder_next(const struct stage *stage, struct random *random);

#endif
