/* solver.h - the best play, exactly. Given what a seat sees, the play that lays the most
 * cards, then the most points, or the other way round, or the most by weights of one's own.
 *
 * Like the core: freestanding, no memory of its own. The caller brings the workspace, zeroed
 * before its first use and left alone between calls; it serves all games, one call at a
 * time. What earlier calls left in it changes no answer. */
#ifndef RUMMERY_SOLVER_H
#define RUMMERY_SOLVER_H

#include "core/core.h"

enum goal { GOAL_CARDS, GOAL_VALUE };

/* What laying one card of a kind is worth. Weights are added up exactly. */
struct weights {
    int32_t of[KINDS_MAX];
    int32_t of_others[KINDS_MAX]; /* princess: laid into another's meld */
};

/* Cards first, then points, or points first, then cards. */
void weights_of_goal(const struct game *game, enum goal goal, struct weights *out);

/* A play: the table as it lies in the end, and what it lays. */
struct play {
    struct table table;
    struct bag laid;
    unsigned cards;
    int points;
    int32_t weight;
    bool is_exact; /* false: the workspace was too small to be sure of the best */
};

struct workspace;
size_t workspace_size(void);

/* The weights of GOAL_CARDS for a game that has a solver. They stay in the workspace until
 * another game is asked about. */
const struct weights *weights_of_cards(struct workspace *work, const struct game *game);

/* Whether there is a solver for the game. */
bool solver_knows(const struct game *game);

/* The best play of the seat on turn; false where nothing can be laid, or there is no solver for
 * the game. The position is a view of that seat, or a whole state. */
bool solve(struct workspace *work, const struct state *state, const struct weights *weights,
           struct play *out);

/* Whether the seat on turn can lay its whole rack at once, and how: the play is what solve()
 * finds with the weights of GOAL_CARDS, up to how it lies. Quicker than solve(), most of all
 * where it cannot be done. False too where the rack holds unknown cards or none, and in
 * princess, where a card is always kept. If it is false, is_exact says whether that
 * is sure. */
bool solve_all(struct workspace *work, const struct state *state, struct play *out);

/* Whether the seat on turn can go out in this turn, and how: it lays its whole rack, or in
 * princess all but the card that it discards. The play is what solve() finds with the weights of
 * GOAL_CARDS, up to how it lies. */
bool solve_out(struct workspace *work, const struct state *state, struct play *out);

/* Rearranges a play that solve() found so that more of the old melds lie as they were, which
 * is easier to follow. It takes about one more solving for each meld: for people, not bots.
 * (Photo and princess leave the play as it is.) */
void solve_calmly(struct workspace *work, const struct state *state,
                  const struct weights *weights, struct play *play);

/* In a game whose turn is more than a play (draw, lay, discard): what a greedy player does now, by
 * these weights, looking only at what the seat on turn sees. False in other games, and without
 * a solver. */
bool solve_turn(struct workspace *work, const struct state *state,
                const struct weights *weights, struct action *out);
/* In such a game, once a card is drawn: the least useful card that may be discarded. */
card solve_discard(const struct state *state);

/* The best plays in falling order, at most `count` (up to MANY_MAX), no two of which lay the
 * same cards. Returns how many there are. None that is better is missing, if all of them are
 * exact. */
enum { MANY_MAX = 256 };
unsigned solve_many(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out, unsigned count);

/* A table in disorder: the most of these cards in correct melds, and those that are left.
 * False for a game whose table is never rearranged, or without a solver. */
bool solve_loose(struct workspace *work, unsigned game_index, const struct options *options,
                 const struct cards *loose, struct table *out, struct cards *left);

/* A table that was mixed up, put right: the first `kept` melds lie as they were. */
struct put_right {
    struct table table;
    struct cards left; /* what cannot go in */
    unsigned kept;
    bool is_exact; /* false: perhaps more melds could have stayed */
};

/* The most of its cards in correct melds, and so that as many melds as possible stay as they are.
 * False as above. */
bool solve_mixed(struct workspace *work, unsigned game_index, const struct options *options,
                 const struct table *mixed, struct put_right *out);

#endif
