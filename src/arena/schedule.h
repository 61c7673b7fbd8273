/* schedule.h - who meets whom: every choice of as many contestants as there are seats, once. */
#ifndef RUMMERY_SCHEDULE_H
#define RUMMERY_SCHEDULE_H

#include "arena/elo.h"

enum { CONTESTANTS_MAX = 64, MEETINGS_MAX = 20000 };

/* How many meetings there are; 0 if they are more than MEETINGS_MAX. */
unsigned schedule_count(unsigned contestants, unsigned seats);
/* Writes them, in the order of the list. */
void schedule_make(unsigned contestants, unsigned seats, struct meeting *out);
/* How many orders there are in which so many can sit around a table. */
unsigned schedule_orders(unsigned seats);
/* The order with that number, from 0: the first stays, the others change places. */
void schedule_order(unsigned seats, unsigned number, uint8_t out[SEATS_MAX]);

#endif
