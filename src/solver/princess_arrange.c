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
    NUMBERS = (1 << FIGURES) - 1,
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
    bool has_new_runs;
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

static uint32_t hand_of_colour(const struct arrange_task *task, unsigned colour)
{
    uint32_t digits = 0;
    for (unsigned n = 0; n < FIGURES; n++)
        digits |= (uint32_t)task->hand[colour * FIGURES + n] << (DIGIT_BITS * n);
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
    for (unsigned i = 0; i < FIGURES; i++) {
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
    for (unsigned useful = t->useful; useful != 0; useful &= useful - 1) {
        unsigned n = (unsigned)__builtin_ctz(useful);
        unsigned size = t->size, end = size * (digit_at(t->hand, n) + 1);
        t->stride[n] = (uint16_t)size;
        unsigned run_count = t->has_new_runs ? list_topped(task, t, colour, n, runs) : 0;
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
static void build_colour(struct colour_table *t, const struct arrange_task *task,
                         unsigned colour)
{
    t->hand = hand_of_colour(task, colour);
    t->has_new_runs = t->useful != 0;
    for (unsigned i = 0; i < task->spot_count; i++) {
        const struct spot *spot = &task->spots[i];
        if (!spot->is_run || spot->colour != colour)
            continue;
        ASSERT(t->stage_count < STAGES_MAX);
        struct stage *stage = &t->stages[t->stage_count];
        list_extensions(task, spot, t->hand, stage, &t->useful);
        stage->spot = (uint8_t)i;
        t->stage_count += stage->count > 0;
    }
    fill_new_runs(task, t, colour);
    ASSERT((t->stage_count + 1) * t->size <= TABLE_CAP);
    for (unsigned i = 0; i < t->stage_count; i++)
        fill_stage(t, &t->stages[i], i);
}

static void build_colours(struct arranger *a, const struct arrange_task *task)
{
    uint32_t new_runs = task->may_meld ? kinds_in_runs(task->held) : 0, in_runs = new_runs;
    for (unsigned i = 0; i < task->spot_count; i++) {
        const struct spot *spot = &task->spots[i];
        unsigned last = (spot->number + spot->count - 1U) % FIGURES;
        uint32_t ends = kinds_before(1U << spot->number) | kinds_after(1U << last);
        if (spot->is_run)
            in_runs |= ends << (spot->colour * FIGURES) & task->held;
    }
    for (unsigned c = 0; c < COLOURS; c++) {
        struct colour_table *t = &a->colours[c];
        t->useful = new_runs >> (c * FIGURES) & NUMBERS;
        t->size = 1;
        t->stage_count = 0;
        t->part[0] = 0;
        t->best[0] = 0;
        for (unsigned n = 0; n < FIGURES; n++)
            t->stride[n] = 0;
        if ((in_runs >> (c * FIGURES) & NUMBERS) != 0)
            build_colour(t, task, c);
        a->final[c] = &t->best[t->stage_count * t->size];
    }
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

static void build_number(const struct arranger *a, const struct arrange_task *task,
                         bool has_new_groups, struct number_options *o)
{
    uint32_t hand = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        hand |= (uint32_t)task->hand[c * FIGURES + o->number] << (DIGIT_BITS * c);
    o->spot_count = 0;
    list_group_spots(task, o);
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
        if (has_new_groups)
            add_new_groups(a, task, o, hand, used, &option);
        else
            finish_option(a, task, o, &option, used);
    }
    o->most = o->at[0].weight;
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

/* What the hand would weigh, all laid as well as can be. */
static int32_t ceiling_of(const struct arrange_task *task)
{
    int32_t ceiling = 0;
    for (uint32_t held = task->held; held != 0; held &= held - 1) {
        unsigned kind = (unsigned)__builtin_ctz(held);
        ceiling += task->hand[kind] * top_weight(task, kind);
    }
    return ceiling;
}

/* The numbers with something to choose but to leave their cards to the runs. */
static void build_numbers(struct arranger *a, const struct arrange_task *task)
{
    uint32_t new_groups = task->may_meld ? numbers_in_groups(task->held) : 0;
    uint32_t numbers = new_groups;
    for (unsigned i = 0; i < task->spot_count; i++) {
        const struct spot *spot = &task->spots[i];
        unsigned kind = spot->colour * (unsigned)FIGURES + spot->number;
        if (!spot->is_run)
            numbers |= (task->held >> kind & 1) << spot->number;
    }
    for (a->number_count = 0; numbers != 0; numbers &= numbers - 1, a->number_count++) {
        struct number_options *o = &a->numbers[a->number_count];
        o->number = (uint8_t)__builtin_ctz(numbers);
        build_number(a, task, (new_groups >> o->number & 1) != 0, o);
    }
    a->most_after[a->number_count] = 0;
    for (unsigned i = a->number_count; i > 0; i--)
        a->most_after[i - 1] = a->most_after[i] + a->numbers[i - 1].most;
}

bool arrange_best(struct arranger *a, const struct arrange_task *task, int32_t floor,
                  int32_t *weight)
{
    unsigned at[COLOURS];
    int32_t bound = 0;
    a->ceiling = ceiling_of(task);
    if (a->ceiling <= floor)
        return false;
    a->best = floor;
    build_colours(a, task);
    for (unsigned c = 0; c < COLOURS; c++) {
        at[c] = a->colours[c].size - 1;
        bound += a->final[c][at[c]];
    }
    build_numbers(a, task);
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
