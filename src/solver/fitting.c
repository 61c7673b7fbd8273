/* fitting.c - where tiles can lie at all: a cheap look at the whole before the lattices are
 * made, in words of one bit a number. A tile can lie in a run if it has neighbours that can,
 * and in a set if enough colours can spare theirs, which they cannot if another tile of the
 * table relies on it. What one of these questions rules out may decide another, so they are
 * asked until nothing changes. Tiles of the rack that fit nowhere are left out.
 *
 * Each question takes all free jokers for itself; with two or more nearly all is possible,
 * and nothing is asked. */
#include "lattice_internal.h"

enum { ALL_NUMBERS = (1 << (NUMBERS + 1)) - 2, ASKED_JOKERS_MAX = 1 };

struct tiles {
    unsigned must, spare;         /* on the table; on the rack */
    unsigned single, twice;       /* there once; there twice */
    unsigned kept;                /* places of jokers in runs */
    unsigned runs, sets;          /* numbers at which it can lie in a run, in a set */
};

struct fitting {
    struct lattice_task *task;
    struct tiles of[COLOURS];
    unsigned jokers;
    unsigned wanted[MELD_MIN + 1]; /* numbers whose sets need so many colours */
};

/* The numbers in three neighbouring ones, of which at most so many are not there. */
static unsigned near_runs(unsigned there, unsigned jokers)
{
    unsigned a = there, b = there >> 1, c = there >> 2;
    unsigned starts = jokers == 0 ? a & b & c : (a & b) | (a & c) | (b & c);
    starts &= ALL_NUMBERS >> 2 & ~1U;
    return starts | starts << 1 | starts << 2;
}

static void list_tiles(struct fitting *f, const struct lattice *l, struct lattice_task *task)
{
    memset(f, 0, sizeof *f);
    f->task = task;
    f->jokers = l->free_jokers;
    for (unsigned c = 0; c < COLOURS; c++) {
        struct tiles *t = &f->of[c];
        for (unsigned n = 1, tile = tile_of(c, 1); n <= NUMBERS; n++, tile++) {
            t->must |= (task->must[tile] > 0 ? 1U : 0U) << n;
            t->single |= (task->may[tile] == 1 ? 1U : 0U) << n;
            t->twice |= (task->may[tile] > 1 ? 1U : 0U) << n;
            t->spare |= (task->may[tile] > task->must[tile] ? 1U : 0U) << n;
            t->kept |= (task->run_jokers[tile] > 0 ? 1U : 0U) << n;
        }
        t->runs = t->sets = t->must | t->spare;
    }
    for (unsigned n = 1; n <= NUMBERS; n++)
        f->wanted[missing(MELD_MIN, task->set_jokers[n] + f->jokers)] |= 1U << n;
}

/* Numbers at which so many colours or more can lie in sets, for every count. */
static void count_colours(const struct fitting *f, unsigned least[COLOURS + 2])
{
    least[0] = ALL_NUMBERS;
    for (unsigned i = 1; i <= COLOURS + 1; i++)
        least[i] = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        for (unsigned i = c + 1; i > 0; i--)
            least[i] |= least[i - 1] & f->of[c].sets;
}

/* Sets with too few colours are none; where a tile needs one and there are just enough
 * colours, all of them lie there. */
static void ask_sets(struct fitting *f)
{
    unsigned least[COLOURS + 2], possible = 0, tight = 0, bound = 0;
    count_colours(f, least);
    for (unsigned i = 0; i <= MELD_MIN; i++) {
        possible |= f->wanted[i] & least[i];
        tight |= f->wanted[i] & least[i] & ~least[i + 1];
    }
    for (unsigned c = 0; c < COLOURS; c++)
        bound |= f->of[c].must & ~f->of[c].runs;
    for (unsigned c = 0; c < COLOURS; c++) {
        struct tiles *t = &f->of[c];
        t->runs &= ~(bound & tight & t->sets & t->single);
        t->sets &= possible;
    }
}

/* The runs of a colour, and which of its tiles these can spare. */
static void ask_runs(struct fitting *f, unsigned c)
{
    struct tiles *t = &f->of[c];
    t->runs &= near_runs(t->runs | t->kept, f->jokers);
    unsigned bound = t->must & ~t->sets;
    for (unsigned left = t->sets & t->single & t->runs; left != 0; left &= left - 1) {
        unsigned bit = left & ~(left - 1);
        if ((bound & ~near_runs((t->runs & ~bit) | t->kept, f->jokers)) != 0)
            t->sets &= ~bit;
    }
}

/* Whether both copies of a tile can lie: in two sets, in a set and a run, in two runs. */
static bool fits_twice(const struct fitting *f, unsigned c, unsigned n)
{
    const uint8_t *may = f->task->may;
    bool in_runs = (f->of[c].runs >> n & 1) != 0, in_sets = (f->of[c].sets >> n & 1) != 0;
    unsigned set_tiles = f->jokers + f->task->set_jokers[n], run_tiles = f->jokers;
    if (in_runs && in_sets)
        return true;
    for (unsigned k = 0; k < COLOURS && in_sets; k++)
        set_tiles += (f->of[k].sets >> n & 1) != 0 ? may[tile_of(k, n)] : 0;
    for (unsigned i = n > 2 ? n - 2 : 1; i <= n + 2 && i <= NUMBERS && in_runs; i++)
        if (i != n)
            run_tiles += (unsigned)(may[tile_of(c, i)] + f->task->run_jokers[tile_of(c, i)]);
    return (in_sets && set_tiles >= 2 * MELD_MIN) || (in_runs && run_tiles >= 2 * (MELD_MIN - 1));
}

/* Leaves tiles of the rack out: all that fit nowhere, and second ones. */
static bool leave_out(struct fitting *f)
{
    bool has_left_out = false;
    for (unsigned c = 0; c < COLOURS; c++) {
        struct tiles *t = &f->of[c];
        for (unsigned left = t->spare; left != 0; left &= left - 1) {
            unsigned bit = left & ~(left - 1), n = (unsigned)__builtin_ctz(bit);
            unsigned tile = tile_of(c, n), may = f->task->may[tile];
            bool fits = ((t->runs | t->sets) & bit) != 0;
            if (fits && ((t->twice & bit) == 0 || fits_twice(f, c, n)))
                continue;
            may = fits ? 1 : f->task->must[tile];
            f->task->may[tile] = (uint8_t)may;
            t->twice &= ~bit;
            t->single |= may == 1 ? bit : 0;
            t->spare &= may > f->task->must[tile] ? ~0U : ~bit;
            t->runs &= may > 0 ? ~0U : ~bit;
            t->sets &= may > 0 ? ~0U : ~bit;
            has_left_out = true;
        }
    }
    return has_left_out;
}

static uint64_t sum_of(const struct fitting *f)
{
    uint64_t sum = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        sum += f->of[c].runs + f->of[c].sets;
    return sum;
}

/* Rules out until nothing changes. Each round takes something away, or is the last. */
static bool ask_all(struct fitting *f)
{
    bool has_left_out = false, has_changed = true;
    while (has_changed) {
        uint64_t before = sum_of(f);
        for (unsigned c = 0; c < COLOURS; c++)
            ask_runs(f, c);
        ask_sets(f);
        has_changed = leave_out(f);
        has_left_out |= has_changed;
        has_changed |= sum_of(f) != before;
    }
    return has_left_out;
}

bool fitting_find(struct lattice *l, struct lattice_task *task, bool *has_left_out)
{
    struct fitting f;
    list_tiles(&f, l, task);
    *has_left_out = f.jokers <= ASKED_JOKERS_MAX && ask_all(&f);
    for (unsigned c = 0; c < COLOURS; c++) {
        const struct tiles *t = &f.of[c];
        if ((t->must & ~(t->runs | t->sets)) != 0)
            return false;
        for (unsigned n = 1, tile = tile_of(c, 1); n <= NUMBERS; n++, tile++) {
            l->run_may[tile] = (t->runs >> n & 1) != 0 ? task->may[tile] : 0;
            l->set_may[tile] = (t->sets >> n & 1) != 0 ? task->may[tile] : 0;
        }
    }
    return true;
}
