/* ledger.h - what a server has said about its tables, held against what it says later and
 * against its store: whatever was said once must stay so, whoever asks and however often the
 * server was killed in between. */
#ifndef RUMMERY_LEDGER_H
#define RUMMERY_LEDGER_H

#include "load.h"

/* A move that somebody was told of. */
struct told {
    char *action; /* short, as it was sent; NULL: not told of */
    uint8_t seat;
};

/* An action whose sender was told that it is done. */
struct acknowledged {
    char id[FOLLOW_ID_MAX];
    uint8_t seat_hint; /* which of the table's players asked */
    uint32_t found;    /* how often the log has it */
};

struct page {
    struct told *told; /* by seq */
    uint32_t told_room;
    uint32_t last_seq; /* the highest anybody was told of */
    uint32_t killed_seq; /* the same when the server was killed last */
    struct acknowledged *acknowledged;
    uint32_t acknowledged_count, acknowledged_room;
};

struct ledger {
    struct page *pages; /* by table */
    uint32_t count;
    uint64_t acknowledged, seen_again, repeated;
    uint64_t changed;   /* moves told differently the second time */
    uint64_t went_back; /* tables that came back older than they were */
    uint64_t refused;   /* actions that were refused, though made from the server's own words */
    uint64_t ill;       /* how often somebody was told that nothing can be saved */
    char what[256];     /* the last fault in words */
};

/* What the store has in the end. */
struct audit {
    uint64_t recovered; /* acknowledged moves that are in the log */
    uint64_t lost, doubled;
    uint64_t different; /* told moves that are not what the log has at their place */
    uint64_t entries;
};

void ledger_init(struct ledger *ledger, uint32_t tables);
void ledger_free(struct ledger *ledger);
/* The server was killed, and all it had said has come. */
void ledger_killed(struct ledger *ledger);
/* For load_config.news: its context is the ledger. */
void ledger_news(void *context, struct player *player, const struct news *news, size_t size);
/* Reads the log of every table, replays it, and compares. False with the problem in words. */
bool ledger_audit(struct ledger *ledger, const struct load *load, const char *store_place,
                  struct audit *out, char problem[256]);

#endif
