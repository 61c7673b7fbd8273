/* rounds.h - places over whole rounds of computer players (rounds.c), for places_tests.c. */
#ifndef RUMMERY_PLACES_ROUNDS_H
#define RUMMERY_PLACES_ROUNDS_H

/* Plays so many rounds of each game for two to four, checks the places after each play and on the
 * way to it, and prints how much of the board was needed. */
void test_rounds(unsigned rounds);

#endif
