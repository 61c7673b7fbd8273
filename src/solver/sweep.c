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

static unsigned may_at(const struct sweep_task *task, unsigned colour, unsigned number)
{
    return number <= SWEEP_NUMBERS ? task->may[colour * SWEEP_NUMBERS + number - 1] : 0;
}

static unsigned missing(unsigned wanted, unsigned there)
{
    return wanted > there ? wanted - there : 0;
}

/* Sees runs that cannot go on as far as they must, and forgets long ones that nothing can
 * prolong. `jokers` is what is left of them. */
static bool trim(const struct sweep_task *task, unsigned colour, unsigned number,
                 unsigned jokers, struct runs *r)
{
    unsigned next = may_at(task, colour, number + 1), begun = r->with[0] + r->bare[0];
    unsigned forced = forced_places(*r), reach = number + 1;
    if ((forced > 0 && number + 1 > SWEEP_NUMBERS) || (begun > 0 && number + 2 > SWEEP_NUMBERS))
        return false;
    if (missing(forced, next) + missing(begun, may_at(task, colour, number + 2)) > jokers)
        return false;
    while (reach <= SWEEP_NUMBERS && reach <= number + 1 + jokers &&
           task->may[colour * SWEEP_NUMBERS + reach - 1] == 0 &&
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
    uint64_t key;
    int32_t weight;
    int32_t floor;
    unsigned jokers_may; /* what runs may have used by now: some are kept for later */
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
static bool misses_tile(const struct sweep_task *task, unsigned tile, struct runs before,
                        struct step s)
{
    unsigned used = (unsigned)(s.in_runs + s.in_sets);
    if (used == task->may[tile] || task->weight[tile] <= 0)
        return false;
    unsigned extra = s.in_runs + s.run_jokers - forced_places(before);
    return s.run_jokers > task->keep_run[tile] || extra < before.with[2];
}

/* The same for a tile that would fit into a set: which has three places, or a joker. That
 * holds only where all jokers find room elsewhere. */
static bool misses_tile_in_set(const struct sweep_task *task, unsigned number,
                               uint32_t choice, const unsigned *by_colour, unsigned sets)
{
    for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
        unsigned tile = c * SWEEP_NUMBERS + number - 1;
        struct step s = step_of_choice(choice, c);
        if (s.in_runs + s.in_sets < task->may[tile] && task->weight[tile] > 0 &&
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
            misses_tile_in_set(task, l->number, choice, by_colour, sets))
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

static void choose(const struct level *l, unsigned colour, uint64_t key, int32_t weight,
                   uint32_t choice, unsigned jokers, unsigned room);

/* One way to go on for a colour. */
static void choose_step(const struct level *l, unsigned colour, struct step s, uint64_t key,
                        int32_t weight, uint32_t choice, unsigned jokers, unsigned room)
{
    const struct sweep_task *task = l->task;
    unsigned tile = colour * SWEEP_NUMBERS + l->number - 1, kept = task->keep_run[tile];
    struct runs before = runs_of_key(l->key, colour), after;
    if (!step_is_wanted(task, tile, s) || misses_tile(task, tile, before, s) ||
        !runs_after(before, s, kept, &after) || begins_idly(after, l->number, kept))
        return;
    if (before.with[1] + before.bare[1] + before.bare[2] > 0)
        room = ROOM_MAX; /* a run is three long now */
    if (!trim(task, colour, l->number, task->jokers_may - jokers - s.run_jokers, &after))
        return;
    choose(l, colour + 1, key | key_of_runs(after, colour), weight,
           choice | choice_of_step(s, colour), jokers + s.run_jokers, room);
}

/* Chooses for one colour after the other. The depth is the number of colours. */
static void choose(const struct level *l, unsigned colour, uint64_t key, int32_t weight,
                   uint32_t choice, unsigned jokers, unsigned room)
{
    const struct sweep_task *task = l->task;
    if (colour == SWEEP_COLOURS) {
        close_number(l, key, weight, choice, jokers, room);
        return;
    }
    unsigned tile = colour * SWEEP_NUMBERS + l->number - 1;
    unsigned forced = forced_places(runs_of_key(l->key, colour));
    for (unsigned used = task->must[tile]; used <= task->may[tile]; used++) {
        int32_t gain = ((int32_t)used - task->base[tile]) * task->weight[tile];
        for (unsigned in_runs = 0; in_runs <= used; in_runs++) {
            unsigned least = forced > in_runs ? forced - in_runs : 0;
            for (unsigned j = least; jokers + j <= l->jokers_may && in_runs + j <= PLACES_MAX;
                 j++)
                choose_step(l, colour,
                            (struct step){(uint8_t)in_runs, (uint8_t)(used - in_runs), (uint8_t)j},
                            key, weight + gain, choice, jokers, room);
        }
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
            unsigned free = weight > 0 ? task->may[tile] : task->must[tile];
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
    return later <= task->jokers_may;
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
                int32_t *weight)
{
    sum_up_rest(sweep, task);
    if (!reserve_jokers(sweep, task))
        return false;
    sweep->is_full = false;
    sweep->level_start[0] = 0;
    sweep->level_start[1] = 1;
    sweep->nodes[0] = (struct node){0, 0, NOBODY, 0, NOBODY};
    for (unsigned number = 1; number <= SWEEP_NUMBERS; number++) {
        sweep->stamp++;
        sweep->level_start[number + 1] = sweep->level_start[number];
        for (uint32_t i = sweep->level_start[number - 1]; i < sweep->level_start[number]; i++) {
            const struct node *node = &sweep->nodes[i];
            struct level l = {sweep,        task,  number,
                              i,            node->key, node->weight,
                              floor,        task->jokers_may - sweep->reserved[number]};
            choose(&l, 0, 0, node->weight, 0, jokers_of_key(node->key),
                   room_of_key(node->key));
        }
    }
    ASSERT(!sweep->is_full);
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
