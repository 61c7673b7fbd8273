/* choose.h - which of the saved matches: a line each that tells them apart, and no more of one that
 * is to be deleted. */
#ifndef RUMMERY_CHOOSE_H
#define RUMMERY_CHOOSE_H

#include "tui/list.h"

/* The game, when, the round, who sits there with how many points. */
void choose_say(const struct words *words, const struct saved *saved, char *out, size_t room);
/* Which of the unfinished matches to go on with: an index, or CHOSE_NEW, or CHOSE_QUIT. Before any
 * table is open. */
int choose_saved(const struct front *front, struct saved *list, unsigned count);

#endif
