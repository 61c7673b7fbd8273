/* room_suites.h - what the suites about rooms share: the room that is played, one that is read
 * back beside it, and people who do what there is to do. */
#ifndef RUMMERY_ROOM_SUITES_H
#define RUMMERY_ROOM_SUITES_H

#include "table.h"

enum { STEPS_MAX = 6000 };

extern struct table_run run, again;
/* One person against a computer player, on one device. */
extern const struct setup alone;

/* Whatever is next: a person or a computer player acts, the next round, or time passes. */
void step(void);
/* A draft of the table as it lies, and steps over it. */
void draft_a_little(unsigned holder);
/* The log gives the same room again. To be called last: it forgets what is passing. */
void check_again(void);

void suite_players(void);
void suite_requests(void);
void suite_resume(void);

#endif
