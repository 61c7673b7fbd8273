/* search.c - the search over all four colours at once, number by number: the most promising
 * state first, and of those as good the last one made, which leads to a first arrangement
 * soon. A state that is worse than another with the same open runs in every respect (weight,
 * jokers used, jokers that find room) is left. */
#include "lattice_internal.h"

enum { CHUNK = 8 }; /* so many states are made of one before others have their turn */

/* ---- States found, by their key ---- */

static uint32_t place_of(uint32_t key, unsigned number)
{
    return ((key ^ number * 0x85ebca6bU) * 0x9e3779b1U) >> 15;
}

/* All slots are empty from now on. */
static void clear_slots(struct lattice *l)
{
    if (++l->stamp != 0)
        return;
    memset(l->slots, 0, sizeof l->slots);
    l->stamp = 1;
}

/* The slot of the key, or the empty one where it belongs. */
static struct slot *slot_of(struct lattice *l, uint32_t key, unsigned number)
{
    uint32_t at = place_of(key, number) & l->slot_mask;
    for (;; at = (at + 1) & l->slot_mask) {
        struct slot *slot = &l->slots[at];
        if (slot->stamp != l->stamp ||
            (l->nodes[slot->node].key == key && l->nodes[slot->node].number == number))
            return slot;
    }
}

static void grow_slots(struct lattice *l)
{
    l->slot_mask = l->slot_mask * 2 + 1;
    clear_slots(l);
    for (uint32_t i = 0; i < l->node_count; i++) {
        const struct node *node = &l->nodes[i];
        if (!node->is_chained)
            *slot_of(l, node->key, node->number) = (struct slot){l->stamp, (uint16_t)i};
    }
}

static bool is_better(const struct node *a, const struct node *b)
{
    return a->weight >= b->weight && a->used <= b->used && a->used + a->room >= b->used + b->room;
}

static void open_node(struct lattice *l, uint32_t index)
{
    struct node *node = &l->nodes[index];
    unsigned bucket = (unsigned)((l->bound - node->bound) / l->grain);
    node->link = l->buckets[bucket];
    l->buckets[bucket] = (uint16_t)index;
    l->filled |= 1ULL << bucket;
}

/* Keeps the node made behind the last one, unless there is a better one. */
static void add_node(struct lattice *l)
{
    uint32_t index = l->node_count;
    struct node *fresh = &l->nodes[index];
    struct slot *slot = slot_of(l, fresh->key, fresh->number);
    bool is_new = slot->stamp != l->stamp;
    uint16_t next = is_new ? NOBODY : slot->node;
    for (uint32_t i = next; i != NOBODY; i = l->nodes[i].next) {
        if (is_better(&l->nodes[i], fresh))
            return;
        if (is_better(fresh, &l->nodes[i]))
            l->nodes[i].is_dead = true;
    }
    if (index == NODES_MAX) {
        l->is_full = true;
        return;
    }
    if (!is_new)
        l->nodes[next].is_chained = true;
    fresh->next = next;
    *slot = (struct slot){l->stamp, (uint16_t)index};
    l->node_count++;
    open_node(l, index);
    l->key_count += is_new;
    if (2 * l->key_count > l->slot_mask && l->slot_mask + 1 < SLOTS_MAX)
        grow_slots(l);
}

/* ---- One step ---- */

/* A state and what can follow it at the next number. */
struct expansion {
    struct lattice *l;
    const struct lattice_task *task;
    struct node *node;
    uint16_t index;
    unsigned number;
    int32_t floor;
    unsigned room;
    const struct colour_state *from[COLOURS]; /* the four states ... */
    const struct colour_state *after[COLOURS]; /* ... and those of the number */
    const struct edge *edges[COLOURS];        /* what is chosen */
    bool has_set_jokers;
};

/* With joker_swap=rack the tiles that free jokers of sets come from the rack, and one that
 * frees a joker of a run frees no other. */
static void fill_from_rack(const struct expansion *x, struct fillings *out)
{
    uint8_t tiles[COLOURS], freeing[COLOURS];
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned tile = tile_of(c, x->number), step = x->edges[c]->step;
        tiles[c] = (uint8_t)step_sets(step);
        int laid = (int)(step_runs(step) + step_sets(step)) - x->task->base[tile] -
                   x->task->freed_by[tile] -
                   (int)missing(x->task->run_jokers[tile], step_jokers(step));
        freeing[c] = (uint8_t)lower((unsigned)laid, tiles[c]);
    }
    sets_fill(tiles, freeing, x->task->set_masks[x->number], x->task->set_jokers[x->number],
              out);
}

/* Whether a tile that stays on the rack would fit into one of the sets. */
static bool misses_tile(const struct expansion *x, unsigned sets)
{
    for (unsigned c = 0; c < COLOURS; c++)
        if (x->edges[c]->has_unused && step_sets(x->edges[c]->step) < sets)
            return true;
    return false;
}

static int32_t bound_of(const struct expansion *x, int32_t weight, unsigned left)
{
    const struct lattice *l = x->l;
    int32_t bound = weight + l->price * (int32_t)left + l->joker_gain;
    for (unsigned c = 0; c < COLOURS; c++)
        bound += x->after[c][x->edges[c]->to].top;
    if (l->has_first_tops) {
        int32_t first = weight + l->first_price * (int32_t)left + l->joker_gain;
        for (unsigned c = 0; c < COLOURS; c++)
            first += x->after[c][x->edges[c]->to].first_top;
        bound = first < bound ? first : bound;
    }
    return bound < x->node->bound ? bound : x->node->bound;
}

/* Makes the state in its place. (A copy would be slow: it is written in small pieces.) */
static void make_node(const struct expansion *x, int32_t weight, int32_t bound, unsigned used,
                      unsigned room, unsigned sets)
{
    const struct edge *const *e = x->edges;
    struct node *node = &x->l->nodes[x->l->node_count];
    node->key = (uint32_t)e[0]->to | (uint32_t)e[1]->to << 8 | (uint32_t)e[2]->to << 16 |
                (uint32_t)e[3]->to << 24;
    node->choice = (uint32_t)e[0]->step | (uint32_t)e[1]->step << 7 |
                   (uint32_t)e[2]->step << 14 | (uint32_t)e[3]->step << 21 | sets << 28;
    node->weight = weight;
    node->bound = bound;
    node->parent = x->index;
    node->used = (uint8_t)used;
    node->room = (uint8_t)room;
    node->number = (uint8_t)x->number;
    node->skip[0] = node->skip[1] = node->skip[2] = 0;
    node->is_dead = node->is_chained = node->is_done = false;
}

/* All four colours have chosen: the tiles for sets form sets. More sets than needed leave
 * more room for jokers. `used` are jokers used or needed, but for these sets. */
static void close_number(struct expansion *x, unsigned pattern, unsigned used)
{
    const struct number_sets *sets = &x->l->sets[x->number];
    const struct fillings *fillings = &sets->fillings[pattern];
    struct fillings from_rack;
    unsigned all = x->task->jokers_may, in_runs = x->node->used;
    int32_t weight = x->node->weight;
    for (unsigned c = 0; c < COLOURS; c++) {
        weight += x->edges[c]->gain;
        in_runs += step_jokers(x->edges[c]->step);
    }
    if (x->has_set_jokers && x->task->free_from_rack && pattern != 0) {
        fill_from_rack(x, &from_rack);
        fillings = &from_rack;
    }
    for (unsigned i = 0; i < fillings->count; i++) {
        struct filling f = fillings->at[i];
        if (used + f.jokers > all || f.jokers > sets->jokers_max)
            break;
        unsigned left = all - in_runs - f.jokers;
        int32_t bound = bound_of(x, weight, left);
        if (bound <= x->floor)
            break;
        if (!x->has_set_jokers && x->room >= all - in_runs && misses_tile(x, f.sets))
            continue;
        make_node(x, weight, bound, in_runs + f.jokers,
                  lower(ROOM_MAX, lower(left, x->room + f.room)), f.sets);
        add_node(x->l);
        if (x->room + f.room >= left)
            break;
    }
}

/* Sums over the colours chosen so far. */
struct chosen {
    int32_t value; /* a bound, without the colours that follow */
    unsigned used, pattern;
};

static inline bool choose(struct expansion *x, unsigned colour, const struct edge *e,
                          const struct chosen *before, const uint8_t *least, int32_t after,
                          unsigned need, struct chosen *out)
{
    out->value = before->value + e->pot;
    out->used = before->used + e->jokers;
    out->pattern = 3 * before->pattern + step_sets(e->step);
    x->edges[colour] = e;
    return out->value + after > x->floor &&
           out->used + need + least[out->pattern] <= x->task->jokers_may;
}

/* The last colour's edges. */
static void expand_last(struct expansion *x, const struct chosen *three)
{
    const struct edge *edges = x->l->edges;
    const struct colour_state *s = x->from[3];
    const uint8_t *least = x->l->sets[x->number].least;
    for (const struct edge *e = edges + s[1].edges; e-- > edges + s[0].edges;) {
        struct chosen all;
        if (choose(x, 3, e, three, least, 0, 0, &all))
            close_number(x, all.pattern, all.used);
    }
}

/* Goes through the edges of the colours, those with most tiles in sets first, and leaves off
 * when there are enough new states; the node remembers where. */
static void expand(struct expansion *x)
{
    struct lattice *l = x->l;
    struct node *node = x->node;
    const struct colour_state *const *s = x->from;
    const struct set_prefixes *prefixes = l->sets[x->number].prefixes;
    const struct edge *edges = l->edges;
    uint32_t enough = l->node_count + CHUNK;
    int32_t after3 = s[3]->top, after2 = after3 + s[2]->top, after1 = after2 + s[1]->top;
    unsigned need3 = s[3]->need_least, need2 = need3 + s[2]->need_least;
    unsigned need1 = need2 + s[1]->need_least;
    struct chosen none = {
        .value = node->weight + l->price * (int32_t)(x->task->jokers_may - node->used) +
                 l->joker_gain,
        .used = (unsigned)(node->used + l->set_needed_after[x->number])};
    struct chosen one, two, three;
    for (const struct edge *e0 = edges + s[0][1].edges - node->skip[0];
         e0-- > edges + s[0]->edges;
         node->skip[0]++, node->skip[1] = node->skip[2] = 0) {
        if (!choose(x, 0, e0, &none, prefixes->one, after1, need1, &one))
            continue;
        for (const struct edge *e1 = edges + s[1][1].edges - node->skip[1];
             e1-- > edges + s[1]->edges; node->skip[1]++, node->skip[2] = 0) {
            if (!choose(x, 1, e1, &one, prefixes->two, after2, need2, &two))
                continue;
            for (const struct edge *e2 = edges + s[2][1].edges - node->skip[2];
                 e2-- > edges + s[2]->edges; node->skip[2]++) {
                if (l->node_count >= enough)
                    return;
                if (choose(x, 2, e2, &two, prefixes->three, after3, need3, &three))
                    expand_last(x, &three);
            }
        }
    }
    node->is_done = true;
}

static void expand_node(struct lattice *l, const struct lattice_task *task, uint32_t index,
                        int32_t floor)
{
    struct node *node = &l->nodes[index];
    struct expansion x = {.l = l, .task = task, .node = node, .index = (uint16_t)index,
                          .number = node->number + 1U, .floor = floor, .room = node->room};
    for (unsigned c = 0; c < COLOURS; c++) {
        x.from[c] = &l->states[l->level_first[c][node->number] + (node->key >> (8 * c) & 255)];
        x.after[c] = &l->states[l->level_first[c][x.number]];
        if (x.from[c]->makes_run)
            x.room = ROOM_MAX;
    }
    x.has_set_jokers = task->set_jokers[x.number] > 0;
    expand(&x);
}

/* ---- The search ---- */

/* How many jokers lie on the table in the end: those that are needed, and the others where
 * there is room, if they have to be laid or are worth it. False if too few find room. */
static bool jokers_at_end(const struct lattice_task *task, const struct node *node,
                          unsigned *out)
{
    unsigned wanted = task->weight[CARD_JOKER] > 0 ? task->jokers_may : task->jokers_must;
    *out = node->used > wanted ? node->used : lower(wanted, (unsigned)(node->used + node->room));
    return *out >= task->jokers_must;
}

static void begin(struct lattice *l, const struct lattice_task *task, int32_t floor)
{
    l->grain = (l->bound - floor) / BUCKETS + 1;
    l->filled = 0;
    l->key_count = 0;
    l->slot_mask = SLOTS_MIN - 1;
    l->best = NOBODY;
    clear_slots(l);
    memset(l->buckets, 255, sizeof l->buckets); /* NOBODY */
    l->nodes[0] = (struct node){.parent = NOBODY, .next = NOBODY, .bound = l->bound,
                                .is_chained = true,
                                .room = (uint8_t)lower(task->room, task->jokers_may)};
    l->node_count = 1;
    open_node(l, 0);
}

/* An arrangement of all numbers. */
static void note_arrangement(struct lattice *l, const struct lattice_task *task,
                             uint32_t index, int32_t *floor)
{
    struct node *node = &l->nodes[index];
    unsigned jokers;
    node->is_done = true;
    if (!jokers_at_end(task, node, &jokers))
        return;
    int32_t total =
        node->weight + ((int32_t)jokers - task->jokers_base) * task->weight[CARD_JOKER];
    if (total <= *floor)
        return;
    *floor = total;
    l->best = (uint16_t)index;
    l->spare_jokers = jokers - node->used;
}

bool search_best(struct lattice *l, const struct lattice_task *task, unsigned steps_max,
                 int32_t *floor)
{
    unsigned steps = 0;
    begin(l, task, *floor);
    while (l->filled != 0) {
        unsigned top = (unsigned)__builtin_ctzll(l->filled);
        uint16_t index = l->buckets[top];
        const struct node *node = &l->nodes[index];
        if (node->is_dead || node->is_done || node->bound <= *floor) {
            l->buckets[top] = node->link;
            if (node->link == NOBODY)
                l->filled &= ~(1ULL << top);
        } else if (node->number == NUMBERS) {
            note_arrangement(l, task, index, floor);
        } else {
            if (steps++ == steps_max)
                return false;
            expand_node(l, task, index, *floor);
        }
    }
    return true;
}
