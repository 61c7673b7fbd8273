/* troubles.c - troubles of links, from one table of words and counters. */
#include "server/troubles.h"

#include <stdio.h>

#include "server/log.h"

static const struct {
    const char *why, *words;
    size_t counter;
} table[LINK_TROUBLES] = {
    [LINK_KEY] = {"key", "the other has another secret: no server of this store",
                  offsetof(struct metrics, links_key_refused_total)},
    [LINK_VERSION] = {"version", "the other speaks no version that this server speaks",
                      offsetof(struct metrics, links_version_refused_total)},
    [LINK_SEAL] = {"seal", "what came was changed on its way, or makes no sense",
                   offsetof(struct metrics, links_seal_broken_total)},
    [LINK_SILENT] = {"silence", "nothing was understood for too long",
                     offsetof(struct metrics, links_silent_total)},
    [LINK_FULL] = {"overflow", "too much waited to be sent",
                   offsetof(struct metrics, links_overflow_total)},
    [LINK_CUT] = {"cut", "the line was cut, or could not be made",
                  offsetof(struct metrics, links_cut_total)},
};

void troubles_note(struct troubles *troubles, struct metrics *metrics, enum link_trouble trouble,
                   uint64_t server, const char *address)
{
    struct trouble *noted = &(server == 0 ? troubles->of_strangers
                                          : troubles->of_servers)[trouble];
    if (trouble == LINK_FINE)
        return;
    ++*(uint64_t *)(void *)((char *)metrics + table[trouble].counter);
    noted->count++;
    noted->server = server;
    snprintf(noted->address, sizeof noted->address, "%s", address);
}

static bool trouble_tell(struct trouble *noted, enum link_trouble trouble, uint64_t now_ms)
{
    if (noted->count == 0 || now_ms < noted->due_ms)
        return false;
    log_event(LOG_WARNING, "link-closed", {"why", table[trouble].why, 0},
              {"problem", table[trouble].words, 0}, {"address", noted->address, 0},
              {"server", NULL, (int64_t)noted->server}, {"count", NULL, (int64_t)noted->count});
    noted->count = 0;
    noted->due_ms = now_ms + LINK_TELL_MS;
    return true;
}

unsigned troubles_tell(struct troubles *troubles, uint64_t now_ms)
{
    unsigned told = 0;
    for (unsigned i = 0; i < LINK_TROUBLES; i++) {
        told += trouble_tell(&troubles->of_strangers[i], (enum link_trouble)i, now_ms);
        told += trouble_tell(&troubles->of_servers[i], (enum link_trouble)i, now_ms);
    }
    return told;
}
