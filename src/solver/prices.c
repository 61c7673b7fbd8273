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
    const uint8_t *may = &task->may[n - 1];
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

static void list_prices(struct lattice *l, const struct lattice_task *task)
{
    l->heaviest = 1;
    for (unsigned tile = 0; tile < TILE_KINDS; tile++)
        if (task->may[tile] > task->base[tile] && task->weight[tile] > l->heaviest)
            l->heaviest = task->weight[tile];
    const int32_t halves[LANES] = {0, l->heaviest / 4, l->heaviest / 2, l->heaviest};
    memcpy(l->halves, halves, sizeof halves);
    for (int i = 0; i < COSTS; i++)
        for (unsigned k = 0; k < LANES; k++)
            l->costs[i][k] = (i - COST_LOW) * halves[k];
}

static int32_t top_of(const struct lattice *l, unsigned colour, unsigned lane)
{
    return l->states[l->level_first[colour][0]].best[lane];
}

bool prices_begin(struct lattice *l, const struct lattice_task *task)
{
    unsigned need = l->set_needed_after[0];
    list_prices(l, task);
    for (unsigned n = 1; n <= NUMBERS; n++)
        list_units(l, task, n);
    for (unsigned c = 0; c < COLOURS; c++) {
        colour_value(l, c);
        need += l->states[l->level_first[c][0]].need_least;
    }
    if (need > task->jokers_may)
        return false;
    l->bound = INT32_MAX;
    for (unsigned k = 0; k < LANES; k++) {
        int32_t sum = 2 * l->halves[k] * (int32_t)task->jokers_may + l->joker_gain;
        for (unsigned c = 0; c < COLOURS; c++)
            sum += top_of(l, c, k);
        if (sum < l->bound) {
            l->bound = sum;
            l->lane = k;
        }
    }
    l->lane_price = 2 * l->halves[l->lane];
    l->has_second = false;
    return true;
}

static void choose_for(struct lattice *l, unsigned c, unsigned lane)
{
    const uint32_t *first = l->level_first[c];
    int32_t half = l->halves[lane];
    for (uint32_t i = first[0]; i < first[NUMBERS + 1]; i++)
        l->states[i].top = l->states[i].best[lane];
    for (unsigned n = 1; n <= NUMBERS; n++) {
        const struct colour_state *after = &l->states[first[n]];
        for (unsigned q = 0; q <= COPIES_MAX; q++)
            l->share[c][n][q] = half * l->units[c][n][q];
        for (uint32_t i = first[n - 1]; i < first[n]; i++) {
            const struct colour_state *s = &l->states[i];
            for (uint32_t k = s->first[0]; k < s->first[3]; k++) {
                struct edge *e = &l->edges[k];
                e->pot = e->gain - 2 * half * (int32_t)step_jokers(e->step) -
                         l->share[c][n][step_sets(e->step)] + after[e->to].top;
            }
        }
    }
}

void prices_choose(struct lattice *l, const struct lattice_task *task, unsigned lane)
{
    l->price = 2 * l->halves[lane];
    l->bound = l->price * (int32_t)task->jokers_may + l->joker_gain;
    for (unsigned c = 0; c < COLOURS; c++) {
        choose_for(l, c, lane);
        l->bound += top_of(l, c, lane);
    }
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
            for (unsigned q = 0; q <= COPIES_MAX; q++)
                for (uint32_t k = s->first[q]; k < s->first[q + 1]; k++)
                    if (s->past + l->edges[k].pot > top[q])
                        top[q] = s->past + l->edges[k].pot;
        }
        for (unsigned q = 0; q <= COPIES_MAX; q++)
            lost[c][q] = top[q] == NEVER ? INT32_MAX : -((int64_t)top[q] + l->share[c][n][q]);
    }
}

/* For each colour, the least that a pattern loses in all. */
static void list_least(const struct lattice *l, const struct lattice_task *task, unsigned n,
                       int64_t lost[COLOURS][3], int64_t least[COLOURS][3])
{
    const uint8_t *may = &task->may[n - 1];
    const struct number_sets *sets = &l->sets[n];
    for (unsigned c = 0; c < COLOURS; c++)
        for (unsigned q = 0; q <= COPIES_MAX; q++)
            least[c][q] = INT64_MAX;
    for (unsigned p = 0; p < PATTERNS; p++) {
        unsigned q[COLOURS] = {p / 27, p / 9 % 3, p / 3 % 3, p % 3};
        if (q[0] > may[0] || q[1] > may[NUMBERS] || q[2] > may[2 * NUMBERS] ||
            q[3] > may[3 * NUMBERS])
            continue;
        int64_t sum = sets->least[p] > sets->jokers_max ? LOST
                                                        : (int64_t)l->price * sets->least[p];
        for (unsigned c = 0; c < COLOURS; c++)
            sum += lost[c][q[c]];
        for (unsigned c = 0; c < COLOURS; c++)
            least[c][q[c]] = sum < least[c][q[c]] ? sum : least[c][q[c]];
    }
}

static void share_anew(struct lattice *l, const struct lattice_task *task, unsigned n)
{
    int64_t lost[COLOURS][3], least[COLOURS][3];
    list_losses(l, n, lost);
    list_least(l, task, n, lost, least);
    for (unsigned c = 0; c < COLOURS; c++)
        for (unsigned q = 0; q <= task->may[tile_of(c, n)]; q++) {
            if (lost[c][q] == INT32_MAX)
                continue;
            int64_t share = (least[c][q] >> 2) - lost[c][q];
            int32_t now = share > LOST / 2 ? LOST / 2 : (int32_t)share;
            int32_t change = now - l->share[c][n][q];
            l->share[c][n][q] = now;
            for (uint32_t i = l->level_first[c][n - 1]; i < l->level_first[c][n]; i++) {
                const struct colour_state *s = &l->states[i];
                for (uint32_t k = s->first[q]; k < s->first[q + 1]; k++)
                    l->edges[k].pot -= change;
            }
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
        for (uint32_t k = s->first[0]; k < s->first[3]; k++) {
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
    for (uint32_t i = first[n - 1]; i < first[n]; i++) {
        struct colour_state *s = &l->states[i];
        int32_t old = s->top;
        s->top = NEVER;
        for (uint32_t k = s->first[0]; k < s->first[3]; k++)
            if (l->edges[k].pot > s->top)
                s->top = l->edges[k].pot;
        s->moved = s->top - old;
    }
    for (uint32_t i = n > 1 ? first[n - 2] : first[0]; n > 1 && i < first[n - 1]; i++) {
        const struct colour_state *s = &l->states[i];
        for (uint32_t k = s->first[0]; k < s->first[3]; k++)
            l->edges[k].pot += l->states[first[n - 1] + l->edges[k].to].moved;
    }
}

void prices_improve(struct lattice *l, const struct lattice_task *task)
{
    for (unsigned c = 0; c < COLOURS; c++)
        l->states[l->level_first[c][0]].past = 0;
    for (unsigned n = 1; n <= NUMBERS; n++) {
        share_anew(l, task, n);
        for (unsigned c = 0; c < COLOURS; c++)
            carry_forth(l, c, n);
    }
    for (unsigned n = NUMBERS; n > 0; n--) {
        if (n < NUMBERS)
            share_anew(l, task, n);
        for (unsigned c = 0; c < COLOURS; c++)
            carry_back(l, c, n);
    }
    l->bound = l->price * (int32_t)task->jokers_may + l->joker_gain;
    for (unsigned c = 0; c < COLOURS; c++)
        l->bound += l->states[l->level_first[c][0]].top;
}
