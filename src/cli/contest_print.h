/* contest_print.h - what a tournament says about its players: lines of JSON for programs, or a
 * table for people. */
#ifndef RUMMERY_CONTEST_PRINT_H
#define RUMMERY_CONTEST_PRINT_H

#include "contest.h"

/* A meeting that is over. */
void print_meeting_json(const struct contest *contest, const struct meeting *meeting);
void print_meeting_table(const struct contest *contest, const struct meeting *meeting);
/* The end: ratings, and what is to be told of each. */
void print_ratings_json(const struct contest *contest);
void print_ratings_table(const struct contest *contest);
/* Who forfeited and why, on standard error. */
void print_forfeits(const struct contest *contest);

#endif
