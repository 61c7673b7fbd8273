/* times.h - how long something takes on this thread's clock, and what many such times come to. */
#ifndef RUMMERY_TIMES_H
#define RUMMERY_TIMES_H

enum { TIMES_MAX = 20000 };

struct times {
    double us[TIMES_MAX];
    unsigned count;
};

/* What this thread has used of a processor. */
double thread_us(void);

/* One more time: the least of those that some runs of the same thing took. */
void times_add(struct times *times, double least_us);
/* Sorts them; the share is between 0 and 1. */
double times_quantile(struct times *times, double share);

#endif
