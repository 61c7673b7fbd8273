/* link.h - what two servers say to each other over one line, without the socket: bytes in, bytes
 * out. Both prove by the store's secret that they belong to it, and everything is sealed: who has
 * not the secret can neither read it, nor change it, nor say the same once more. */
#ifndef RUMMERY_LINK_H
#define RUMMERY_LINK_H

#include "hub/hub.h"
#include "visitors/limits.h"

enum {
    LINK_KEY_SIZE = 32,
    LINK_WAITING_MAX = 32 << 20, /* bytes that may wait to be sent */
    LINK_FRAME_MAX = 1 << 20     /* bytes of one thing that is said */
};

struct link;

/* Who listens: to what concerns a visitor, and to what addresses use over there. */
struct link_ear {
    void *context;
    void (*heard)(void *context, enum pass_kind kind, uint32_t visitor, struct text what);
    void (*used)(void *context, const struct usage *usages, size_t count);
};

/* `is_caller`: we have made the line. `self` is told to the other. NULL if there is no memory. */
struct link *link_new(bool is_caller, const uint8_t secret[STORE_SECRET_SIZE], uint64_t self);
void link_free(struct link *link);

/* False if the line is to be closed: the other is not one of us, or says what makes no sense. */
bool link_receive(struct link *link, const char *bytes, size_t size,
                  const struct link_ear *ear);
/* Whether the other has proved who it is; and its id. */
bool link_is_open(const struct link *link);
uint64_t link_peer(const struct link *link);

/* Before the link is open it waits for that. False if too much waits. */
bool link_say(struct link *link, enum pass_kind kind, uint32_t visitor, struct text what);
/* Something to be heard, so that the other knows that we are there; and if `usages` is not NULL,
 * what addresses use here. */
void link_ping(struct link *link, const struct usage *usages, size_t count);

/* What waits to be sent; link_sent() takes the first bytes of it away. */
struct text link_output(const struct link *link);
void link_sent(struct link *link, size_t size);

#endif
