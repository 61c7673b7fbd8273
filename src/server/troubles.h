/* troubles.h - what befalls links, for whoever runs the server: everything is counted, and the
 * same is told no more often than every LINK_TELL_MS, with how often it was meanwhile, so that
 * nobody fills the log. Strangers count by themselves: they hide nothing of other servers. */
#ifndef RUMMERY_TROUBLES_H
#define RUMMERY_TROUBLES_H

#include "server/link.h"
#include "visitors/metrics.h"

struct trouble {
    uint64_t due_ms;  /* when it may be told next */
    uint64_t count;   /* not yet told */
    uint64_t server;  /* of the last one; */
    char address[64]; /* where it came from, or is */
};

/* All zero is one with nothing to tell. */
struct troubles {
    struct trouble of_strangers[LINK_TROUBLES], of_servers[LINK_TROUBLES];
};

/* `server` is 0 for strangers. */
void troubles_note(struct troubles *troubles, struct metrics *metrics, enum link_trouble trouble,
                   uint64_t server, const char *address);
/* Logs what is due; how many lines that were. */
unsigned troubles_tell(struct troubles *troubles, uint64_t now_ms);

#endif
