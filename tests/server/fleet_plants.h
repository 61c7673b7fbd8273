/* fleet_plants.h - bugs that are planted into the lives of a fleet, to see that these find them. */
#ifndef RUMMERY_FLEET_PLANTS_H
#define RUMMERY_FLEET_PLANTS_H

#include "shared_store.h"

/* Lives the life of a seed with this bug in it. */
typedef void plant_life(uint64_t seed, enum plant plant);

/* Prints their names. */
void plants_name(void);
/* Looks for one of them with so many seeds, and prints the one that found it: 1 if one did, 2 if
 * there is no such bug. */
int plants_find(const char *name, uint64_t count, uint64_t first, plant_life *life);
/* Checks that each is found. */
void plants_check(plant_life *life);

#endif
