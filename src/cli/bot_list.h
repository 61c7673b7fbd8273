/* bot_list.h - lists of computer players on a command line, as in `5,cmd:./mine --depth 3`. */
#ifndef RUMMERY_BOT_LIST_H
#define RUMMERY_BOT_LIST_H

#include <stdbool.h>

/* Cuts the first name off the list and moves on behind it; NULL at its end. A comma ends a name,
 * but not inside quotes or behind a backslash: these are left for the shell to read. */
char *bot_list_next(char **list);
/* The command of `cmd:COMMAND`, or NULL. */
const char *bot_command(const char *name);

#endif
