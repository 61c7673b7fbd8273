/* save.h - local matches on disk: one record a match in the state folder of the user, written
 * line by line as it is played. Unfinished ones are offered at the next start, finished ones
 * stay to be replayed, and what cannot be read is put aside, never deleted.
 *
 * A file is a record (docs/notation.md). Who sits there is told in comments. */
#ifndef RUMMERY_SAVE_H
#define RUMMERY_SAVE_H

#include <time.h>

#include "tui/sitting.h"
#include "wire/json.h"

enum { SAVE_PATH_SIZE = 1024, SAVES_MAX = 32 };

/* A match as it lies on disk. */
struct saved {
    char path[SAVE_PATH_SIZE];
    time_t at; /* last written */
    uint8_t game;
    uint8_t seats;
    unsigned round; /* being played, from 1 */
    struct sitter sitter[SEATS_MAX];
};

struct save;

/* Unfinished matches, the newest first, or finished ones; `game_index` chooses, game_count()
 * means all. Returns how many. What is damaged is put aside, and said on standard error. */
unsigned save_list(bool is_finished, unsigned game_index, struct saved *out, unsigned room);

#endif
