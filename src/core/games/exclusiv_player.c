/* exclusiv_player.c - a simple player for demonstrations, tests and simulations. It lays
 * the runs and sets it holds, adds to the table, splits a long run around a second tile,
 * takes a spare tile off the table and swaps a joker. It never plans. */
#include "../game.h"
#include "exclusiv.h"

/* The rack, a bit a tile: held, held twice. */
struct holding {
    uint64_t once;
    uint64_t twice;
    unsigned jokers;
    unsigned laid; /* cards laid so far */
    int points;    /* what they are worth */
    bool borrows;  /* looks for spare tiles on the table this turn */
};

static bool holds(const struct holding *h, unsigned colour, unsigned number)
{
    return (h->once >> tile_of(colour, number) & 1) != 0;
}

static void use(struct holding *h, unsigned colour, unsigned number)
{
    uint64_t bit = 1ULL << tile_of(colour, number);
    if ((h->twice & bit) != 0)
        h->twice &= ~bit;
    else
        h->once &= ~bit;
    h->laid++;
    h->points += (int)number;
}

static void use_joker(struct holding *h)
{
    h->jokers--;
    h->laid++;
    h->points += JOKER_POINTS;
}

static struct holding holding_of(const struct cards *rack)
{
    struct holding h = {0};
    for (unsigned i = 0; i < rack->count; i++) {
        h.jokers += rack->at[i] == CARD_JOKER;
        if (rack->at[i] >= TILE_KINDS)
            continue;
        uint64_t bit = 1ULL << rack->at[i];
        h.twice |= h.once & bit;
        h.once |= bit;
    }
    return h;
}

/* The numbers held of a colour, bit 1 for 1. */
static unsigned numbers_of(const struct holding *h, unsigned colour)
{
    return (unsigned)(h->once >> (colour * NUMBERS) & ((1U << NUMBERS) - 1)) << 1;
}

static void add_meld(struct table *table, const card *at, unsigned count)
{
    table_add(table, (struct meld){at, count, SEAT_NONE});
}

static void lay_runs(struct holding *h, struct table *table)
{
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        for (;;) {
            unsigned held = numbers_of(h, colour), starts = held & held >> 1 & held >> 2;
            if (starts == 0)
                break;
            card run[NUMBERS];
            unsigned length = 0, number = (unsigned)__builtin_ctz(starts);
            for (; number <= NUMBERS && holds(h, colour, number); number++) {
                run[length++] = tile_of(colour, number);
                use(h, colour, number);
            }
            add_meld(table, run, length);
        }
    }
}

static void lay_sets(struct holding *h, struct table *table)
{
    for (;;) {
        unsigned y = numbers_of(h, 0), g = numbers_of(h, 1), b = numbers_of(h, 2);
        unsigned r = numbers_of(h, 3), three = (y & g & (b | r)) | ((y | g) & b & r);
        if (three == 0)
            return;
        card set[SET_MAX];
        unsigned size = 0, number = (unsigned)__builtin_ctz(three);
        for (unsigned colour = 0; colour < COLOURS; colour++) {
            if (holds(h, colour, number)) {
                set[size++] = tile_of(colour, number);
                use(h, colour, number);
            }
        }
        add_meld(table, set, size);
    }
}

/* Two neighbours and a joker: as a run where they follow each other, else as a set. */
static void lay_with_joker(struct holding *h, struct table *table)
{
    for (unsigned colour = 0; colour < COLOURS && h->jokers > 0; colour++) {
        unsigned pairs = numbers_of(h, colour) & numbers_of(h, colour) >> 1;
        if (pairs == 0)
            continue;
        unsigned number = (unsigned)__builtin_ctz(pairs);
        card low = tile_of(colour, number), high = tile_of(colour, number + 1);
        card run[3] = {low, high, CARD_JOKER}, run_below[3] = {CARD_JOKER, low, high};
        use(h, colour, number);
        use(h, colour, number + 1);
        use_joker(h);
        add_meld(table, number + 1 < NUMBERS ? run : run_below, 3);
    }
    for (unsigned a = 0; a < COLOURS && h->jokers > 0; a++) {
        for (unsigned b = a + 1; b < COLOURS && h->jokers > 0; b++) {
            unsigned both = numbers_of(h, a) & numbers_of(h, b);
            if (both == 0)
                continue;
            unsigned number = (unsigned)__builtin_ctz(both);
            card set[3] = {tile_of(a, number), CARD_JOKER, tile_of(b, number)};
            use(h, a, number);
            use(h, b, number);
            use_joker(h);
            add_meld(table, set, 3);
        }
    }
}

/* The tile is lent by the table: with two of the rack it makes a meld. */
static bool lay_with_lent(struct holding *h, card lent, struct table *table)
{
    unsigned colour = tile_colour(lent), number = tile_number(lent), found = 0;
    card meld[SET_MAX] = {0};
    for (unsigned from = number > 2 ? number - 2 : 1; from <= number; from++) {
        unsigned wanted = 7U << from & ~(1U << number);
        if (from + 2 > NUMBERS || (numbers_of(h, colour) & wanted) != wanted)
            continue;
        for (unsigned i = 0; i < 3; i++) {
            meld[i] = tile_of(colour, from + i);
            if (from + i != number)
                use(h, colour, from + i);
        }
        add_meld(table, meld, 3);
        return true;
    }
    for (unsigned c = 0; c < COLOURS; c++)
        found += c != colour && holds(h, c, number);
    if (found < 2)
        return false;
    meld[0] = lent;
    for (unsigned c = 0, size = 1; c < COLOURS; c++) {
        if (c != colour && holds(h, c, number)) {
            meld[size++] = tile_of(c, number);
            use(h, c, number);
        }
    }
    add_meld(table, meld, found + 1);
    return true;
}

static void add_to_set(struct holding *h, struct meld meld, struct table *out)
{
    card set[SET_MAX + 1];
    unsigned count = meld.count, number = 0, present = 0, joker_at = NOWHERE;
    memcpy(set, meld.at, count);
    for (unsigned i = 0; i < count; i++) {
        if (set[i] == CARD_JOKER) {
            joker_at = i;
            continue;
        }
        number = tile_number(set[i]);
        present |= 1U << tile_colour(set[i]);
    }
    for (unsigned c = 0; c < COLOURS && count < SET_MAX; c++) {
        if ((present >> c & 1) != 0 || !holds(h, c, number))
            continue;
        set[count++] = tile_of(c, number); /* in a set with a joker this frees and keeps it */
        use(h, c, number);
    }
    /* a spare tile of four, if the rack can use it */
    if (count == SET_MAX && joker_at == NOWHERE && count == meld.count && h->borrows)
        for (unsigned i = 0; i < SET_MAX; i++)
            if (lay_with_lent(h, set[i], out)) {
                memmove(&set[i], &set[i + 1], SET_MAX - 1 - i);
                count--;
                break;
            }
    add_meld(out, set, count);
}

/* A joker inside a run is replaced from the rack and goes to the run's end (XA-10). */
static void swap_joker(struct holding *h, card *run, unsigned *count, unsigned colour,
                       unsigned start)
{
    for (unsigned i = 0; i < *count; i++) {
        if (run[i] != CARD_JOKER || !holds(h, colour, start + i) ||
            start + *count > NUMBERS || *count >= NUMBERS)
            continue;
        run[i] = tile_of(colour, start + i);
        use(h, colour, start + i);
        run[(*count)++] = CARD_JOKER;
        return;
    }
}

static void add_to_run(struct holding *h, struct meld meld, struct table *out)
{
    card run[NUMBERS + 1];
    unsigned count = meld.count, first = 0, jokers = 0;
    memcpy(run, meld.at, count);
    while (run[first] == CARD_JOKER)
        first++;
    unsigned colour = tile_colour(run[first]), start = tile_number(run[first]) - first;
    for (unsigned i = 0; i < count; i++)
        jokers += run[i] == CARD_JOKER;
    if (jokers > 0)
        swap_joker(h, run, &count, colour, start);
    while (start > 1 && holds(h, colour, start - 1)) {
        use(h, colour, --start);
        memmove(&run[1], run, count++);
        run[0] = tile_of(colour, start);
    }
    while (start + count <= NUMBERS && holds(h, colour, start + count)) {
        use(h, colour, start + count);
        run[count] = tile_of(colour, start + count);
        count++;
    }
    /* a second tile from the middle splits the run */
    for (unsigned at = 2; jokers == 0 && at + 3 <= count; at++) {
        if (!holds(h, colour, start + at))
            continue;
        use(h, colour, start + at);
        add_meld(out, run, at + 1);
        add_meld(out, &run[at], count - at);
        return;
    }
    add_meld(out, run, count);
}

static bool is_set(struct meld meld)
{
    unsigned number = 0, tiles = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        if (tiles++ > 0)
            return tile_number(meld.at[i]) == number;
        number = tile_number(meld.at[i]);
    }
    return meld.count <= SET_MAX; /* one tile and jokers: leave it in peace as a set */
}

/* Whether a set lacks a tile of the rack, or has one to lend. */
static bool may_touch_set(const struct holding *h, struct meld meld, card tile)
{
    const uint64_t all = 1ULL | 1ULL << NUMBERS | 1ULL << 2 * NUMBERS | 1ULL << 3 * NUMBERS;
    if (meld.count == SET_MAX)
        return h->borrows && cards_find(meld.at, 0, SET_MAX, CARD_JOKER) == SET_MAX;
    uint64_t held = h->once & all << (tile_number(tile) - 1);
    for (unsigned i = 0; held != 0 && i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER)
            held &= ~(1ULL << meld.at[i]);
    return held != 0;
}

static bool may_touch_with_joker(const struct holding *h, struct meld meld)
{
    unsigned tile = 0;
    while (meld.at[tile] == CARD_JOKER)
        tile++;
    return !is_set(meld) || may_touch_set(h, meld, meld.at[tile]);
}

/* By the length of a run: bit 0 is the place before it, then come its own places, then the
 * one behind. Its ends take a tile, and so do places where two tiles split it. */
static const uint16_t run_takes[NUMBERS + 1] = {
    0, 0, 0, 0x11, 0x21, 0x49, 0x99, 0x139, 0x279, 0x4f9, 0x9f9, 0x13f9, 0x27f9, 0x4ff9};

/* The first meld from `i` on with which a tile of the rack may go: this spares most of the
 * work. Neighbours in a run are neighbours among the kinds. */
static unsigned next_touched(const struct holding *h, const struct table *table, unsigned i)
{
    const uint64_t beside = h->once << 1;
    for (unsigned start = i == 0 ? 0 : table->end[i - 1]; i < table->meld_count; i++) {
        struct meld meld = {&table->at[start], table->end[i] - start, SEAT_NONE};
        card first = meld.at[0], second = meld.at[1];
        start = table->end[i];
        if (first == CARD_JOKER || second == CARD_JOKER) {
            if (may_touch_with_joker(h, meld))
                break;
        } else if (second == first + 1) {
            if ((beside >> first & run_takes[meld.count]) != 0)
                break;
        } else if (may_touch_set(h, meld, first)) {
            break;
        }
    }
    return i;
}

/* The melds from `first` on take what goes with them. Where nothing does, a meld is copied
 * together with its neighbours. */
static void rebuild(struct holding *h, const struct table *table, unsigned first,
                    struct table *out)
{
    unsigned copied = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = first; i < table->meld_count; i = next_touched(h, table, i + 1)) {
        struct meld meld = table_meld(table, i);
        struct table grown; /* the meld afterwards, and what it splits off or lends to */
        unsigned laid = h->laid;
        grown.meld_count = 0;
        if (is_set(meld))
            add_to_set(h, meld, &grown);
        else
            add_to_run(h, meld, &grown);
        if (h->laid == laid)
            continue;
        table_add_range(out, table, copied, i);
        table_add_range(out, &grown, 0, grown.meld_count);
        copied = i + 1;
    }
    if (h->laid > 0)
        table_add_range(out, table, copied, table->meld_count);
}

static void choose_no_play(const struct state *state, struct action *out)
{
    out->kind = ACTION_DRAW;
    out->from = FROM_STOCK;
    if (stock_count(&state->stock) == 0)
        out->kind = ACTION_PASS;
}

void exclusiv_sample(const struct state *state, struct random *random, struct action *out)
{
    struct holding h = holding_of(&state->rack[state->seat]);
    unsigned habit = random_below(random, 64); /* what varies from turn to turn */
    bool is_opened = state_is_opened(state);
    h.borrows = (habit & 3) == 1;
    if (habit == 0 && stock_count(&state->stock) > 0) {
        choose_no_play(state, out);
        return;
    }
    struct table fresh;
    fresh.meld_count = 0;
    if ((habit & 4) != 0)
        lay_sets(&h, &fresh);
    lay_runs(&h, &fresh);
    lay_sets(&h, &fresh);
    if (h.jokers > 0 && (!is_opened || (habit & 8) != 0))
        lay_with_joker(&h, &fresh);
    if (!is_opened && h.points < FIRST_POINTS) {
        choose_no_play(state, out);
        return;
    }
    unsigned first = next_touched(&h, &state->table, 0);
    if (first == state->table.meld_count && fresh.meld_count == 0) {
        choose_no_play(state, out);
        return;
    }
    out->kind = ACTION_PLAY;
    rebuild(&h, &state->table, first, &out->table);
    for (unsigned i = 0; i < fresh.meld_count; i++)
        table_add(&out->table, table_meld(&fresh, i));
    if (h.laid == 0)
        choose_no_play(state, out);
}
