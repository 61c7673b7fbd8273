/* lattice.c - from a task to its best arrangement: the lattices of the colours, a bound, and
 * the search; where the search drags, better bounds first and then the search again. */
#include "lattice_internal.h"

size_t lattice_size(void)
{
    return sizeof(struct lattice);
}

/* ---- What is bound to stay ---- */

/* Tiles that could free a joker. */
static unsigned freeing_tiles(const struct lattice_task *task, unsigned tile)
{
    unsigned may = task->may[tile];
    return task->free_from_rack ? lower(may, (unsigned)((int)may - task->base[tile])) : may;
}

static unsigned count_in_runs(struct lattice *l, const struct lattice_task *task, unsigned c)
{
    unsigned sum = 0;
    l->run_needed[c][0] = 0;
    for (unsigned n = 1; n <= NUMBERS; n++) {
        unsigned tile = tile_of(c, n), wanting = task->run_jokers[tile];
        if (wanting > 0)
            sum += task->is_calm ? wanting : missing(wanting, freeing_tiles(task, tile));
        l->run_needed[c][n] = (uint8_t)sum;
    }
    return sum;
}

/* At a number; without regard to calm if `is_least`. */
static unsigned count_in_sets(const struct lattice_task *task, unsigned number, bool is_least)
{
    unsigned freed = 0, count = task->set_jokers[number];
    if (task->is_calm && !is_least)
        return count;
    for (unsigned c = 0; c < COLOURS && count > 0; c++) {
        unsigned wanting = 0;
        for (unsigned i = 0; i < count; i++)
            wanting += task->set_masks[number][i] >> c & 1;
        freed += lower(wanting, freeing_tiles(task, tile_of(c, number)));
    }
    return missing(count, freed);
}

/* Jokers that cannot be freed, for want of tiles, stay where they are. False if these are
 * more than there are jokers. */
static bool count_needed(struct lattice *l, const struct lattice_task *task)
{
    unsigned needed = 0, after = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        needed += count_in_runs(l, task, c);
    for (unsigned n = NUMBERS; n > 0; n--) {
        l->set_needed_after[n] = (uint8_t)after;
        l->set_needed[n] = (uint8_t)count_in_sets(task, n, false);
        needed += l->set_needed[n];
        after += count_in_sets(task, n, true);
    }
    l->set_needed_after[0] = (uint8_t)after;
    if (needed > task->jokers_may)
        return false;
    l->free_jokers = (uint8_t)(task->is_calm ? 0 : task->jokers_may - needed);
    return true;
}

/* What all tiles that are left can come to. */
static int32_t most_of(const struct lattice *l, const struct lattice_task *task)
{
    int32_t most = l->joker_gain;
    for (unsigned tile = 0; tile < TILE_KINDS; tile++) {
        int32_t weight = task->weight[tile];
        most += ((int32_t)(weight > 0 ? task->may[tile] : task->must[tile]) - task->base[tile]) *
                weight;
    }
    return most;
}

/* ---- The search and its efforts ---- */

/* How many steps a search may take, and how often the bounds are improved before it. */
struct effort {
    unsigned passes, steps;
};

enum { FIRST_STEPS = 100, EDGES_A_STEP = 16, CALM_STEPS = 40, SLOW_SHARE = 64 };

static const struct effort efforts[] = {{3, 1000}, {4, 5000}, {8, UINT32_MAX}};
enum { EFFORTS = sizeof efforts / sizeof *efforts };

/* Until it is worth it no more. */
static void improve(struct lattice *l, const struct lattice_task *task, unsigned passes)
{
    for (unsigned pass = 0; pass < passes; pass++) {
        int32_t before = l->bound;
        prices_improve(l, task);
        if (pass > 0 && before - l->bound < l->heaviest / SLOW_SHARE)
            break;
    }
}

/* Another price may do better. */
static void try_other_price(struct lattice *l, const struct lattice_task *task)
{
    int32_t before = l->bound;
    unsigned passes = efforts[0].passes + efforts[1].passes;
    prices_choose(l, task, l->heaviest / 2);
    for (unsigned pass = 0; pass < passes; pass++)
        prices_improve(l, task);
    if (l->bound <= before)
        return;
    prices_choose(l, task, l->heaviest);
    for (unsigned pass = 0; pass < passes; pass++)
        prices_improve(l, task);
}

/* Searches again and again with better bounds; false if they show that there is nothing. */
static bool search_on(struct lattice *l, const struct lattice_task *task, int32_t floor,
                      int32_t *weight)
{
    int32_t first_bound = l->bound;
    prices_keep_first(l);
    prices_choose(l, task, l->heaviest);
    for (unsigned i = 0; i < EFFORTS; i++) {
        if (l->best != NOBODY)
            --*weight; /* to be found again */
        improve(l, task, efforts[i].passes);
        if (i == 1 && l->bound > floor)
            try_other_price(l, task);
        if (l->bound <= floor)
            return false;
        l->bound = first_bound < l->bound ? first_bound : l->bound;
        if (search_best(l, task, efforts[i].steps, weight))
            break;
    }
    return true;
}

/* The lattices of the colours and the first bound; false where nothing is above the floor. */
static bool begin(struct lattice *l, struct lattice_task *task, int32_t floor)
{
    int32_t joker = task->weight[CARD_JOKER];
    unsigned own = 0;
    bool has_left_out;
    do { /* fewer tiles free fewer jokers, and these fit fewer tiles */
        if (!count_needed(l, task) || !fitting_find(l, task, &has_left_out))
            return false;
    } while (has_left_out);
    l->is_full = false;
    l->state_count = 0;
    l->edge_count = 0;
    l->joker_gain = joker * ((int32_t)(joker > 0 ? task->jokers_may : task->jokers_must) -
                             task->jokers_base);
    if (most_of(l, task) <= floor)
        return false;
    for (unsigned n = 1; n <= NUMBERS; n++) {
        sets_of_number(&l->tables, task, l->set_may, n,
                       (unsigned)(l->free_jokers + l->set_needed[n]), &l->own_sets[own],
                       &l->sets[n]);
        own += task->set_jokers[n] > 0;
    }
    for (unsigned c = 0; c < COLOURS; c++)
        if (!colour_build(l, task, c))
            return false;
    return prices_begin(l, task) && l->bound > floor;
}

bool lattice_best(struct lattice *l, const struct lattice_task *given, int32_t floor,
                  int32_t *weight, bool *is_exact)
{
    struct lattice_task task = *given;
    if (!l->machine.is_ready)
        runs_prepare(&l->machine);
    if (!l->tables.is_ready)
        sets_prepare(&l->tables);
    bool has_some = begin(l, &task, floor);
    if (has_some) {
        *weight = floor;
        unsigned steps = task.is_calm ? CALM_STEPS : FIRST_STEPS + l->edge_count / EDGES_A_STEP;
        if (!search_best(l, &task, steps, weight) && !task.is_calm)
            has_some = search_on(l, &task, floor, weight);
    }
    *is_exact = *is_exact && !l->is_full;
    return has_some && l->best != NOBODY;
}
