/* seven.c - Seven: 52 tiles, seven each, own melds and a discard pile (rules.md beside it). A
 * small real game that shows that a fourth one fits in everywhere: docs/adding-a-game.md walks
 * through it. First the tiles and melds, then the turn, then a simple player. */
#include "core/game.h"

enum { COLOURS = 4, NUMBERS = 13, TILE_KINDS = COLOURS * NUMBERS, DEAL_SIZE = 7 };
enum { MELD_MIN = 3, IDLE_TURNS_MAX = 10 };

#define COLOUR(c)                                                                            \
    c "1", c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9", c "10", c "11", c "12",   \
        c "13"

static const char kind_names[][KIND_NAME_SIZE] = {COLOUR("y"), COLOUR("g"), COLOUR("b"),
                                                  COLOUR("r")};
_Static_assert(sizeof kind_names / sizeof *kind_names == TILE_KINDS, "every tile has a name");

static const struct option_spec *const options[] = {
    &option_rounds,
    &option_target,
    &option_no_clock,
    &option_days,
    &option_first,
};

static unsigned tile_colour(card what)
{
    return what / NUMBERS;
}

static unsigned tile_number(card what)
{
    return what % NUMBERS + 1U;
}

static card tile_of(unsigned colour, unsigned number)
{
    return (card)(colour * NUMBERS + number - 1);
}

static unsigned copies(const struct options *chosen, card what)
{
    (void)chosen;
    return what < TILE_KINDS ? 1 : 0;
}

static enum rule supply_rule(const struct options *chosen, card what)
{
    (void)chosen;
    (void)what;
    return RULE_S_01;
}

static unsigned deal_size(const struct options *chosen)
{
    (void)chosen;
    return DEAL_SIZE;
}

static int points(card what)
{
    return (int)tile_number(what);
}

/* ---- Melds ---- */

/* The first place whose tile does not go with those before, by one measure. */
static unsigned place_of_other_number(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count && tile_number(meld.at[i]) == tile_number(meld.at[0]))
        i++;
    return i;
}

static unsigned place_of_second_of_colour(struct meld meld)
{
    unsigned seen = 0, i = 0;
    for (; i < meld.count && (seen >> tile_colour(meld.at[i]) & 1) == 0; i++)
        seen |= 1U << tile_colour(meld.at[i]);
    return i;
}

static unsigned place_of_other_colour(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count && tile_colour(meld.at[i]) == tile_colour(meld.at[0]))
        i++;
    return i;
}

static unsigned place_of_broken_order(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count && tile_number(meld.at[i]) == tile_number(meld.at[i - 1]) + 1)
        i++;
    return i;
}

/* S-03, S-04; why three or more tiles are neither is told by what they look most like. */
static unsigned meld_kinds(const struct options *chosen, struct meld meld,
                           struct error *error)
{
    (void)chosen;
    if (meld.count < MELD_MIN) {
        refuse_count(error, RULE_S_03, REASON_MELD_TOO_SHORT, (int)meld.count, MELD_MIN);
        return 0;
    }
    bool has_one_number = place_of_other_number(meld) == meld.count;
    bool has_one_colour = place_of_other_colour(meld) == meld.count;
    bool is_in_order = place_of_broken_order(meld) == meld.count;
    unsigned second = place_of_second_of_colour(meld);
    if (has_one_number && second == meld.count)
        return MELD_SET;
    if (has_one_colour && is_in_order)
        return MELD_RUN;
    if (has_one_number)
        refuse_place(error, RULE_S_04, REASON_SET_COLOUR_TWICE, meld, second);
    else if (has_one_colour)
        refuse_place(error, RULE_S_03, REASON_RUN_NUMBERS, meld, place_of_broken_order(meld));
    else if (is_in_order)
        refuse_place(error, RULE_S_03, REASON_RUN_COLOURS, meld, place_of_other_colour(meld));
    else
        refuse_place(error, RULE_S_03, REASON_MELD_MIXED, meld, place_of_other_number(meld));
    return 0;
}

/* ---- Laying ---- */

static bool is_set(struct meld meld)
{
    return tile_number(meld.at[0]) == tile_number(meld.at[1]);
}

static void end_turn(struct state *state)
{
    bool is_idle = state->phase != PHASE_LAID && state->taken_from != TAKEN_STOCK;
    state->idle_turns = (uint8_t)(is_idle ? state->idle_turns + 1 : 0);
    state->taken = CARD_NONE;
    state->taken_from = TAKEN_NOTHING;
    pile_forget_play(state);
    if (state->rack[state->seat].count == 0)
        round_end(state, state->seat); /* S-09 */
    else if (stock_count(&state->stock) == 0)
        round_end(state, SEAT_NONE); /* S-10 */
    else if (state->idle_turns >= IDLE_TURNS_MAX * state->seats)
        round_end(state, SEAT_NONE); /* S-11 */
    else
        turn_end(state);
}

static bool play(struct state *state, const struct action *action, struct error *error)
{
    static const struct own_rules rules = {is_set, RULE_S_07, RULE_S_06, RULE_S_06};
    const struct table *after = &action->table;
    struct change change;
    uint8_t seat_bit = (uint8_t)(1U << state->seat);
    if (state->phase == PHASE_START)
        return refuse(error, RULE_S_05, REASON_DRAW_FIRST);
    if (state->phase == PHASE_LAID)
        return refuse(error, RULE_S_06, REASON_LAID_ALREADY);
    change_of(state, after, &change);
    if (!own_melds_hold(state, after, &change, &rules, error))
        return false;
    if (change.laid_count == 0)
        return refuse(error, RULE_S_06, REASON_NO_OWN_CARD_LAID);
    pile_note_play(state);
    state->laid |= seat_bit;
    if (after->meld_count > state->table.meld_count)
        state->opened |= seat_bit;
    rebuild_commit(state, after, &change);
    state->phase = PHASE_LAID;
    if (state->rack[state->seat].count == 0)
        end_turn(state);
    return true;
}

/* ---- Drawing and discarding ---- */

static void put_on_discard(struct state *state, card what)
{
    turn_lay(state, what);
    cards_add(&state->discard, what);
    end_turn(state);
}

static bool draw(struct state *state, const struct action *action, struct error *error)
{
    bool is_discard = action->from == FROM_DISCARD;
    if (state->phase != PHASE_START)
        return refuse(error, RULE_S_05, REASON_DRAWN_ALREADY);
    if (is_discard && state->discard.count == 0)
        return refuse(error, RULE_S_05, REASON_DISCARD_EMPTY);
    if (!is_discard && stock_count(&state->stock) == 0)
        return refuse(error, RULE_S_05, REASON_STOCK_EMPTY);
    if (is_discard)
        pile_take(state);
    else
        pile_draw(state);
    return true;
}

static bool discard(struct state *state, const struct action *action, struct error *error)
{
    const struct cards *rack = &state->rack[state->seat];
    if (state->phase == PHASE_START)
        return refuse(error, RULE_S_05, REASON_DRAW_FIRST);
    if (cards_count_of(rack, action->what) == 0 && state_sees_rack(state))
        return refuse_card(error, RULE_S_08, REASON_NOT_IN_RACK, action->what);
    put_on_discard(state, action->what);
    return true;
}

/* S-13 */
static bool time_out(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (options_turn_s(&state->options) == 0)
        return refuse(error, RULE_S_13, REASON_NO_CLOCK);
    if (state->phase == PHASE_START && stock_count(&state->stock) == 0) {
        end_turn(state);
        return true;
    }
    if (state->phase == PHASE_START)
        pile_draw(state);
    if (state->phase == PHASE_LAID)
        pile_undo_play(state);
    put_on_discard(state, state->taken);
    return true;
}

/* ---- A simple player: lays whatever it finds, discards what goes with nothing ---- */

static bool holds(const struct cards *rack, unsigned colour, unsigned number)
{
    return number >= 1 && number <= NUMBERS &&
           cards_count_of(rack, tile_of(colour, number)) > 0;
}

/* A set or a run of the rack that has this tile; how many tiles it has. */
static unsigned find_meld(const struct cards *rack, card what, card out[NUMBERS])
{
    unsigned colour = tile_colour(what), number = tile_number(what), count = 0, from = number;
    for (unsigned i = 0; i < COLOURS; i++)
        if (i == colour || holds(rack, i, number))
            out[count++] = tile_of(i, number);
    if (count >= MELD_MIN)
        return count;
    while (holds(rack, colour, from - 1))
        from--;
    for (count = 0; from + count == number || holds(rack, colour, from + count); count++)
        out[count] = tile_of(colour, from + count);
    return count >= MELD_MIN ? count : 0;
}

/* A meld of the table with what the rack adds to it. */
static unsigned grow_meld(struct cards *rack, struct meld meld, card out[NUMBERS])
{
    unsigned count = 0, colour = tile_colour(meld.at[0]), first = tile_number(meld.at[0]);
    unsigned last = tile_number(meld.at[meld.count - 1]);
    for (; first != last && holds(rack, colour, first - 1); first--)
        cards_remove(rack, tile_of(colour, first - 1));
    for (unsigned number = first; number < tile_number(meld.at[0]); number++)
        out[count++] = tile_of(colour, number);
    for (unsigned i = 0; i < meld.count; i++)
        out[count++] = meld.at[i];
    for (; first != last && holds(rack, colour, last + 1); last++) {
        out[count++] = tile_of(colour, last + 1);
        cards_remove(rack, tile_of(colour, last + 1));
    }
    for (unsigned i = 0; first == last && i < COLOURS; i++)
        if (cards_remove(rack, tile_of(i, first)))
            out[count++] = tile_of(i, first);
    return count;
}

static bool sample_play(const struct state *state, struct action *out)
{
    struct cards rack = state->rack[state->seat];
    unsigned before = rack.count;
    card tiles[NUMBERS];
    memset(&out->table, 0, sizeof out->table);
    for (unsigned i = 0; i < state->table.meld_count; i++) {
        struct meld meld = table_meld(&state->table, i);
        meld.count = grow_meld(&rack, meld, tiles);
        meld.at = tiles;
        table_add(&out->table, meld);
    }
    for (unsigned i = 0; i < rack.count;) {
        unsigned count = find_meld(&rack, rack.at[i], tiles);
        for (unsigned j = 0; j < count; j++)
            cards_remove(&rack, tiles[j]);
        if (count > 0)
            table_add(&out->table, (struct meld){tiles, count, state->seat});
        i = count > 0 ? 0 : i + 1;
    }
    out->kind = ACTION_PLAY;
    return rack.count < before;
}

static bool has_friend(const struct cards *rack, card what)
{
    unsigned colour = tile_colour(what), number = tile_number(what), friends = 0;
    for (unsigned i = 0; i < COLOURS; i++)
        friends += i != colour && holds(rack, i, number);
    return friends + holds(rack, colour, number - 1) + holds(rack, colour, number + 1) > 0;
}

/* Any tile without friends, if there is one; the last one looked at if not. */
static void sample_discard(const struct cards *rack, struct random *random, struct action *out)
{
    unsigned at = random_below(random, rack->count);
    for (unsigned i = 1; i < rack->count && has_friend(rack, rack->at[at]); i++)
        at = (at + 1) % rack->count;
    out->kind = ACTION_DISCARD;
    out->what = rack->at[at];
}

static void sample(const struct state *state, struct random *random, struct action *out)
{
    const struct cards *rack = &state->rack[state->seat], *discards = &state->discard;
    card ignored[NUMBERS];
    unsigned whim = random_below(random, 16);
    if (state->phase == PHASE_START) {
        bool is_wanted = discards->count > 0 &&
                         find_meld(rack, discards->at[discards->count - 1], ignored) > 0;
        out->kind = ACTION_DRAW;
        out->from = is_wanted || (whim == 0 && discards->count > 0) ? FROM_DISCARD : FROM_STOCK;
        return;
    }
    if (state->phase == PHASE_DRAWN && whim != 0 && sample_play(state, out))
        return;
    sample_discard(rack, random, out);
}

extern const struct game game_seven;
const struct game game_seven = {
    .id = "seven",
    .family = FAMILY_TILE,
    .kind_names = kind_names,
    .kind_count = TILE_KINDS,
    .rank_count = NUMBERS,
    .run_order = RUN_RISING,
    .rack_orders = 1U << ORDER_SETS, /* seven tiles show their runs by themselves */
    .stack_count = 1,
    .melds_are_owned = true,
    .has_discard = true,
    .evening_points = 100,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rule_turn = RULE_S_05,
    .copies = copies,
    .supply_rule = supply_rule,
    .deal_size = deal_size,
    .points = points,
    .meld_kinds = meld_kinds,
    .begin = pile_begin, /* S-02 */
    .on = {[ACTION_DRAW] = draw,
           [ACTION_PLAY] = play,
           [ACTION_DISCARD] = discard,
           [ACTION_TIMEOUT] = time_out},
    .scores = scores_by_racks,
    .points_left = points,
    .settle = settle_by_racks,
    .sample = sample,
};
