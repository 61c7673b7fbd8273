/* princess_brute.c - all plays of a position, one card at a time: each meld on the table with
 * cards put before and after it, then new melds card by card. What is a meld and what is a
 * play only the core says. For small hands. */
#include "princess_brute.h"

#include <string.h>

enum { HAND_MAX = 56, MELD_CAP = 16 };

struct brute {
    const struct state *state;
    const struct game *game;
    int goal;
    uint8_t hand[KINDS_MAX];
    struct table table; /* as far as it is built */
    int laid, own;
    bool has_play;
    int best_cards, best_own;
    unsigned long accepted;
};

static bool is_meld(const struct brute *b, const card *at, unsigned count, unsigned *kinds)
{
    struct error error;
    memset(&error, 0, sizeof error);
    *kinds = b->game->meld_kinds(&b->state->options, (struct meld){at, count, 0}, &error);
    return *kinds != 0;
}

static void ask_core(struct brute *b)
{
    struct state copy = *b->state;
    struct action action;
    struct error error;
    if (b->laid == 0)
        return;
    memset(&action, 0, sizeof action);
    action.kind = ACTION_PLAY;
    action.table = b->table;
    if (!state_apply(&copy, copy.seat, &action, &error))
        return;
    bool can_discard = false;
    for (unsigned i = 0; i < copy.rack[b->state->seat].count && !can_discard; i++) {
        struct state after = copy;
        memset(&action, 0, sizeof action);
        action.kind = ACTION_DISCARD;
        action.what = copy.rack[b->state->seat].at[i];
        can_discard = state_apply(&after, after.seat, &action, &error);
    }
    if (!can_discard)
        __builtin_trap();
    b->accepted++;
    int first = b->goal == 0 ? b->laid : b->own, second = b->goal == 0 ? b->own : b->laid;
    int best_first = b->goal == 0 ? b->best_cards : b->best_own;
    int best_second = b->goal == 0 ? b->best_own : b->best_cards;
    if (b->has_play && (first < best_first || (first == best_first && second <= best_second)))
        return;
    b->has_play = true;
    b->best_cards = b->laid;
    b->best_own = b->own;
}

static void take(struct brute *b, card what, bool is_own)
{
    b->hand[what]--;
    b->laid++;
    b->own += is_own ? b->game->points(what) : 0;
}

static void put_back(struct brute *b, card what, bool is_own)
{
    b->hand[what]++;
    b->laid--;
    b->own -= is_own ? b->game->points(what) : 0;
}

static void new_melds(struct brute *b, card lowest);

/* Lays the meld as it is, goes on, and takes it away again. */
static void with_meld(struct brute *b, const card *at, unsigned count, unsigned owner,
                      void (*then)(struct brute *b, unsigned argument), unsigned argument)
{
    struct table before = b->table;
    table_add(&b->table, (struct meld){at, count, (uint8_t)owner});
    then(b, argument);
    b->table = before;
}

static void then_new_melds(struct brute *b, unsigned lowest)
{
    new_melds(b, (card)lowest);
}

/* Recursion is bounded by the cards of the hand. */
static void grow_new(struct brute *b, card *at, unsigned count)
{
    unsigned kinds = 0, seat = b->state->seat;
    if (count >= 3) {
        if (!is_meld(b, at, count, &kinds))
            return;
        for (unsigned i = 1; kinds == MELD_SET && i < count; i++)
            if (at[i] < at[i - 1])
                return; /* the same group in another order */
        with_meld(b, at, count, seat, then_new_melds, at[0]);
    }
    if (count == MELD_CAP)
        return;
    for (card what = 0; what < b->game->kind_count; what++) {
        if (b->hand[what] == 0)
            continue;
        at[count] = what;
        take(b, what, true);
        grow_new(b, at, count + 1);
        put_back(b, what, true);
    }
}

/* New melds in the order of their first cards. */
static void new_melds(struct brute *b, card lowest)
{
    card at[MELD_CAP];
    ask_core(b);
    for (card what = lowest; what < b->game->kind_count; what++) {
        if (b->hand[what] == 0)
            continue;
        at[0] = what;
        take(b, what, true);
        grow_new(b, at, 1);
        put_back(b, what, true);
    }
}

static void old_melds(struct brute *b, unsigned index);

static void grow_old(struct brute *b, unsigned index, const card *at, unsigned count,
                     bool at_front)
{
    unsigned owner = b->state->table.owner[index], kinds = 0;
    bool is_own = owner == b->state->seat;
    card grown[MELD_CAP + 1];
    if (at_front)
        grow_old(b, index, at, count, false);
    else
        with_meld(b, at, count, owner, old_melds, index + 1);
    if (count == MELD_CAP)
        return;
    for (card what = 0; what < b->game->kind_count; what++) {
        if (b->hand[what] == 0)
            continue;
        memcpy(&grown[at_front], at, count);
        grown[at_front ? 0 : count] = what;
        if (!is_meld(b, grown, count + 1, &kinds) || (at_front && kinds == MELD_SET))
            continue;
        take(b, what, is_own);
        grow_old(b, index, grown, count + 1, at_front);
        put_back(b, what, is_own);
    }
}

static void old_melds(struct brute *b, unsigned index)
{
    if (index == b->state->table.meld_count) {
        new_melds(b, 0);
        return;
    }
    struct meld meld = table_meld(&b->state->table, index);
    grow_old(b, index, meld.at, meld.count, true);
}

unsigned long princess_brute_count(const struct state *state, int goal, int *cards,
                                   int *own_points, bool *has_play)
{
    struct brute b;
    memset(&b, 0, sizeof b);
    b.state = state;
    b.game = game_at(state->game);
    b.goal = goal;
    const struct cards *rack = &state->rack[state->seat];
    for (unsigned i = 0; i < rack->count && i < HAND_MAX; i++)
        if (rack->at[i] < b.game->kind_count)
            b.hand[rack->at[i]]++;
    old_melds(&b, 0);
    *has_play = b.has_play;
    *cards = b.best_cards;
    *own_points = b.best_own;
    return b.accepted;
}

bool princess_brute(const struct state *state, int goal, int *cards, int *own_points,
                    bool *has_play)
{
    princess_brute_count(state, goal, cards, own_points, has_play);
    return *has_play;
}
