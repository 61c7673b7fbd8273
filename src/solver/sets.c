/* sets.c - sharing out the tiles of one number over sets. A joker of the table that stands
 * for a tile of the number is freed by such a tile, or kept by a joker in a set where that
 * tile is missing; jokers are judged alone, so that two of them may stand for the same tile
 * (XA-19). */
#include "sets.h"

static unsigned lower(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void tiles_of_pattern(unsigned pattern, uint8_t *out)
{
    out[0] = (uint8_t)(pattern / 27);
    out[1] = (uint8_t)(pattern / 9 % 3);
    out[2] = (uint8_t)(pattern / 3 % 3);
    out[3] = (uint8_t)(pattern % 3);
}

static unsigned sum_of(const uint8_t *tiles)
{
    return (unsigned)(tiles[0] + tiles[1] + tiles[2] + tiles[3]);
}

static unsigned most_of(const uint8_t *tiles)
{
    unsigned most = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        most = tiles[c] > most ? tiles[c] : most;
    return most;
}

/* ---- Sharing out ---- */

struct sharing {
    const uint8_t *tiles, *masks;
    uint8_t freeing[COLOURS];
    unsigned mask_count, sets, best;
    uint8_t colours[SETS_MAX], sizes[SETS_MAX], kept[SETS_MAX];
    struct set_places *out;
};

static void note_sharing(struct sharing *s)
{
    unsigned jokers = 0;
    uint8_t in[SETS_MAX] = {0};
    for (unsigned i = 0; i < s->sets; i++) {
        unsigned fill = s->sizes[i] < MELD_MIN ? (unsigned)MELD_MIN - s->sizes[i] : 0;
        in[i] = fill > s->kept[i] ? (uint8_t)fill : s->kept[i];
        jokers += in[i];
    }
    if (jokers >= s->best)
        return;
    s->best = jokers;
    s->out->sets = s->sets;
    memcpy(s->out->colours, s->colours, sizeof s->colours);
    memcpy(s->out->jokers, in, sizeof in);
}

/* Frees or keeps the jokers of the table from this one on. The depth is their number. */
static void settle(struct sharing *s, unsigned joker)
{
    if (joker == s->mask_count) {
        note_sharing(s);
        return;
    }
    unsigned mask = s->masks[joker];
    for (unsigned c = 0; c < COLOURS; c++) {
        if ((mask >> c & 1) == 0 || s->freeing[c] == 0)
            continue;
        s->freeing[c]--;
        settle(s, joker + 1);
        s->freeing[c]++;
    }
    for (unsigned i = 0; i < s->sets; i++) {
        if ((mask & ~(unsigned)s->colours[i]) == 0 || s->sizes[i] + s->kept[i] >= SET_MAX)
            continue;
        s->kept[i]++;
        settle(s, joker + 1);
        s->kept[i]--;
    }
}

/* Of sets that are alike so far the first ones are taken. */
static bool is_in_order(const struct sharing *s, unsigned rows)
{
    for (unsigned i = 0; i + 1 < s->sets; i++)
        if (s->colours[i] == s->colours[i + 1] && (rows >> i & 1) < (rows >> (i + 1) & 1))
            return false;
    return true;
}

/* The tiles of the colours from this one on. The depth is the number of colours. */
static void share(struct sharing *s, unsigned colour)
{
    if (colour == COLOURS) {
        for (unsigned i = 0; i < s->sets; i++)
            if (s->sizes[i] == 0)
                return;
        settle(s, 0);
        return;
    }
    for (unsigned rows = 0; rows < 1U << s->sets; rows++) {
        if (bits_count(rows) != s->tiles[colour] || !is_in_order(s, rows))
            continue;
        for (unsigned i = 0; i < s->sets; i++) {
            s->colours[i] |= (uint8_t)((rows >> i & 1) << colour);
            s->sizes[i] = (uint8_t)(s->sizes[i] + (rows >> i & 1));
        }
        share(s, colour + 1);
        for (unsigned i = 0; i < s->sets; i++) {
            s->colours[i] &= (uint8_t) ~(1U << colour);
            s->sizes[i] = (uint8_t)(s->sizes[i] - (rows >> i & 1));
        }
    }
}

unsigned sets_share(const uint8_t *tiles, const uint8_t *freeing, const uint8_t *masks,
                    unsigned mask_count, unsigned sets, struct set_places *out)
{
    struct sharing s = {.tiles = tiles, .masks = masks, .mask_count = mask_count,
                        .sets = sets, .best = NOWHERE, .out = out};
    memcpy(s.freeing, freeing, sizeof s.freeing);
    share(&s, 0);
    return s.best;
}

/* ---- Fillings ---- */

static void add_filling(struct fillings *out, unsigned jokers, unsigned total, unsigned sets)
{
    if (jokers <= LATTICE_JOKERS && total + jokers <= SET_MAX * sets)
        out->at[out->count++] =
            (struct filling){(uint8_t)jokers, (uint8_t)(SET_MAX * sets - total - jokers),
                             (uint8_t)sets};
}

void sets_fill(const uint8_t *tiles, const uint8_t *freeing, const uint8_t *masks,
               unsigned mask_count, struct fillings *out)
{
    struct set_places ignored;
    unsigned total = sum_of(tiles);
    out->count = 0;
    for (unsigned sets = most_of(tiles); sets > 0 && sets <= total && sets <= SETS_MAX; sets++)
        add_filling(out, sets_share(tiles, freeing, masks, mask_count, sets, &ignored), total,
                    sets);
}

/* Without jokers of the table only the numbers count. */
static void fill_plain(unsigned pattern, struct fillings *out)
{
    uint8_t tiles[COLOURS];
    tiles_of_pattern(pattern, tiles);
    unsigned total = sum_of(tiles);
    out->count = 0;
    if (total == 0)
        out->at[out->count++] = (struct filling){0, 0, 0};
    for (unsigned sets = most_of(tiles); sets > 0 && sets <= total && sets <= SETS_MAX; sets++)
        add_filling(out, 3 * sets > total ? 3 * sets - total : 0, total, sets);
}

/* One joker of the table stands for tiles of the number: such a tile in a set frees it, else
 * a joker in any set keeps it. */
static void keep_one(const uint8_t *tiles, unsigned mask, struct fillings *out)
{
    unsigned present = 0, kept = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        present |= (tiles[c] > 0 ? 1U : 0U) << c;
    if ((mask & present) != 0)
        return;
    for (unsigned i = 0; i < out->count && present != 0; i++) {
        struct filling f = out->at[i];
        if (f.jokers == 0 && f.room == 0)
            continue;
        f.room = (uint8_t)(f.room - (f.jokers == 0));
        f.jokers = (uint8_t)(f.jokers + (f.jokers == 0));
        out->at[kept++] = f;
    }
    out->count = (uint8_t)kept;
}

/* ---- What a number allows ---- */

static void note_pattern(unsigned pattern, const uint8_t *tiles, unsigned jokers,
                         unsigned jokers_max, struct set_prefixes *prefixes, uint8_t *most)
{
    unsigned three = pattern / 3, two = pattern / 9, one = pattern / 27;
    prefixes->three[three] = (uint8_t)lower(prefixes->three[three], jokers);
    prefixes->two[two] = (uint8_t)lower(prefixes->two[two], jokers);
    prefixes->one[one] = (uint8_t)lower(prefixes->one[one], jokers);
    for (unsigned c = 0; c < COLOURS && jokers <= jokers_max; c++)
        most[c] = tiles[c] > most[c] ? tiles[c] : most[c];
}

static bool is_within(const uint8_t *tiles, const uint8_t *may)
{
    return tiles[0] <= may[0] && tiles[1] <= may[1] && tiles[2] <= may[2] && tiles[3] <= may[3];
}

void sets_prepare(struct set_tables *tables)
{
    for (unsigned p = 0; p < PATTERNS; p++) {
        fill_plain(p, &tables->fillings[p]);
        tables->least[p] =
            tables->fillings[p].count > 0 ? tables->fillings[p].at[0].jokers : NOWHERE;
    }
    memset(tables->most, 0, sizeof tables->most);
    for (unsigned m = 0; m < PATTERNS; m++) {
        uint8_t may[COLOURS], tiles[COLOURS];
        tiles_of_pattern(m, may);
        memset(&tables->prefixes[m], NOWHERE, sizeof tables->prefixes[m]);
        for (unsigned p = 0; p < PATTERNS; p++) {
            tiles_of_pattern(p, tiles);
            for (unsigned j = 0; j <= LATTICE_JOKERS && is_within(tiles, may); j++)
                note_pattern(p, tiles, tables->least[p], j, &tables->prefixes[m],
                             tables->most[m][j]);
        }
    }
    tables->is_ready = true;
}

static void fill_own(const struct set_tables *tables, const struct lattice_task *task,
                     unsigned number, const uint8_t *may, struct own_sets *own,
                     struct number_sets *out)
{
    unsigned count = task->set_jokers[number];
    memset(&own->prefixes, NOWHERE, sizeof own->prefixes);
    memset(out->most, 0, sizeof out->most);
    for (unsigned p = 0; p < PATTERNS; p++) {
        uint8_t tiles[COLOURS];
        tiles_of_pattern(p, tiles);
        if (!is_within(tiles, may))
            continue;
        struct fillings *fillings = &own->fillings[p];
        if (count == 1 && !task->free_from_rack) {
            *fillings = tables->fillings[p];
            keep_one(tiles, task->set_masks[number][0], fillings);
        } else {
            sets_fill(tiles, tiles, task->set_masks[number], count, fillings);
        }
        own->least[p] = fillings->count > 0 ? fillings->at[0].jokers : NOWHERE;
        note_pattern(p, tiles, own->least[p], out->jokers_max, &own->prefixes, out->most);
    }
    out->fillings = own->fillings;
    out->least = own->least;
    out->prefixes = &own->prefixes;
}

void sets_of_number(const struct set_tables *tables, const struct lattice_task *task,
                    const uint8_t *set_may, unsigned number, unsigned jokers_max,
                    struct own_sets *own, struct number_sets *out)
{
    const uint8_t *at = &set_may[number - 1];
    uint8_t may[COLOURS] = {at[0], at[NUMBERS], at[2 * NUMBERS], at[3 * NUMBERS]};
    unsigned there = 27U * may[0] + 9U * may[1] + 3U * may[2] + may[3];
    out->jokers_max = (uint8_t)jokers_max;
    if (task->set_jokers[number] > 0) {
        fill_own(tables, task, number, may, own, out);
        return;
    }
    out->fillings = tables->fillings;
    out->least = tables->least;
    out->prefixes = &tables->prefixes[there];
    memcpy(out->most, tables->most[there][jokers_max], COLOURS);
}
