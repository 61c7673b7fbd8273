/* exclusiv_solver.c - the best play in Rummy exclusiv. What the table's partition was does
 * not matter, only its tiles and the roles of its jokers: for each joker that lies there one
 * of its fates is chosen (kept in a role, or freed by a tile that fills one, XA-19), and a
 * sweep arranges the tiles with what these fates ask for.
 *
 * A seat that has not opened lays 40 points by themselves first (XA-13): if the best play
 * does not contain them, every least set of tiles worth 40 is forced in turn. */
#include "core/games/exclusiv.h"
#include "solver_internal.h"
#include "sweep.h"

enum fate_kind { KEEP_RUN, KEEP_SET, FREE_RUN, FREE_SET };
enum { FATES_MAX = 12 };

struct fate {
    uint8_t kind; /* enum fate_kind */
    card tile;
};

/* A joker on the table: all that may become of it. */
struct bound_joker {
    struct fate fates[FATES_MAX];
    unsigned count;
    unsigned meld; /* where it lies */
};

/* A tile and two or three jokers that read as a run and as a set (XA-05): its jokers have
 * roles of both kinds, and its tile lies in both. */
struct both_ways {
    card tile;
    unsigned start; /* the number its first place stands for in the run */
    unsigned count;
};

struct search {
    struct sweep *sweep;
    struct sweep_task task;
    struct bound_joker jokers[SWEEP_JOKERS];
    unsigned joker_count;
    struct bag rack;
    struct fate items[SWEEP_JOKERS]; /* the fates chosen */
    struct both_ways duals[SWEEP_JOKERS / 2];
    unsigned dual_count;
    int32_t bound; /* no play is worth more */
    int32_t best;
    bool has_play;
    struct play *play;
    struct table *table; /* the best so far */
};

/* ---- Roles and fates ---- */

static void add_fate(struct search *s, struct bound_joker *joker, enum fate_kind kind,
                     unsigned tile)
{
    bool is_freed = kind == FREE_RUN || kind == FREE_SET;
    unsigned there = s->task.free_from_rack ? s->rack.of[tile] : s->task.may[tile];
    if (is_freed && there == 0)
        return;
    ASSERT(joker->count < FATES_MAX);
    joker->fates[joker->count++] = (struct fate){(uint8_t)kind, (card)tile};
}

static void add_run_fates(struct search *s, struct bound_joker *joker, struct meld meld,
                          unsigned place)
{
    unsigned first = 0;
    while (meld.at[first] == CARD_JOKER)
        first++;
    unsigned tile = meld.at[first] + place - first;
    add_fate(s, joker, KEEP_RUN, tile);
    add_fate(s, joker, FREE_RUN, tile);
}

static void add_set_fates(struct search *s, struct bound_joker *joker, struct meld meld)
{
    unsigned present = 0, number = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        number = tile_number(meld.at[i]);
        present |= 1U << tile_colour(meld.at[i]);
    }
    for (unsigned c = 0; c < COLOURS; c++)
        if ((present >> c & 1) == 0)
            add_fate(s, joker, KEEP_SET, tile_of(c, number));
    for (unsigned c = 0; c < COLOURS; c++)
        if ((present >> c & 1) == 0)
            add_fate(s, joker, FREE_SET, tile_of(c, number));
}

static void collect_jokers(struct search *s, const struct state *state)
{
    const struct game *game = state_game(state);
    struct error ignored;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        for (unsigned place = 0; place < meld.count; place++) {
            if (meld.at[place] != CARD_JOKER)
                continue;
            struct bound_joker *joker = &s->jokers[s->joker_count++];
            joker->meld = i;
            unsigned kinds = game->meld_kinds(&state->options, meld, &ignored);
            if ((kinds & MELD_RUN) != 0)
                add_run_fates(s, joker, meld, place);
            if ((kinds & MELD_SET) != 0)
                add_set_fates(s, joker, meld);
        }
    }
}

static void ask_for(struct sweep_task *task, struct fate fate, int change)
{
    uint8_t *const lists[] = {task->keep_run, task->keep_set, task->free_run, task->free_set};
    uint8_t *count = &lists[fate.kind][fate.tile];
    *count = (uint8_t)(*count + change);
    if (fate.kind == FREE_RUN || fate.kind == FREE_SET)
        task->freed_by[fate.tile] = (uint8_t)(task->freed_by[fate.tile] + change);
}

/* ---- Searching ---- */

static void add_both_ways(const struct both_ways *dual, struct table *out)
{
    card at[SET_MAX];
    for (unsigned i = 0; i < dual->count; i++)
        at[i] = dual->start + i == tile_number(dual->tile) ? dual->tile : CARD_JOKER;
    table_add(out, (struct meld){at, dual->count, SEAT_NONE});
}

/* First with few jokers where they are needed: that is quick, and what it finds keeps the
 * further sweeps small. */
static void try_sweep(struct search *s)
{
    unsigned kept = 0;
    for (unsigned tile = 0; tile < TILE_KINDS; tile++)
        kept += (unsigned)(s->task.keep_run[tile] + s->task.keep_set[tile]);
    for (unsigned needed = kept; needed <= s->task.jokers_may; needed++) {
        int32_t weight;
        s->task.jokers_needed = needed;
        if (!sweep_best(s->sweep, &s->task, s->best, &weight, &s->play->is_exact))
            continue;
        s->best = weight;
        s->has_play = true;
        memset(s->table, 0, sizeof *s->table);
        for (unsigned i = 0; i < s->dual_count; i++)
            add_both_ways(&s->duals[i], s->table);
        sweep_melds(s->sweep, &s->task, s->table);
    }
}

static void try_items(struct search *s, const struct fate *items, unsigned count);

/* Whether a fate is fulfilled at a place of the meld: the place of its tile, or a joker's. */
static bool fulfils(const struct both_ways *dual, unsigned place, struct fate fate)
{
    unsigned number = tile_number(dual->tile), colour = tile_colour(dual->tile);
    bool is_tile = dual->start + place == number;
    switch ((enum fate_kind)fate.kind) {
    case KEEP_RUN:
        return !is_tile && fate.tile == tile_of(colour, dual->start + place);
    case KEEP_SET:
        return !is_tile && tile_number(fate.tile) == number &&
               tile_colour(fate.tile) != colour;
    case FREE_RUN:
    case FREE_SET:
        return is_tile && fate.tile == dual->tile;
    }
    return false;
}

/* What is left of the fates when the meld takes some: every way to do so in which it is
 * read both ways. The depth is the number of fates. */
struct absorbing {
    struct search *search;
    struct both_ways dual;
    const struct fate *items;
    unsigned count;
    struct fate left[SWEEP_JOKERS];
    unsigned left_count;
    unsigned taken_places; /* bit a place */
    bool takes_run, takes_set;
};

static void absorb(struct absorbing *a, unsigned index)
{
    if (index == a->count) {
        if (a->takes_run && a->takes_set)
            try_items(a->search, a->left, a->left_count);
        return;
    }
    struct fate fate = a->items[index];
    a->left[a->left_count++] = fate;
    absorb(a, index + 1);
    a->left_count--;
    bool is_run = fate.kind == KEEP_RUN || fate.kind == FREE_RUN;
    bool is_freed = fate.kind == FREE_RUN || fate.kind == FREE_SET;
    uint8_t *freed_by = &a->search->task.freed_by[fate.tile];
    for (unsigned place = 0; place < a->dual.count; place++) {
        if ((a->taken_places >> place & 1) != 0 || !fulfils(&a->dual, place, fate))
            continue;
        bool took_run = a->takes_run, took_set = a->takes_set;
        a->takes_run |= is_run;
        a->takes_set |= !is_run;
        a->taken_places |= 1U << place;
        *freed_by = (uint8_t)(*freed_by + is_freed);
        absorb(a, index + 1);
        *freed_by = (uint8_t)(*freed_by - is_freed);
        a->taken_places &= ~(1U << place);
        a->takes_run = took_run;
        a->takes_set = took_set;
    }
}

/* Takes the meld's cards out of the task and goes on with what is left. */
static void try_both_ways(struct search *s, struct both_ways dual, const struct fate *items,
                          unsigned count)
{
    struct sweep_task saved = s->task;
    struct sweep_task *task = &s->task;
    unsigned jokers = dual.count - 1;
    if (task->may[dual.tile] == 0 || task->jokers_may < jokers)
        return;
    task->may[dual.tile]--;
    task->must[dual.tile] = (uint8_t)(task->must[dual.tile] - (task->must[dual.tile] > 0));
    task->base[dual.tile]--;
    task->jokers_may -= jokers;
    task->jokers_must -= task->jokers_must > jokers ? jokers : task->jokers_must;
    task->jokers_base -= (int)jokers;
    s->duals[s->dual_count++] = dual;
    struct absorbing a = {.search = s, .dual = dual, .items = items, .count = count};
    absorb(&a, 0);
    s->dual_count--;
    s->task = saved;
}

/* The tile that a meld read both ways would need for these two fates, one of a run and one
 * of a set; or CARD_NONE. */
static card common_tile(struct fate run, struct fate set)
{
    card tile = set.tile;
    if (run.kind == FREE_RUN)
        tile = run.tile;
    else if (set.kind == KEEP_SET)
        tile = tile_of(tile_colour(run.tile), tile_number(set.tile));
    bool is_wrong = (run.kind == FREE_RUN && set.kind == FREE_SET) ||
                    (set.kind == FREE_SET && set.tile != tile) ||
                    tile_colour(run.tile) != tile_colour(tile) ||
                    tile_number(set.tile) != tile_number(tile);
    return is_wrong ? CARD_NONE : tile;
}

static void try_duals(struct search *s, const struct fate *items, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            bool is_mixed = (items[i].kind == KEEP_RUN || items[i].kind == FREE_RUN) &&
                            (items[j].kind == KEEP_SET || items[j].kind == FREE_SET);
            card tile = is_mixed ? common_tile(items[i], items[j]) : CARD_NONE;
            if (tile == CARD_NONE)
                continue;
            unsigned number = tile_number(tile);
            for (unsigned size = 3; size <= SET_MAX; size++)
                for (unsigned before = 0; before < size && before < number; before++)
                    if (number - before + size - 1 <= NUMBERS)
                        try_both_ways(s, (struct both_ways){tile, number - before, size}, items,
                                      count);
        }
    }
}

/* Whether enough tiles of a kind are there for all jokers they are to free. */
static bool tiles_suffice(const struct sweep_task *task, const struct fate *items,
                          unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned tile = items[i].tile;
        if (task->free_run[tile] + task->free_set[tile] > task->may[tile] ||
            (task->free_from_rack &&
             task->freed_by[tile] > task->may[tile] - task->base[tile]))
            return false;
    }
    return true;
}

static void try_items(struct search *s, const struct fate *items, unsigned count)
{
    if (s->has_play && s->best == s->bound)
        return;
    for (unsigned i = 0; i < count; i++)
        ask_for(&s->task, items[i], 1);
    if (tiles_suffice(&s->task, items, count))
        try_sweep(s);
    for (unsigned i = 0; i < count; i++)
        ask_for(&s->task, items[i], -1);
    if (count >= 2)
        try_duals(s, items, count);
}

static bool is_same_joker(const struct bound_joker *a, const struct bound_joker *b)
{
    return a->count == b->count &&
           memcmp(a->fates, b->fates, a->count * sizeof *a->fates) == 0;
}

/* All fates of the jokers from `index` on. Jokers that are alike take theirs in order. The
 * depth is the number of jokers. */
static void try_fates(struct search *s, unsigned index, unsigned first)
{
    if (s->has_play && s->best == s->bound)
        return;
    if (index == s->joker_count || index == SWEEP_JOKERS) {
        try_items(s, s->items, s->joker_count);
        return;
    }
    const struct bound_joker *joker = &s->jokers[index];
    bool next_is_same = index + 1 < s->joker_count && index + 1 < SWEEP_JOKERS &&
                        is_same_joker(joker, &s->jokers[index + 1]);
    for (unsigned i = first; i < joker->count; i++) {
        s->items[index] = joker->fates[i];
        try_fates(s, index + 1, next_is_same ? i : 0);
    }
}

/* The best play by the task as it is; to lay the whole rack is the most there is. */
static void search_all(struct search *s)
{
    s->bound = 0;
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        s->bound += s->rack.of[kind] * s->task.weight[kind];
    try_fates(s, 0, 0);
}

static void set_up(struct search *s, struct workspace *work, const struct state *state,
                   const struct weights *weights, struct play *out)
{
    struct bag table;
    memset(s, 0, sizeof *s);
    s->sweep = workspace_sweep(work);
    s->play = out;
    s->table = &out->table;
    bag_of_table(&state->table, &table);
    bag_of_cards(&state->rack[state->seat], &s->rack);
    for (unsigned tile = 0; tile < TILE_KINDS; tile++) {
        s->task.base[tile] = (int8_t)table.of[tile];
        s->task.must[tile] = table.of[tile];
        s->task.may[tile] = (uint8_t)(table.of[tile] + s->rack.of[tile]);
    }
    s->task.weight = weights->of;
    s->task.jokers_base = table.of[CARD_JOKER];
    s->task.jokers_must = table.of[CARD_JOKER];
    s->task.jokers_may = table.of[CARD_JOKER] + s->rack.of[CARD_JOKER];
    s->task.free_from_rack = state_option(state, OPTION_JOKER_SWAP) == JOKER_SWAP_RACK;
    collect_jokers(s, state);
}

/* ---- The first 40 points ---- */

static bool contains_opening(const struct state *state, const struct table *table)
{
    struct change change;
    change_of(state, table, &change);
    return exclusiv_opening_is_worth(&change.laid, FIRST_POINTS);
}

/* Forces tiles and jokers of the rack to be laid, meld by meld, until they are worth 40;
 * then searches with them. Melds are taken in the order of their lowest tile. The depth is
 * the number of melds of the rack. */
struct opening {
    struct search *search;
    struct bag left; /* of the rack */
};

static void force_openings(struct opening *o, unsigned from, int need);

static void force_meld(struct opening *o, const card *at, unsigned count, unsigned from,
                       int need)
{
    struct sweep_task *task = &o->search->task;
    unsigned taken = 0;
    while (taken < count && o->left.of[at[taken]] > 0)
        o->left.of[at[taken++]]--;
    if (taken == count) {
        for (unsigned i = 0; i < count; i++) {
            need -= at[i] == CARD_JOKER ? JOKER_POINTS : (int)tile_number(at[i]);
            if (at[i] == CARD_JOKER)
                task->jokers_must++;
            else
                task->must[at[i]]++;
        }
        if (need <= 0)
            search_all(o->search);
        else
            force_openings(o, from, need);
        for (unsigned i = 0; i < count; i++) {
            if (at[i] == CARD_JOKER)
                task->jokers_must--;
            else
                task->must[at[i]]--;
        }
    }
    while (taken > 0)
        o->left.of[at[--taken]]++;
}

/* Runs of 3 to 5 that begin with the tile as their lowest ordinary one, jokers anywhere. */
static void force_runs(struct opening *o, unsigned tile, int need)
{
    unsigned number = tile_number((card)tile);
    for (unsigned length = 3; length <= 5; length++) {
        for (unsigned jokers = 0; jokers < 1U << length; jokers++) {
            card run[5];
            unsigned first = 0;
            while ((jokers >> first & 1) != 0)
                first++;
            if (first >= length || number <= first || number - first + length - 1 > NUMBERS ||
                bits_count(jokers) > o->left.of[CARD_JOKER])
                continue;
            for (unsigned i = 0; i < length; i++)
                run[i] = (jokers >> i & 1) != 0 ? CARD_JOKER : (card)(tile + i - first);
            force_meld(o, run, length, tile, need);
        }
    }
}

/* Sets whose lowest colour is the tile's. */
static void force_sets(struct opening *o, unsigned tile, int need)
{
    unsigned colour = tile_colour((card)tile), number = tile_number((card)tile);
    for (unsigned others = 0; others < 1U << COLOURS; others++) {
        card set[SET_MAX];
        unsigned count = 0;
        if ((others & ((2U << colour) - 1)) != 0)
            continue;
        set[count++] = (card)tile;
        for (unsigned c = colour + 1; c < COLOURS; c++)
            if ((others >> c & 1) != 0)
                set[count++] = tile_of(c, number);
        unsigned ordinary = count;
        for (unsigned size = 3; size <= SET_MAX; size++) {
            if (size < ordinary || size - ordinary > o->left.of[CARD_JOKER])
                continue;
            for (count = ordinary; count < size; count++)
                set[count] = CARD_JOKER;
            force_meld(o, set, size, tile, need);
        }
    }
}

static void force_openings(struct opening *o, unsigned from, int need)
{
    for (unsigned tile = from; tile < TILE_KINDS; tile++) {
        if (o->left.of[tile] == 0)
            continue;
        force_sets(o, tile, need);
        force_runs(o, tile, need);
    }
}

/* The simple player's play gives a first bound: what is worth less need not be looked at. */
static int32_t first_guess(const struct state *state, const struct weights *weights)
{
    struct random random;
    struct action action;
    struct change change;
    int32_t weight = 0;
    random_seed(&random, 3);
    exclusiv_sample(state, &random, &action);
    if (action.kind != ACTION_PLAY)
        return 0;
    change_of(state, &action.table, &change);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        weight += change.laid.of[kind] * weights->of[kind];
    return weight > 0 ? weight - 1 : 0;
}

bool exclusiv_solve(struct workspace *work, const struct state *state,
                    const struct weights *weights, struct play *out)
{
    struct search s;
    set_up(&s, work, state, weights, out);
    if (!state_is_opened(state) && !exclusiv_opening_is_worth(&s.rack, FIRST_POINTS))
        return false;
    s.best = first_guess(state, weights);
    search_all(&s);
    if (!s.has_play || state_is_opened(state) || contains_opening(state, &out->table))
        return s.has_play;
    struct opening o = {.search = &s, .left = s.rack};
    s.bound = s.best;
    s.has_play = false;
    s.best = first_guess(state, weights);
    force_openings(&o, 0, FIRST_POINTS);
    return s.has_play;
}

/* ---- Leaving melds as they lie ---- */

/* Takes a meld of the table out of the task: it stays as it is, its jokers with it. */
static void fix_meld(struct search *s, const struct state *state, unsigned index)
{
    struct meld meld = table_meld(&state->table, index);
    unsigned kept = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER) {
            s->task.jokers_must--;
            s->task.jokers_may--;
            s->task.jokers_base--;
        } else {
            s->task.must[meld.at[i]]--;
            s->task.may[meld.at[i]]--;
            s->task.base[meld.at[i]]--;
        }
    }
    for (unsigned i = 0; i < s->joker_count; i++)
        if (s->jokers[i].meld != index)
            s->jokers[kept++] = s->jokers[i];
    s->joker_count = kept;
}

/* Whether the same cards can be laid while these melds (bit a meld) stay as they are. */
static bool can_leave(struct workspace *work, const struct state *state,
                      const struct weights *weights, const struct bag *laid,
                      const bool *stays, struct play *out)
{
    struct search s;
    set_up(&s, work, state, weights, out);
    for (unsigned tile = 0; tile < TILE_KINDS; tile++)
        s.task.must[tile] = s.task.may[tile] = (uint8_t)(s.task.base[tile] + laid->of[tile]);
    s.task.jokers_must = s.task.jokers_may = (unsigned)s.task.jokers_base + laid->of[CARD_JOKER];
    for (unsigned i = state->table.meld_count; i > 0; i--)
        if (stays[i - 1])
            fix_meld(&s, state, i - 1);
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        s.best += laid->of[kind] * weights->of[kind];
    s.best--;
    search_all(&s);
    return s.has_play;
}

/* Tries all melds at once, which often will do, then one after the other. */
void exclusiv_settle(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct play *play)
{
    bool stays[CARDS_CAP] = {false};
    struct play calm = {.is_exact = true};
    struct table rest = play->table;
    unsigned count = state->table.meld_count;
    for (unsigned i = 0; i < count; i++)
        stays[i] = true;
    bool is_calm = can_leave(work, state, weights, &play->laid, stays, &calm);
    if (is_calm)
        rest = calm.table;
    for (unsigned i = 0; i < count && !is_calm; i++)
        stays[i] = false;
    for (unsigned i = 0; i < count && !is_calm; i++) {
        stays[i] = true;
        if (can_leave(work, state, weights, &play->laid, stays, &calm))
            rest = calm.table;
        else
            stays[i] = false;
    }
    memset(&play->table, 0, sizeof play->table);
    for (unsigned i = 0; i < count; i++)
        if (stays[i])
            table_add(&play->table, table_meld(&state->table, i));
    for (unsigned i = 0; i < rest.meld_count; i++)
        table_add(&play->table, table_meld(&rest, i));
}
