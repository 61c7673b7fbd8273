/* store_place.h - `--data` and `--store`: where the store is, for commands that look into one. */
#ifndef RUMMERY_STORE_PLACE_H
#define RUMMERY_STORE_PLACE_H

#include "server/config.h"

/* Takes them out of argv and leaves the rest in *argc and argv; so does it with `--from`, another
 * store that something is to come from, unless `from` is NULL. False with a message on standard
 * error. */
bool store_place_read(int *argc, char **argv, struct server_config *out, const char **from);

#endif
