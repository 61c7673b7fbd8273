/* exclusiv_solver.c - the best play in Rummy exclusiv. What the table's partition was does
 * not matter, only its tiles and the roles of its jokers (exclusiv_jokers.c).
 *
 * A seat that has not opened lays 40 points by themselves first (XA-13): if the best play
 * does not contain them, every least set of tiles worth 40 is forced in turn. */
#include "exclusiv_search.h"

/* ---- The first 40 points ---- */

static bool contains_opening(const struct state *state, const struct table *table)
{
    struct change change;
    change_of(state, table, &change);
    return exclusiv_opening_is_worth(&change.laid, FIRST_POINTS);
}

/* Forces tiles and jokers of the rack to be laid, meld by meld, until they are worth 40;
 * then searches with them. Melds are taken in the order of their lowest tile. The depth is
 * the number of melds of the rack. */
struct opening {
    struct exclusiv_search *search;
    struct bag left; /* of the rack */
};

static void force_openings(struct opening *o, unsigned from, int need);

static void force_meld(struct opening *o, const card *at, unsigned count, unsigned from,
                       int need)
{
    struct lattice_task *task = &o->search->task;
    unsigned taken = 0;
    while (taken < count && o->left.of[at[taken]] > 0)
        o->left.of[at[taken++]]--;
    if (taken == count) {
        for (unsigned i = 0; i < count; i++) {
            need -= at[i] == CARD_JOKER ? JOKER_POINTS : (int)tile_number(at[i]);
            if (at[i] == CARD_JOKER)
                task->jokers_must++;
            else
                task->must[at[i]]++;
        }
        if (need <= 0)
            exclusiv_search_all(o->search);
        else
            force_openings(o, from, need);
        for (unsigned i = 0; i < count; i++) {
            if (at[i] == CARD_JOKER)
                task->jokers_must--;
            else
                task->must[at[i]]--;
        }
    }
    while (taken > 0)
        o->left.of[at[--taken]]++;
}

/* Runs of 3 to 5 that begin with the tile as their lowest ordinary one, jokers anywhere. */
static void force_runs(struct opening *o, unsigned tile, int need)
{
    unsigned number = tile_number((card)tile);
    for (unsigned length = 3; length <= 5; length++) {
        for (unsigned jokers = 0; jokers < 1U << length; jokers++) {
            card run[5];
            unsigned first = 0;
            while ((jokers >> first & 1) != 0)
                first++;
            if (first >= length || number <= first || number - first + length - 1 > NUMBERS ||
                bits_count(jokers) > o->left.of[CARD_JOKER])
                continue;
            for (unsigned i = 0; i < length; i++)
                run[i] = (jokers >> i & 1) != 0 ? CARD_JOKER : (card)(tile + i - first);
            force_meld(o, run, length, tile, need);
        }
    }
}

/* Sets whose lowest colour is the tile's. */
static void force_sets(struct opening *o, unsigned tile, int need)
{
    unsigned colour = tile_colour((card)tile), number = tile_number((card)tile);
    for (unsigned others = 0; others < 1U << COLOURS; others++) {
        card set[SET_MAX];
        unsigned count = 0;
        if ((others & ((2U << colour) - 1)) != 0)
            continue;
        set[count++] = (card)tile;
        for (unsigned c = colour + 1; c < COLOURS; c++)
            if ((others >> c & 1) != 0)
                set[count++] = tile_of(c, number);
        unsigned ordinary = count;
        for (unsigned size = 3; size <= SET_MAX; size++) {
            if (size < ordinary || size - ordinary > o->left.of[CARD_JOKER])
                continue;
            for (count = ordinary; count < size; count++)
                set[count] = CARD_JOKER;
            force_meld(o, set, size, tile, need);
        }
    }
}

static void force_openings(struct opening *o, unsigned from, int need)
{
    for (unsigned tile = from; tile < TILE_KINDS; tile++) {
        if (o->left.of[tile] == 0)
            continue;
        force_sets(o, tile, need);
        force_runs(o, tile, need);
    }
}

bool exclusiv_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out)
{
    struct exclusiv_search s;
    exclusiv_set_up(&s, work, state, weights, out);
    if (!state_is_opened(state) && !exclusiv_opening_is_worth(&s.rack, FIRST_POINTS))
        return false;
    exclusiv_search_all(&s);
    if (!s.has_play || state_is_opened(state) || contains_opening(state, &out->table))
        return s.has_play;
    struct opening o = {.search = &s, .left = s.rack};
    s.bound = s.best;
    s.has_play = false;
    s.best = 0;
    force_openings(&o, 0, FIRST_POINTS);
    return s.has_play;
}

/* ---- The whole rack ---- */

/* All tiles are used, so that the lattices are small, and most questions are answered before
 * they are made. */
bool exclusiv_solve_all(struct workspace *work, const struct state *state,
                        const struct weights *weights, struct play *out)
{
    struct exclusiv_search s;
    exclusiv_set_up(&s, work, state, weights, out);
    if (!state_is_opened(state) && !exclusiv_opening_is_worth(&s.rack, FIRST_POINTS))
        return false;
    memcpy(s.task.must, s.task.may, sizeof s.task.must);
    s.task.jokers_must = s.task.jokers_may;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        s.best += s.rack.of[kind] * weights->of[kind];
    s.best--;
    exclusiv_search_all(&s);
    return s.has_play;
}
