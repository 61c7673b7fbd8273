/* prices.c - what an arrangement can come to at the most. Each colour is free to do its best
 * if jokers cost a price, of which there is one for all: the sum of the colours' values, and
 * the price of all jokers, is a bound, whatever the price is.
 *
 * Tiles in sets cost what the jokers that fill these sets do. That is shared out among the
 * colours: at first in halves of a joker that hold for every pattern (units), later anew by
 * what each colour would lose (min-marginals). Whatever the shares are, they never ask for
 * more than a pattern costs, so that the bound stays one. */
#include "lattice_internal.h"

/* What a tile in sets costs at the least where so many colours have any, in halves. */
static const uint8_t tile_units[COLOURS + 1] = {0, 4, 1, 0, 0};

/* Where jokers of the table stand for the number, sets cost one each, less those that tiles
 * in sets can free. */
static void list_units(struct lattice *l, const struct lattice_task *task, unsigned n)
{
    const uint8_t *may = &l->set_may[n - 1];
    unsigned count = task->set_jokers[n], colours = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        colours += may[c * NUMBERS] > 0;
    for (unsigned c = 0; c < COLOURS; c++) {
        int8_t *units = l->units[c][n];
        unsigned wanting = 0;
        for (unsigned i = 0; i < count; i++)
            wanting += task->set_masks[n][i] >> c & 1;
        for (unsigned q = 0; q <= COPIES_MAX; q++) {
            int all = c == 0 ? 2 * (int)count : 0;
            units[q] = (int8_t)(count == 0 ? (int)(tile_units[colours] * q)
                                           : all - 2 * (int)lower(q, wanting));
        }
    }
}

static int32_t heaviest_of(const struct lattice_task *task)
{
    int32_t heaviest = 1;
    for (unsigned tile = 0; tile < TILE_KINDS; tile++)
        if (task->may[tile] > task->base[tile] && task->weight[tile] > heaviest)
            heaviest = task->weight[tile];
    return heaviest;
}

static void sum_up(struct lattice *l, const struct lattice_task *task)
{
    l->bound = l->price * (int32_t)task->jokers_may + l->joker_gain;
    for (unsigned c = 0; c < COLOURS; c++)
        l->bound += l->states[l->level_first[c][0]].top;
}

void prices_choose(struct lattice *l, const struct lattice_task *task, int32_t price)
{
    l->price = price;
    for (unsigned c = 0; c < COLOURS; c++) {
        for (unsigned n = 1; n <= NUMBERS; n++)
            for (unsigned q = 0; q <= COPIES_MAX; q++)
                l->share[c][n][q] = price / 2 * l->units[c][n][q];
        colour_value(l, c);
    }
    sum_up(l, task);
}

/* Without free jokers it is of no account what they cost. */
bool prices_begin(struct lattice *l, const struct lattice_task *task)
{
    unsigned need = l->set_needed_after[0];
    l->heaviest = heaviest_of(task);
    l->has_first_tops = false;
    for (unsigned n = 1; n <= NUMBERS; n++)
        list_units(l, task, n);
    prices_choose(l, task, 0);
    for (unsigned c = 0; c < COLOURS; c++)
        need += l->states[l->level_first[c][0]].need_least;
    if (need > task->jokers_may)
        return false;
    if (l->free_jokers > 0) {
        int32_t bound = l->bound;
        prices_choose(l, task, 2 * l->heaviest);
        if (l->bound >= bound)
            prices_choose(l, task, 0);
    }
    l->first_price = l->price;
    return true;
}

void prices_keep_first(struct lattice *l)
{
    for (uint32_t i = 0; i < l->state_count; i++)
        l->states[i].first_top = l->states[i].top;
    l->has_first_tops = true;
}

/* ---- Shares ---- */

enum { LOST = 1 << 28 }; /* more than anything can cost; four of them fit */

/* What each colour loses with so many tiles in sets of the number, its share not counted. */
static void list_losses(const struct lattice *l, unsigned n, int64_t lost[COLOURS][3])
{
    for (unsigned c = 0; c < COLOURS; c++) {
        int32_t top[3] = {NEVER, NEVER, NEVER};
        for (uint32_t i = l->level_first[c][n - 1]; i < l->level_first[c][n]; i++) {
            const struct colour_state *s = &l->states[i];
            for (uint32_t k = s[0].edges; k < s[1].edges; k++) {
                unsigned q = step_sets(l->edges[k].step);
                if (s->past + l->edges[k].pot > top[q])
                    top[q] = s->past + l->edges[k].pot;
            }
        }
        for (unsigned q = 0; q <= COPIES_MAX; q++)
            lost[c][q] = top[q] == NEVER ? INT32_MAX : -((int64_t)top[q] + l->share[c][n][q]);
    }
}

static inline void note_least(int64_t sum, int64_t *least)
{
    *least = sum < *least ? sum : *least;
}

/* For each colour, the least that a pattern loses in all. */
static void list_least(const struct lattice *l, unsigned n, int64_t lost[COLOURS][3],
                       int64_t least[COLOURS][3])
{
    const uint8_t *may = &l->set_may[n - 1];
    const struct number_sets *sets = &l->sets[n];
    int64_t costs[LATTICE_JOKERS + 2]; /* the last one: too many */
    for (unsigned i = 0; i < LATTICE_JOKERS + 2; i++)
        costs[i] = i > sets->jokers_max ? LOST : (int64_t)l->price * i;
    for (unsigned c = 0; c < COLOURS; c++)
        least[c][0] = least[c][1] = least[c][2] = INT64_MAX;
    for (unsigned a = 0; a <= may[0]; a++)
        for (unsigned b = 0; b <= may[NUMBERS]; b++)
            for (unsigned c = 0; c <= may[2 * NUMBERS]; c++)
                for (unsigned d = 0; d <= may[3 * NUMBERS]; d++) {
                    unsigned jokers = sets->least[27 * a + 9 * b + 3 * c + d];
                    int64_t sum = lost[0][a] + lost[1][b] + lost[2][c] + lost[3][d] +
                                  costs[lower(jokers, LATTICE_JOKERS + 1)];
                    note_least(sum, &least[0][a]);
                    note_least(sum, &least[1][b]);
                    note_least(sum, &least[2][c]);
                    note_least(sum, &least[3][d]);
                }
}

static void share_anew(struct lattice *l, unsigned n)
{
    const uint8_t *may = &l->set_may[n - 1];
    int64_t lost[COLOURS][3], least[COLOURS][3];
    if (may[0] + may[NUMBERS] + may[2 * NUMBERS] + may[3 * NUMBERS] == 0)
        return; /* no sets, nothing to share */
    list_losses(l, n, lost);
    list_least(l, n, lost, least);
    for (unsigned c = 0; c < COLOURS; c++) {
        int32_t change[COPIES_MAX + 1] = {0};
        for (unsigned q = 0; q <= may[c * NUMBERS]; q++) {
            if (lost[c][q] == INT32_MAX)
                continue;
            int64_t share = (least[c][q] >> 2) - lost[c][q];
            int32_t now = share > LOST / 2 ? LOST / 2 : (int32_t)share;
            change[q] = now - l->share[c][n][q];
            l->share[c][n][q] = now;
        }
        const struct colour_state *end = &l->states[l->level_first[c][n]];
        for (uint32_t k = l->states[l->level_first[c][n - 1]].edges; k < end->edges; k++)
            l->edges[k].pot -= change[step_sets(l->edges[k].step)];
    }
}

/* What the numbers up to this one can come to. */
static void carry_forth(struct lattice *l, unsigned c, unsigned n)
{
    const uint32_t *first = l->level_first[c];
    struct colour_state *after = &l->states[first[n]];
    for (uint32_t i = first[n]; i < first[n + 1]; i++)
        l->states[i].past = NEVER;
    for (uint32_t i = first[n - 1]; i < first[n]; i++) {
        const struct colour_state *s = &l->states[i];
        for (uint32_t k = s[0].edges; k < s[1].edges; k++) {
            const struct edge *e = &l->edges[k];
            int32_t past = s->past + e->pot - after[e->to].top;
            if (past > after[e->to].past)
                after[e->to].past = past;
        }
    }
}

/* What this number and those after it can; what leads here is worth as much more or less. */
static void carry_back(struct lattice *l, unsigned c, unsigned n)
{
    const uint32_t *first = l->level_first[c];
    int32_t moved[RUN_STATES];
    for (uint32_t i = first[n - 1]; i < first[n]; i++) {
        struct colour_state *s = &l->states[i];
        int32_t top = NEVER;
        for (uint32_t k = s[0].edges; k < s[1].edges; k++)
            top = l->edges[k].pot > top ? l->edges[k].pot : top;
        moved[i - first[n - 1]] = top - s->top;
        s->top = top;
    }
    uint32_t from = n > 1 ? l->states[first[n - 2]].edges : 0;
    for (uint32_t k = from; n > 1 && k < l->states[first[n - 1]].edges; k++)
        /* cppcheck-suppress uninitvar ; edges lead to states of this number */
        l->edges[k].pot += moved[l->edges[k].to];
}

void prices_improve(struct lattice *l, const struct lattice_task *task)
{
    for (unsigned c = 0; c < COLOURS; c++)
        l->states[l->level_first[c][0]].past = 0;
    for (unsigned n = 1; n <= NUMBERS; n++) {
        share_anew(l, n);
        for (unsigned c = 0; c < COLOURS; c++)
            carry_forth(l, c, n);
    }
    for (unsigned n = NUMBERS; n > 0; n--) {
        if (n < NUMBERS)
            share_anew(l, n);
        for (unsigned c = 0; c < COLOURS; c++)
            carry_back(l, c, n);
    }
    sum_up(l, task);
}
