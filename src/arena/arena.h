/* arena.h - rounds between players on duplicate deals: every deck is played once for each
 * rotation of the seats, so that luck of the deal is shared out evenly. */
#ifndef RUMMERY_ARENA_H
#define RUMMERY_ARENA_H

#include "core/core.h"

enum {
    STRIKES_MAX = 3,          /* so many illegal answers forfeit the round */
    ROUND_ACTIONS_MAX = 5000, /* a round that takes more will not end */
    FAULT_TEXT_SIZE = 640
};

/* Why a player forfeits. */
enum fault_kind {
    FAULT_NONE,
    FAULT_TIMEOUT, /* no answer in time */
    FAULT_ILLEGAL, /* the last of its illegal answers broke a rule */
    FAULT_JUNK,    /* ... or was no answer at all */
    FAULT_CRASHED, /* a program that ended */
    FAULT_UNABLE,  /* a program that ended before it ever answered: it cannot play at all */
    FAULT_COUNT
};

struct fault {
    uint8_t kind; /* enum fault_kind */
    char text[FAULT_TEXT_SIZE];
};

/* "timeout", "illegal", "junk", "crashed", "unable" */
const char *fault_name(enum fault_kind kind);
/* Fills it in, and returns false. */
bool fault_set(struct fault *fault, enum fault_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An answer was refused: by which rule, and what was said (may be NULL). */
void fault_set_refusal(struct fault *fault, const struct game *game, const struct error *error,
                       const char *said);

/* Somebody who plays. It is given views and a stream of random numbers of its own. */
struct arena_player {
    void *context;
    /* False: no answer came, which forfeits the round. An answer that is none is of the kind
     * ACTION_COUNT. */
    bool (*decide)(void *context, const struct view *view, struct random *random,
                   struct action *out);
    /* Instead of the above, for a yardstick (yardstick.h): it is shown all cards. */
    bool (*decide_seeing)(void *context, const struct state *state, struct random *random,
                          struct action *out);
    /* Before a decision in a match: its totals by seat. May be NULL. */
    void (*told)(void *context, const int32_t *totals, unsigned rounds_played);
    /* The last answer was illegal; may be NULL. */
    void (*refused)(void *context, const struct game *game, const struct error *error);
    /* Why the last answer did not come, or what it was; may be NULL. */
    const struct fault *(*fault)(void *context);
};

struct arena {
    unsigned game_index;
    unsigned seats; /* as many players */
    struct options options;
    unsigned match_rounds; /* a match has so many; 0: every round counts by itself */
    uint64_t seed;
    struct arena_player players[SEATS_MAX];
    /* Told of the beginning (a NULL action) and of each action, chance's too; may be NULL. */
    void (*note)(void *context, const struct match *match, const struct action *action);
    void *note_context;
};

enum arena_end { ARENA_PLAYED, ARENA_FORFEITED, ARENA_ENDLESS };

/* How a round, or a match, ended. The lists are by player, not by seat. */
struct arena_outcome {
    enum arena_end end;
    unsigned rotation; /* the player in seat 0 */
    unsigned forfeiter; /* ARENA_FORFEITED: the player; nobody scores */
    struct fault fault; /* ... and why */
    int32_t scores[SEATS_MAX];
    unsigned strikes[SEATS_MAX];
    unsigned actions;
};

/* Plays a deal, and the others of its match, with the players moved on by `rotation` seats. The
 * same arena, deal and rotation give the same round, as far as the players do. */
void arena_play(const struct arena *arena, uint64_t deal, unsigned rotation,
                struct arena_outcome *out);

#endif
