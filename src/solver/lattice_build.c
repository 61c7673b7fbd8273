/* lattice_build.c - from the choices of a search back to melds. The same rules as in runs.c
 * say which run a tile prolongs, so that what was counted there is what is built here. */
#include "lattice_internal.h"

enum { OPEN_MAX = 16 };

struct step {
    unsigned in_runs, in_sets, jokers;
};

static struct step step_of_choice(uint32_t choice, unsigned colour)
{
    unsigned step = choice >> (7 * colour) & 0x7f;
    return (struct step){step_runs(step), step_sets(step), step_jokers(step)};
}

/* A run in the making. */
struct run {
    card at[NUMBERS];
    unsigned count;
    bool is_bare; /* jokers alone so far */
    bool goes_on; /* ends with a joker that bridges a gap */
};

struct open_runs {
    struct run runs[OPEN_MAX];
    unsigned count;
};

/* While melds are built their kind stands where the owner will be. */
static void emit(struct table *out, unsigned kind, const card *at, unsigned count)
{
    table_add(out, (struct meld){at, count, (uint8_t)kind});
}

/* ---- Runs ---- */

static bool may_end(const struct run *run)
{
    return run->count >= MELD_MIN && !run->is_bare && !run->goes_on;
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
    left->jokers--;
    return CARD_JOKER;
}

/* The runs that end here leave the list. */
static void end_runs(struct open_runs *open, const bool *ends, struct table *out)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < open->count; i++) {
        if (ends[i])
            emit(out, MELD_RUN, open->runs[i].at, open->runs[i].count);
        else
            open->runs[kept++] = open->runs[i];
    }
    open->count = kept;
}

/* Tiles go to runs of jokers alone, the longest first. */
static void prolong_bare(struct open_runs *open, struct step *s, card tile, bool *is_done)
{
    for (unsigned length = NUMBERS; length > 0; length--)
        for (unsigned i = 0; i < open->count; i++) {
            if (!open->runs[i].is_bare || is_done[i] || open->runs[i].count != length)
                continue;
            is_done[i] = true;
            prolong(&open->runs[i], take(s, tile));
        }
}

/* One number of one colour, in the order of runs.c; `kept` jokers stay in their role. */
static void build_step(struct open_runs *open, struct step s, card tile, unsigned kept,
                       struct table *out)
{
    unsigned forced = 0, old_count = open->count;
    bool was_long[OPEN_MAX] = {false}, is_done[OPEN_MAX] = {false}, ends[OPEN_MAX] = {false};
    for (unsigned i = 0; i < old_count; i++) {
        was_long[i] = may_end(&open->runs[i]);
        forced += !was_long[i];
    }
    unsigned extra = s.in_runs + s.jokers - forced, longer = lower(extra, old_count - forced);
    prolong_bare(open, &s, tile, is_done);
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
    for (unsigned i = 0; i < old_count; i++) {
        ends[i] = was_long[i] && !is_done[i];
        if (!is_done[i] && !was_long[i])
            prolong(&open->runs[i], take(&s, tile));
    }
    end_runs(open, ends, out);
}

/* Long runs that the search counts on no more end here. */
static void forget_runs(struct open_runs *open, unsigned long_count, struct table *out)
{
    bool ends[OPEN_MAX] = {false};
    unsigned seen = 0;
    for (unsigned i = 0; i < open->count; i++)
        ends[i] = may_end(&open->runs[i]) && seen++ >= long_count;
    end_runs(open, ends, out);
}

/* ---- Sets ---- */

/* How many tiles of the sets may free a joker. */
static unsigned freeing_tiles(const struct lattice_task *task, unsigned tile, struct step s)
{
    if (!task->free_from_rack || task->set_jokers[tile_number((card)tile)] == 0)
        return s.in_sets;
    int laid = (int)(s.in_runs + s.in_sets) - task->base[tile] - task->freed_by[tile] -
               (int)missing(task->run_jokers[tile], s.jokers);
    return lower((unsigned)laid, s.in_sets);
}

static void build_sets(const struct lattice_task *task, unsigned number, uint32_t choice,
                       struct table *out)
{
    struct set_places places = {0};
    uint8_t tiles[COLOURS], freeing[COLOURS];
    if (choice >> 28 == 0)
        return;
    for (unsigned c = 0; c < COLOURS; c++) {
        struct step s = step_of_choice(choice, c);
        tiles[c] = (uint8_t)s.in_sets;
        freeing[c] = (uint8_t)freeing_tiles(task, tile_of(c, number), s);
    }
    unsigned filled = sets_share(tiles, freeing, task->set_masks[number],
                                 task->set_jokers[number], choice >> 28, &places);
    ASSERT(filled != NOWHERE);
    (void)filled;
    for (unsigned row = 0; row < places.sets; row++) {
        card set[SET_MAX];
        unsigned count = 0;
        for (unsigned c = 0; c < COLOURS; c++)
            if ((places.colours[row] >> c & 1) != 0)
                set[count++] = tile_of(c, number);
        for (unsigned i = 0; i < places.jokers[row]; i++)
            set[count++] = CARD_JOKER;
        emit(out, MELD_SET, set, count);
    }
}

/* ---- Spare jokers ---- */

static unsigned leading_jokers(struct meld meld)
{
    unsigned count = 0;
    while (meld.at[count] == CARD_JOKER)
        count++;
    return count;
}

/* Adds jokers to a meld as far as there is room; returns how many found none. */
static unsigned add_jokers(struct meld meld, unsigned jokers, struct table *out)
{
    card at[2 * NUMBERS];
    unsigned count = meld.count, first = leading_jokers(meld);
    unsigned start = tile_number(meld.at[first]) - first;
    bool is_run = meld.owner == MELD_RUN;
    memcpy(at, meld.at, count);
    for (; jokers > 0; jokers--) {
        if (is_run ? start + count <= NUMBERS : count < SET_MAX) {
            at[count++] = CARD_JOKER;
        } else if (is_run && start > 1) {
            memmove(&at[1], at, count++);
            at[0] = CARD_JOKER;
            start--;
        } else {
            break;
        }
    }
    emit(out, SEAT_NONE, at, count);
    return jokers;
}

/* Puts the spare jokers where there is room. A run that is too long for them makes room as
 * two runs, each of which needs an ordinary tile. */
static unsigned place_spare(const struct table *built, unsigned jokers, struct table *out)
{
    for (unsigned i = 0; i < built->meld_count; i++) {
        struct meld meld = table_meld(built, i);
        if (meld.owner == MELD_RUN && meld.count + jokers > NUMBERS) {
            unsigned count = leading_jokers(meld) + 1;
            count = count < MELD_MIN ? MELD_MIN : count;
            jokers = add_jokers((struct meld){meld.at, count, MELD_RUN}, jokers, out);
            meld = (struct meld){meld.at + count, meld.count - count, MELD_RUN};
        }
        jokers = add_jokers(meld, jokers, out);
    }
    return jokers;
}

unsigned lattice_melds(const struct lattice *l, const struct lattice_task *task,
                       struct table *out)
{
    struct table built = {.meld_count = 0};
    uint16_t nodes[NUMBERS + 1];
    struct open_runs open[COLOURS];
    nodes[NUMBERS] = l->best;
    for (unsigned number = NUMBERS; number > 0; number--)
        nodes[number - 1] = l->nodes[nodes[number]].parent;
    for (unsigned c = 0; c < COLOURS; c++)
        open[c].count = 0;
    for (unsigned number = 1; number <= NUMBERS; number++) {
        const struct node *node = &l->nodes[nodes[number]];
        for (unsigned c = 0; c < COLOURS; c++) {
            unsigned tile = tile_of(c, number);
            struct step s = step_of_choice(node->choice, c);
            const struct colour_state *state =
                &l->states[l->level_first[c][number] + (node->key >> (8 * c) & 255)];
            build_step(&open[c], s, (card)tile, lower(task->run_jokers[tile], s.jokers), &built);
            forget_runs(&open[c], l->machine.states[state->run_state].longs, &built);
        }
        build_sets(task, number, node->choice, &built);
    }
    for (unsigned c = 0; c < COLOURS; c++)
        ASSERT(open[c].count == 0);
    return place_spare(&built, l->spare_jokers, out);
}
