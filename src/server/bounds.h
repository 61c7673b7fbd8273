/* bounds.h - what a server lets in: sockets as far as the system has any, and the limits of
 * addresses that come from its config. */
#ifndef RUMMERY_BOUNDS_H
#define RUMMERY_BOUNDS_H

#include "server/config.h"
#include "visitors/limits.h"

/* How many sockets the process may have, after asking for all it can get. */
uint32_t bounds_sockets(uint32_t wanted, uint32_t least);
/* For so many connections; NULL if there is no memory. */
struct limits *bounds_limits(const struct server_config *config, uint32_t connections);

#endif
