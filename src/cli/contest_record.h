/* contest_record.h - the record of a match in an arena, in a file of its own. */
#ifndef RUMMERY_CONTEST_RECORD_H
#define RUMMERY_CONTEST_RECORD_H

#include "arena/arena.h"
#include "contestants.h"
#include "wire/json.h"
#include "wire/writer.h"

/* Where a match stands in its tournament; numbers from 1 but for deals and rotations. */
struct record_place {
    const char *folder;
    uint64_t seed, deal;
    unsigned meeting, rotation;
};

/* Says who sits where, before the first line of the record. */
void contest_record_begin(struct writer *writer, const struct record_place *place,
                          const struct contestant *const *seats, unsigned seat_count);
/* A line of it: for struct arena's `note`. */
void contest_record_note(void *writer, const struct match *match, const struct action *action);
/* Says how it ended, and puts it on disk; whole or not at all. */
bool contest_record_end(struct writer *writer, const struct record_place *place,
                        const struct arena_outcome *outcome, struct problem *problem);

#endif
