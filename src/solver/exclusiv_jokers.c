/* exclusiv_jokers.c - the jokers of the table in the search for a play of exclusiv: of which
 * kind of meld each is, and melds that read both ways. The lattice does the rest.
 *
 * A meld with one tile and two or three jokers reads as a run and as a set, and its jokers
 * have roles of both kinds. Only there do jokers of runs and of sets meet, so such melds are
 * tried apart: they are taken out of the task together with the jokers they settle. */
#include "exclusiv_search.h"

enum { CALM_JOKERS_MIN = 3, CHOICES = 1 << LATTICE_JOKERS };

/* ---- One search ---- */

static void ask_for(struct lattice_task *task, struct bound_joker joker)
{
    if (joker.is_run)
        task->run_jokers[joker.tile]++;
    else
        task->set_masks[joker.number][task->set_jokers[joker.number]++] = joker.mask;
}

static void ask_no_more(struct lattice_task *task, struct bound_joker joker)
{
    if (joker.is_run)
        task->run_jokers[joker.tile]--;
    else
        task->set_jokers[joker.number]--;
}

/* Adds the meld, with a spare joker if there is room; returns how many are left. */
static unsigned add_both_ways(struct both_ways dual, unsigned spare, struct table *out)
{
    card at[SET_MAX];
    if (spare > 0 && dual.count < SET_MAX) {
        dual.start = (uint8_t)(dual.start - (dual.start + dual.count > NUMBERS));
        dual.count++;
        spare--;
    }
    for (unsigned i = 0; i < dual.count; i++)
        at[i] = dual.start + i == tile_number(dual.tile) ? dual.tile : CARD_JOKER;
    table_add(out, (struct meld){at, dual.count, SEAT_NONE});
    return spare;
}

static void try_lattice(struct exclusiv_search *s)
{
    int32_t weight;
    if (!lattice_best(s->lattice, &s->task, s->best, &weight, &s->play->is_exact))
        return;
    s->best = weight;
    s->has_play = true;
    memset(&s->play->table, 0, sizeof s->play->table);
    unsigned spare = lattice_melds(s->lattice, &s->task, &s->play->table);
    for (unsigned i = 0; i < s->dual_count; i++)
        spare = add_both_ways(s->duals[i], spare, &s->play->table);
    ASSERT(spare == 0);
}

static bool has_the_most(const struct exclusiv_search *s)
{
    return s->has_play && s->best == s->bound;
}

/* ---- Melds read both ways ---- */

static void try_jokers(struct exclusiv_search *s, const struct bound_joker *jokers,
                       unsigned count);

/* Whether the joker can be settled by the meld's tile, which frees it. */
static bool is_freed_by(const struct both_ways *dual, const struct bound_joker *joker)
{
    unsigned number = tile_number(dual->tile), colour = tile_colour(dual->tile);
    return joker->is_run ? joker->tile == dual->tile
                         : joker->number == number && (joker->mask >> colour & 1) != 0;
}

/* Whether the meld can settle these jokers (bit a joker), `freed` of them by its tile
 * (LATTICE_JOKERS: none), with at least one as a run and one as a set. */
static bool absorbs(const struct both_ways *dual, const struct bound_joker *jokers,
                    unsigned count, unsigned chosen, unsigned freed)
{
    unsigned number = tile_number(dual->tile), colour = tile_colour(dual->tile);
    unsigned runs = 0, sets = 0, places = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct bound_joker *joker = &jokers[i];
        if ((chosen >> i & 1) == 0)
            continue;
        runs += joker->is_run;
        sets += !joker->is_run;
        if (i == freed) {
            if (!is_freed_by(dual, joker))
                return false;
        } else if (joker->is_run) {
            unsigned at = tile_number(joker->tile);
            if (tile_colour(joker->tile) != colour || at == number || at < dual->start ||
                at >= (unsigned)(dual->start + dual->count) || (places >> at & 1) != 0)
                return false;
            places |= 1U << at;
        } else if (joker->number != number || (joker->mask & ~(1U << colour)) == 0) {
            return false;
        }
    }
    unsigned by_jokers = runs + sets - (freed < LATTICE_JOKERS);
    return runs > 0 && sets > 0 && by_jokers <= dual->count - 1U;
}

/* Takes the meld's cards out of the task and goes on with what is left of the jokers. */
static void try_both_ways(struct exclusiv_search *s, struct both_ways dual,
                          const struct bound_joker *jokers, unsigned count, unsigned chosen,
                          bool is_freeing)
{
    struct lattice_task saved = s->task;
    struct lattice_task *task = &s->task;
    struct bound_joker left[LATTICE_JOKERS];
    unsigned by = dual.count - 1U, left_count = 0;
    task->may[dual.tile]--;
    task->must[dual.tile] = (uint8_t)(task->must[dual.tile] - (task->must[dual.tile] > 0));
    task->base[dual.tile]--;
    task->jokers_may -= by;
    task->jokers_must -= task->jokers_must > by ? by : task->jokers_must;
    task->jokers_base -= (int)by;
    task->freed_by[dual.tile] = (uint8_t)(task->freed_by[dual.tile] + is_freeing);
    task->room += (unsigned)SET_MAX - dual.count;
    for (unsigned i = 0; i < count; i++)
        if ((chosen >> i & 1) == 0)
            left[left_count++] = jokers[i];
    s->duals[s->dual_count++] = dual;
    try_jokers(s, left, left_count);
    s->dual_count--;
    s->task = saved;
}

/* What melds of three and of four with a tile can settle, by size, and by whether a tile of
 * the rack frees a joker; bit a choice of jokers. */
struct abilities {
    uint16_t able[2][2];
    struct both_ways which[2][2][CHOICES];
};

static void note_abilities(struct abilities *a, const struct exclusiv_search *s,
                           struct both_ways dual, const struct bound_joker *jokers,
                           unsigned count)
{
    unsigned size = dual.count - (unsigned)MELD_MIN;
    for (unsigned chosen = 3; chosen < 1U << count; chosen++)
        for (unsigned freed = 0; freed <= count; freed++) {
            bool is_freeing = freed < count;
            if ((is_freeing && (chosen >> freed & 1) == 0) ||
                !absorbs(&dual, jokers, count, chosen, is_freeing ? freed : LATTICE_JOKERS))
                continue;
            unsigned way = s->task.free_from_rack && is_freeing;
            a->able[size][way] |= (uint16_t)(1U << chosen);
            a->which[size][way][chosen] = dual;
        }
}

/* Only what a meld leaves to the others matters: of two that settle the same, or more and no
 * less, one is tried. A meld of four is one of three with a spare joker, unless it settles
 * more. */
static bool is_most(const struct abilities *a, unsigned size, unsigned way, unsigned chosen,
                    unsigned count)
{
    if ((a->able[size][way] >> chosen & 1) == 0)
        return false;
    for (unsigned other = chosen; other < 1U << count; other++) {
        if ((other & chosen) != chosen)
            continue;
        if ((other != chosen && (a->able[size][way] >> other & 1) != 0) ||
            (size == 1 && (a->able[0][way] >> other & 1) != 0))
            return false;
    }
    return true;
}

static void try_tile(struct exclusiv_search *s, card tile, const struct bound_joker *jokers,
                     unsigned count)
{
    struct abilities a;
    unsigned number = tile_number(tile);
    memset(a.able, 0, sizeof a.able);
    for (unsigned size = MELD_MIN; size <= SET_MAX && size - 1 <= s->task.jokers_may; size++)
        for (unsigned before = 0; before < size && before < number; before++)
            if (number - before + size - 1 <= NUMBERS)
                note_abilities(&a, s,
                               (struct both_ways){tile, (uint8_t)(number - before),
                                                  (uint8_t)size},
                               jokers, count);
    for (unsigned way = 0; way < 2; way++)
        for (unsigned size = 0; size < 2; size++)
            for (unsigned chosen = 3; chosen < 1U << count; chosen++)
                if (is_most(&a, size, way, chosen, count))
                    try_both_ways(s, a.which[size][way][chosen], jokers, count, chosen,
                                  way == 1);
}

/* Such a meld settles a joker of a run and one of a set: its tile has the colour of the one
 * and the number of the other. */
static void try_duals(struct exclusiv_search *s, const struct bound_joker *jokers,
                      unsigned count)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            if (!jokers[i].is_run || jokers[j].is_run)
                continue;
            card tile = tile_of(tile_colour(jokers[i].tile), jokers[j].number);
            if (s->task.may[tile] == 0 || (seen >> tile & 1) != 0)
                continue;
            seen |= 1ULL << tile;
            try_tile(s, tile, jokers, count);
        }
    }
}

/* ---- All kinds ---- */

static void try_jokers(struct exclusiv_search *s, const struct bound_joker *jokers,
                       unsigned count)
{
    if (has_the_most(s))
        return;
    for (unsigned i = 0; i < count; i++)
        ask_for(&s->task, jokers[i]);
    if (s->is_crowded && s->task.jokers_may >= CALM_JOKERS_MIN && s->dual_count == 0) {
        s->task.is_calm = true;
        try_lattice(s);
        s->task.is_calm = false;
    }
    if (!has_the_most(s))
        try_lattice(s);
    for (unsigned i = count; i > 0; i--)
        ask_no_more(&s->task, jokers[i - 1]);
    if (count >= 2)
        try_duals(s, jokers, count);
}

/* Both kinds of the jokers from `index` on. The depth is the number of jokers. */
static void try_kinds(struct exclusiv_search *s, unsigned index)
{
    if (has_the_most(s))
        return;
    if (index == s->joker_count) {
        try_jokers(s, s->chosen, s->joker_count);
        return;
    }
    const struct table_joker *joker = &s->jokers[index];
    if (joker->run_tile != CARD_NONE) {
        s->chosen[index] = (struct bound_joker){.is_run = true, .tile = joker->run_tile};
        try_kinds(s, index + 1);
    }
    if (joker->set_mask != 0) {
        s->chosen[index] =
            (struct bound_joker){.number = joker->set_number, .mask = joker->set_mask};
        try_kinds(s, index + 1);
    }
}

void exclusiv_search_all(struct exclusiv_search *s)
{
    s->bound = 0; /* all of the rack that is worth something */
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        if (s->task.weight[kind] > 0)
            s->bound += s->rack.of[kind] * s->task.weight[kind];
    try_kinds(s, 0);
}

/* ---- The task ---- */

static void note_joker(struct exclusiv_search *s, struct meld meld, unsigned kinds,
                       unsigned index, unsigned place)
{
    struct table_joker *joker = &s->jokers[s->joker_count++];
    unsigned first = 0, present = 0;
    *joker = (struct table_joker){.run_tile = CARD_NONE, .meld = index};
    while (meld.at[first] == CARD_JOKER)
        first++;
    if ((kinds & MELD_RUN) != 0)
        joker->run_tile = (card)(meld.at[first] + place - first);
    if ((kinds & MELD_SET) == 0)
        return;
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER)
            present |= 1U << tile_colour(meld.at[i]);
    joker->set_number = (uint8_t)tile_number(meld.at[first]);
    joker->set_mask = (uint8_t)(~present & ((1U << COLOURS) - 1));
}

static void note_jokers(struct exclusiv_search *s, const struct state *state)
{
    struct error ignored;
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        unsigned kinds = 0;
        for (unsigned place = 0; place < meld.count; place++) {
            if (meld.at[place] != CARD_JOKER)
                continue;
            if (kinds == 0)
                kinds = state_game(state)->meld_kinds(&state->options, meld, &ignored);
            note_joker(s, meld, kinds, i, place);
        }
    }
}

void exclusiv_set_up(struct exclusiv_search *s, struct workspace *work,
                     const struct state *state, const struct weights *weights,
                     struct play *out)
{
    enum { CROWDED = 64 };
    struct bag table;
    memset(s, 0, sizeof *s);
    s->lattice = workspace_lattice(work);
    s->play = out;
    bag_of_table(&state->table, &table);
    bag_of_cards(&state->rack[state->seat], &s->rack);
    s->is_crowded = table_card_count(&state->table) >= CROWDED;
    for (unsigned tile = 0; tile < TILE_KINDS; tile++) {
        s->task.base[tile] = (int8_t)table.of[tile];
        s->task.must[tile] = table.of[tile];
        s->task.may[tile] = (uint8_t)(table.of[tile] + s->rack.of[tile]);
    }
    s->task.weight = weights->of;
    s->task.jokers_base = table.of[CARD_JOKER];
    s->task.jokers_must = table.of[CARD_JOKER];
    s->task.jokers_may = (unsigned)(table.of[CARD_JOKER] + s->rack.of[CARD_JOKER]);
    s->task.free_from_rack = state_option(state, OPTION_JOKER_SWAP) == JOKER_SWAP_RACK;
    if (table.of[CARD_JOKER] > 0)
        note_jokers(s, state);
}
