/* policy.h - ways to play by a handful of numbers, for the games in which all lay on one table:
 * from who lays all that fits in each turn to who lays nothing before everything fits. */
#ifndef RUMMERY_POLICY_H
#define RUMMERY_POLICY_H

#include "core/core.h"
#include "solver/solver.h"

/* When cards are laid for the first time, unless all can be laid at once. */
enum opening { OPEN_NEVER, OPEN_AT_ONCE, OPEN_AFTER_ANOTHER };

/* Nothing set is `f`: nothing is laid, not even the opening, until the whole rack fits. */
struct policy {
    uint8_t opening;     /* enum opening */
    uint8_t opens_least; /* 1: with as few cards as will do */
    uint8_t hold;        /* who holds so many lays; 0: never */
    uint8_t lays_all;    /* 1: then all it can, else a single card */
    uint8_t kind;        /* lays nothing while another holds so many; 0: however many */
    uint8_t near;        /* lays all it can once another holds so few; 0: never */
    uint8_t stock;       /* lays all it can once so little stock is left; 0: never */
    uint8_t thief;       /* 1: takes jokers off the table, where the rules let them be kept */
};

/* Whether the game can be played so: elsewhere there is nothing to wait for. */
bool policy_suits(const struct game *game);
/* Does to others as they do: opens after another, with the fewest cards, holds a good many, and
 * everything while another holds as many. The numbers are the game's. */
struct policy policy_in_kind(const struct game *game);
/* Whether somebody holds so many cards that the policy lays nothing before everything. */
bool policy_holds_all(const struct policy *policy, const struct state *seen);

/* What the seat on turn does in a game that suits; only its cards are looked at, and how many
 * the others hold. With `is_quick` it does not weigh which single card it parts with. */
void policy_decide(struct workspace *work, const struct state *seen,
                   const struct policy *policy, bool is_quick, struct action *out);

#endif
