/* sweep.c - a sweep over the numbers with, for each colour, the open runs by length as its
 * state: 1, 2, or 3 and more. Runs of one or two tiles must go on, longer ones may end. How
 * many places of a tile go into runs decides the next state, since it is never worse to
 * prolong a long run than to begin a new one. The tiles left at a number form sets.
 *
 * A joker takes a place only where it is needed: to bring a run or set to three, to bridge a
 * gap, or where it is kept. All other jokers go to the end of some run or into a set of
 * three afterwards; the state counts whether there is room for them. Since a joker at the
 * front of a run may as well stand at its end, runs begin with one only near 13.
 *
 * Runs of jokers alone are counted apart until an ordinary tile joins them (XA-05), which
 * goes there first. */
#include "sweep_internal.h"

size_t sweep_size(void)
{
    return sizeof(struct sweep);
}

/* ---- Keys and choices ---- */

static uint64_t key_of_runs(struct runs r, unsigned colour)
{
    uint64_t bits = (uint64_t)(r.with[0] | r.with[1] << 2 | r.with[2] << 4 | r.bare[0] << 6 |
                               r.bare[1] << 8 | r.bare[2] << 10);
    return bits << (12 * colour);
}

static unsigned jokers_of_key(uint64_t key)
{
    return (unsigned)(key >> 48 & 7);
}

/* Places for further jokers: up to ROOM_MAX, which a single run offers already. */
static unsigned room_of_key(uint64_t key)
{
    return (unsigned)(key >> 51);
}

static uint32_t choice_of_step(struct step s, unsigned colour)
{
    return (uint32_t)(s.in_runs | s.in_sets << 2 | s.run_jokers << 4) << (7 * colour);
}

/* ---- One colour's step ---- */

static unsigned lower(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned forced_places(struct runs r)
{
    return (unsigned)(r.with[0] + r.with[1] + r.bare[0] + r.bare[1] + r.bare[2]);
}

/* The open runs after a step. Ordinary tiles go to runs of jokers alone, longest first,
 * into new runs, to long runs, then to the others; jokers take what is left. A long run that
 * a joker prolongs has to go on, unless the joker is `kept` there. False if a class
 * overflows. */
static bool runs_after(struct runs r, struct step s, unsigned kept, struct runs *out)
{
    unsigned places = s.in_runs + s.run_jokers, forced = forced_places(r);
    unsigned extra = places - forced, longer = lower(extra, r.with[2]), fresh = extra - longer;
    unsigned ordinary = s.in_runs;
    unsigned joined2 = lower(ordinary, r.bare[2]);
    ordinary -= joined2;
    unsigned joined1 = lower(ordinary, r.bare[1]);
    ordinary -= joined1;
    unsigned joined0 = lower(ordinary, r.bare[0]);
    ordinary -= joined0;
    unsigned fresh_with = lower(ordinary, fresh);
    ordinary -= fresh_with;
    unsigned bridged = longer - lower(longer, ordinary);
    bridged -= lower(bridged, kept);
    unsigned with2 = r.with[1] + (longer - bridged) + joined2 + joined1;
    unsigned bare2 = (r.bare[2] - joined2) + (r.bare[1] - joined1);
    unsigned with1 = r.with[0] + joined0 + bridged;
    if (with2 > 3 || with1 > 3 || bare2 > 3)
        return false;
    *out = (struct runs){{(uint8_t)fresh_with, (uint8_t)with1, (uint8_t)with2},
                         {(uint8_t)(fresh - fresh_with), (uint8_t)(r.bare[0] - joined0),
                          (uint8_t)bare2}};
    return true;
}

/* Whether a step begins a run with a joker where that is never needed. */
static bool begins_idly(struct runs after, unsigned number, unsigned kept)
{
    return number < JOKER_FRONT_MIN && after.bare[0] > kept;
}

static unsigned may_at(const struct sweep *sweep, unsigned colour, unsigned number)
{
    return number <= SWEEP_NUMBERS ? sweep->may[colour * SWEEP_NUMBERS + number - 1] : 0;
}

static unsigned missing(unsigned wanted, unsigned there)
{
    return wanted > there ? wanted - there : 0;
}

/* Sees runs that cannot go on as far as they must, and forgets long ones that nothing can
 * prolong. `jokers` is what is left of them. */
static bool trim(const struct sweep *sweep, const struct sweep_task *task, unsigned colour,
                 unsigned number, unsigned jokers, struct runs *r)
{
    unsigned next = may_at(sweep, colour, number + 1), begun = r->with[0] + r->bare[0];
    unsigned forced = forced_places(*r), reach = number + 1;
    if ((forced > 0 && number + 1 > SWEEP_NUMBERS) || (begun > 0 && number + 2 > SWEEP_NUMBERS))
        return false;
    if (missing(forced, next) + missing(begun, may_at(sweep, colour, number + 2)) > jokers)
        return false;
    while (reach <= SWEEP_NUMBERS && reach <= number + 1 + jokers &&
           sweep->may[colour * SWEEP_NUMBERS + reach - 1] == 0 &&
           task->keep_run[colour * SWEEP_NUMBERS + reach - 1] == 0)
        reach++;
    if (reach > SWEEP_NUMBERS || reach > number + 1 + jokers)
        r->with[2] = 0;
    else
        r->with[2] = (uint8_t)lower(r->with[2], next + jokers);
    return true;
}

/* ---- Sets of one number ---- */

/* The jokers that fill so many sets up to three, or NOWHERE if there are no such sets. */
static unsigned sets_filled(const struct sweep_task *task, unsigned number, uint32_t choice,
                            unsigned ordinary, unsigned kept, unsigned sets)
{
    struct sharing ignored;
    unsigned places = ordinary + kept;
    if (kept > 0)
        return places > 4 * sets ? NOWHERE : sets_share(task, number, choice, sets, &ignored);
    return places > 4 * sets ? NOWHERE : 3 * sets > places ? 3 * sets - places : 0;
}

/* ---- The sweep ---- */

struct level {
    struct sweep *sweep;
    const struct sweep_task *task;
    unsigned number;
    uint32_t parent;
    int32_t floor;
    unsigned jokers_may; /* what runs may have used by now: some are kept for later */
    const struct way_list *lists[SWEEP_COLOURS];
    int32_t most_after[SWEEP_COLOURS]; /* what later colours can add at this number */
};

/* Whether a state with the same open runs is at least as good in all: fewer jokers used, no
 * fewer that can be laid in the end, more weight. */
static bool dominates(uint64_t key, int32_t weight, uint64_t other, int32_t other_weight)
{
    return weight >= other_weight && jokers_of_key(key) <= jokers_of_key(other) &&
           jokers_of_key(key) + room_of_key(key) >= jokers_of_key(other) + room_of_key(other);
}

static void add_node(const struct level *l, uint64_t key, int32_t weight, uint32_t choice)
{
    struct sweep *sweep = l->sweep;
    uint64_t runs = key & RUNS_OF_KEY;
    if (weight + sweep->rest[l->number + 1] <= l->floor)
        return;
    uint32_t at = (uint32_t)((runs * 0x9e3779b97f4a7c15U) >> 40) % SLOTS;
    while (sweep->slots[at].stamp == sweep->stamp &&
           (sweep->nodes[sweep->slots[at].node].key & RUNS_OF_KEY) != runs)
        at = (at + 1) % SLOTS;
    uint32_t next = NOBODY;
    if (sweep->slots[at].stamp == sweep->stamp)
        next = sweep->slots[at].node;
    for (uint32_t i = next; i != NOBODY; i = sweep->nodes[i].next) {
        struct node *node = &sweep->nodes[i];
        if (dominates(node->key, node->weight, key, weight))
            return;
        if (dominates(key, weight, node->key, node->weight)) {
            *node = (struct node){key, weight, l->parent, choice, node->next};
            return;
        }
    }
    uint32_t index = sweep->level_start[l->number + 1];
    if (index == NODES_MAX || index - sweep->level_start[l->number] >= SLOTS / 2) {
        sweep->is_full = true;
        return;
    }
    sweep->nodes[index] = (struct node){key, weight, l->parent, choice, next};
    sweep->slots[at] = (struct slot){sweep->stamp, index};
    sweep->level_start[l->number + 1]++;
}

/* A tile that stays on the rack although it would bring something: it takes the place of a
 * joker in a run, or prolongs a long run that ends here, so that the step is not the best. */
static bool misses_tile(const struct sweep *sweep, const struct sweep_task *task,
                        unsigned tile, struct runs before, struct step s)
{
    unsigned used = (unsigned)(s.in_runs + s.in_sets);
    if (used == sweep->may[tile] || task->weight[tile] <= 0)
        return false;
    unsigned extra = s.in_runs + s.run_jokers - forced_places(before);
    return s.run_jokers > task->keep_run[tile] || extra < before.with[2];
}

/* The same for a tile that would fit into a set: which has three places, or a joker. That
 * holds only where all jokers find room elsewhere. */
static bool misses_tile_in_set(const struct sweep *sweep, const struct sweep_task *task,
                               unsigned number, uint32_t choice,
                               const unsigned *by_colour, unsigned sets)
{
    for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
        unsigned tile = c * SWEEP_NUMBERS + number - 1;
        struct step s = step_of_choice(choice, c);
        if (s.in_runs + s.in_sets < sweep->may[tile] && task->weight[tile] > 0 &&
            by_colour[c] < sets)
            return true;
    }
    return false;
}

/* All four colours have chosen: the tiles for sets and the jokers kept there form sets,
 * filled up to three each. More sets than needed leave more room for jokers. */
static void close_number(const struct level *l, uint64_t key, int32_t weight,
                         uint32_t choice, unsigned jokers, unsigned room)
{
    const struct sweep_task *task = l->task;
    unsigned by_colour[SWEEP_COLOURS], ordinary = 0, kept = 0, most = 1;
    for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
        by_colour[c] = step_of_choice(choice, c).in_sets;
        kept += task->keep_set[c * SWEEP_NUMBERS + l->number - 1];
        ordinary += by_colour[c];
        most = by_colour[c] > most ? by_colour[c] : most;
    }
    if (ordinary + kept == 0) {
        add_node(l, key | (uint64_t)jokers << 48 | (uint64_t)room << 51, weight, choice);
        return;
    }
    for (unsigned sets = most; sets <= ordinary && sets <= SETS_MAX; sets++) {
        unsigned filled = sets_filled(task, l->number, choice, ordinary, kept, sets);
        unsigned used = jokers + kept + filled;
        if (filled == NOWHERE || used > l->jokers_may + kept)
            continue;
        if (kept == 0 && room >= task->jokers_may - jokers &&
            misses_tile_in_set(l->sweep, task, l->number, choice, by_colour, sets))
            continue;
        unsigned more = lower(ROOM_MAX, room + 4 * sets - ordinary - kept - filled);
        add_node(l, key | (uint64_t)used << 48 | (uint64_t)more << 51, weight,
                 choice | (uint32_t)sets << 28);
    }
}

static bool step_is_wanted(const struct sweep_task *task, unsigned tile, struct step s)
{
    int laid = s.in_runs + s.in_sets - task->base[tile];
    return s.run_jokers >= task->keep_run[tile] && s.in_runs >= task->free_run[tile] &&
           s.in_sets >= task->free_set[tile] &&
           (!task->free_from_rack || laid >= task->freed_by[tile]);
}

/* ---- The ways of one colour ---- */

/* Adds a way to go on for a colour, if it can be part of a best arrangement. */
static void add_way(struct sweep *sweep, const struct sweep_task *task, unsigned number,
                    unsigned colour, struct runs before, struct step s, unsigned jokers)
{
    unsigned tile = colour * SWEEP_NUMBERS + number - 1, kept = task->keep_run[tile];
    struct runs after;
    if (!step_is_wanted(task, tile, s) || misses_tile(sweep, task, tile, before, s) ||
        !runs_after(before, s, kept, &after) || begins_idly(after, number, kept) ||
        !trim(sweep, task, colour, number, jokers - s.run_jokers, &after))
        return;
    if (sweep->way_count == WAYS_MAX) {
        sweep->is_full = true;
        return;
    }
    sweep->ways[sweep->way_count++] = (struct way){
        .runs = key_of_runs(after, colour),
        .gain = (s.in_runs + s.in_sets - task->base[tile]) * task->weight[tile],
        .choice = choice_of_step(s, colour),
        .jokers = s.run_jokers,
        .makes_run = before.with[1] + before.bare[1] + before.bare[2] > 0,
    };
}

/* All ways of a colour from these open runs, with so many jokers left: made once a number,
 * since many states share them. */
static const struct ways *ways_of(struct sweep *sweep, const struct sweep_task *task,
                                  unsigned number, unsigned colour, uint64_t key,
                                  unsigned jokers)
{
    unsigned runs = (unsigned)(key >> (12 * colour)) & 0xfff;
    struct ways *ways = &sweep->ways_of[colour][jokers][runs];
    unsigned tile = colour * SWEEP_NUMBERS + number - 1;
    if (ways->stamp == sweep->stamp)
        return ways;
    struct runs before = runs_of_key(key, colour);
    unsigned forced = forced_places(before);
    *ways = (struct ways){.stamp = sweep->stamp};
    for (unsigned in_sets = 0; in_sets <= COPIES_MAX; in_sets++) {
        struct way_list *list = &ways->by_sets[in_sets];
        *list = (struct way_list){.first = sweep->way_count, .most = INT32_MIN};
        for (unsigned in_runs = 0; in_runs + in_sets <= sweep->may[tile]; in_runs++) {
            unsigned least = forced > in_runs ? forced - in_runs : 0;
            if (in_runs + in_sets < task->must[tile])
                continue;
            for (unsigned j = least; j <= jokers && in_runs + j <= PLACES_MAX; j++)
                add_way(sweep, task, number, colour, before,
                        (struct step){(uint8_t)in_runs, (uint8_t)in_sets, (uint8_t)j}, jokers);
        }
        list->count = sweep->way_count - list->first;
        for (unsigned i = 0; i < list->count; i++)
            if (sweep->ways[list->first + i].gain > list->most)
                list->most = sweep->ways[list->first + i].gain;
    }
    return ways;
}

/* What the colours chosen so far come to. */
struct chosen {
    uint64_t key;
    int32_t weight;
    uint32_t choice;
    unsigned jokers;
    unsigned room;
};

/* Combines the ways of the colours from `colour` on. The depth is the number of colours. */
static void combine(const struct level *l, unsigned colour, struct chosen c)
{
    if (colour == SWEEP_COLOURS) {
        close_number(l, c.key, c.weight, c.choice, c.jokers, c.room);
        return;
    }
    const struct way *way = &l->sweep->ways[l->lists[colour]->first];
    for (unsigned i = l->lists[colour]->count; i > 0; i--, way++) {
        int32_t weight = c.weight + way->gain;
        if (c.jokers + way->jokers > l->jokers_may ||
            weight + l->most_after[colour] + l->sweep->rest[l->number + 1] <= l->floor)
            continue;
        combine(l, colour + 1,
                (struct chosen){c.key | way->runs, weight, c.choice | way->choice,
                                c.jokers + way->jokers, way->makes_run ? ROOM_MAX : c.room});
    }
}

/* The fewest jokers that make sets of so many tiles of each colour, where none are kept. */
static unsigned jokers_for_sets(const unsigned *by_colour)
{
    unsigned ordinary = 0, most = 0;
    for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
        ordinary += by_colour[c];
        most = by_colour[c] > most ? by_colour[c] : most;
    }
    while (4 * most < ordinary)
        most++;
    return 3 * most > ordinary ? 3 * most - ordinary : 0;
}

/* The jokers each pattern needs, once for all sweeps of a workspace. */
static void list_needs(struct sweep *sweep)
{
    for (unsigned i = 0; i < PATTERNS; i++) {
        unsigned q[SWEEP_COLOURS] = {i / 27, i / 9 % 3, i / 3 % 3, i % 3};
        sweep->needs[i] = (uint8_t)jokers_for_sets(q);
    }
    sweep->has_needs = true;
}

/* The patterns of tiles in sets that a number allows, with the jokers each needs. */
static void find_patterns(struct sweep *sweep, const struct sweep_task *task, unsigned number)
{
    const uint8_t *may = &sweep->may[number - 1];
    unsigned may1 = may[SWEEP_NUMBERS], may2 = may[2 * SWEEP_NUMBERS];
    unsigned may3 = may[3 * SWEEP_NUMBERS], kept = 0, count = 0;
    unsigned jokers = task->jokers_needed - sweep->reserved[number];
    for (unsigned c = 0; c < SWEEP_COLOURS; c++)
        kept += task->keep_set[c * SWEEP_NUMBERS + number - 1];
    for (unsigned a = 0; a <= may[0]; a++)
        for (unsigned b = 0; b <= may1; b++)
            for (unsigned c = 0; c <= may2; c++)
                for (unsigned d = 0; d <= may3; d++) {
                    unsigned needed = kept > 0 ? 0 : sweep->needs[27 * a + 9 * b + 3 * c + d];
                    if (needed <= jokers)
                        sweep->patterns[count++] = (struct pattern){{a, b, c, d}, needed};
                }
    sweep->pattern_count = count;
}

/* The ways with so many tiles of each colour in sets. */
static void combine_sets(struct level *l, const struct ways *const *ways,
                         const unsigned *by_colour, struct chosen start)
{
    int32_t most = 0;
    for (unsigned colour = SWEEP_COLOURS; colour > 0; colour--) {
        l->lists[colour - 1] = &ways[colour - 1]->by_sets[by_colour[colour - 1]];
        if (l->lists[colour - 1]->count == 0)
            return;
        l->most_after[colour - 1] = most;
        most += l->lists[colour - 1]->most;
    }
    combine(l, 0, start);
}

/* All that can follow a state at the next number. */
static void expand(struct sweep *sweep, const struct sweep_task *task, unsigned number,
                   uint32_t index, int32_t floor)
{
    const struct node *node = &sweep->nodes[index];
    const struct ways *ways[SWEEP_COLOURS];
    unsigned jokers = jokers_of_key(node->key);
    struct level l = {.sweep = sweep,
                      .task = task,
                      .number = number,
                      .parent = index,
                      .floor = floor,
                      .jokers_may = task->jokers_needed - sweep->reserved[number]};
    if (jokers > l.jokers_may)
        return;
    for (unsigned c = 0; c < SWEEP_COLOURS; c++)
        ways[c] = ways_of(sweep, task, number, c, node->key, task->jokers_needed - jokers);
    struct chosen start = {0, node->weight, 0, jokers, room_of_key(node->key)};
    for (unsigned i = 0; i < sweep->pattern_count; i++)
        if (sweep->patterns[i].jokers + jokers <= l.jokers_may)
            combine_sets(&l, ways, sweep->patterns[i].by_colour, start);
}

/* Whether a tile can lie in any meld: in a run of three, or a set, with so many jokers. */
static bool has_use(const struct sweep_task *task, unsigned tile, unsigned jokers)
{
    unsigned colour = tile / SWEEP_NUMBERS, number = tile % SWEEP_NUMBERS + 1, in_set = 1;
    for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
        unsigned other = c * SWEEP_NUMBERS + number - 1;
        in_set += c != colour && task->may[other] > 0;
        in_set += task->keep_set[other];
    }
    if (in_set + jokers >= 3)
        return true;
    for (unsigned start = number > 2 ? number - 2 : 1; start <= number; start++) {
        unsigned in_run = 0;
        for (unsigned i = start; i < start + 3 && i <= SWEEP_NUMBERS; i++) {
            unsigned at = colour * SWEEP_NUMBERS + i - 1;
            in_run += task->may[at] > 0 || task->keep_run[at] > 0;
        }
        if (start + 2 <= SWEEP_NUMBERS && in_run + jokers >= 3)
            return true;
    }
    return false;
}

/* Tiles of the rack that fit nowhere are left out from the start. */
static void leave_out(struct sweep *sweep, const struct sweep_task *task)
{
    unsigned kept = 0;
    for (unsigned tile = 0; tile < SWEEP_TILES; tile++)
        kept += (unsigned)(task->keep_run[tile] + task->keep_set[tile]);
    unsigned jokers = task->jokers_needed > kept ? task->jokers_needed - kept : 0;
    for (unsigned tile = 0; tile < SWEEP_TILES; tile++) {
        sweep->may[tile] = task->may[tile];
        if (task->may[tile] > task->must[tile] && !has_use(task, tile, jokers))
            sweep->may[tile] = task->must[tile];
    }
}

/* What the tiles from each number on can add at the most. */
static void sum_up_rest(struct sweep *sweep, const struct sweep_task *task)
{
    int32_t joker = task->weight[CARD_JOKER];
    int32_t jokers = joker * ((int32_t)(joker > 0 ? task->jokers_may : task->jokers_must) -
                              task->jokers_base);
    sweep->rest[SWEEP_NUMBERS + 1] = jokers;
    for (unsigned number = SWEEP_NUMBERS; number > 0; number--) {
        sweep->rest[number] = sweep->rest[number + 1];
        for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
            unsigned tile = c * SWEEP_NUMBERS + number - 1;
            int32_t weight = task->weight[tile];
            unsigned free = weight > 0 ? sweep->may[tile] : task->must[tile];
            sweep->rest[number] += ((int32_t)free - task->base[tile]) * weight;
        }
    }
}

/* Jokers kept in sets of a number, and in melds of those after it, are not for runs there.
 * False if there are not enough. */
static bool reserve_jokers(struct sweep *sweep, const struct sweep_task *task)
{
    unsigned later = 0;
    for (unsigned number = SWEEP_NUMBERS; number > 0; number--) {
        for (unsigned c = 0; c < SWEEP_COLOURS; c++)
            later += task->keep_set[c * SWEEP_NUMBERS + number - 1];
        sweep->reserved[number] = later;
        for (unsigned c = 0; c < SWEEP_COLOURS; c++)
            later += task->keep_run[c * SWEEP_NUMBERS + number - 1];
    }
    return later <= task->jokers_needed;
}

/* How many jokers lie on the table in the end: those that are needed, and the others where
 * there is room, if they have to be laid or are worth it. False if too few find room. */
static bool jokers_at_end(const struct sweep_task *task, uint64_t key, unsigned *out)
{
    unsigned needed = jokers_of_key(key), room = room_of_key(key);
    unsigned wanted = task->weight[CARD_JOKER] > 0 ? task->jokers_may : task->jokers_must;
    *out = needed > wanted ? needed : lower(wanted, needed + room);
    return *out >= task->jokers_must;
}

bool sweep_best(struct sweep *sweep, const struct sweep_task *task, int32_t floor,
                int32_t *weight, bool *is_exact)
{
    if (!sweep->has_needs)
        list_needs(sweep);
    leave_out(sweep, task);
    sum_up_rest(sweep, task);
    if (sweep->rest[1] <= floor || !reserve_jokers(sweep, task))
        return false;
    sweep->is_full = false;
    sweep->level_start[0] = 0;
    sweep->level_start[1] = 1;
    sweep->nodes[0] = (struct node){0, 0, NOBODY, 0, NOBODY};
    for (unsigned number = 1; number <= SWEEP_NUMBERS; number++) {
        sweep->stamp++;
        sweep->level_start[number + 1] = sweep->level_start[number];
        sweep->way_count = 0;
        find_patterns(sweep, task, number);
        for (uint32_t i = sweep->level_start[number - 1]; i < sweep->level_start[number]; i++)
            expand(sweep, task, number, i, floor);
    }
    *is_exact = *is_exact && !sweep->is_full;
    sweep->best = NOBODY;
    for (uint32_t i = sweep->level_start[SWEEP_NUMBERS]; i < sweep->level_start[SWEEP_NUMBERS + 1];
         i++) {
        const struct node *node = &sweep->nodes[i];
        unsigned jokers;
        if (!jokers_at_end(task, node->key, &jokers))
            continue;
        int32_t total =
            node->weight + ((int32_t)jokers - task->jokers_base) * task->weight[CARD_JOKER];
        if (total > floor) {
            floor = total;
            sweep->best = i;
            sweep->spare_jokers = jokers - jokers_of_key(node->key);
        }
    }
    *weight = floor;
    return sweep->best != NOBODY;
}
