/* stats.h - how the matches went that were finished at this terminal. */
#ifndef RUMMERY_STATS_H
#define RUMMERY_STATS_H

#include "tui/words.h"

/* Line by line to `line`: for each person and game how many were won, rows of wins, points; then
 * the latest matches. */
void stats_tell(const struct words *words, void (*line)(void *context, const char *text),
                void *context);

#endif
