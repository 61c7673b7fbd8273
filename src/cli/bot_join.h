/* bot_join.h - a computer player, or any program, in a seat at a server's table. */
#ifndef RUMMERY_BOT_JOIN_H
#define RUMMERY_BOT_JOIN_H

#include <stdint.h>

struct bot_join {
    const char *link;
    unsigned level;      /* 0: the program plays */
    const char *command; /* for `sh -c` */
    const char *name;    /* NULL: by its greeting, its command or its level */
    const char *keep;    /* a file for the seat's key, to take it again; NULL: none */
    uint32_t clock_ms;   /* for an answer, where the table's clock leaves more */
    uint64_t seed;
};

/* Sits down and plays until the match is over; returns the exit code. */
int bot_join_run(const struct bot_join *join);

#endif
