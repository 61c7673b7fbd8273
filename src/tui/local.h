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
    struct programs programs; /* who sits in seats of bots instead; they are the table's now */
};

/* A new match, saved from its first line on if there is room for it (else `is_unsaved`). */
struct source *local_open(uv_loop_t *loop, const struct local_setup *setup);
/* An unfinished match, where it was left; NULL with the problem told. */
struct source *local_resume(uv_loop_t *loop, const char *path, struct problem *problem);

/* The programs that sit at it, for what is to be told of them. */
const struct programs *local_programs(const struct source *source);

#endif
