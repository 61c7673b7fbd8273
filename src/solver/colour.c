/* colour.c - the lattice of one colour: which states of its open runs can be reached number
 * by number, and how. It knows nothing of the other colours but whether sets are possible
 * at all.
 *
 * A joker takes a place in a run only where it is needed: to bring it to three, to bridge a
 * gap, or where it is kept. All others go to the end of some run or into a set of three in
 * the end. Since a joker at the front of a run may as well stand at its end, runs begin with
 * one only near 13. */
#include "lattice_internal.h"

enum { JOKER_FRONT_MIN = 7 }; /* the lowest number where a run may begin with a joker */

/* A number of the colour while its edges are made. */
struct level {
    unsigned here, must;     /* tiles */
    unsigned wanting;        /* jokers of the table that stand for it in runs */
    unsigned freed_least;    /* tiles of the rack that must free jokers elsewhere */
    unsigned sets_most;
    unsigned budget;         /* jokers in runs up to here ... */
    unsigned whole;          /* ... and in the end */
    unsigned bare_max;       /* runs that may begin with a joker */
    unsigned next;           /* tiles of the number after it; 0 beyond 13 */
    unsigned ahead;          /* of the next two numbers, as in struct run_state */
    unsigned reach;          /* the next number at which a run may go on */
    unsigned number;
    int base;
    int32_t weight;
    bool free_from_rack;
    uint32_t first;          /* its states */
    uint8_t *index_of;       /* by state of the machine: which of them, from 1 */
};

/* The state a run goes on to, made if it is new. */
static unsigned state_for(struct lattice *l, const struct level *v, unsigned run_state,
                          unsigned used)
{
    unsigned index = v->index_of[run_state];
    if (index == 0) {
        index = l->state_count++ - v->first + 1;
        v->index_of[run_state] = (uint8_t)index;
        struct colour_state *fresh = &l->states[v->first + index - 1];
        fresh->run_state = (uint8_t)run_state;
        fresh->used_least = (uint8_t)used;
        fresh->makes_run = l->machine.states[run_state].makes_run;
    } else if (used < l->states[v->first + index - 1].used_least) {
        l->states[v->first + index - 1].used_least = (uint8_t)used;
    }
    return index - 1;
}

/* Adds the step if the next numbers can go on from there. Long runs that nothing can prolong
 * are forgotten. */
static void add_edge(struct lattice *l, const struct level *v, const struct run_state *from,
                     unsigned used, unsigned in_runs, unsigned in_sets, unsigned jokers,
                     bool has_unused)
{
    unsigned kept = lower(v->wanting, jokers);
    unsigned next = from->next[in_runs][runs_way(jokers, kept)];
    if (next == NO_STATE)
        return;
    const struct run_state *to = &l->machine.states[next];
    unsigned left = v->whole - used - jokers;
    if (to->needs[v->ahead] > left || to->bare > v->bare_max + kept)
        return;
    unsigned longs = v->reach > v->number + 1 + left ? 0 : lower(LONGS_MAX, v->next + left);
    unsigned run_state = to->longs > longs ? to->capped[longs] : next;
    l->edges[l->edge_count++] = (struct edge){
        .gain = ((int)(in_runs + in_sets) - v->base) * v->weight,
        .to = (uint8_t)state_for(l, v, run_state, used + jokers),
        .step = (uint8_t)(in_runs | in_sets << 2 | jokers << 4),
        .jokers = (uint8_t)jokers,
        .has_unused = has_unused,
    };
}

/* All steps with so many tiles in runs and in sets. A tile that stays on the rack although
 * it would bring something could take the place of a joker, or prolong a long run that ends
 * here: such steps are not the best. */
static void add_steps(struct lattice *l, const struct level *v, const struct run_state *from,
                      unsigned used, unsigned in_runs, unsigned in_sets)
{
    bool has_unused = in_runs + in_sets < v->here && v->weight > 0;
    unsigned least = missing(from->forced > v->wanting ? from->forced : v->wanting, in_runs);
    unsigned most = v->budget - used;
    if (has_unused && (least > 0 || in_runs < from->forced + from->longs))
        return;
    if (v->free_from_rack) {
        int freeing = (int)(in_runs + in_sets) - v->base - (int)v->freed_least;
        if (freeing < 0)
            return;
        unsigned kept_least = missing(v->wanting, (unsigned)freeing);
        least = kept_least > least ? kept_least : least;
    }
    most = has_unused ? 0 : lower(most, LATTICE_JOKERS);
    for (unsigned jokers = least; jokers <= most; jokers++)
        add_edge(l, v, from, used, in_runs, in_sets, jokers, has_unused);
}

static bool build_level(struct lattice *l, const struct level *v, uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++) {
        struct colour_state *s = &l->states[i];
        const struct run_state *run_state = &l->machine.states[s->run_state];
        unsigned used = s->used_least;
        if (l->edge_count + STATE_EDGES_MAX > EDGES_MAX) {
            l->is_full = true;
            return false;
        }
        s->first[0] = s->first[1] = s->first[2] = (uint16_t)l->edge_count;
        for (unsigned in_sets = 0; in_sets <= COPIES_MAX; in_sets++) {
            s->first[in_sets] = (uint16_t)l->edge_count;
            if (in_sets > v->sets_most || used > v->budget)
                continue;
            for (unsigned in_runs = missing(v->must, in_sets); in_runs + in_sets <= v->here;
                 in_runs++)
                add_steps(l, v, run_state, used, in_runs, in_sets);
        }
        s->first[3] = (uint16_t)l->edge_count;
    }
    return l->state_count > v->first;
}

static unsigned tiles_ahead(const uint8_t *may, unsigned number)
{
    return number <= NUMBERS ? may[number - 1] : RUN_BEYOND;
}

static struct level level_of(const struct lattice *l, const struct lattice_task *task,
                             unsigned colour, unsigned number)
{
    unsigned tile = tile_of(colour, number);
    const uint8_t *may = &task->may[tile_of(colour, 1)];
    unsigned next = tiles_ahead(may, number + 1), after = tiles_ahead(may, number + 2);
    return (struct level){
        .here = task->may[tile],
        .must = task->must[tile],
        .wanting = task->run_jokers[tile],
        .freed_least = task->freed_by[tile],
        .sets_most = l->sets[number].most[colour],
        .budget = (unsigned)(l->free_jokers + l->run_needed[colour][number]),
        .whole = (unsigned)(l->free_jokers + l->run_needed[colour][NUMBERS]),
        .bare_max = number < JOKER_FRONT_MIN ? 0 : LATTICE_JOKERS,
        .next = next == RUN_BEYOND ? 0 : next,
        .ahead = 4 * next + after,
        .number = number,
        .base = task->base[tile],
        .weight = task->weight[tile],
        .free_from_rack = task->free_from_rack,
        .first = l->state_count,
    };
}

bool colour_build(struct lattice *l, const struct lattice_task *task, unsigned colour)
{
    uint8_t index_of[RUN_STATES] = {0};
    uint8_t reach[NUMBERS + 1];
    unsigned first_tile = tile_of(colour, 1);
    uint32_t from = l->state_count;
    reach[NUMBERS] = NOWHERE;
    for (unsigned n = NUMBERS - 1; n > 0; n--)
        reach[n] = task->may[first_tile + n] + task->run_jokers[first_tile + n] > 0
                       ? (uint8_t)(n + 1)
                       : reach[n + 1];
    l->level_first[colour][0] = from;
    l->states[l->state_count++] = (struct colour_state){.run_state = 0};
    for (unsigned n = 1; n <= NUMBERS; n++) {
        struct level v = level_of(l, task, colour, n);
        v.reach = reach[n];
        v.index_of = index_of;
        l->level_first[colour][n] = v.first;
        if (!build_level(l, &v, from, v.first))
            return false;
        for (uint32_t i = v.first; i < l->state_count; i++)
            index_of[l->states[i].run_state] = 0;
        from = v.first;
    }
    l->level_first[colour][NUMBERS + 1] = l->state_count;
    return true;
}

/* ---- Values ---- */

static void value_state(struct lattice *l, struct colour_state *s,
                        const struct colour_state *after, const int8_t *units)
{
    unsigned need = NOWHERE;
    int32_t best[LANES] = {NEVER, NEVER, NEVER, NEVER};
    uint16_t kept = s->first[0], from = kept;
    for (unsigned q = 0; q <= COPIES_MAX; q++) {
        uint16_t end = s->first[q + 1];
        s->first[q] = kept;
        for (; from < end; from++) {
            struct edge e = l->edges[from];
            const struct colour_state *to = &after[e.to];
            if (to->need_least == NOWHERE)
                continue;
            const int32_t *cost = l->costs[2 * e.jokers + units[q] + COST_LOW];
            for (unsigned k = 0; k < LANES; k++) {
                int32_t value = e.gain - cost[k] + to->best[k];
                best[k] = value > best[k] ? value : best[k];
            }
            e.jokers = (uint8_t)(e.jokers + to->need_least);
            need = lower(need, e.jokers);
            l->edges[kept++] = e;
        }
    }
    s->first[3] = kept;
    s->need_least = (uint8_t)need;
    memcpy(s->best, best, sizeof best);
}

void colour_value(struct lattice *l, unsigned colour)
{
    const uint32_t *first = l->level_first[colour];
    struct colour_state *last = &l->states[first[NUMBERS]];
    memset(last->best, 0, sizeof last->best);
    last->need_least = 0;
    for (unsigned n = NUMBERS; n > 0; n--)
        for (uint32_t i = first[n - 1]; i < first[n]; i++)
            value_state(l, &l->states[i], &l->states[first[n]], l->units[colour][n]);
}
