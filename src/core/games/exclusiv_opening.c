/* exclusiv_opening.c - the first 40 points (X-13, XA-13): do the tiles laid from the rack
 * contain combinations worth 40 by themselves, however they lie on the table now? A search
 * with a bound over disjoint melds, lowest tile first. */
#include "../game.h"
#include "exclusiv.h"

/* Tiles laid from the rack, number by number, and whether one joker is among them. Two
 * jokers and a tile are a meld of more than 40, so that more never matter. */
struct opening {
    uint8_t of[NUMBERS + 4][COLOURS]; /* [number]; room above 13 stays zero */
    bool has_joker;
};

static bool opening_reaches(struct opening *o, unsigned number, unsigned colour, int need,
                            int rest);

/* Takes the run's tiles away, asks the rest, puts them back. The run begins with the tile
 * at (number, colour); `gap` is the place of a joker inside it, or NOWHERE. */
static bool opening_with_run(struct opening *o, unsigned number, unsigned colour,
                             unsigned length, unsigned gap, bool joker, int need, int rest)
{
    int value = 0;
    for (unsigned i = 0; i < length; i++)
        if (i != gap && o->of[number + i][colour] == 0)
            return false;
    for (unsigned i = 0; i < length; i++) {
        if (i == gap)
            continue;
        o->of[number + i][colour]--;
        value += (int)(number + i);
    }
    bool had_joker = o->has_joker;
    o->has_joker = had_joker && !joker;
    value += joker ? JOKER_POINTS : 0;
    bool reached = opening_reaches(o, number, colour, need - value, rest - value);
    o->has_joker = had_joker;
    for (unsigned i = 0; i < length; i++)
        if (i != gap)
            o->of[number + i][colour]++;
    return reached;
}

/* Longer runs are two shorter ones: without a joker lengths 3 to 5 are enough; with one at
 * an end 2 to 4 tiles; with one inside, 1 to 3 tiles on either side. A joker at an end has
 * room above or below, since no such run fills 1 to 13. */
static bool opening_by_run(struct opening *o, unsigned number, unsigned colour, int need,
                           int rest)
{
    for (unsigned length = 3; length <= 5; length++)
        if (number + length - 1 <= NUMBERS &&
            opening_with_run(o, number, colour, length, NOWHERE, false, need, rest))
            return true;
    if (!o->has_joker)
        return false;
    for (unsigned length = 2; length <= 4; length++)
        if (number + length - 1 <= NUMBERS &&
            opening_with_run(o, number, colour, length, NOWHERE, true, need, rest))
            return true;
    for (unsigned gap = 1; gap <= 3; gap++)
        for (unsigned length = gap + 2; length <= gap + 4; length++)
            if (number + length - 1 <= NUMBERS &&
                opening_with_run(o, number, colour, length, gap, true, need, rest))
                return true;
    return false;
}

static bool opening_with_set(struct opening *o, unsigned number, unsigned colour,
                             unsigned colours, bool joker, int need, int rest)
{
    int size = (int)bits_count(colours);
    int value = size * (int)number + (joker ? JOKER_POINTS : 0);
    bool had_joker = o->has_joker;
    for (unsigned c = 0; c < COLOURS; c++)
        o->of[number][c] = (uint8_t)(o->of[number][c] - (colours >> c & 1));
    o->has_joker = had_joker && !joker;
    bool reached = opening_reaches(o, number, colour, need - value, rest - value);
    o->has_joker = had_joker;
    for (unsigned c = 0; c < COLOURS; c++)
        o->of[number][c] = (uint8_t)(o->of[number][c] + (colours >> c & 1));
    return reached;
}

static bool opening_by_set(struct opening *o, unsigned number, unsigned colour, int need,
                           int rest)
{
    unsigned available = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        available |= (o->of[number][c] > 0 ? 1U : 0U) << c;
    for (unsigned colours = available; colours > 0; colours = (colours - 1) & available) {
        unsigned size = bits_count(colours);
        if ((colours >> colour & 1) == 0)
            continue;
        if (size >= 3 && opening_with_set(o, number, colour, colours, false, need, rest))
            return true;
        if (o->has_joker && (size == 2 || size == 3) &&
            opening_with_set(o, number, colour, colours, true, need, rest))
            return true;
    }
    return false;
}

/* The first tile left is part of a set or a run, or stays unused. */
static bool opening_from_tile(struct opening *o, unsigned number, unsigned colour, int need,
                              int rest)
{
    if (opening_by_set(o, number, colour, need, rest) ||
        opening_by_run(o, number, colour, need, rest))
        return true;
    o->of[number][colour]--;
    bool reached = opening_reaches(o, number, colour, need, rest - (int)number);
    o->of[number][colour]++;
    return reached;
}

/* Whether disjoint melds worth `need` can be made of the tiles from (number, colour) on.
 * `rest` is what all of them are worth: the bound. Each call uses up at least one tile, so
 * the depth is at most the number of tiles. */
static bool opening_reaches(struct opening *o, unsigned number, unsigned colour, int need,
                            int rest)
{
    if (need <= 0)
        return true;
    if (rest < need)
        return false;
    for (; number <= NUMBERS; number++, colour = 0)
        for (; colour < COLOURS; colour++)
            if (o->of[number][colour] > 0)
                return opening_from_tile(o, number, colour, need, rest);
    return false;
}

bool exclusiv_opening_is_worth(const struct bag *laid, int need)
{
    struct opening o;
    int rest = 0;
    memset(&o, 0, sizeof o);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        o.of[tile_number((card)kind)][tile_colour((card)kind)] = laid->of[kind];
        rest += laid->of[kind] * (int)tile_number((card)kind);
    }
    if (laid->of[CARD_JOKER] >= 2 && rest > 0)
        return true;
    o.has_joker = laid->of[CARD_JOKER] > 0;
    return opening_reaches(&o, 1, 0, need, rest + (o.has_joker ? JOKER_POINTS : 0));
}
