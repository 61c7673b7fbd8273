/* arena.h - rounds between players on duplicate deals: every deck is played once for each
 * rotation of the seats, so that luck of the deal is shared out evenly. */
#ifndef RUMMERY_ARENA_H
#define RUMMERY_ARENA_H

#include "core/core.h"

enum {
    STRIKES_MAX = 3,         /* so many illegal answers forfeit the round */
    ROUND_ACTIONS_MAX = 5000 /* a round that takes more will not end */
};

/* Somebody who plays. It is given views and a stream of random numbers of its own. */
struct arena_player {
    void *context;
    /* False: no answer came, which forfeits the round. */
    bool (*decide)(void *context, const struct view *view, struct random *random,
                   struct action *out);
    /* Instead of the above, for a yardstick (yardstick.h): it is shown all cards. */
    bool (*decide_seeing)(void *context, const struct state *state, struct random *random,
                          struct action *out);
    /* Before a decision in a match: its totals by seat. May be NULL. */
    void (*told)(void *context, const int32_t *totals, unsigned rounds_played);
    /* The last answer was illegal; may be NULL. */
    void (*refused)(void *context, const struct game *game, const struct error *error);
};

struct arena {
    unsigned game_index;
    unsigned seats; /* as many players */
    struct options options;
    unsigned match_rounds; /* a match has so many; 0: every round counts by itself */
    uint64_t seed;
    struct arena_player players[SEATS_MAX];
};

enum arena_end { ARENA_PLAYED, ARENA_FORFEITED, ARENA_ENDLESS };

/* How a round, or a match, ended. The lists are by player, not by seat. */
struct arena_outcome {
    enum arena_end end;
    unsigned rotation; /* the player in seat 0 */
    unsigned forfeiter; /* ARENA_FORFEITED: the player; nobody scores */
    int32_t scores[SEATS_MAX];
    unsigned strikes[SEATS_MAX];
    unsigned actions;
};

/* Plays a deal, and the others of its match, with the players moved on by `rotation` seats. The
 * same arena, deal and rotation give the same round, as far as the players do. */
void arena_play(const struct arena *arena, uint64_t deal, unsigned rotation,
                struct arena_outcome *out);

#endif
