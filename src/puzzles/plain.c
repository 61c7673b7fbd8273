/* plain.c - what can be laid without rebuilding: melds of the table grow at their ends, and the
 * rest of the rack makes melds of its own. All ways are tried, the ways to grow first. */
#include "core/inspect.h"
#include "puzzles/puzzle.h"

enum { NODES_MAX = 50000 };

struct plain {
    struct workspace *work;
    const struct state *state;
    const struct game *game;
    struct bag left;     /* of the rack */
    unsigned left_count;
    unsigned own_most;   /* the whole rack by itself lays so many, and no part of it more */
    unsigned need;
    unsigned nodes;
};

/* A meld while it grows. Where order means nothing cards are added in rising order only, so that
 * nothing is tried twice; a run grows at its end first, and then at its front. */
struct growing {
    unsigned meld;
    card at[CARDS_CAP];
    unsigned count;
    card last;
    bool is_front;
};

static bool own_melds(struct plain *p, unsigned cards)
{
    struct state own = *p->state;
    struct cards *rack = &own.rack[own.seat];
    struct play play;
    if (cards >= p->need)
        return true;
    if (cards + p->own_most < p->need)
        return false;
    memset(&own.table, 0, sizeof own.table);
    memset(rack, 0, sizeof *rack);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        for (unsigned i = 0; i < p->left.of[kind]; i++)
            cards_add(rack, (card)kind);
    return rack->count > 0 && solve(p->work, &own, weights_of_cards(p->work, p->game), &play) &&
           cards + play.cards >= p->need;
}

static bool is_meld(const struct plain *p, const struct growing *g)
{
    struct error error;
    struct meld meld = {g->at, g->count, SEAT_NONE};
    return p->game->meld_kinds(&p->state->options, meld, &error) != 0;
}

static bool grow(struct plain *p, const struct growing *g, unsigned cards);

static bool next_meld(struct plain *p, unsigned meld, unsigned cards)
{
    struct growing g = {.meld = meld};
    if (meld == p->state->table.meld_count)
        return own_melds(p, cards);
    struct meld old = table_meld(&p->state->table, meld);
    memcpy(g.at, old.at, old.count);
    g.count = old.count;
    return grow(p, &g, cards);
}

/* One more card, at the end or at the front, and all that follows from it. */
static bool grow_by(struct plain *p, const struct growing *g, card what, bool is_front,
                    unsigned cards)
{
    struct growing longer = *g;
    if (longer.count + 1 >= CARDS_CAP)
        return false;
    memmove(&longer.at[is_front], g->at, g->count);
    longer.at[is_front ? 0 : g->count] = what;
    longer.count++;
    longer.last = what;
    longer.is_front = is_front;
    if (!is_meld(p, &longer))
        return false;
    p->left.of[what]--;
    p->left_count--;
    bool is_done = grow(p, &longer, cards + 1);
    p->left.of[what]++;
    p->left_count++;
    return is_done;
}

static bool grow(struct plain *p, const struct growing *g, unsigned cards)
{
    bool is_ordered = p->game->run_order != RUN_ANYHOW;
    if (++p->nodes > NODES_MAX)
        return true; /* so much fits that it is taken for plain */
    if (cards + p->left_count < p->need)
        return false;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (p->left.of[kind] == 0 || (!is_ordered && kind < g->last))
            continue;
        if (!g->is_front && grow_by(p, g, (card)kind, false, cards))
            return true;
        if (is_ordered && grow_by(p, g, (card)kind, true, cards))
            return true;
    }
    return next_meld(p, g->meld + 1, cards);
}

bool plain_lays(struct workspace *work, const struct state *state, unsigned cards)
{
    struct plain p = {.work = work, .state = state, .game = state_game(state), .need = cards};
    struct state own = *state;
    struct play play;
    memset(&own.table, 0, sizeof own.table);
    if (solve(work, &own, weights_of_cards(work, p.game), &play))
        p.own_most = play.cards;
    bag_of_cards(&state->rack[state->seat], &p.left);
    p.left_count = state->rack[state->seat].count;
    return next_meld(&p, 0, 0);
}
