/* rewound.h - a table of which the store has less than was acknowledged: it was put back to an
 * earlier state, or a standby was promoted that had not everything. Such a table is set aside: in
 * the store it is put away, by a line that says how much is missing. Nobody serves it until
 * whoever runs the server has decided (decision 055). */
#ifndef RUMMERY_REWOUND_H
#define RUMMERY_REWOUND_H

#include "store/store.h"

enum {
    REWOUND_LINE_MAX = 64,
    REWOUND_DAYS = 60, /* before it counts as put away, and may be deleted */
    REWOUND_S = REWOUND_DAYS * 24 * 3600
};

struct rewound {
    uint32_t told; /* the last entry that was acknowledged, as far as that is known, */
    uint32_t has;  /* and the last one that the store has */
};

/* The write that sets the table aside, and the card that goes with it: it is never due. */
struct store_write rewound_write(uint64_t table, uint64_t epoch, int64_t now_s,
                                 const struct rewound *what, char line[REWOUND_LINE_MAX]);
extern const struct store_card rewound_card;
/* The line of a STORE_BRING_BACK by which it goes on from what the store has: who was told so much
 * more is no proof of another loss. 0 where it says nothing of that. */
enum { REWOUND_SLACK = 1000 }; /* others may have been told more than is known */
struct text rewound_accept(const struct rewound *what, char line[REWOUND_LINE_MAX]);
uint32_t rewound_accepted(struct text line);
/* Whether the line of a STORE_PUT_AWAY is that of such a table. */
bool rewound_read(struct text line, struct rewound *out);

#endif
