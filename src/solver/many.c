/* many.c - the k best plays, distinct by the cards laid. The best play splits the others into
 * parts by the first kind of card of which they lay another number (Lawler's partition);
 * each part is solved by itself, and the best of all parts is the next play.
 *
 * No more parts are kept than plays are still wanted, the best ones: each of them brings a
 * play at least as good as any of a part that is dropped, so that none of those is missed.
 *
 * Most cards of a rack cannot be laid in any play. Which can is asked first, so that no parts are
 * solved for the others.
 *
 * A part asks for certain numbers of certain kinds. Fewer are allowed by turning cards of the
 * rack into unknown ones, which nobody can lay; enough are asked for by a weight that no
 * other cards outweigh. So the solvers need not know of it. */
#include "solver_internal.h"

enum { ANY = 255, FORCE_WEIGHT = 1 << 21 };

struct part {
    struct play play;
    uint8_t laid[KINDS_MAX]; /* so many of the kind, or ANY */
    unsigned depth;          /* kinds before this one in the list are settled */
};

struct many {
    struct part parts[MANY_MAX];
    unsigned count;
    unsigned wanted; /* plays, still */
    card kinds[CARDS_MAX]; /* the kinds of the rack */
    unsigned kind_count;
    struct bag layable; /* not 0: perhaps some play lays that kind */
};

size_t many_size(void)
{
    return sizeof(struct many);
}

static void list_kinds(const struct cards *rack, struct many *many)
{
    struct bag bag;
    bag_of_cards(rack, &bag);
    many->kind_count = 0;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        if (bag.of[kind] > 0)
            many->kinds[many->kind_count++] = (card)kind;
}

/* The kinds that some play lays. Those of the best play do; then plays are asked for that lay the
 * most of all others, until none lays any. */
static void find_layable(struct workspace *work, struct many *many, const struct state *state,
                         const struct weights *weights, const struct play *best)
{
    struct play play = *best;
    bool is_more = true;
    memset(&many->layable, 0, sizeof many->layable);
    while (is_more) {
        struct weights forced = *weights;
        is_more = false;
        for (unsigned i = 0; i < many->kind_count; i++) {
            card what = many->kinds[i];
            is_more = is_more || (many->layable.of[what] == 0 && play.laid.of[what] > 0);
            many->layable.of[what] |= play.laid.of[what];
            if (many->layable.of[what] > 0)
                continue;
            forced.of[what] += FORCE_WEIGHT;
            forced.of_others[what] += FORCE_WEIGHT;
        }
        is_more = is_more && solve(work, state, &forced, &play);
        if (is_more && !play.is_exact)
            memset(&many->layable, 1, sizeof many->layable); /* who knows */
    }
}

/* Leaves so many of a kind in the rack; the others become unknown. */
static void hide_all_but(struct cards *rack, card what, unsigned count)
{
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] != what)
            continue;
        if (count == 0)
            rack->at[i] = CARD_UNKNOWN;
        else
            count--;
    }
}

static struct part *worst_of(struct many *many)
{
    struct part *worst = &many->parts[0];
    for (unsigned i = 1; i < many->count; i++)
        if (many->parts[i].play.weight < worst->play.weight)
            worst = &many->parts[i];
    return worst;
}

/* In the place of the worst one where there are enough. */
static void keep_part(struct many *many, const struct part *part)
{
    if (many->count < many->wanted) {
        many->parts[many->count++] = *part;
        return;
    }
    struct part *worst = worst_of(many);
    if (part->play.weight > worst->play.weight)
        *worst = *part;
}

/* Solves a part; it is kept if it has a play that lays what is asked for. */
static void add_part(struct workspace *work, struct many *many, const struct state *state,
                     const struct weights *weights, struct part *part)
{
    struct state limited = *state;
    struct weights forced = *weights;
    for (unsigned i = 0; i < many->kind_count; i++) {
        card what = many->kinds[i];
        if (part->laid[what] == ANY)
            continue;
        hide_all_but(&limited.rack[state->seat], what, part->laid[what]);
        forced.of[what] += FORCE_WEIGHT;
        forced.of_others[what] += FORCE_WEIGHT;
    }
    if (!solve(work, &limited, &forced, &part->play))
        return;
    for (unsigned i = 0; i < many->kind_count; i++) {
        card what = many->kinds[i];
        if (part->laid[what] == ANY)
            continue;
        if (part->play.laid.of[what] != part->laid[what])
            return;
        part->play.weight -= part->laid[what] * FORCE_WEIGHT;
    }
    keep_part(many, part);
}

/* The parts of what a play was the best of: each differs from it first in one kind. */
static void split(struct workspace *work, struct many *many, const struct state *state,
                  const struct weights *weights, const struct part *best)
{
    struct part part = *best;
    for (; part.depth < many->kind_count; part.depth++) {
        card what = many->kinds[part.depth];
        if (many->layable.of[what] == 0) {
            part.laid[what] = 0;
            continue;
        }
        unsigned held = cards_count_of(&state->rack[state->seat], what);
        unsigned laid = best->play.laid.of[what];
        for (unsigned other = 0; other <= held; other++) {
            struct part next = part;
            if (other == laid)
                continue;
            next.laid[what] = (uint8_t)other;
            next.depth = part.depth + 1;
            add_part(work, many, state, weights, &next);
        }
        part.laid[what] = (uint8_t)laid;
    }
}

unsigned solve_many(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out, unsigned count)
{
    struct many *many = workspace_many(work);
    struct part part = {.depth = 0};
    unsigned found = 0;
    ASSERT(count <= MANY_MAX);
    memset(part.laid, ANY, sizeof part.laid);
    many->count = 0;
    many->wanted = count;
    list_kinds(&state->rack[state->seat], many);
    if (count > 0)
        add_part(work, many, state, weights, &part);
    if (many->count > 0 && count > 1)
        find_layable(work, many, state, weights, &many->parts[0].play);
    while (many->count > 0) {
        unsigned best = 0;
        for (unsigned i = 1; i < many->count; i++)
            if (many->parts[i].play.weight > many->parts[best].play.weight)
                best = i;
        part = many->parts[best];
        many->parts[best] = many->parts[--many->count];
        JUDGE(play_is_legal(state, &part.play));
        out[found++] = part.play;
        many->wanted--;
        while (many->count > many->wanted)
            *worst_of(many) = many->parts[--many->count];
        if (many->wanted > 0)
            split(work, many, state, weights, &part);
    }
    return found;
}
