/* local.h - a table in this process: people at this terminal and computer players. */
#ifndef RUMMERY_LOCAL_H
#define RUMMERY_LOCAL_H

#include "tui/programs.h"
#include "tui/source.h"
#include "wire/json.h"

struct local_setup {
    unsigned game_index;
    struct options options; /* they fit the game and the seats */
    unsigned seats;
    struct sitter sitter[SEATS_MAX]; /* kind, level, colour, name */
    bool has_seed;
    uint64_t seed; /* for a known deal */
    bool tells_possible; /* for a session: what a turn could have been */
    struct programs programs; /* who sits in seats of bots instead; they are the table's now */
};

/* A new match, saved from its first line on if there is room for it (else `is_unsaved`). */
struct source *local_open(uv_loop_t *loop, const struct local_setup *setup);
/* A new match that is written as a session (docs/sessions.md) into a new file; NULL with the
 * problem told where that cannot be. No programs sit there. */
struct source *local_open_session(uv_loop_t *loop, const struct local_setup *setup,
                                  const char *path, struct problem *problem);
/* An unfinished match, where it was left; NULL with the problem told. */
struct source *local_resume(uv_loop_t *loop, const char *path, struct problem *problem);

/* The programs that sit at it, for what is to be told of them. */
const struct programs *local_programs(const struct source *source);

/* What came of a session. */
struct local_told {
    const char *path;
    uint32_t entries;
    uint64_t hash;       /* of all models */
    const char *failure; /* why the file ends before the table; NULL if it does not */
};
/* False where none is written. */
bool local_session_told(const struct source *source, struct local_told *out);

#endif
