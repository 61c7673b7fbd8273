/* links.h - the lines to the other servers that share the store: one for each of them, used both
 * ways; two where both have called at the same time, and then each keeps to one. Once a second
 * both say that they are there, and what addresses use. Who is silent for too long is given up. */
#ifndef RUMMERY_LINKS_H
#define RUMMERY_LINKS_H

#include "server/loop.h"

struct links;

struct links_config {
    struct loop *loop;
    struct hub *hub;
    struct commons *commons;
    struct store *store;   /* of which servers tell each other what was acknowledged */
    const uint8_t *secret; /* the store's */
    const char *address;   /* `ADDRESS:PORT` to listen on; port 0: any that is free */
};

/* Listens. NULL with the problem in words. */
struct links *links_new(const struct links_config *config, char problem[CONFIG_PROBLEM_MAX]);
/* The address with the port that was chosen. */
void links_address(const struct links *links, char out[STORE_ADDRESS_MAX]);
/* Who we are to the others; nobody is called or let in before. */
void links_begin(struct links *links, uint64_t self);
/* What the hub asks of its world. */
bool links_pass(struct links *links, const struct store_server *to, enum pass_kind kind,
                uint32_t visitor, struct text what);
/* Who else there is: whoever has no line to us yet is called, by one of both, so that all hear
 * what addresses use. */
void links_meet(struct links *links, const struct store_server *others, size_t count);
/* At the end of each turn of the loop. */
void links_turn(struct links *links);
/* No more of it: visitors of others are gone. The memory is released when the loop has run once
 * more. */
void links_stop(struct links *links);

#endif
