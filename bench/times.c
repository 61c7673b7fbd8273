/* times.c - this thread's clock, and quantiles. */
#include "times.h"

#include <stdlib.h>
#include <time.h>

double thread_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

void times_add(struct times *times, double least_us)
{
    if (times->count < TIMES_MAX)
        times->us[times->count++] = least_us;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double times_quantile(struct times *times, double share)
{
    qsort(times->us, times->count, sizeof *times->us, compare);
    unsigned index = (unsigned)(share * times->count);
    return times->us[index < times->count ? index : times->count - 1];
}
