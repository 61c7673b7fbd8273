/* joker.c - freeing a joker, said once (XA-19, PA-16): each joker that lay on the table
 * is given a final joker that shares a role with it (kept), or a card that fills one of
 * its roles (freed), and nothing is given twice. That is a matching in a small graph.
 *
 * Freeing cards are matched first, final jokers afterwards. An augmenting path never
 * releases a card it has matched, so this uses as few final jokers as possible, and as
 * many freed jokers as possible may leave the table. */
#include "game.h"

enum { GIVEN_MAX = CARDS_CAP + JOKERS_MAX };

/* A joker on the table before, and something that can be given to one. */
struct wanting {
    struct roles roles;
    unsigned meld;
};

struct given {
    struct roles roles;
    card what; /* CARD_JOKER: a joker of the final table */
};

struct matching {
    const struct table *before;
    struct wanting wanting[JOKERS_MAX];
    struct given given[GIVEN_MAX];
    unsigned wanting_count, given_count, freeing_count;
    bool is_wanted[KINDS_MAX]; /* kinds that fill a role of any of the jokers */
    uint8_t owner[GIVEN_MAX];  /* index of the joker it is given to, or NOWHERE */
    bool seen[GIVEN_MAX];
};

static bool roles_meet(struct roles a, struct roles b)
{
    return ((a.run & b.run) | (a.set & b.set)) != 0;
}

static bool meld_holds(struct meld meld, card what)
{
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] == what)
            return true;
    return false;
}

static bool fits(const struct matching *m, unsigned joker, unsigned given)
{
    if (!roles_meet(m->wanting[joker].roles, m->given[given].roles))
        return false;
    /* PA-05: a photo that lay beside the joker before does not free it. */
    return m->given[given].what == CARD_JOKER ||
           !meld_holds(table_meld(m->before, m->wanting[joker].meld), m->given[given].what);
}

/* Finds something for a joker, moving others if need be. The depth is at most the number
 * of jokers, since each call visits a joker that was not on the path before. */
static bool augment(struct matching *m, unsigned joker, unsigned limit)
{
    for (unsigned i = 0; i < limit; i++) {
        if (m->seen[i] || !fits(m, joker, i))
            continue;
        m->seen[i] = true;
        if (m->owner[i] == NOWHERE || augment(m, m->owner[i], limit)) {
            m->owner[i] = (uint8_t)joker;
            return true;
        }
    }
    return false;
}

/* Goes from joker to joker of a table. */
struct joker_walk {
    const struct table *table;
    unsigned at;   /* of the joker among all cards */
    unsigned meld; /* the one it lies in */
    unsigned start;
};

static bool walk_on(struct joker_walk *walk, unsigned from)
{
    unsigned count = table_card_count(walk->table);
    walk->at = cards_find(walk->table->at, from, count, CARD_JOKER);
    if (walk->at == count)
        return false;
    for (; walk->table->end[walk->meld] <= walk->at; walk->meld++)
        walk->start = walk->table->end[walk->meld];
    return true;
}

static struct roles walk_roles(const struct joker_walk *walk, const struct state *state,
                               const struct joker_rules *rules)
{
    struct error ignored;
    struct meld meld = table_meld(walk->table, walk->meld);
    unsigned kinds = state_game(state)->meld_kinds(&state->options, meld, &ignored);
    return rules->of_joker(meld, kinds, walk->at - walk->start);
}

static void collect_wanting(struct matching *m, const struct state *state,
                            const struct joker_rules *rules)
{
    struct joker_walk walk = {.table = m->before};
    for (unsigned from = 0; walk_on(&walk, from); from = walk.at + 1) {
        struct roles roles = walk_roles(&walk, state, rules);
        ASSERT(m->wanting_count < JOKERS_MAX);
        m->wanting[m->wanting_count++] = (struct wanting){roles, walk.meld};
        rules->mark_cards(roles, m->is_wanted);
    }
}

static void give(struct matching *m, struct roles roles, card what)
{
    ASSERT(m->given_count < GIVEN_MAX);
    m->owner[m->given_count] = NOWHERE;
    m->given[m->given_count++] = (struct given){roles, what};
}

/* joker_swap=rack: of cards that are alike only as many free a joker as came from the
 * rack. Where a kind lies there more often than it was laid, any of them may be the laid
 * one, so that one entry stands for them all. */
static bool merge_alike(struct matching *m, struct roles roles, card what, unsigned laid)
{
    unsigned listed = 0, last = 0;
    for (unsigned i = 0; i < m->given_count; i++) {
        if (m->given[i].what == what) {
            listed++;
            last = i;
        }
    }
    if (listed < laid)
        return false;
    m->given[last].roles.run |= roles.run;
    m->given[last].roles.set |= roles.set;
    return true;
}

/* The ordinary cards of the final table that fill a role somebody wants. */
static void collect_freeing(struct matching *m, const struct state *state,
                            const struct table *after, const struct change *change,
                            const struct joker_rules *rules)
{
    const struct game *game = state_game(state);
    bool rack_only = state_option(state, OPTION_JOKER_SWAP) == JOKER_SWAP_RACK;
    struct error ignored;
    for (unsigned i = 0; i < after->meld_count; i++) {
        struct meld meld = table_meld(after, i);
        unsigned kinds = 0; /* asked only where a card of the meld is wanted */
        for (unsigned place = 0; place < meld.count; place++) {
            card what = meld.at[place];
            if (!m->is_wanted[what] || (rack_only && change->laid.of[what] == 0))
                continue;
            struct roles roles = rules->of_card(what);
            if (kinds == 0)
                kinds = game->meld_kinds(&state->options, meld, &ignored);
            roles.run = (kinds & MELD_RUN) != 0 ? roles.run : 0;
            roles.set = (kinds & MELD_SET) != 0 ? roles.set : 0;
            if (!rack_only || !merge_alike(m, roles, what, change->laid.of[what]))
                give(m, roles, what);
        }
    }
    m->freeing_count = m->given_count;
}

static void collect_final_jokers(struct matching *m, const struct state *state,
                                 const struct table *after, const struct joker_rules *rules)
{
    struct joker_walk walk = {.table = after};
    for (unsigned from = 0; walk_on(&walk, from); from = walk.at + 1)
        give(m, walk_roles(&walk, state, rules), CARD_JOKER);
}

/* Finds something among the first `limit` that are given. */
static bool settle(struct matching *m, unsigned joker, unsigned limit)
{
    memset(m->seen, 0, limit * sizeof *m->seen);
    return augment(m, joker, limit);
}

bool jokers_settled(const struct state *state, const struct table *after,
                    const struct change *change, const struct joker_rules *rules,
                    unsigned kept_max, unsigned *meld_before)
{
    bool settled[JOKERS_MAX] = {false};
    unsigned kept_count = 0;
    struct matching m;
    /* Nothing was moved: every joker keeps its place. */
    if (change->moved_jokers == 0 &&
        (kept_max == JOKERS_MAX || table_jokers(&state->table) <= kept_max))
        return true;
    m.before = &state->table;
    m.wanting_count = 0;
    m.given_count = 0;
    memset(m.is_wanted, 0, sizeof m.is_wanted);
    collect_wanting(&m, state, rules);
    collect_freeing(&m, state, after, change, rules);
    collect_final_jokers(&m, state, after, rules);
    for (unsigned joker = 0; joker < m.wanting_count; joker++)
        settled[joker] = settle(&m, joker, m.freeing_count);
    for (unsigned joker = 0; joker < m.wanting_count; joker++) {
        if (settled[joker])
            continue;
        *meld_before = m.wanting[joker].meld;
        if (++kept_count > kept_max || !settle(&m, joker, m.given_count))
            return false;
    }
    return true;
}
