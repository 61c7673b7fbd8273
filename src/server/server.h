/* server.h - the whole server: `rummery serve`. */
#ifndef RUMMERY_SERVER_H
#define RUMMERY_SERVER_H

#include "server/config.h"

/* Serves until SIGTERM or SIGINT. Prints the page's address as one line on standard output
 * once it listens; problems go to standard error. Returns 0 after a clean end, 1 where it
 * could not start, or could not save everything in the end. */
int server_run(const struct server_config *config);

#endif
