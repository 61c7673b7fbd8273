/* hub_suites.h - the suites about the hub, and what they share. */
#ifndef RUMMERY_HUB_SUITES_H
#define RUMMERY_HUB_SUITES_H

#include "sim.h"

/* The store that the suites run on; NULL: memory. */
extern const char *suite_where;

void suite_rounds(void);

#endif
