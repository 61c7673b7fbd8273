/* link.h - what two servers say to each other over one line, without the socket and the clock:
 * bytes in, bytes out. Both prove by the store's secret that they belong to it, and everything is
 * sealed, sizes too: who has not the secret can neither read it, nor change it, nor say the same
 * once more; and who learns the secret later cannot read what was said before. */
#ifndef RUMMERY_LINK_H
#define RUMMERY_LINK_H

#include "hub/hub.h"
#include "hub/pass.h"
#include "visitors/limits.h"

struct link;

/* Why a line is to be closed. */
enum link_trouble {
    LINK_FINE,
    LINK_KEY,     /* the other has not our secret: no server of this store, or a stranger */
    LINK_VERSION, /* there is no version that both speak */
    LINK_SEAL,    /* what came was not said so by the other, or makes no sense */
    LINK_SILENT,  /* nothing was understood for too long */
    LINK_FULL,    /* too much waits to be sent */
    LINK_CUT      /* the line itself is gone */
};
enum { LINK_TROUBLES = LINK_CUT + 1 };

/* Who listens: to what concerns a visitor, to what addresses use over there, and to which store
 * the other sees and what was acknowledged there (`told`, which may be NULL). */
struct link_ear {
    void *context;
    void (*heard)(void *context, enum pass_kind kind, uint32_t visitor, struct text what);
    void (*used)(void *context, const struct usage *usages, size_t count);
    void (*told)(void *context, const struct store_generation *generation,
                 const struct store_told *told, size_t count);
};

/* `is_caller`: we have made the line. `self` is told to the other. NULL if there is no memory. */
struct link *link_new(bool is_caller, const uint8_t secret[STORE_SECRET_SIZE], uint64_t self,
                      uint64_t now_ms);
void link_free(struct link *link);

/* Anything but LINK_FINE is the end of it. */
enum link_trouble link_receive(struct link *link, const char *bytes, size_t size,
                               uint64_t now_ms, const struct link_ear *ear);
/* Whether nothing was understood for LINK_SILENT_MS: bytes alone are no sign of life. */
bool link_is_silent(const struct link *link, uint64_t now_ms);
/* Whether the other has proved who it is; its id, and the version that both speak. */
bool link_is_open(const struct link *link);
uint64_t link_peer(const struct link *link);
unsigned link_version(const struct link *link);

/* Before the link is open it waits for that. False if too much waits. */
bool link_say(struct link *link, enum pass_kind kind, uint32_t visitor, struct text what);
/* Something to be heard, so that the other knows that we are there; and if `usages` is not NULL,
 * what addresses use here. False if too much waits. */
bool link_ping(struct link *link, const struct usage *usages, size_t count);
/* Which store we see, and what was acknowledged there: more than LINK_TOLD_MAX are not heard.
 * Nothing is said before the link is open, nor to version 1. False if too much waits. */
bool link_tell(struct link *link, const struct store_generation *generation,
               const struct store_told *told, size_t count);

/* The first bytes that wait to be sent, which stay where they are until link_sent() takes them
 * away; and how many wait in all, which are never more than LINK_WAITING_MAX. */
struct text link_output(const struct link *link);
void link_sent(struct link *link, size_t size);
size_t link_waiting(const struct link *link);

#endif
