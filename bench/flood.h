/* flood.h - people who mean harm: each flood is a process of its own that asks a server for one
 * thing as often as a stranger can, until it is ended. */
#ifndef RUMMERY_FLOOD_H
#define RUMMERY_FLOOD_H

#include <stdbool.h>
#include <sys/types.h>

enum { FLOOD_RECORDS = 20 }; /* more than a server keeps */

/* What a flood needs to know of the server. */
struct flood_target {
    unsigned port;
    char record_tables[FLOOD_RECORDS][32]; /* with long records */
};

struct flood {
    const char *name;
    void (*begin)(const struct flood_target *target);
    /* Does a little; called over and over, so many times a second. */
    void (*step)(const struct flood_target *target, unsigned count);
    unsigned steps_per_s;
};

/* Ends with a name of NULL. */
extern const struct flood floods[];

/* Begins in a process of its own; ended by flood_end(). */
pid_t flood_begin(const struct flood *flood, const struct flood_target *target);
void flood_end(pid_t pid);

#endif
