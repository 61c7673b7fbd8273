/* photo_sweep.c - the best layout of the photos once it is known which sets are open.
 *
 * With all photos of open categories in their sets to begin with, each capital either has no
 * row (its photos of closed categories stay on the rack) or a row of these and of some that
 * it takes out of the sets. A row takes no more than it needs, so that a capital has few
 * options; those that are worse than another in every respect are left out.
 *
 * The sweep goes over the capitals. Its state is what is left in each set: the number of
 * photos, and of photos that free its table jokers. These are the lanes, a byte each. A lane
 * that all rows together cannot bring below the level where it matters is left out, and the
 * others are cut off at that level plus what later capitals can take; so states meet. Depth
 * first, the options that gain most first, and never twice from a state that was reached
 * with as much; the memory for states only saves time, so that it may run out.
 *
 * What is relied on: no weight is below zero. Then every photo lies that has an open set or
 * row, and every joker that finds room. */
#include "photo_sweep.h"

enum { LANES_MAX = 16, OPTIONS_MAX = PHOTO_MASKS + 1, SET_ROOM_FULL = JOKERS_MAX + 1 };
enum { MEMORY_MAX = 1 << 14, SLOTS = 1 << 15 };

struct lane_bytes {
    uint64_t words[LANES_MAX / 8];
};

/* What a capital may do. `row` 0: no row. */
struct choice {
    uint8_t row;
    uint8_t taken; /* out of the sets */
    uint8_t jokers;
    uint8_t room;
    uint8_t has_slack; /* room for more jokers than are kept */
    uint8_t opening;   /* lays a rack photo of the category asked for */
    int32_t gain;
    struct lane_bytes takes;
};

struct stop {
    uint8_t capital;
    uint8_t option_count;
    struct choice options[OPTIONS_MAX];
};

/* A count of photos in a set. */
struct lane {
    uint8_t category;
    uint8_t level;     /* as many are enough */
    bool is_freeing;   /* only photos that free jokers of a meld; else all */
    bool ends;         /* the last lane of its category */
    uint8_t bound;     /* index of that meld, or NOWHERE: of all melds of the category */
    uint8_t at_start;
    uint8_t cut[CAPITALS]; /* what matters after each stop of the order */
};

/* What the first capitals have left, and gained. */
struct node {
    struct lane_bytes lanes;
    uint8_t stop; /* the next one */
    uint8_t jokers, room, has_slack, opening;
    int32_t gain;
};

struct memory {
    struct node node;
    uint32_t slot;
};

struct photo_sweep {
    const struct photo_task *task;
    const struct photo_position *position;
    struct stop stops[CAPITALS];
    unsigned stop_count;
    uint8_t order[CAPITALS];          /* of the stops */
    int32_t gain_after[CAPITALS + 1]; /* at most, from a place in that order on */
    struct lane lanes[LANES_MAX];
    unsigned lane_count;
    int32_t base;  /* the weight when no row gains anything */
    int32_t floor; /* only what is worth more is of interest */
    bool has_best;
    uint8_t rows[CAPITALS]; /* the way to the state at hand, by place in the order */
    uint8_t best_rows[CAPITALS];
    uint32_t memory_count;
    struct memory memory[MEMORY_MAX];
    uint32_t slots[SLOTS]; /* holds anything at first: a memory knows its own slot */
};

size_t photo_sweep_size(void)
{
    return sizeof(struct photo_sweep);
}

/* ---- What each capital may do ---- */

static bool is_worse(const struct choice *a, const struct choice *b)
{
    return (b->taken & ~(unsigned)a->taken) == 0 && b->jokers <= a->jokers &&
           b->gain >= a->gain && b->opening >= a->opening && b->room >= a->room &&
           b->has_slack >= a->has_slack;
}

static void add_option(struct stop *stop, const struct choice *option)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < stop->option_count; i++)
        if (is_worse(option, &stop->options[i]))
            return;
    for (unsigned i = 0; i < stop->option_count; i++)
        if (!is_worse(&stop->options[i], option))
            stop->options[kept++] = stop->options[i];
    stop->options[kept++] = *option;
    stop->option_count = (uint8_t)kept;
}

/* Whether what the capital lays does its part for the first meld. */
static bool serves_target(const struct photo_sweep *s, unsigned capital, unsigned row)
{
    const struct photo_target *target = &s->task->target;
    unsigned laid = s->position->on_rack[capital] & (row | s->task->open_sets);
    return target->is_set || target->index != capital || bits_count(laid) >= target->need;
}

static void add_row(const struct photo_sweep *s, struct stop *stop, unsigned row)
{
    const struct photo_position *p = s->position;
    const struct photo_target *target = &s->task->target;
    unsigned count = bits_count(row), capital = stop->capital;
    unsigned kept = photo_row_kept(p, capital, row), room = photo_room(false, count);
    unsigned jokers = photo_shortage(false, count);
    unsigned gains = row & p->on_rack[capital] & ~s->task->open_sets;
    jokers = jokers > kept ? jokers : kept;
    if (jokers > room || jokers > p->jokers || !serves_target(s, capital, row))
        return;
    struct choice option = {.row = (uint8_t)row, .jokers = (uint8_t)jokers};
    option.taken = (uint8_t)(row & s->task->open_sets);
    option.room = s->task->counts_room ? (uint8_t)room : 0;
    option.has_slack = s->task->counts_room && room > kept;
    option.opening = target->is_set && (gains >> target->index & 1) != 0;
    for (unsigned c = 0; gains >> c != 0; c++)
        if ((gains >> c & 1) != 0)
            option.gain += p->weight[photo_of(capital, c)];
    add_option(stop, &option);
}

/* A row takes out of the sets what it needs to be long enough; more only for the sake of
 * jokers: to free them, or to make room for them. */
static void add_rows(const struct photo_sweep *s, struct stop *stop)
{
    const struct photo_position *p = s->position;
    unsigned closed = p->all[stop->capital] & ~s->task->open_sets;
    unsigned open = p->all[stop->capital] & s->task->open_sets;
    unsigned count = bits_count(closed);
    bool takes_more = p->bound_in[stop->capital] > 0 || s->task->counts_room;
    for (unsigned taken = open;; taken = (taken - 1) & open) {
        unsigned length = count + bits_count(taken);
        if (length + 1 >= ROW_MIN && (taken == 0 || length <= ROW_MIN || takes_more))
            add_row(s, stop, closed | taken);
        if (taken == 0)
            break;
    }
}

/* A capital with nothing but photos of open sets is left alone: a row would gain nothing,
 * and hold fewer jokers than its photos do in the sets. False: it can do nothing right. */
static bool add_stop(struct photo_sweep *s, unsigned capital)
{
    const struct photo_position *p = s->position;
    unsigned closed = p->all[capital] & ~s->task->open_sets;
    struct stop *stop = &s->stops[s->stop_count];
    if (closed == 0 && p->bound_in[capital] == 0)
        return true;
    stop->capital = (uint8_t)capital;
    stop->option_count = 0;
    if ((p->on_table[capital] & closed) == 0 && p->bound_in[capital] == 0 &&
        serves_target(s, capital, 0))
        add_option(stop, &(struct choice){.row = 0});
    if (bits_count(p->all[capital]) + (p->jokers > 0) >= ROW_MIN)
        add_rows(s, stop);
    s->stop_count++;
    return stop->option_count > 0;
}

/* Stops with few options first. */
static void sort_stops(struct photo_sweep *s)
{
    for (unsigned i = 0; i < s->stop_count; i++) {
        unsigned at = i;
        for (; at > 0; at--) {
            if (s->stops[s->order[at - 1]].option_count <= s->stops[i].option_count)
                break;
            s->order[at] = s->order[at - 1];
        }
        s->order[at] = (uint8_t)i;
    }
}

/* Those that gain most first, then those that use no joker, then those that take little. */
static bool comes_before(const struct choice *a, const struct choice *b)
{
    if (a->gain != b->gain)
        return a->gain > b->gain;
    if (a->jokers != b->jokers)
        return a->jokers < b->jokers;
    return bits_count(a->taken) < bits_count(b->taken);
}

static void sort_options(struct stop *stop)
{
    for (unsigned i = 1; i < stop->option_count; i++) {
        struct choice moved = stop->options[i];
        unsigned at = i;
        for (; at > 0 && comes_before(&moved, &stop->options[at - 1]); at--)
            stop->options[at] = stop->options[at - 1];
        stop->options[at] = moved;
    }
}

/* ---- Lanes ---- */

static bool lane_counts(const struct photo_position *p, const struct lane *lane,
                        unsigned capital)
{
    unsigned photos = p->all[capital];
    if (lane->is_freeing && p->free_from_rack)
        photos = p->on_rack[capital];
    if (lane->is_freeing && lane->bound != NOWHERE)
        photos &= ~(unsigned)p->bounds[lane->bound].own[capital];
    return (photos >> lane->category & 1) != 0;
}

static uint8_t *byte_at(struct lane_bytes *bytes, unsigned lane)
{
    return (uint8_t *)bytes->words + lane;
}

static bool stop_may_take(const struct stop *stop, unsigned category)
{
    for (unsigned i = 0; i < stop->option_count; i++)
        if ((stop->options[i].taken >> category & 1) != 0)
            return true;
    return false;
}

/* Counts the lane and leaves it out where it cannot matter. */
static void add_lane(struct photo_sweep *s, struct lane lane)
{
    unsigned count = 0, demand = 0;
    unsigned bit = 1U << lane.category;
    for (unsigned i = 0; i < CAPITALS; i++)
        count += lane_counts(s->position, &lane, i);
    for (unsigned i = s->stop_count; i-- > 0;) {
        const struct stop *stop = &s->stops[s->order[i]];
        lane.cut[i] = (uint8_t)(lane.level + demand);
        demand += lane_counts(s->position, &lane, stop->capital) &&
                  stop_may_take(stop, lane.category);
    }
    if (count >= lane.level + demand)
        return;
    ASSERT(s->lane_count < LANES_MAX);
    lane.at_start = (uint8_t)count;
    for (unsigned i = 0; i < s->stop_count; i++) {
        struct stop *stop = &s->stops[i];
        if (!lane_counts(s->position, &lane, stop->capital))
            continue;
        for (unsigned j = 0; j < stop->option_count; j++)
            if ((stop->options[j].taken & bit) != 0)
                *byte_at(&stop->options[j].takes, s->lane_count) = 1;
    }
    s->lanes[s->lane_count++] = lane;
}

static void add_lanes(struct photo_sweep *s, unsigned category)
{
    const struct photo_position *p = s->position;
    unsigned jokers = p->bound_in[CAPITALS + category], first = s->lane_count, melds = 0;
    unsigned level = jokers + 1 > SET_MIN ? jokers + 1 : SET_MIN;
    struct lane lane = {.category = (uint8_t)category, .bound = NOWHERE};
    lane.level = (uint8_t)(s->task->counts_room ? SET_ROOM_FULL : level);
    add_lane(s, lane);
    lane.is_freeing = true;
    for (unsigned i = 0; jokers > 0 && i < p->bound_count; i++) {
        if (p->bounds[i].family != CAPITALS + category)
            continue;
        melds++;
        lane.bound = (uint8_t)i;
        lane.level = p->bounds[i].jokers;
        if (!p->free_from_rack)
            add_lane(s, lane);
    }
    lane.bound = NOWHERE;
    lane.level = (uint8_t)jokers;
    if (melds > 1 || (melds == 1 && p->free_from_rack))
        add_lane(s, lane);
    if (s->lane_count > first)
        s->lanes[s->lane_count - 1].ends = true;
}

/* ---- States ---- */

/* What the sets ask for and offer, as they are. */
struct demand {
    unsigned jokers, room;
    bool has_slack;
};

static bool sets_hold(const struct photo_sweep *s, struct lane_bytes *lanes,
                      struct demand *out)
{
    unsigned low = 0, room = JOKERS_MAX, kept = 0;
    *out = (struct demand){0};
    for (unsigned i = 0; i < s->lane_count; i++) {
        const struct lane *lane = &s->lanes[i];
        unsigned count = *byte_at(lanes, i);
        if (lane->is_freeing) {
            unsigned missing = count < lane->level ? lane->level - count : 0U;
            kept = missing > kept ? missing : kept;
        } else if (count < SET_MIN - 1) {
            return false;
        } else {
            low = photo_shortage(true, count);
            room = photo_room(true, count);
        }
        if (!lane->ends)
            continue;
        low = low > kept ? low : kept;
        if (low > room)
            return false;
        out->jokers += low;
        out->room += room;
        out->has_slack |= room > kept;
        low = 0;
        room = JOKERS_MAX;
        kept = 0;
    }
    return true;
}

static bool is_same_state(const struct node *a, const struct node *b)
{
    return a->lanes.words[0] == b->lanes.words[0] && a->lanes.words[1] == b->lanes.words[1] &&
           a->stop == b->stop && a->jokers == b->jokers && a->room == b->room &&
           a->has_slack == b->has_slack && a->opening == b->opening;
}

static uint32_t hash_of(const struct node *node)
{
    uint64_t rest = node->jokers | (uint64_t)node->room << 8 | (uint64_t)node->has_slack << 16 |
                    (uint64_t)node->opening << 24 | (uint64_t)node->stop << 32;
    uint64_t hash = (node->lanes.words[0] ^ rest << 23) * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ hash >> 29 ^ node->lanes.words[1] ^ rest) * 0xBF58476D1CE4E5B9ULL;
    return (uint32_t)(hash >> 40) & (SLOTS - 1);
}

/* Whether the state was reached before with as much; if not, remembers it. */
static bool is_known(struct photo_sweep *s, const struct node *node)
{
    uint32_t slot = hash_of(node);
    for (;; slot = (slot + 1) & (SLOTS - 1)) {
        uint32_t index = s->slots[slot];
        if (index >= s->memory_count || s->memory[index].slot != slot)
            break;
        struct node *there = &s->memory[index].node;
        if (!is_same_state(there, node))
            continue;
        if (node->gain <= there->gain)
            return true;
        there->gain = node->gain;
        return false;
    }
    if (s->memory_count < MEMORY_MAX) {
        s->slots[slot] = s->memory_count;
        s->memory[s->memory_count++] = (struct memory){*node, slot};
    }
    return false;
}

/* The state after an option of its next stop; false if nothing can come of it. */
static bool step(const struct photo_sweep *s, const struct choice *option, struct node *node)
{
    const struct photo_position *p = s->position;
    struct demand demand;
    unsigned stop = node->stop++;
    node->gain += option->gain;
    if (s->base + node->gain + s->gain_after[stop + 1] <= s->floor)
        return false;
    node->lanes.words[0] -= option->takes.words[0];
    node->lanes.words[1] -= option->takes.words[1];
    node->jokers = (uint8_t)(node->jokers + option->jokers);
    if (!sets_hold(s, &node->lanes, &demand) || node->jokers + demand.jokers > p->jokers)
        return false;
    unsigned room = (unsigned)node->room + option->room;
    unsigned opening = (unsigned)node->opening + option->opening;
    unsigned need = s->task->target.need;
    node->room = (uint8_t)(room < p->jokers ? room : p->jokers);
    node->has_slack |= option->has_slack;
    node->opening = (uint8_t)(opening < need ? opening : need);
    for (unsigned i = 0; i < s->lane_count; i++) {
        uint8_t *count = byte_at(&node->lanes, i);
        *count = *count < s->lanes[i].cut[stop] ? *count : s->lanes[i].cut[stop];
    }
    return true;
}

/* The weight of a last state; false if it is not what is asked for. */
static bool is_final(const struct photo_sweep *s, struct node *node, int32_t *weight)
{
    const struct photo_task *task = s->task;
    const struct photo_position *p = s->position;
    struct demand demand;
    *weight = s->base + node->gain;
    if (task->target.is_set && node->opening < task->target.need)
        return false;
    if (!task->counts_room)
        return true;
    sets_hold(s, &node->lanes, &demand);
    unsigned room = node->room + demand.room, open = task->open_sets;
    bool has_slack = node->has_slack || demand.has_slack;
    for (unsigned i = 0; i < s->lane_count; i++)
        if (!s->lanes[i].is_freeing)
            open &= ~(1U << s->lanes[i].category);
    if (open != 0) { /* a set without a lane of its own has room for all */
        room = p->jokers;
        has_slack = true;
    }
    if (room < p->jokers)
        *weight -= (int32_t)(p->jokers - room) * p->weight[CARD_JOKER];
    return has_slack || !task->target.joker;
}

/* ---- The sweep ---- */

/* Everything that can follow a state. The depth is the number of capitals. */
static void visit(struct photo_sweep *s, struct node *node)
{
    if (node->stop == s->stop_count) {
        int32_t weight;
        if (!is_final(s, node, &weight) || weight <= s->floor)
            return;
        s->floor = weight;
        s->has_best = true;
        memcpy(s->best_rows, s->rows, sizeof s->rows);
        return;
    }
    const struct stop *stop = &s->stops[s->order[node->stop]];
    for (unsigned i = 0; i < stop->option_count; i++) {
        struct node next = *node;
        if (!step(s, &stop->options[i], &next))
            continue;
        if (stop->option_count > 1 && is_known(s, &next))
            continue;
        s->rows[node->stop] = stop->options[i].row;
        visit(s, &next);
    }
}

static bool set_up(struct photo_sweep *s)
{
    const struct photo_position *p = s->position;
    unsigned open = s->task->open_sets;
    s->stop_count = 0;
    s->lane_count = 0;
    s->memory_count = 0;
    s->has_best = false;
    s->base = (int32_t)(p->jokers - p->table_jokers) * p->weight[CARD_JOKER];
    for (unsigned i = 0; i < CAPITALS; i++) {
        if (!add_stop(s, i))
            return false;
        unsigned laid = p->on_rack[i] & open;
        for (unsigned c = 0; laid >> c != 0; c++)
            if ((laid >> c & 1) != 0)
                s->base += p->weight[photo_of(i, c)];
    }
    sort_stops(s);
    s->gain_after[s->stop_count] = 0;
    for (unsigned i = s->stop_count; i-- > 0;) {
        struct stop *stop = &s->stops[s->order[i]];
        sort_options(stop);
        s->gain_after[i] = s->gain_after[i + 1] + stop->options[0].gain;
    }
    if (s->base + s->gain_after[0] <= s->floor)
        return false;
    for (unsigned c = 0; c < CATEGORIES; c++)
        if ((open >> c & 1) != 0)
            add_lanes(s, c);
    return true;
}

bool photo_sweep_best(struct photo_sweep *sweep, const struct photo_task *task, int32_t floor,
                      int32_t *weight, struct photo_layout *out)
{
    struct photo_sweep *s = sweep;
    struct node first;
    struct demand demand;
    s->task = task;
    s->position = task->position;
    s->floor = floor;
    if (!set_up(s))
        return false;
    memset(&first, 0, sizeof first); /* everything in the sets */
    for (unsigned i = 0; i < s->lane_count; i++)
        *byte_at(&first.lanes, i) = s->lanes[i].at_start;
    if (task->target.is_set && (task->open_sets >> task->target.index & 1) != 0)
        first.opening = task->target.need; /* all its photos lie */
    if (!sets_hold(s, &first.lanes, &demand) || demand.jokers > s->position->jokers)
        return false;
    visit(s, &first);
    if (!s->has_best)
        return false;
    *weight = s->floor;
    memset(out, 0, sizeof *out);
    out->open_sets = (uint8_t)task->open_sets;
    for (unsigned i = 0; i < s->stop_count; i++)
        out->row[s->stops[s->order[i]].capital] = s->best_rows[i];
    return true;
}
