/* clock_shift.c - a machine whose clock is wrong: loaded before all other libraries (LD_PRELOAD),
 * it sets the time of day off by RUMMERY_CLOCK_S seconds. */
/* syscall() is no part of POSIX */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *out)
{
    const char *shift = getenv("RUMMERY_CLOCK_S");
    long result = syscall(SYS_clock_gettime, which, out);
    if (which == CLOCK_REALTIME && shift != NULL)
        out->tv_sec += atol(shift);
    return (int)result;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}
