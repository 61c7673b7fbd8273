/* contestants.h - who can be named in an arena: a level, a yardstick, or a program. */
#ifndef RUMMERY_CONTESTANTS_H
#define RUMMERY_CONTESTANTS_H

#include "arena/external.h"
#include "arena/schedule.h"
#include "bots/bot.h"
#include "yardstick.h"

/* As it was named. */
struct contestant {
    const char *name;
    unsigned level;      /* 0: a yardstick, or a program */
    const char *command; /* a program's; NULL */
    struct yardstick yardstick;
};

/* Cuts the list up, which must stay; false with a complaint if somebody is unknown, there are
 * too many, or a name is no text. */
bool contestants_read(char *list, const struct game *game, struct contestant *out,
                      unsigned *count);

/* A contestant that plays, for one thread. */
struct entrant {
    const struct contestant *as;
    struct workspace *work; /* shared with the others of the thread */
    struct yardstick yardstick;
    struct external *external;
    unsigned steps; /* as in struct circumstances */
    struct standing standing;
};

struct entrant_setup {
    uint32_t turn_ms; /* for an answer of a program */
    unsigned steps;
    const char *options; /* what programs are told of the arena: a JSON object */
};

/* A program is not started yet. */
void entrant_open(struct entrant *entrant, const struct contestant *as, struct workspace *work,
                  const struct entrant_setup *setup);
struct arena_player entrant_player(struct entrant *entrant);
void entrant_close(struct entrant *entrant);

#endif
