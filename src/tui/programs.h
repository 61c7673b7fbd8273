/* programs.h - people's own programs as computer players of a table in this process. A program
 * that gives no legal answer is played for by the simplest player, and that is kept to be told. */
#ifndef RUMMERY_PROGRAMS_H
#define RUMMERY_PROGRAMS_H

#include "arena/external.h"
#include "room/room.h"
#include "wire/name.h"

enum { PROGRAM_TURN_MS = 10000, PROGRAM_START_MS = 200 };

struct program {
    char *command; /* NULL: no program sits here */
    struct external *external;
    char name[NAME_SIZE]; /* since it was started; it does not change while people look */
    unsigned missed; /* so many turns were played for it */
    struct fault first; /* and why the first one was */
};

struct programs {
    struct program seat[SEATS_MAX];
};

/* A program in that seat; `command` is for `sh -c`. Quiet: what it says on standard error is
 * heard by nobody. */
void programs_add(struct programs *programs, unsigned seat, const char *command, bool is_quiet);
/* Starts all of them. False where one cannot start or ends at once: the first such, and why. */
bool programs_start(struct programs *programs, const struct program **who);
/* Fills in what the program of that seat decides, if it does within the thought's budget (0:
 * PROGRAM_TURN_MS, or what the table's clock allows); false if none sits there. */
bool programs_think(struct programs *programs, struct thought *thought, struct random *random,
                    const atomic_bool *is_hurried);
void programs_free(struct programs *programs);

#endif
