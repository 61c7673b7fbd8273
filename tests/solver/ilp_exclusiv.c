/* ilp_exclusiv.c - Rummy exclusiv as an integer program. Exact.
 *
 * A pattern is a meld as it is written, jokers in their places: how often it lies on the
 * final table is a column. Runs longer than five fall into shorter ones without changing
 * what any tile or joker stands for, unless one part would be jokers alone; only those
 * exceptions are patterns of six or seven. One tile with jokers is a pattern for each place
 * of the tile; it reads as a set as well, so it can do whatever the plain set could.
 *
 * Conservation: for each kind, places in patterns = tiles of the table + tiles laid.
 *
 * XA-19: each joker of the table takes one unit from what the final table offers: a joker
 * whose roles meet its own (kept; the offers are counted by equal roles), or a tile that
 * fills one of its roles (freed; the offers are counted by tile and by how its meld reads:
 * run, set, or both). joker_swap=rack: of each tile, no more frees than were laid.
 *
 * XA-13: a second column for each pattern, filled by the laid tiles alone, 40 points.
 *
 * The calmest play: each old meld is a further pattern, whatever its length, as often as it
 * lay there; those weigh. Its jokers are offered like any others, in the same roles. */
#include "ilp.h"

#include <stdlib.h>
#include <string.h>

enum { COLOURS = 4, NUMBERS = 13, TILES = COLOURS * NUMBERS };
enum { PATTERN_TILES_MAX = 7, PATTERN_JOKERS_MAX = 4, PATTERNS_MAX = 8192 };
enum { TABLE_JOKERS_MAX = 4, FIRST_POINTS = 40, COLUMN_NONE = 0 };
enum { OFFERS_MAX = 512, READINGS = MELD_RUN | MELD_SET };

/* What a joker can stand for: a tile in a run, a tile in a set; a bit each. */
struct standing {
    uint64_t in_run, in_set;
};

struct pattern {
    card at[NUMBERS];
    unsigned count;
    unsigned jokers;
    unsigned max; /* how often it can lie there */
    bool is_old;
    unsigned reads_as; /* MELD_RUN, MELD_SET or both */
    struct standing stands[PATTERN_JOKERS_MAX];
    int column, first_column;
};

struct table_joker {
    struct standing stands;
    struct meld meld;
    int row;
};

/* Final jokers that stand for the same: how many there are bounds how many are kept. */
struct offer {
    struct standing stands;
    int row;
};

struct program {
    struct model model;
    const struct state *state;
    const struct game *game;
    uint8_t on_table[KINDS_MAX], on_rack[KINDS_MAX];
    int laid_column[KINDS_MAX], kind_row[KINDS_MAX];
    int first_row[KINDS_MAX];
    struct table_joker jokers[TABLE_JOKERS_MAX];
    unsigned joker_count;
    struct offer offers[OFFERS_MAX];
    unsigned offer_count;
    int freeing_row[TILES][READINGS + 1];
    int freeing_columns[TABLE_JOKERS_MAX * TILES * (READINGS + 1)];
    unsigned freeing_count;
    struct pattern patterns[PATTERNS_MAX];
    unsigned pattern_count;
    bool overflows;
};

static unsigned bits_of(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static uint64_t tile_bit(unsigned colour, unsigned number)
{
    return 1ULL << (colour * NUMBERS + number - 1);
}

static bool stands_for_same(struct standing a, struct standing b)
{
    return (a.in_run & b.in_run) != 0 || (a.in_set & b.in_set) != 0;
}

/* ---- Reading melds ---- */

/* What the joker at `place` of a correct meld stands for. */
static struct standing joker_standing(struct meld meld, unsigned reads_as, unsigned place)
{
    struct standing stands = {0, 0};
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        unsigned colour = meld.at[i] / NUMBERS, number = meld.at[i] % NUMBERS + 1U;
        if ((reads_as & MELD_RUN) != 0)
            stands.in_run = tile_bit(colour, number + place - i);
        for (unsigned c = 0; (reads_as & MELD_SET) != 0 && c < COLOURS; c++)
            stands.in_set |= tile_bit(c, number);
    }
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER)
            stands.in_set &= ~(1ULL << meld.at[i]);
    return stands;
}

static bool meld_has(struct meld meld, card what)
{
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] == what)
            return true;
    return false;
}

/* ---- Patterns ---- */

static unsigned jokers_in_all(const struct program *p)
{
    return (unsigned)p->on_table[CARD_JOKER] + p->on_rack[CARD_JOKER];
}

/* Keeps a pattern if the tiles for it exist here at all. */
static struct pattern *add_pattern(struct program *p, const card *cards, unsigned count)
{
    struct error ignored;
    struct meld meld = {cards, count, SEAT_NONE};
    struct pattern pattern = {.count = count, .max = 2};
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] != CARD_JOKER && p->on_table[cards[i]] + p->on_rack[cards[i]] == 0)
            return NULL;
        pattern.at[i] = cards[i];
    }
    pattern.reads_as = p->game->meld_kinds(&p->state->options, meld, &ignored);
    if (pattern.reads_as == 0 || p->pattern_count == PATTERNS_MAX) {
        p->overflows = true;
        return NULL;
    }
    for (unsigned i = 0; i < count; i++)
        if (cards[i] == CARD_JOKER)
            pattern.stands[pattern.jokers++] = joker_standing(meld, pattern.reads_as, i);
    p->patterns[p->pattern_count] = pattern;
    return &p->patterns[p->pattern_count++];
}

/* Whether a run falls into two, each of three or more and not all jokers. */
static bool run_splits(unsigned length, unsigned joker_places)
{
    for (unsigned at = 3; at + 3 <= length; at++) {
        unsigned lower = (1U << at) - 1, upper = ((1U << length) - 1) & ~lower;
        if ((joker_places & lower) != lower && (joker_places & upper) != upper)
            return true;
    }
    return false;
}

static void add_runs_at(struct program *p, unsigned colour, unsigned start, unsigned length)
{
    for (unsigned places = 0; places + 1 < 1U << length; places++) {
        card meld[PATTERN_TILES_MAX];
        unsigned jokers = bits_of(places);
        if (jokers > PATTERN_JOKERS_MAX || jokers > jokers_in_all(p) ||
            run_splits(length, places))
            continue;
        for (unsigned i = 0; i < length; i++)
            meld[i] = (places >> i & 1) != 0 ? (card)CARD_JOKER
                                             : (card)(colour * NUMBERS + start + i - 1);
        add_pattern(p, meld, length);
    }
}

static void add_sets_of(struct program *p, unsigned number)
{
    for (unsigned colours = 1; colours < 1U << COLOURS; colours++) {
        card meld[COLOURS];
        unsigned count = 0;
        for (unsigned c = 0; c < COLOURS; c++)
            if ((colours >> c & 1) != 0)
                meld[count++] = (card)(c * NUMBERS + number - 1);
        if (count == 1)
            continue; /* these are among the runs */
        for (unsigned jokers = 0; jokers <= jokers_in_all(p) && count <= COLOURS; jokers++) {
            if (count >= 3)
                add_pattern(p, meld, count);
            if (count < COLOURS)
                meld[count] = CARD_JOKER;
            count++;
        }
    }
}

static void add_patterns(struct program *p)
{
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned length = 3; length <= PATTERN_TILES_MAX; length++)
            for (unsigned start = 1; start + length - 1 <= NUMBERS; start++)
                add_runs_at(p, colour, start, length);
    for (unsigned number = 1; number <= NUMBERS; number++)
        add_sets_of(p, number);
}

static void add_old_melds(struct program *p)
{
    const struct table *table = &p->state->table;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        unsigned times = 0;
        bool is_first = true;
        for (unsigned j = 0; j < table->meld_count; j++) {
            bool is_alike = melds_alike(p->state, meld, table_meld(table, j));
            times += is_alike;
            is_first &= !is_alike || j >= i;
        }
        struct pattern *pattern = is_first ? add_pattern(p, meld.at, meld.count) : NULL;
        if (pattern == NULL)
            continue;
        pattern->max = times;
        pattern->is_old = true;
    }
}

/* ---- Conservation ---- */

static void add_conservation(struct program *p)
{
    struct model *model = &p->model;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (p->on_table[kind] + p->on_rack[kind] == 0)
            continue;
        p->kind_row[kind] = model_row_equal(model, p->on_table[kind]);
        p->laid_column[kind] =
            model_card_column(model, p->on_rack[kind], p->game->points((card)kind));
        model_enter(model, p->kind_row[kind], p->laid_column[kind], -1);
    }
    for (unsigned i = 0; i < p->pattern_count; i++) {
        struct pattern *pattern = &p->patterns[i];
        pattern->column =
            model_column(model, pattern->max, pattern->is_old ? weight_of_same : 0);
        for (unsigned j = 0; j < pattern->count; j++)
            model_enter(model, p->kind_row[pattern->at[j]], pattern->column, 1);
    }
}

/* ---- The first 40 points ---- */

static bool rack_has_pattern(const struct program *p, const struct pattern *pattern)
{
    if (pattern->jokers > p->on_rack[CARD_JOKER])
        return false;
    for (unsigned i = 0; i < pattern->count; i++)
        if (p->on_rack[pattern->at[i]] == 0)
            return false;
    return true;
}

static void add_first_meld(struct program *p)
{
    struct model *model = &p->model;
    int points_row = model_row_at_least(model, FIRST_POINTS);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (p->on_rack[kind] == 0)
            continue;
        p->first_row[kind] = model_row_at_most(model, 0);
        model_enter(model, p->first_row[kind], p->laid_column[kind], -1);
    }
    for (unsigned i = 0; i < p->pattern_count; i++) {
        struct pattern *pattern = &p->patterns[i];
        if (pattern->is_old || !rack_has_pattern(p, pattern))
            continue;
        pattern->first_column = model_column(model, 2, 0);
        for (unsigned j = 0; j < pattern->count; j++) {
            card what = pattern->at[j];
            model_enter(model, p->first_row[what], pattern->first_column, 1);
            model_enter(model, points_row, pattern->first_column, p->game->points(what));
        }
    }
}

/* ---- Jokers of the table ---- */

static void find_table_jokers(struct program *p)
{
    struct error ignored;
    for (unsigned i = 0; i < p->state->table.meld_count; i++) {
        struct meld meld = table_meld(&p->state->table, i);
        unsigned reads_as = p->game->meld_kinds(&p->state->options, meld, &ignored);
        for (unsigned place = 0; place < meld.count; place++) {
            if (meld.at[place] != CARD_JOKER)
                continue;
            p->jokers[p->joker_count++] =
                (struct table_joker){joker_standing(meld, reads_as, place), meld,
                                     model_row_equal(&p->model, 1)};
        }
    }
}

static struct offer *offer_of(struct program *p, struct standing stands)
{
    for (unsigned i = 0; i < p->offer_count; i++)
        if (p->offers[i].stands.in_run == stands.in_run &&
            p->offers[i].stands.in_set == stands.in_set)
            return &p->offers[i];
    if (p->offer_count == OFFERS_MAX) {
        p->overflows = true;
        return &p->offers[0];
    }
    struct offer *offer = &p->offers[p->offer_count++];
    *offer = (struct offer){stands, model_row_at_most(&p->model, 0)};
    for (unsigned i = 0; i < p->joker_count; i++) {
        if (!stands_for_same(p->jokers[i].stands, stands))
            continue;
        int kept = model_column(&p->model, 1, 0);
        model_enter(&p->model, p->jokers[i].row, kept, 1);
        model_enter(&p->model, offer->row, kept, 1);
    }
    return offer;
}

static void add_kept_jokers(struct program *p)
{
    for (unsigned i = 0; i < p->pattern_count; i++) {
        const struct pattern *pattern = &p->patterns[i];
        for (unsigned j = 0; j < pattern->jokers; j++) {
            bool is_wanted = false;
            for (unsigned k = 0; k < p->joker_count; k++)
                is_wanted |= stands_for_same(p->jokers[k].stands, pattern->stands[j]);
            if (is_wanted)
                model_enter(&p->model, offer_of(p, pattern->stands[j])->row, pattern->column,
                            -1);
        }
    }
}

static bool is_freed_by(const struct table_joker *joker, card tile, unsigned reads_as)
{
    bool fills_run = (reads_as & MELD_RUN) != 0 && (joker->stands.in_run >> tile & 1) != 0;
    bool fills_set = (reads_as & MELD_SET) != 0 && (joker->stands.in_set >> tile & 1) != 0;
    return (fills_run || fills_set) && !meld_has(joker->meld, tile);
}

/* The rows that bound how many jokers a tile frees, by how its meld reads. */
static void add_freeing_tile(struct program *p, card tile, int swap_row)
{
    struct model *model = &p->model;
    for (unsigned reads_as = MELD_RUN; reads_as <= READINGS; reads_as++) {
        for (unsigned i = 0; i < p->joker_count; i++) {
            if (!is_freed_by(&p->jokers[i], tile, reads_as))
                continue;
            if (p->freeing_row[tile][reads_as] == 0)
                p->freeing_row[tile][reads_as] = model_row_at_most(model, 0);
            int freed = model_column(model, 1, weight_of_freeing);
            p->freeing_columns[p->freeing_count++] = freed;
            model_enter(model, p->jokers[i].row, freed, 1);
            model_enter(model, p->freeing_row[tile][reads_as], freed, 1);
            if (swap_row != 0)
                model_enter(model, swap_row, freed, 1);
        }
    }
}

static void add_freed_jokers(struct program *p)
{
    struct model *model = &p->model;
    bool rack_only = p->state->options.of[OPTION_JOKER_SWAP] == JOKER_SWAP_RACK;
    for (unsigned tile = 0; tile < TILES; tile++) {
        int swap_row = 0;
        if (p->laid_column[tile] == COLUMN_NONE)
            continue;
        if (rack_only) {
            swap_row = model_row_at_most(model, 0);
            model_enter(model, swap_row, p->laid_column[tile], -1);
        }
        add_freeing_tile(p, (card)tile, swap_row);
    }
    for (unsigned i = 0; i < p->pattern_count; i++) {
        const struct pattern *pattern = &p->patterns[i];
        for (unsigned j = 0; j < pattern->count; j++) {
            card what = pattern->at[j];
            if (what != CARD_JOKER && p->freeing_row[what][pattern->reads_as] != 0)
                model_enter(model, p->freeing_row[what][pattern->reads_as], pattern->column,
                            -1);
        }
    }
}

/* ---- The whole ---- */

static void count_cards(struct program *p)
{
    const struct cards *rack = &p->state->rack[p->state->seat];
    for (unsigned i = 0; i < table_card_count(&p->state->table); i++)
        p->on_table[p->state->table.at[i]]++;
    for (unsigned i = 0; i < rack->count; i++)
        if (rack->at[i] != CARD_UNKNOWN)
            p->on_rack[rack->at[i]]++;
}

static void read_answer(const struct program *p, struct reference_answer *out)
{
    struct reference_answer found = {0};
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++) {
        if (p->laid_column[kind] == COLUMN_NONE)
            continue;
        int laid = model_value(&p->model, p->laid_column[kind]);
        found.cards += laid;
        found.points += laid * p->game->points((card)kind);
    }
    if (found.cards == 0)
        return; /* XA-09 */
    for (unsigned i = 0; i < p->pattern_count; i++) {
        const struct pattern *pattern = &p->patterns[i];
        int times = model_value(&p->model, pattern->column);
        found.same_melds += pattern->is_old ? (unsigned)times : 0;
        for (int n = 0; n < times; n++)
            table_add(&found.table, (struct meld){pattern->at, pattern->count, SEAT_NONE});
    }
    for (unsigned i = 0; i < p->freeing_count; i++)
        found.freed += (unsigned)model_value(&p->model, p->freeing_columns[i]);
    found.has_play = true;
    *out = found;
}

bool ilp_exclusiv(const struct state *state, int goal, const struct reference_answer *best,
                  struct reference_answer *out)
{
    struct program *p = calloc(1, sizeof *p);
    enum model_result result = MODEL_FAILED;
    if (p == NULL)
        return false;
    model_open(&p->model, goal);
    p->state = state;
    p->game = game_at(state->game);
    count_cards(p);
    add_patterns(p);
    if (best != NULL) {
        model_demand(&p->model, best->cards, best->points);
        add_old_melds(p);
    }
    add_conservation(p);
    if ((state->opened >> state->seat & 1) == 0)
        add_first_meld(p);
    find_table_jokers(p);
    add_kept_jokers(p);
    add_freed_jokers(p);
    if (!p->overflows)
        result = model_solve(&p->model);
    if (result == MODEL_SOLVED)
        read_answer(p, out);
    model_close(&p->model);
    free(p);
    return result != MODEL_FAILED;
}
