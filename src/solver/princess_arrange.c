/* princess_arrange.c - the heaviest layout of a hand on a table of melds that only grow.
 *
 * Runs bind cards of one colour, groups bind cards of one number. So the search goes over
 * the groups, number by number; once it is settled which cards go into groups, each colour
 * stands alone, and the best it can do with what is left was worked out beforehand.
 *
 * A colour's table has one entry for each part of its hand (each useful number none, once or
 * twice). Its first stage knows new runs: a run of six or more is two or more of three to
 * five, so only these are tried, and the highest card of a part is either left or in one of
 * them. Each run that lies on the table adds a stage: the best way to extend it, and then the
 * stage before. A group of three on the table takes one card at most, like an option of its
 * number.
 *
 * The search is cut where even the best option of every number to come, and all runs as if
 * groups took no more cards, would not beat the best so far; and where the cards used so far
 * weigh so little that laying all others at their best would not make up for it. Options of a
 * number are dropped where another takes no more from the runs and weighs no less. */
#include "princess_arrange.h"

enum {
    DIGIT_BITS = 3,      /* counts of 0 to 2 and a guard bit above: an octal digit */
    GUARDS = 04444444,
    TABLE_CAP = 2187,    /* 3 to the 7th; see build_colour for the stages */
    STAGES_MAX = 4,      /* runs of one colour: of 14 cards */
    EXTENSIONS_MAX = 78, /* ways to add up to 11 cards at two ends */
    TOPPED_MAX = 12,     /* runs of three to five that hold a certain number */
    RUN_PIECE_MAX = 5,
    OPTIONS_MAX = 81,    /* none, one or two cards of each colour */
    GROUP_SHAPES = 6
};

/* One way to use cards of a colour: which, what it weighs, and how far back in the table
 * the entry without them is. */
struct use {
    uint32_t need; /* an octal digit a number */
    uint16_t back;
    uint8_t before, after; /* an extension: cards at both ends; a run: number and count */
    int32_t weight;
};

struct stage {
    uint8_t spot;
    uint8_t count;
    struct use uses[EXTENSIONS_MAX];
};

struct colour_table {
    uint32_t hand; /* an octal digit a number */
    unsigned useful;
    unsigned size; /* entries a stage */
    unsigned stage_count;
    uint16_t stride[FIGURES]; /* 0 where the number is of no use for runs */
    struct stage stages[STAGES_MAX];
    uint32_t part[TABLE_CAP]; /* the cards an entry stands for */
    int32_t best[TABLE_CAP];  /* stage after stage */
};

/* One way to use cards of a number in groups. */
struct option_of {
    int32_t weight;
    int32_t waste;  /* what the same cards could weigh at best, less the weight */
    uint32_t binds; /* cards that runs could have used, an octal digit a colour */
    uint16_t back[COLOURS];
    uint8_t groups[COPIES]; /* colours of new groups, or 0 */
    uint8_t added;          /* a bit for each group of the number on the table */
};

struct number_options {
    uint8_t number;
    uint8_t spot_count;
    uint8_t spots[COPIES];
    unsigned count;
    int32_t most; /* the weight of the heaviest, which comes first */
    struct option_of at[OPTIONS_MAX];
};

struct arranger {
    struct colour_table colours[COLOURS];
    struct number_options numbers[FIGURES];
    unsigned number_count;
    int32_t most_after[FIGURES + 1]; /* the heaviest options of later numbers */
    const int32_t *final[COLOURS];   /* each colour's last stage */
    int32_t ceiling;                 /* all cards laid as well as can be */
    int32_t best;
    uint8_t chosen[FIGURES], best_chosen[FIGURES];
};

size_t arranger_size(void)
{
    return sizeof(struct arranger);
}

static bool fits(uint32_t need, uint32_t have)
{
    return (((have | GUARDS) - need) & GUARDS) == GUARDS;
}

static uint32_t digit(unsigned place)
{
    return 1U << (DIGIT_BITS * place);
}

static unsigned digit_at(uint32_t digits, unsigned place)
{
    return digits >> (DIGIT_BITS * place) & 3;
}

static int32_t weight_of(const struct arrange_task *task, unsigned kind, bool is_own)
{
    return is_own ? task->weights->of[kind] : task->weights->of_others[kind];
}

/* ---- A colour: runs ---- */

static uint32_t hand_of_colour(const struct arrange_task *task, unsigned colour,
                               unsigned *present)
{
    uint32_t digits = 0;
    *present = 0;
    for (unsigned n = 0; n < FIGURES; n++) {
        unsigned count = task->hand[colour * FIGURES + n];
        digits |= count << (DIGIT_BITS * n);
        *present |= (unsigned)(count != 0) << n;
    }
    return digits;
}

/* All ways to extend a run from the hand; also notes the numbers they use. */
static void list_extensions(const struct arrange_task *task, const struct spot *spot,
                            uint32_t hand, struct stage *out, unsigned *useful)
{
    const unsigned base = spot->colour * FIGURES, room = task->run_max - spot->count;
    unsigned first = spot->number, last = (spot->number + spot->count - 1U) % FIGURES;
    struct use left = {0, 0, 0, 0, 0};
    uint32_t used = 0;
    out->count = 0;
    for (; left.before <= room && fits(left.need, hand); left.before++) {
        struct use both = left;
        unsigned end = last;
        while (both.before + both.after <= room && fits(both.need, hand)) {
            if (both.need != 0)
                out->uses[out->count++] = both;
            used |= both.need;
            end = (end + 1) % FIGURES;
            both.after++;
            both.need += digit(end);
            both.weight += weight_of(task, base + end, spot->is_own);
        }
        first = (first + FIGURES - 1) % FIGURES;
        left.need += digit(first);
        left.weight += weight_of(task, base + first, spot->is_own);
    }
    for (unsigned n = 0; used != 0; n++, used >>= DIGIT_BITS)
        *useful |= (unsigned)((used & 3) != 0) << n;
}

static uint16_t back_of(const struct colour_table *t, uint32_t need)
{
    unsigned back = 0;
    for (unsigned n = 0; need != 0; n++, need >>= DIGIT_BITS)
        back += (need & 7) * t->stride[n];
    return (uint16_t)back;
}

/* The new runs of three to five whose highest number in the table's order is `top`. */
static unsigned list_topped(const struct arrange_task *task, const struct colour_table *t,
                            unsigned colour, unsigned top, struct use *out)
{
    unsigned count = 0;
    for (unsigned i = 0; task->may_meld && i < FIGURES; i++) {
        struct use run = {0, 0, (uint8_t)i, 0, 0};
        unsigned highest = 0;
        while (run.after < RUN_PIECE_MAX) {
            unsigned n = (i + run.after) % FIGURES;
            if (n > top || (t->useful >> n & 1) == 0)
                break;
            highest = n > highest ? n : highest;
            run.need |= digit(n);
            run.weight += task->weights->of[colour * FIGURES + n];
            run.after++;
            if (run.after < MELD_MIN || highest != top)
                continue;
            out[count] = run;
            out[count++].back = back_of(t, run.need);
        }
    }
    return count;
}

static void fill_new_runs(const struct arrange_task *task, struct colour_table *t,
                          unsigned colour)
{
    struct use runs[TOPPED_MAX];
    t->size = 1;
    t->part[0] = 0;
    t->best[0] = 0;
    for (unsigned n = 0; n < FIGURES; n++) {
        t->stride[n] = 0;
        if ((t->useful >> n & 1) == 0)
            continue;
        unsigned size = t->size, end = size * (digit_at(t->hand, n) + 1);
        t->stride[n] = (uint16_t)size;
        unsigned run_count = list_topped(task, t, colour, n, runs);
        for (unsigned i = size; i < end; i++) {
            int32_t best = t->best[i - size];
            uint32_t part = t->part[i - size] + digit(n);
            for (unsigned j = 0; j < run_count; j++) {
                if (!fits(runs[j].need, part))
                    continue;
                int32_t weight = t->best[i - runs[j].back] + runs[j].weight;
                best = weight > best ? weight : best;
            }
            t->part[i] = part;
            t->best[i] = best;
        }
        t->size = end;
    }
}

static void fill_stage(struct colour_table *t, struct stage *stage, unsigned index)
{
    const int32_t *from = &t->best[index * t->size];
    int32_t *to = &t->best[(index + 1) * t->size];
    for (unsigned j = 0; j < stage->count; j++)
        stage->uses[j].back = back_of(t, stage->uses[j].need);
    for (unsigned i = 0; i < t->size; i++) {
        int32_t best = from[i];
        for (unsigned j = 0; j < stage->count; j++) {
            const struct use *use = &stage->uses[j];
            if (!fits(use->need, t->part[i]))
                continue;
            int32_t weight = from[i - use->back] + use->weight;
            best = weight > best ? weight : best;
        }
        to[i] = best;
    }
}

/* All stages fit into TABLE_CAP: a colour has 14 cards, so beside r runs on the table the
 * hand has 14 - 3r at most, and its parts times (r + 1) are no more than 2187 (r = 0), 1296,
 * 576, 128 and 20 (r = 4). */
static void build_colour(struct arranger *a, const struct arrange_task *task, unsigned colour)
{
    struct colour_table *t = &a->colours[colour];
    unsigned present;
    t->hand = hand_of_colour(task, colour, &present);
    t->useful = 0;
    t->stage_count = 0;
    for (unsigned i = 0; i < task->spot_count && present != 0; i++) {
        const struct spot *spot = &task->spots[i];
        if (!spot->is_run || spot->colour != colour)
            continue;
        ASSERT(t->stage_count < STAGES_MAX);
        struct stage *stage = &t->stages[t->stage_count];
        list_extensions(task, spot, t->hand, stage, &t->useful);
        stage->spot = (uint8_t)i;
        t->stage_count += stage->count > 0;
    }
    unsigned round = present | present << FIGURES;
    unsigned starts = round & round >> 1 & round >> 2 & ((1U << FIGURES) - 1);
    unsigned in_runs = starts | starts << 1 | starts << 2;
    if (task->may_meld)
        t->useful |= (in_runs | in_runs >> FIGURES) & ((1U << FIGURES) - 1);
    fill_new_runs(task, t, colour);
    ASSERT((t->stage_count + 1) * t->size <= TABLE_CAP);
    for (unsigned i = 0; i < t->stage_count; i++)
        fill_stage(t, &t->stages[i], i);
    a->final[colour] = &t->best[t->stage_count * t->size];
}

/* ---- A number: groups ---- */

static void add_option(struct number_options *o, const struct option_of *option)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < o->count; i++)
        if (o->at[i].weight >= option->weight && fits(o->at[i].binds, option->binds))
            return;
    for (unsigned i = 0; i < o->count; i++)
        if (o->at[i].weight > option->weight || !fits(option->binds, o->at[i].binds))
            o->at[kept++] = o->at[i];
    o->count = kept;
    ASSERT(o->count < OPTIONS_MAX);
    for (; kept > 0 && o->at[kept - 1].weight < option->weight; kept--)
        o->at[kept] = o->at[kept - 1];
    o->at[kept] = *option;
    o->count++;
}

static int32_t top_weight(const struct arrange_task *task, unsigned kind)
{
    int32_t own = task->weights->of[kind], others = task->weights->of_others[kind];
    int32_t top = own > others ? own : others;
    return top > 0 ? top : 0;
}

/* Turns the cards used into what the search needs to know, and keeps the option. */
static void finish_option(const struct arranger *a, const struct arrange_task *task,
                          struct number_options *o, struct option_of *option, uint32_t used)
{
    int32_t top = 0;
    option->binds = 0;
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned count = digit_at(used, c), stride = a->colours[c].stride[o->number];
        option->back[c] = (uint16_t)(count * stride);
        top += (int32_t)count * top_weight(task, c * FIGURES + o->number);
        if (stride != 0)
            option->binds |= count << (DIGIT_BITS * c);
    }
    option->waste = top - option->weight;
    add_option(o, option);
}

static uint32_t digits_of(unsigned colours)
{
    return (colours & 1) | (colours & 2) << 2 | (colours & 4) << 4 | (colours & 8) << 6;
}

static int32_t group_weight(const struct arrange_task *task, unsigned number, unsigned colours)
{
    int32_t weight = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        if ((colours >> c & 1) != 0)
            weight += task->weights->of[c * FIGURES + number];
    return weight;
}

/* With cards added to the number's groups on the table: every choice of new groups. */
static void add_new_groups(const struct arranger *a, const struct arrange_task *task,
                           struct number_options *o, uint32_t hand, uint32_t used,
                           const struct option_of *added)
{
    static const uint8_t shapes[GROUP_SHAPES] = {0, 7, 11, 13, 14, 15};
    for (unsigned i = 0; i < GROUP_SHAPES; i++) {
        uint32_t with_first = used + digits_of(shapes[i]);
        if (!fits(with_first, hand))
            continue;
        for (unsigned j = 0; j <= i; j++) {
            struct option_of option = *added;
            uint32_t with_both = with_first + digits_of(shapes[j]);
            if (!fits(with_both, hand))
                continue;
            option.groups[0] = shapes[i];
            option.groups[1] = shapes[j];
            option.weight += group_weight(task, o->number, shapes[i]) +
                             group_weight(task, o->number, shapes[j]);
            finish_option(a, task, o, &option, with_both);
        }
    }
}

/* The numbers of groups on the table, a bit each. */
static unsigned numbers_of_groups(const struct arrange_task *task)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < task->spot_count; i++)
        numbers |= (unsigned)!task->spots[i].is_run << task->spots[i].number;
    return numbers;
}

static void list_group_spots(const struct arrange_task *task, struct number_options *o)
{
    for (unsigned i = 0; i < task->spot_count; i++) {
        const struct spot *spot = &task->spots[i];
        if (spot->is_run || spot->number != o->number ||
            task->hand[spot->colour * FIGURES + o->number] == 0)
            continue;
        ASSERT(o->spot_count < COPIES);
        o->spots[o->spot_count++] = (uint8_t)i;
    }
}

/* False where the number has nothing to choose but to leave its cards to the runs. */
static bool build_number(const struct arranger *a, const struct arrange_task *task,
                         bool has_groups, struct number_options *o)
{
    uint32_t hand = 0;
    unsigned present = 0;
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned count = task->hand[c * FIGURES + o->number];
        hand |= count << (DIGIT_BITS * c);
        present += count != 0;
    }
    o->spot_count = 0;
    if (has_groups)
        list_group_spots(task, o);
    bool may_meld = task->may_meld && present >= MELD_MIN;
    if (!may_meld && o->spot_count == 0)
        return false;
    o->count = 0;
    for (unsigned added = 0; added < 1U << o->spot_count; added++) {
        struct option_of option = {.added = (uint8_t)added};
        uint32_t used = 0;
        for (unsigned i = 0; i < o->spot_count; i++) {
            const struct spot *spot = &task->spots[o->spots[i]];
            if ((added >> i & 1) == 0)
                continue;
            used += digit(spot->colour);
            unsigned kind = spot->colour * (unsigned)FIGURES + o->number;
            option.weight += weight_of(task, kind, spot->is_own);
        }
        if (!fits(used, hand))
            continue;
        if (may_meld)
            add_new_groups(a, task, o, hand, used, &option);
        else
            finish_option(a, task, o, &option, used);
    }
    o->most = o->at[0].weight;
    return true;
}

/* ---- The search ---- */

/* Depth is bounded by the seven numbers. `at` is the entry each colour has come down to. */
static void search(struct arranger *a, unsigned depth, int32_t gained, int32_t wasted,
                   const unsigned at[COLOURS])
{
    if (depth == a->number_count) {
        int32_t weight = gained;
        for (unsigned c = 0; c < COLOURS; c++)
            weight += a->final[c][at[c]];
        if (weight > a->best) {
            a->best = weight;
            memcpy(a->best_chosen, a->chosen, sizeof a->chosen);
        }
        return;
    }
    const struct number_options *o = &a->numbers[depth];
    for (unsigned i = 0; i < o->count; i++) {
        const struct option_of *option = &o->at[i];
        unsigned left[COLOURS];
        int32_t bound = gained + option->weight + a->most_after[depth + 1];
        if (a->ceiling - wasted - option->waste <= a->best)
            continue;
        for (unsigned c = 0; c < COLOURS; c++) {
            left[c] = at[c] - option->back[c];
            bound += a->final[c][left[c]];
        }
        if (bound <= a->best)
            continue;
        a->chosen[depth] = (uint8_t)i;
        search(a, depth + 1, gained + option->weight, wasted + option->waste, left);
    }
}

bool arrange_best(struct arranger *a, const struct arrange_task *task, int32_t floor,
                  int32_t *weight)
{
    unsigned at[COLOURS];
    int32_t bound = 0;
    a->number_count = 0;
    a->best = floor;
    a->ceiling = 0;
    for (unsigned kind = 0; kind < CARD_KINDS; kind++)
        if (task->hand[kind] != 0)
            a->ceiling += task->hand[kind] * top_weight(task, kind);
    if (a->ceiling <= floor)
        return false;
    for (unsigned c = 0; c < COLOURS; c++) {
        build_colour(a, task, c);
        at[c] = a->colours[c].size - 1;
        bound += a->final[c][at[c]];
    }
    unsigned groups = numbers_of_groups(task);
    for (unsigned n = 0; n < FIGURES; n++) {
        struct number_options *o = &a->numbers[a->number_count];
        o->number = (uint8_t)n;
        a->number_count += build_number(a, task, (groups >> n & 1) != 0, o);
    }
    a->most_after[a->number_count] = 0;
    for (unsigned i = a->number_count; i > 0; i--)
        a->most_after[i - 1] = a->most_after[i] + a->numbers[i - 1].most;
    if (bound + a->most_after[0] > floor)
        search(a, 0, 0, 0, at);
    *weight = a->best;
    return a->best > floor;
}

/* ---- Reading the result ---- */

static void read_new_runs(const struct arrange_task *task, const struct colour_table *t,
                          unsigned colour, unsigned at, struct arrangement *out)
{
    struct use runs[TOPPED_MAX];
    while (at > 0) {
        unsigned top = FIGURES - 1, i = 0;
        ASSERT(at < t->size);
        /* cppcheck-suppress arrayIndexOutOfBoundsCond ; the assertion says so */
        while (digit_at(t->part[at], top) == 0)
            top--;
        if (t->best[at] == t->best[at - t->stride[top]]) {
            at -= t->stride[top];
            continue;
        }
        unsigned count = list_topped(task, t, colour, top, runs);
        while (i < count && (!fits(runs[i].need, t->part[at]) ||
                             t->best[at - runs[i].back] + runs[i].weight != t->best[at]))
            i++;
        ASSERT(i < count);
        at -= runs[i].back;
        out->runs[out->run_count++] =
            (struct new_run){(uint8_t)colour, runs[i].before, runs[i].after};
    }
}

static void read_colour(const struct arrange_task *task, const struct colour_table *t,
                        unsigned colour, unsigned at, struct arrangement *out)
{
    for (unsigned s = t->stage_count; s > 0; s--) {
        const struct stage *stage = &t->stages[s - 1];
        const int32_t *from = &t->best[(s - 1) * t->size], *to = &t->best[s * t->size];
        unsigned i = 0;
        if (to[at] == from[at])
            continue;
        while (i < stage->count &&
               (!fits(stage->uses[i].need, t->part[at]) ||
                from[at - stage->uses[i].back] + stage->uses[i].weight != to[at]))
            i++;
        ASSERT(i < stage->count);
        out->before[stage->spot] = stage->uses[i].before;
        out->after[stage->spot] = stage->uses[i].after;
        at -= stage->uses[i].back;
    }
    read_new_runs(task, t, colour, at, out);
}

void arrange_read(const struct arranger *a, const struct arrange_task *task,
                  struct arrangement *out)
{
    unsigned at[COLOURS];
    memset(out, 0, sizeof *out);
    for (unsigned c = 0; c < COLOURS; c++)
        at[c] = a->colours[c].size - 1;
    for (unsigned i = 0; i < a->number_count; i++) {
        const struct number_options *o = &a->numbers[i];
        const struct option_of *option = &o->at[a->best_chosen[i]];
        for (unsigned c = 0; c < COLOURS; c++)
            at[c] -= option->back[c];
        for (unsigned j = 0; j < o->spot_count; j++)
            out->after[o->spots[j]] = option->added >> j & 1;
        for (unsigned j = 0; j < COPIES; j++)
            if (option->groups[j] != 0)
                out->groups[out->group_count++] =
                    (struct new_group){o->number, option->groups[j]};
    }
    for (unsigned c = 0; c < COLOURS; c++)
        read_colour(task, &a->colours[c], c, at[c], out);
}
