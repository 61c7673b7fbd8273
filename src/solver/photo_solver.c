/* photo_solver.c - the best play in Photo Rummy.
 *
 * For every choice of the categories that have a set (64 at most) a sweep over the capitals
 * finds the best layout of the photos (photo_sweep.c). Choices are tried by what they could
 * be worth at most, the ones most like the table first, until no other can be better.
 *
 * The sweep takes it that all jokers find room. Where they do not in the layout it finds,
 * the room is counted along. A seat that has not opened lays a first meld from its rack
 * (PA-10): if the best play does not contain one, each possible one is asked for in turn.
 *
 * What is relied on: no weight is below zero. */
#include "photo_sweep.h"

struct search {
    struct photo_sweep *sweep;
    struct photo_position position;
    unsigned sets_now;             /* categories that have a set on the table */
    uint8_t rows_now[CAPITALS];    /* photos that lie in a row there */
    bool is_opened;
    uint8_t needs[FAMILIES];       /* jokers that a row or set of it cannot do without */
    uint8_t needy[CAPITALS];       /* the capitals whose rows need some */
    unsigned needy_count;
    uint64_t masks;                /* choices of open sets that are possible, a bit each */
    int32_t bound[PHOTO_MASKS];    /* what these are worth at most */
    int32_t limit;                 /* no play that opens is worth more */
    int32_t best;
    bool has_play;
    struct photo_layout layout;
    struct photo_jokers jokers;
};

/* ---- The position ---- */

static void read_meld(struct search *s, struct meld meld)
{
    struct photo_position *p = &s->position;
    struct photo_reading reading = photo_reading_of(meld);
    card first = meld.at[reading.first_place];
    unsigned jokers = meld.count - reading.photo_count, family = photo_capital(first);
    struct photo_bound bound;
    memset(&bound, 0, sizeof bound);
    for (unsigned i = 0; i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER)
            bound.own[photo_capital(meld.at[i])] |=
                (uint8_t)(1U << photo_category(meld.at[i]));
    for (unsigned i = 0; i < CAPITALS; i++)
        p->on_table[i] |= bound.own[i];
    if (reading.one_capital) {
        s->rows_now[family] |= bound.own[family];
    } else {
        family = CAPITALS + photo_category(first);
        s->sets_now |= 1U << photo_category(first);
    }
    if (jokers == 0)
        return;
    ASSERT(p->bound_count < JOKERS_MAX);
    bound.family = (uint8_t)family;
    bound.jokers = (uint8_t)jokers;
    p->bounds[p->bound_count++] = bound;
    p->bound_in[family] = (uint8_t)(p->bound_in[family] + jokers);
    p->table_jokers += jokers;
}

static void read_position(struct search *s, const struct state *state,
                          const struct weights *weights)
{
    struct photo_position *p = &s->position;
    const struct cards *rack = &state->rack[state->seat];
    p->weight = weights->of;
    p->free_from_rack = state_option(state, OPTION_JOKER_SWAP) == JOKER_SWAP_RACK;
    for (unsigned i = 0; i < state->table.meld_count; i++)
        read_meld(s, table_meld(&state->table, i));
    p->jokers = p->table_jokers;
    for (unsigned i = 0; i < rack->count; i++) {
        card what = rack->at[i];
        if (what == CARD_JOKER)
            p->jokers++;
        else if (what < PHOTO_KINDS)
            p->on_rack[photo_capital(what)] |= (uint8_t)(1U << photo_category(what));
    }
    for (unsigned i = 0; i < CAPITALS; i++)
        p->all[i] = p->on_table[i] | p->on_rack[i];
}

/* ---- Which sets can be open, and what that is worth at most ---- */

/* Capitals with too few photos for a row lay only into sets; the others lay all they have. */
static void bound_masks(struct search *s)
{
    const struct photo_position *p = &s->position;
    unsigned forced = 0, possible = 0, photos[CATEGORIES] = {0};
    int32_t rest = (int32_t)(p->jokers - p->table_jokers) * p->weight[CARD_JOKER];
    int32_t by_set[CATEGORIES] = {0};
    for (unsigned i = 0; i < CAPITALS; i++) {
        bool has_row = bits_count(p->all[i]) + (p->jokers > 0) >= ROW_MIN;
        if (!has_row)
            forced |= p->on_table[i];
        for (unsigned c = 0; p->all[i] >> c != 0; c++) {
            photos[c] += p->all[i] >> c & 1U;
            if ((p->on_rack[i] >> c & 1) != 0)
                *(has_row ? &rest : &by_set[c]) += p->weight[photo_of(i, c)];
        }
    }
    for (unsigned c = 0; c < CATEGORIES; c++) {
        forced |= (p->bound_in[CAPITALS + c] > 0 ? 1U : 0U) << c;
        possible |= (photos[c] + (p->jokers > 0) >= SET_MIN ? 1U : 0U) << c;
    }
    s->bound[0] = rest;
    for (unsigned mask = 1; mask < PHOTO_MASKS; mask++)
        s->bound[mask] = s->bound[mask & (mask - 1)] + by_set[__builtin_ctz(mask)];
    for (unsigned mask = 0; mask < PHOTO_MASKS; mask++)
        if ((forced & ~mask) == 0 && (mask & ~possible) == 0)
            s->masks |= 1ULL << mask;
}

/* Without jokers nothing needs them that is not impossible already. */
static void list_needs(struct search *s)
{
    for (unsigned i = 0; s->position.jokers > 0 && i < FAMILIES; i++) {
        s->needs[i] = (uint8_t)photo_needs(&s->position, i);
        if (i < CAPITALS && s->needs[i] > 0)
            s->needy[s->needy_count++] = (uint8_t)i;
    }
}

static int32_t bound_of(const struct search *s, unsigned mask)
{
    return s->bound[mask] < s->limit ? s->bound[mask] : s->limit;
}

/* The most promising choice that was not tried; then the one most like the table. */
static unsigned next_mask(const struct search *s, uint64_t tried)
{
    unsigned best = PHOTO_MASKS, best_changes = 0;
    int32_t most = s->best;
    for (uint64_t left = s->masks & ~tried; left != 0; left &= left - 1) {
        unsigned mask = (unsigned)__builtin_ctzll(left);
        int32_t bound = bound_of(s, mask);
        if (bound <= s->best || bound < most)
            continue;
        unsigned changes = bits_count(mask ^ s->sets_now);
        if (bound == most && changes >= best_changes)
            continue;
        best = mask;
        best_changes = changes;
        most = bound;
    }
    return best;
}

/* The same choice looked at more closely: how many jokers its sets and rows cannot do without,
 * and which capitals with two photos have one left for a row. Below zero: impossible. */
static int32_t bound_closely(const struct search *s, unsigned mask)
{
    const struct photo_position *p = &s->position;
    int32_t bound = s->bound[mask], gains[CAPITALS] = {0};
    unsigned gain_count = 0;
    int jokers = (int)p->jokers;
    for (unsigned c = 0; c < CATEGORIES; c++)
        if ((mask >> c & 1) != 0)
            jokers -= (int)s->needs[CAPITALS + c];
    for (unsigned j = 0; j < s->needy_count; j++) {
        unsigned i = s->needy[j], closed = p->all[i] & ~mask;
        int32_t gain = 0;
        if ((p->on_table[i] & closed) != 0 || p->bound_in[i] > 0) {
            jokers -= (int)s->needs[i];
            continue;
        }
        for (unsigned c = 0; closed >> c != 0; c++)
            gain += (closed >> c & 1) != 0 ? p->weight[photo_of(i, c)] : 0;
        bound -= gain;
        unsigned at = gain_count++;
        for (; at > 0 && gains[at - 1] < gain; at--)
            gains[at] = gains[at - 1];
        gains[at] = gain;
    }
    for (unsigned i = 0; i < gain_count && jokers > (int)i; i++)
        bound += gains[i];
    return jokers < 0 ? -1 : bound;
}

/* ---- Searching ---- */

/* PA-10: the rack's photos that lie, by capital and by category, and a joker of its own. */
static bool contains_opening(const struct photo_position *p, const struct photo_layout *layout,
                             const struct photo_jokers *jokers)
{
    bool has_joker = p->jokers > p->table_jokers && jokers->count > jokers->kept;
    unsigned of_category[CATEGORIES] = {0}, extra = has_joker ? 1 : 0;
    for (unsigned i = 0; i < CAPITALS; i++) {
        unsigned laid = p->on_rack[i] & ((unsigned)layout->row[i] | layout->open_sets);
        if (bits_count(laid) + extra >= ROW_MIN)
            return true;
        for (unsigned c = 0; laid >> c != 0; c++)
            of_category[c] += laid >> c & 1;
    }
    for (unsigned c = 0; c < CATEGORIES; c++)
        if (of_category[c] + extra >= SET_MIN)
            return true;
    return false;
}

/* Takes the layout if it opens and is better than the best. Returns what it is worth. */
static int32_t try_layout(struct search *s, const struct photo_layout *layout, bool *opens)
{
    struct photo_jokers jokers;
    bool is_legal = photo_assess(&s->position, layout, &jokers);
    ASSERT(is_legal);
    (void)is_legal;
    int32_t weight = photo_weight(&s->position, layout, jokers.count);
    *opens = s->is_opened || contains_opening(&s->position, layout, &jokers);
    if (*opens && weight > s->best) {
        s->best = weight;
        s->has_play = true;
        s->layout = *layout;
        s->jokers = jokers;
    }
    return weight;
}

/* Searches with a first meld asked for, or none (need 0). Returns the weight of the best
 * layout that lacks an opening, if that is more than the best with one. */
static int32_t search_masks(struct search *s, struct photo_target target)
{
    struct photo_task task = {.position = &s->position, .target = target};
    int32_t lacking = 0;
    uint64_t tried = 0;
    for (unsigned mask; (mask = next_mask(s, tried)) != PHOTO_MASKS; tried |= 1ULL << mask) {
        task.open_sets = mask;
        for (unsigned pass = 0; pass < 2; pass++) {
            struct photo_layout layout;
            int32_t promised, floor = s->best > lacking ? s->best : lacking;
            bool opens;
            task.counts_room = pass == 1;
            if (bound_of(s, mask) <= floor || bound_closely(s, mask) <= floor ||
                !photo_sweep_best(s->sweep, &task, floor, &promised, &layout))
                break;
            int32_t weight = try_layout(s, &layout, &opens);
            if (weight != promised || (target.need > 0 && !opens))
                continue; /* not enough room for the jokers */
            if (!opens)
                lacking = weight;
            break;
        }
    }
    return lacking;
}

static void ask_for(struct search *s, bool is_set, unsigned index, unsigned photos)
{
    unsigned min = is_set ? SET_MIN : ROW_MIN;
    struct photo_target target = {.is_set = is_set, .index = (uint8_t)index};
    for (unsigned jokers = 0; jokers < 2; jokers++) {
        if (photos + jokers < min || s->position.jokers < s->position.table_jokers + jokers)
            continue;
        target.need = (uint8_t)(min - jokers);
        target.joker = jokers > 0;
        search_masks(s, target);
    }
}

/* Every first meld there can be; nothing is worth more than `limit`. */
static void search_openings(struct search *s, int32_t limit)
{
    const struct photo_position *p = &s->position;
    unsigned of_category[CATEGORIES] = {0};
    s->limit = limit;
    for (unsigned i = 0; i < CAPITALS; i++) {
        ask_for(s, false, i, bits_count(p->on_rack[i]));
        for (unsigned c = 0; c < CATEGORIES; c++)
            of_category[c] += p->on_rack[i] >> c & 1U;
    }
    for (unsigned c = 0; c < CATEGORIES; c++)
        ask_for(s, true, c, of_category[c]);
}

/* Whether the rack could open at all. */
static bool rack_can_open(const struct photo_position *p)
{
    struct photo_layout all = {.open_sets = PHOTO_MASKS - 1};
    return contains_opening(p, &all, &(struct photo_jokers){.count = 1});
}

/* ---- Leaving alone what need not be moved ---- */

/* Capital by capital: as it lay before, if the play stays as good. */
static void restore(struct search *s)
{
    const struct photo_position *p = &s->position;
    for (unsigned i = 0; i < CAPITALS; i++) {
        struct photo_layout layout = s->layout;
        struct photo_jokers jokers;
        unsigned sets = p->on_table[i] & ~(unsigned)s->rows_now[i];
        unsigned row = s->layout.row[i] & ~(sets & layout.open_sets);
        layout.row[i] = (uint8_t)(row | s->rows_now[i]);
        if (layout.row[i] == s->layout.row[i] || !photo_assess(p, &layout, &jokers) ||
            photo_weight(p, &layout, jokers.count) != s->best ||
            (!s->is_opened && !contains_opening(p, &layout, &jokers)))
            continue;
        s->layout = layout;
        s->jokers = jokers;
    }
}

/* The best play that is worth more than `floor`. */
static bool solve_above(struct workspace *work, const struct state *state,
                        const struct weights *weights, int32_t floor, struct play *out)
{
    struct search s;
    memset(&s, 0, sizeof s);
    s.sweep = (struct photo_sweep *)work;
    s.is_opened = state_is_opened(state);
    s.best = floor;
    s.limit = INT32_MAX;
    read_position(&s, state, weights);
    if (!s.is_opened && !rack_can_open(&s.position))
        return false;
    bound_masks(&s);
    list_needs(&s);
    int32_t lacking = search_masks(&s, (struct photo_target){0});
    if (lacking > s.best)
        search_openings(&s, lacking);
    if (!s.has_play)
        return false;
    restore(&s);
    photo_build(&s.layout, &s.jokers, &s.position, &state->table, &out->table);
    return true;
}

bool photo_solve(struct workspace *work, const struct state *state,
                 const struct weights *weights, struct play *out)
{
    return solve_above(work, state, weights, 0, out);
}

/* Whether each photo of the rack finds enough others for a row or a set, jokers included. */
static bool rack_may_go(const struct state *state)
{
    struct bag all, table;
    const struct cards *rack = &state->rack[state->seat];
    unsigned rows[CAPITALS] = {0}, sets[CATEGORIES] = {0};
    bag_of_cards(rack, &all);
    bag_of_table(&state->table, &table);
    unsigned jokers = (unsigned)(all.of[CARD_JOKER] + table.of[CARD_JOKER]);
    for (unsigned photo = 0; photo < CAPITALS * CATEGORIES; photo++) {
        unsigned count = (unsigned)(all.of[photo] + table.of[photo]);
        rows[photo / CATEGORIES] += count;
        sets[photo % CATEGORIES] += count;
    }
    for (unsigned i = 0; i < rack->count; i++)
        if (rack->at[i] != CARD_JOKER && rows[rack->at[i] / CATEGORIES] + jokers < ROW_MIN &&
            sets[rack->at[i] % CATEGORIES] + jokers < SET_MIN)
            return false;
    return true;
}

bool photo_solve_all(struct workspace *work, const struct state *state,
                     const struct weights *weights, struct play *out)
{
    const struct cards *rack = &state->rack[state->seat];
    int32_t all = 0;
    if (!rack_may_go(state))
        return false;
    for (unsigned i = 0; i < rack->count; i++)
        all += weights->of[rack->at[i]];
    return solve_above(work, state, weights, all - 1, out);
}
