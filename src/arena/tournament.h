/* tournament.h - all that a tournament has come to so far, in memory and in the file that lets it
 * go on later. The file holds sums, not rounds: it stays small, and what is added to them later
 * gives the same figures to the last digit as if there had been no pause. */
#ifndef RUMMERY_TOURNAMENT_H
#define RUMMERY_TOURNAMENT_H

#include "arena/schedule.h"
#include "arena/turn_line.h"

enum { TOURNAMENT_FIELDS_MAX = 12 };

/* What is said on the command line and must be the same when it goes on. */
struct tournament_field {
    const char *name;  /* "--seed" */
    const char *value; /* NULL: left out */
};

/* What is known of a contestant besides its figures. */
struct tournament_bot {
    struct hello hello;             /* version 0: it never said any */
    char *first_fault[FAULT_COUNT]; /* the first of its kind; NULL: there was none */
};

struct tournament {
    struct tournament_field fields[TOURNAMENT_FIELDS_MAX];
    unsigned field_count;
    unsigned count; /* of contestants */
    struct tournament_bot bots[CONTESTANTS_MAX];
    struct meeting *meetings;
    unsigned meeting_count;
    uint64_t next; /* the first task that was not counted yet */
};

/* The file is there whole or as it was before. False with the problem told. */
bool tournament_write(struct tournament *tournament, const char *path, struct problem *problem);

/* Reads a file. False with the problem told; else the line is to be freed. */
bool tournament_read(const char *path, struct json_line *out, struct problem *problem);
/* What it was begun with; NULL: that was left out. */
const char *tournament_value(struct value saved, const char *name);
/* Takes over what was played. The meetings must be made already, as they were then. */
bool tournament_restore(struct tournament *tournament, struct value saved,
                        struct problem *problem);
void tournament_free(struct tournament *tournament);
/* Keeps the first fault of its kind. */
void tournament_note_fault(struct tournament_bot *bot, enum fault_kind kind, const char *text);

#endif
