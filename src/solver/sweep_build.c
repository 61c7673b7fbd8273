/* sweep_build.c - from the choices of a sweep back to melds. The same rules as in the sweep
 * say which run a tile prolongs, so that what was counted there is what is built here. */
#include "sweep_internal.h"

enum { RUNS_MAX = 16 };

/* A run in the making. */
struct run {
    card at[SWEEP_NUMBERS];
    unsigned count;
    bool is_bare; /* jokers alone so far */
    bool goes_on; /* ends with a joker that bridges a gap */
};

struct open_runs {
    struct run runs[RUNS_MAX];
    unsigned count;
};

/* While melds are built their kind stands where the owner will be. */
static void emit(struct table *out, unsigned kind, const card *at, unsigned count)
{
    table_add(out, (struct meld){at, count, (uint8_t)kind});
}

static bool may_end(const struct run *run)
{
    return run->count >= 3 && !run->is_bare && !run->goes_on;
}

static void prolong(struct run *run, card what)
{
    run->at[run->count++] = what;
    run->is_bare = run->is_bare && what == CARD_JOKER;
    run->goes_on = false;
}

/* Takes an ordinary tile while there are any, then jokers. */
static card take(struct step *left, card tile)
{
    if (left->in_runs > 0) {
        left->in_runs--;
        return tile;
    }
    left->run_jokers--;
    return CARD_JOKER;
}

/* Long runs that the sweep counts on no more end here. */
static void end_runs(struct open_runs *open, unsigned long_count, struct table *out)
{
    unsigned seen = 0, kept = 0;
    for (unsigned i = 0; i < open->count; i++) {
        if (may_end(&open->runs[i]) && seen++ >= long_count)
            emit(out, MELD_RUN, open->runs[i].at, open->runs[i].count);
        else
            open->runs[kept++] = open->runs[i];
    }
    open->count = kept;
}

/* One number of one colour, in the order of runs_after(): ordinary tiles to bare runs,
 * longest first, into new runs, to long runs, then to the others. */
static void build_step(struct open_runs *open, struct step s, card tile, unsigned kept,
                       struct table *out)
{
    unsigned forced = 0, old_count = open->count;
    bool was_long[RUNS_MAX] = {false}, is_done[RUNS_MAX] = {false};
    for (unsigned i = 0; i < old_count; i++) {
        was_long[i] = may_end(&open->runs[i]);
        forced += !was_long[i];
    }
    unsigned extra = s.in_runs + s.run_jokers - forced, longer = old_count - forced;
    longer = extra < longer ? extra : longer;
    for (unsigned length = SWEEP_NUMBERS; length > 0; length--) {
        for (unsigned i = 0; i < old_count; i++) {
            if (!open->runs[i].is_bare || is_done[i] || open->runs[i].count != length)
                continue;
            is_done[i] = true;
            prolong(&open->runs[i], take(&s, tile));
        }
    }
    for (unsigned fresh = extra - longer; fresh > 0; fresh--) {
        struct run *run = &open->runs[open->count++];
        *run = (struct run){.is_bare = true};
        prolong(run, take(&s, tile));
    }
    for (unsigned i = 0; i < old_count && longer > 0; i++) {
        if (!was_long[i])
            continue;
        is_done[i] = true;
        longer--;
        card what = take(&s, tile);
        prolong(&open->runs[i], what);
        open->runs[i].goes_on = what == CARD_JOKER && kept == 0;
        kept -= what == CARD_JOKER && kept > 0;
    }
    for (unsigned i = 0; i < old_count; i++)
        if (!is_done[i] && !was_long[i])
            prolong(&open->runs[i], take(&s, tile));
    unsigned left = 0;
    for (unsigned i = 0; i < open->count; i++) {
        if (i < old_count && was_long[i] && !is_done[i])
            emit(out, MELD_RUN, open->runs[i].at, open->runs[i].count);
        else
            open->runs[left++] = open->runs[i];
    }
    open->count = left;
}

static void build_sets(const struct sweep_task *task, unsigned number, uint32_t choice,
                       struct table *out)
{
    struct sharing s;
    if (choice >> 28 == 0)
        return;
    unsigned filled = sets_share(task, number, choice, choice >> 28, &s);
    ASSERT(filled != NOWHERE);
    (void)filled;
    for (unsigned row = 0; row < s.sets; row++) {
        card set[SWEEP_COLOURS];
        unsigned count = 0;
        for (unsigned i = 0; i < s.count; i++)
            if (s.row_of[i] == row)
                set[count++] = s.what[i];
        while (count < 3)
            set[count++] = CARD_JOKER;
        emit(out, MELD_SET, set, count);
    }
}

/* Adds jokers to a meld as far as there is room; returns how many found none. */
static unsigned add_jokers(struct meld meld, unsigned jokers, struct table *out)
{
    card at[2 * SWEEP_NUMBERS];
    unsigned count = meld.count, first = 0;
    memcpy(at, meld.at, count);
    while (at[first] == CARD_JOKER)
        first++;
    unsigned start = at[first] % SWEEP_NUMBERS + 1 - first;
    bool grows_as_run = meld.owner == MELD_RUN;
    for (; jokers > 0; jokers--) {
        if (grows_as_run && start + count <= SWEEP_NUMBERS) {
            at[count++] = CARD_JOKER;
        } else if (grows_as_run && start > 1) {
            memmove(&at[1], at, count++);
            at[0] = CARD_JOKER;
            start--;
        } else if (!grows_as_run && count < SWEEP_COLOURS) {
            at[count++] = CARD_JOKER;
        } else {
            break;
        }
    }
    emit(out, SEAT_NONE, at, count);
    return jokers;
}

_Static_assert(SWEEP_NUMBERS - SWEEP_JOKERS + 1 >= SWEEP_JOKERS + SWEEP_JOKERS,
               "both parts of a run that is cut hold more places than jokers");

/* Puts the spare jokers where there is room. A long run makes room as two: as there is a spare
 * joker, at most three are in the run, so that four places of it hold an ordinary tile. */
static void place_spare(const struct table *built, unsigned jokers, struct table *out)
{
    for (unsigned i = 0; i < built->meld_count; i++) {
        struct meld meld = table_meld(built, i);
        if (jokers > 0 && meld.count > SWEEP_NUMBERS - SWEEP_JOKERS) {
            jokers = add_jokers((struct meld){meld.at, SWEEP_JOKERS, MELD_RUN}, jokers, out);
            meld = (struct meld){meld.at + SWEEP_JOKERS, meld.count - SWEEP_JOKERS, MELD_RUN};
        }
        jokers = add_jokers(meld, jokers, out);
    }
    ASSERT(jokers == 0);
}

void sweep_melds(const struct sweep *sweep, const struct sweep_task *task, struct table *out)
{
    struct table built;
    uint32_t nodes[SWEEP_NUMBERS + 1];
    struct open_runs open[SWEEP_COLOURS] = {{.count = 0}};
    nodes[SWEEP_NUMBERS] = sweep->best;
    for (unsigned number = SWEEP_NUMBERS; number > 0; number--)
        nodes[number - 1] = sweep->nodes[nodes[number]].parent;
    memset(&built, 0, sizeof built);
    for (unsigned number = 1; number <= SWEEP_NUMBERS; number++) {
        const struct node *node = &sweep->nodes[nodes[number]];
        for (unsigned c = 0; c < SWEEP_COLOURS; c++) {
            unsigned tile = c * SWEEP_NUMBERS + number - 1;
            build_step(&open[c], step_of_choice(node->choice, c), (card)tile,
                       task->keep_run[tile], &built);
            end_runs(&open[c], runs_of_key(node->key, c).with[2], &built);
        }
        build_sets(task, number, node->choice, &built);
    }
    for (unsigned c = 0; c < SWEEP_COLOURS; c++)
        ASSERT(open[c].count == 0);
    place_spare(&built, sweep->spare_jokers, out);
}
