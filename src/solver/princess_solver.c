/* princess_solver.c - the best play in Princess Rummy: what princess_arrange.c lays out, with
 * the two rules that look at the whole play.
 *
 * The first meld: every meld of 13 points or more holds one of a few least ones. Each
 * of these that the hand holds is laid in turn, as if it were on the table already, and the
 * rest is arranged around it. Beside this, a play may do without new melds (RA-03).
 *
 * The card kept (R-22, RA-06): if the best layout keeps none that may be discarded, each card
 * of the hand is held back in turn. */
#include "princess_solver.h"
#include "princess_arrange.h"

enum {
    LEAST_RUN_MAX = 5,                                             /* 1-2-3-4-5 has 15 */
    LEAST_MAX = COLOURS * FIGURES * LEAST_RUN_MAX + FIGURES * (COLOURS + 1)
};

/* A new meld laid before all others. */
struct least {
    bool is_run;
    uint8_t number;  /* of a run's first card; from 0 */
    uint8_t count;   /* of a run */
    uint8_t colours; /* a bit each */
};

struct princess_work {
    struct arrange_task task; /* with the whole hand; spots are filled in */
    uint8_t meld_of[PRINCESS_MELDS_MAX]; /* the table's meld of each spot */
    const struct state *state;
    uint32_t extending; /* kinds of the hand that may go onto the table, a bit each */
    bool is_barred;
    bool holds_unknown; /* a card that cannot be laid */
    unsigned hand_count;
    int32_t best; /* weight of the best play so far, which is in `out` */
    struct play *out;
    unsigned least_count;
    struct least least[LEAST_MAX];
    struct arrangement layout;
};

static struct princess_work *work_of(struct workspace *work)
{
    return (struct princess_work *)work;
}

/* The arranger lies behind, as its size is its own affair. */
static struct arranger *arranger_of(struct princess_work *w)
{
    return (struct arranger *)(w + 1);
}

size_t princess_solver_size(void)
{
    return sizeof(struct princess_work) + arranger_size();
}

static card card_at(unsigned colour, unsigned number)
{
    return (card)(colour * FIGURES + number % FIGURES);
}

/* ---- What lies there ---- */

/* What the table takes at once, and what lies beside that in the hand. */
static uint32_t extending_of(const struct table *table, uint32_t held)
{
    uint32_t extending = 0, more = princess_table_takes(table) & held;
    for (; more != 0; more = (kinds_after(more) | kinds_before(more)) & held & ~extending)
        extending |= more;
    return extending;
}

uint32_t princess_in_melds(uint32_t held)
{
    return kinds_in_runs(held) | (held & numbers_in_groups(held) * KINDS_NUMBER_1);
}

uint32_t princess_layable(const struct table *table, uint32_t held)
{
    return princess_in_melds(held) | extending_of(table, held);
}

static uint8_t colours_of(struct meld meld)
{
    unsigned colours = 0;
    for (unsigned i = 0; i < meld.count; i++)
        colours |= 1U << card_colour(meld.at[i]);
    return (uint8_t)colours;
}

static struct spot spot_of_run(card first, unsigned count, bool is_own)
{
    return (struct spot){(uint8_t)card_colour(first), (uint8_t)(card_number(first) - 1),
                         (uint8_t)count, true, is_own};
}

static struct spot spot_of_group(unsigned number, unsigned colours, bool is_own)
{
    unsigned lacking = 0;
    while ((colours >> lacking & 1) != 0)
        lacking++;
    return (struct spot){(uint8_t)lacking, (uint8_t)number, MELD_MIN, false, is_own};
}

static void list_spots(struct princess_work *w)
{
    const struct table *table = &w->state->table;
    struct arrange_task *task = &w->task;
    task->spot_count = 0;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        bool is_own = meld.owner == w->state->seat;
        if (meld.count >= (is_group(meld) ? (unsigned)COLOURS : task->run_max))
            continue;
        ASSERT(task->spot_count < PRINCESS_MELDS_MAX);
        w->meld_of[task->spot_count] = (uint8_t)i;
        task->spots[task->spot_count++] =
            is_group(meld)
                ? spot_of_group(card_number(meld.at[0]) - 1, colours_of(meld), is_own)
                : spot_of_run(meld.at[0], meld.count, is_own);
    }
}

static void list_hand(struct princess_work *w)
{
    const struct cards *rack = &w->state->rack[w->state->seat];
    memset(w->task.hand, 0, sizeof w->task.hand);
    w->hand_count = rack->count;
    w->holds_unknown = false;
    w->task.held = 0;
    for (unsigned i = 0; i < rack->count; i++) {
        if (rack->at[i] < CARD_KINDS && w->task.hand[rack->at[i]] < COPIES)
            hand_add(&w->task, rack->at[i]);
        else
            w->holds_unknown = true;
    }
    w->extending = extending_of(&w->state->table, w->task.held);
}

/* ---- Least first melds ---- */

static void list_least_runs(struct princess_work *w, unsigned colour, int need)
{
    for (unsigned first = 0; first < FIGURES; first++) {
        int sum = 0;
        for (unsigned count = 1; count <= LEAST_RUN_MAX; count++) {
            card last = card_at(colour, first + count - 1);
            if (w->task.hand[last] == 0)
                break;
            sum += (int)card_number(last);
            if (count < MELD_MIN || sum < need)
                continue;
            if (count > MELD_MIN && sum - (int)first - 1 >= need)
                break; /* without its first card it is one, too */
            w->least[w->least_count++] =
                (struct least){true, (uint8_t)first, (uint8_t)count, (uint8_t)(1U << colour)};
            break; /* a longer one holds this one */
        }
    }
}

static void list_least_groups(struct princess_work *w, unsigned number, int need)
{
    static const uint8_t groups[] = {7, 11, 13, 14, 15};
    unsigned held = 0;
    int points = (int)number + 1;
    for (unsigned c = 0; c < COLOURS; c++)
        held |= (w->task.held >> card_at(c, number) & 1) << c;
    for (unsigned i = 0; i < sizeof groups; i++) {
        int count = groups[i] == 15 ? COLOURS : MELD_MIN;
        bool is_least = count == MELD_MIN || MELD_MIN * points < need;
        if ((groups[i] & ~held) == 0 && is_least && count * points >= need)
            w->least[w->least_count++] =
                (struct least){false, (uint8_t)number, (uint8_t)count, groups[i]};
    }
}

static void list_least(struct princess_work *w)
{
    int need = (int)state_option(w->state, OPTION_FIRST_MELD);
    uint32_t in_runs = kinds_in_runs(w->task.held), numbers = numbers_in_groups(w->task.held);
    w->least_count = 0;
    for (unsigned colour = 0; in_runs != 0; colour++, in_runs >>= FIGURES)
        if ((in_runs & ((1U << FIGURES) - 1)) != 0)
            list_least_runs(w, colour, need);
    for (; numbers != 0; numbers &= numbers - 1)
        list_least_groups(w, (unsigned)__builtin_ctz(numbers), need);
}

static card least_card(const struct least *least, unsigned index)
{
    unsigned colour = 0;
    if (least->is_run)
        return card_at((unsigned)__builtin_ctz(least->colours), least->number + index);
    for (;; colour++)
        if ((least->colours >> colour & 1) != 0 && index-- == 0)
            return card_at(colour, least->number);
}

/* Takes the meld out of the hand and makes a spot of it. Returns what it weighs. */
static int32_t lay_least(struct arrange_task *task, const struct least *least)
{
    int32_t weight = 0;
    for (unsigned i = 0; i < least->count; i++) {
        card what = least_card(least, i);
        hand_remove(task, what);
        weight += task->weights->of[what];
    }
    if (least->is_run)
        task->spots[task->spot_count++] =
            spot_of_run(least_card(least, 0), least->count, true);
    else if (least->count < COLOURS)
        task->spots[task->spot_count++] = spot_of_group(least->number, least->colours, true);
    return weight;
}

/* ---- From a layout to a play ---- */

static void add_card(struct play *out, card *meld, unsigned *count, card what, bool is_own)
{
    meld[(*count)++] = what;
    out->laid.of[what]++;
    out->cards++;
    out->points += is_own ? (int)card_number(what) : 0;
}

/* A run, from its old cards or none, with cards before and after them. */
static void add_run(struct play *out, struct meld old, bool is_own, unsigned before,
                    unsigned after)
{
    card at[RUN_CAP];
    unsigned count = 0, colour = card_colour(old.at[0]), number = card_number(old.at[0]) - 1;
    for (unsigned i = 0; i < before; i++)
        add_card(out, at, &count, card_at(colour, number + RUN_CAP - before + i), is_own);
    memcpy(&at[count], old.at, old.count);
    count += old.count;
    for (unsigned i = 0; i < after; i++)
        add_card(out, at, &count, card_at(colour, number + old.count + i), is_own);
    table_add(&out->table, (struct meld){at, count, old.owner});
}

static void add_group(struct play *out, struct meld old, bool is_own, unsigned number,
                      unsigned colours)
{
    card at[COLOURS];
    unsigned count = old.count;
    memcpy(at, old.at, old.count);
    for (unsigned c = 0; c < COLOURS; c++)
        if ((colours >> c & 1) != 0)
            add_card(out, at, &count, card_at(c, number), is_own);
    table_add(&out->table, (struct meld){at, count, old.owner});
}

/* New runs of one colour that follow one another are laid as one, where that is allowed. */
static void join_runs(struct arrangement *layout, unsigned run_max)
{
    for (unsigned i = 0; i < layout->run_count; i++) {
        for (unsigned j = 0; j < layout->run_count; j++) {
            struct new_run *a = &layout->runs[i], *b = &layout->runs[j];
            if (i == j || a->colour != b->colour || a->count + b->count > (int)run_max ||
                (a->number + a->count) % FIGURES != b->number)
                continue;
            a->count = (uint8_t)(a->count + b->count);
            *b = layout->runs[--layout->run_count];
            i = UINT32_MAX; /* begin again; there is one run less */
            break;
        }
    }
}

static void add_old_melds(const struct princess_work *w, struct play *out)
{
    const struct table *table = &w->state->table;
    unsigned same = 0; /* melds from here on lie as they lay */
    for (unsigned i = 0; i < w->task.spot_count; i++) {
        const struct spot *spot = &w->task.spots[i];
        unsigned before = w->layout.before[i], after = w->layout.after[i];
        if (before + after == 0)
            continue;
        table_add_range(&out->table, table, same, w->meld_of[i]);
        same = w->meld_of[i] + 1U;
        struct meld meld = table_meld(table, w->meld_of[i]);
        if (spot->is_run)
            add_run(out, meld, spot->is_own, before, after);
        else
            add_group(out, meld, spot->is_own, spot->number, 1U << spot->colour);
    }
    table_add_range(&out->table, table, same, table->meld_count);
}

/* The least meld, which is the last spot if it is one at all, joins the new ones. */
static void take_up_least(struct princess_work *w, const struct arrange_task *task,
                          const struct least *least)
{
    struct arrangement *layout = &w->layout;
    unsigned spot = w->task.spot_count;
    if (least->is_run) {
        unsigned before = layout->before[spot], after = layout->after[spot];
        layout->runs[layout->run_count++] = (struct new_run){
            task->spots[spot].colour,
            (uint8_t)((least->number + RUN_CAP - before) % FIGURES),
            (uint8_t)(before + least->count + after)};
        return;
    }
    bool is_whole = task->spot_count > spot && layout->after[spot] != 0;
    layout->groups[layout->group_count++] =
        (struct new_group){least->number, is_whole ? (1U << COLOURS) - 1 : least->colours};
}

static void write_play(struct princess_work *w, const struct arrange_task *task,
                       const struct least *least)
{
    struct play *out = w->out;
    struct arrangement *layout = &w->layout;
    uint8_t seat = w->state->seat;
    memset(out, 0, sizeof *out);
    add_old_melds(w, out);
    if (least != NULL)
        take_up_least(w, task, least);
    join_runs(layout, task->run_max);
    for (unsigned i = 0; i < layout->run_count; i++) {
        const struct new_run *run = &layout->runs[i];
        card first = card_at(run->colour, run->number);
        add_run(out, (struct meld){&first, 0, seat}, true, 0, run->count);
    }
    for (unsigned i = 0; i < layout->group_count; i++) {
        const struct new_group *group = &layout->groups[i];
        add_group(out, (struct meld){&seat, 0, seat}, true, group->number, group->colours);
    }
    out->weight = w->best;
}

/* ---- The two rules ---- */

static unsigned layout_cards(const struct arrange_task *task, const struct arrangement *layout)
{
    unsigned count = 0;
    for (unsigned i = 0; i < task->spot_count; i++)
        count += layout->before[i] + layout->after[i];
    for (unsigned i = 0; i < layout->run_count; i++)
        count += layout->runs[i].count;
    for (unsigned i = 0; i < layout->group_count; i++)
        count += bits_count(layout->groups[i].colours);
    return count;
}

/* R-22, RA-06: whether a card is left that may be discarded. False as well where the only
 * card left may be the one that is barred: it is then found by holding it back. */
static bool keeps_discard(const struct princess_work *w, const struct arrange_task *task,
                          const struct least *least)
{
    unsigned laid = layout_cards(task, &w->layout) + (least != NULL ? least->count : 0);
    return w->holds_unknown || w->hand_count - laid > w->is_barred;
}

/* The best play with this first meld, or without one, if it beats the best so far. */
static void attempt(struct princess_work *w, bool may_meld, const struct least *least)
{
    struct arranger *arranger = arranger_of(w);
    struct arrange_task task = w->task;
    int32_t laid = least != NULL ? lay_least(&task, least) : 0, weight;
    task.may_meld = may_meld;
    if (!arrange_best(arranger, &task, w->best - laid, &weight))
        return;
    arrange_read(arranger, &task, &w->layout);
    if (keeps_discard(w, &task, least)) {
        w->best = weight + laid;
        write_play(w, &task, least);
        return;
    }
    for (unsigned i = 0; i < CARD_KINDS; i++) {
        unsigned kind = i % COLOURS * FIGURES + i / COLOURS; /* low numbers first */
        if (task.hand[kind] == 0 || (w->is_barred && kind == w->state->taken))
            continue;
        hand_remove(&task, kind);
        if (arrange_best(arranger, &task, w->best - laid, &weight)) {
            arrange_read(arranger, &task, &w->layout);
            w->best = weight + laid;
            write_play(w, &task, least);
        }
        hand_add(&task, kind);
    }
}

/* With many first melds to try: what would be laid without that rule, to stop there. */
static int32_t best_without_rule(struct princess_work *w)
{
    attempt(w, true, NULL);
    int32_t weight = w->best;
    w->best = 0;
    return weight;
}

bool princess_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out)
{
    enum { FEW = 2 };
    struct princess_work *w = work_of(work);
    bool may_extend = state_is_opened(state) ||
                      state_option(state, OPTION_EXTEND_BEFORE_OWN) == OPTION_YES;
    bool is_free = state_is_opened(state) ||
                   (may_extend && state_option(state, OPTION_FIRST_MELD) == 0);
    w->state = state;
    w->out = out;
    w->best = 0;
    list_hand(w);
    if ((princess_in_melds(w->task.held) | w->extending) == 0)
        return false;
    w->is_barred = princess_taken_is_barred(state);
    w->task.weights = weights;
    w->task.run_max = state_option(state, OPTION_RUN_MAX);
    list_spots(w);
    if (is_free) {
        attempt(w, true, NULL);
        return w->best > 0;
    }
    list_least(w);
    int32_t ceiling = w->least_count > FEW ? best_without_rule(w) : INT32_MAX;
    for (unsigned i = 0; i < w->least_count && w->best < ceiling; i++)
        attempt(w, true, &w->least[i]);
    if (may_extend && w->extending != 0 && w->best < ceiling)
        attempt(w, false, NULL);
    return w->best > 0;
}
