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

/* So many tiles in runs and in sets: a way to use the tiles of a number. */
struct way {
    int32_t gain;
    uint8_t in_runs, in_sets;
    uint8_t kept_least; /* jokers of the table that it leaves in their role */
    bool has_unused;    /* a tile that would bring something stays on the rack */
};

/* A number of the colour while its edges are made. */
struct level {
    struct way ways[WAYS_MAX];
    unsigned way_count;
    unsigned wanting;  /* jokers of the table that stand for the tile in runs */
    unsigned budget;   /* jokers in runs up to here ... */
    unsigned whole;    /* ... and in the end */
    unsigned bare_max; /* runs that may begin with a joker, but for those kept */
    unsigned ahead;    /* tiles of the next two numbers, as in struct run_state */
    unsigned next;     /* of the next one alone; 0 beyond 13 */
    unsigned gap;      /* jokers that a run needs to get to the next tile */
    uint32_t first;    /* its states */
};

/* The state that a step leads to, made if it is new: which of the number's. Long runs that
 * nothing can prolong are forgotten. */
static inline unsigned state_for(struct lattice *l, const struct level *v,
                                 const struct run_state *to, unsigned next, unsigned used,
                                 uint8_t *index_of)
{
    unsigned left = v->whole - used;
    unsigned longs = v->gap > left ? 0 : v->next + left;
    if (to->longs > longs) {
        next = to->capped[longs];
        to = &l->machine.states[next];
    }
    unsigned index = index_of[next];
    if (index == 0) {
        struct colour_state *fresh = &l->states[l->state_count++];
        index = l->state_count - v->first;
        index_of[next] = (uint8_t)index;
        fresh->run_state = (uint8_t)next;
        fresh->used_least = (uint8_t)used;
        fresh->makes_run = to->makes_run;
    } else if (used < l->states[v->first + index - 1].used_least) {
        l->states[v->first + index - 1].used_least = (uint8_t)used;
    }
    return index - 1;
}

/* The edges of a state. A tile that stays on the rack although it would bring something
 * could take the place of a joker, or prolong a long run that ends here: such steps are not
 * the best. A step after which the next numbers cannot go on is none. */
static void add_edges(struct lattice *l, const struct level *v, const struct colour_state *s,
                      uint8_t *index_of)
{
    const struct run_state *from = &l->machine.states[s->run_state];
    unsigned used = s->used_least, forced = from->forced, longs = from->longs;
    struct edge *e = &l->edges[l->edge_count];
    for (const struct way *way = v->ways; way < v->ways + v->way_count; way++) {
        unsigned r = way->in_runs, least = missing(forced, r);
        unsigned most = way->has_unused ? 0 : v->budget - used;
        least = way->kept_least > least ? way->kept_least : least;
        if (way->has_unused && r < forced + longs)
            continue;
        for (unsigned jokers = least; jokers <= most; jokers++) {
            unsigned kept = lower(v->wanting, jokers);
            unsigned next = from->next[r][runs_way(jokers, kept)];
            if (next == NO_STATE)
                continue;
            const struct run_state *to = &l->machine.states[next];
            if (to->needs[v->ahead] > v->whole - used - jokers || to->bare > v->bare_max + kept)
                continue;
            e->gain = way->gain;
            e->to = (uint8_t)state_for(l, v, to, next, used + jokers, index_of);
            e->step = (uint8_t)(r | (unsigned)way->in_sets << 2 | jokers << 4);
            e->has_unused = way->has_unused;
            e++;
        }
    }
    l->edge_count = (uint32_t)(e - l->edges);
}

static bool build_level(struct lattice *l, const struct level *v, uint32_t from)
{
    uint8_t index_of[RUN_STATES];
    memset(index_of, 0, l->machine.count);
    for (uint32_t i = from; i < v->first; i++) {
        struct colour_state *s = &l->states[i];
        if (l->edge_count + STATE_EDGES_MAX > EDGES_MAX) {
            l->is_full = true;
            return false;
        }
        s->edges = (uint16_t)l->edge_count;
        if (s->used_least <= v->budget)
            add_edges(l, v, s, index_of);
    }
    return l->state_count > v->first;
}

/* With joker_swap=rack only so many tiles of a way can free jokers of runs. */
static void list_ways(struct level *v, const struct lattice *l, const struct lattice_task *task,
                      unsigned tile, unsigned sets_most)
{
    unsigned here = task->may[tile], must = task->must[tile], runs_most = l->run_may[tile];
    v->way_count = 0;
    for (unsigned q = 0; q <= sets_most; q++)
        for (unsigned r = missing(must, q); r + q <= here && r <= runs_most; r++) {
            int laid = (int)(r + q) - task->base[tile], freeing = laid - task->freed_by[tile];
            if (task->free_from_rack && freeing < 0)
                continue;
            unsigned kept_least = missing(v->wanting, r);
            if (task->free_from_rack && missing(v->wanting, (unsigned)freeing) > kept_least)
                kept_least = missing(v->wanting, (unsigned)freeing);
            bool has_unused = r + q < here && task->weight[tile] > 0;
            if (has_unused && kept_least > 0)
                continue;
            v->ways[v->way_count++] = (struct way){.gain = laid * task->weight[tile],
                                                   .in_runs = (uint8_t)r,
                                                   .in_sets = (uint8_t)q,
                                                   .kept_least = (uint8_t)kept_least,
                                                   .has_unused = has_unused};
        }
}

/* What the number is like, but for its ways. */
static void look_ahead(const struct lattice *l, unsigned colour, unsigned number,
                       struct level *v)
{
    unsigned tile = tile_of(colour, number);
    unsigned next = number < NUMBERS ? l->run_may[tile + 1] : RUN_BEYOND;
    unsigned after = number + 1 < NUMBERS ? l->run_may[tile + 2] : RUN_BEYOND;
    v->budget = (unsigned)(l->free_jokers + l->run_needed[colour][number]);
    v->bare_max = number < JOKER_FRONT_MIN ? 0 : LATTICE_JOKERS;
    v->ahead = 4 * next + after;
    v->next = next == RUN_BEYOND ? 0 : next;
    v->first = l->state_count;
}

bool colour_build(struct lattice *l, const struct lattice_task *task, unsigned colour)
{
    uint32_t from = l->state_count;
    unsigned first_tile = tile_of(colour, 1), gap = NOWHERE;
    uint8_t gaps[NUMBERS + 1]; /* numbers after each one that have nothing for a run */
    struct level v = {.whole = (unsigned)(l->free_jokers + l->run_needed[colour][NUMBERS])};
    for (unsigned n = NUMBERS; n > 0; n--) {
        gaps[n] = (uint8_t)gap;
        if (l->run_may[first_tile + n - 1] + task->run_jokers[first_tile + n - 1] > 0)
            gap = 0;
        else
            gap += gap != NOWHERE;
    }
    l->level_first[colour][0] = from;
    l->states[l->state_count++] = (struct colour_state){.run_state = 0};
    for (unsigned n = 1; n <= NUMBERS; n++) {
        v.wanting = task->run_jokers[first_tile + n - 1];
        v.gap = gaps[n];
        look_ahead(l, colour, n, &v);
        list_ways(&v, l, task, first_tile + n - 1, l->sets[n].most[colour]);
        l->level_first[colour][n] = v.first;
        if (!build_level(l, &v, from))
            return false;
        from = v.first;
    }
    l->states[from].edges = (uint16_t)l->edge_count;
    l->level_first[colour][NUMBERS + 1] = l->state_count;
    return true;
}

/* ---- Values ---- */

void colour_value(struct lattice *l, unsigned colour)
{
    const uint32_t *first = l->level_first[colour];
    int32_t price = l->price;
    l->states[first[NUMBERS]].top = 0;
    l->states[first[NUMBERS]].need_least = 0;
    for (unsigned n = NUMBERS; n > 0; n--) {
        const struct colour_state *after = &l->states[first[n]];
        const int32_t *share = l->share[colour][n];
        for (uint32_t i = first[n - 1]; i < first[n]; i++) {
            struct colour_state *s = &l->states[i];
            unsigned need = DEAD_END;
            int32_t top = NEVER;
            for (struct edge *e = &l->edges[s[0].edges]; e < &l->edges[s[1].edges]; e++) {
                unsigned jokers = step_jokers(e->step);
                e->pot = e->gain - price * (int32_t)jokers - share[step_sets(e->step)] +
                         after[e->to].top;
                e->jokers = (uint8_t)(jokers + after[e->to].need_least);
                need = lower(need, e->jokers);
                top = e->pot > top ? e->pot : top;
            }
            s->need_least = (uint8_t)need;
            s->top = top;
        }
    }
}
