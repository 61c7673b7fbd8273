/* exclusiv.c - Rummy exclusiv: number tiles, a common table that everyone may rebuild
 * (docs/rules/exclusiv.md). First the tiles and melds, then the turn. */
#include "../game.h"
#include "exclusiv.h"

enum { DEAL_SIZE = 14 };

#define COLOUR(c)                                                                            \
    c "1", c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9", c "10", c "11", c "12",   \
        c "13"

static const char kind_names[][KIND_NAME_SIZE] = {COLOUR("y"), COLOUR("g"), COLOUR("b"),
                                                  COLOUR("r")};
_Static_assert(sizeof kind_names / sizeof *kind_names == TILE_KINDS, "every tile has a name");

static const struct option_spec option_jokers = {
    .option = OPTION_JOKERS, .name = "jokers", .standard = 4, .min = 2, .max = 4, .step = 2};
static const struct option_spec option_stock_end = {
    .option = OPTION_STOCK_END, .name = "stock_end", .words = {"literal", "stuck"}};

static const struct option_spec *const options[] = {
    &option_rounds, &option_target,     &option_clock,     &option_first,
    &option_jokers, &option_joker_swap, &option_stock_end, &option_days,
};

static unsigned copies(const struct options *chosen, card what)
{
    return what == CARD_JOKER ? chosen->of[OPTION_JOKERS] : what < TILE_KINDS ? 2 : 0;
}

static enum rule supply_rule(const struct options *chosen, card what)
{
    return what == CARD_JOKER && chosen->of[OPTION_JOKERS] == 2 ? RULE_X_03 : RULE_X_02;
}

static unsigned deal_size(const struct options *chosen)
{
    (void)chosen;
    return DEAL_SIZE;
}

static int points(card what)
{
    return what == CARD_JOKER ? JOKER_POINTS : (int)tile_number(what);
}

/* ---- Melds ---- */

/* What the ordinary tiles of a meld have in common. */
struct reading {
    unsigned tile_count;
    unsigned first_place; /* of the first ordinary tile */
    bool one_number;
    bool one_colour;
    bool colours_differ;
    bool in_order; /* numbers rise with the places */
    int run_start; /* the number the first place stands for in a run */
};

static struct reading meld_reading(struct meld meld)
{
    struct reading r = {
        .one_number = true, .one_colour = true, .colours_differ = true, .in_order = true};
    unsigned colours_seen = 0, colour = 0, number = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        unsigned c = tile_colour(meld.at[i]), n = tile_number(meld.at[i]);
        if (r.tile_count++ == 0) {
            r.first_place = i;
            r.run_start = (int)n - (int)i;
            colour = c;
            number = n;
        }
        r.one_number &= n == number;
        r.one_colour &= c == colour;
        r.in_order &= (int)n - (int)i == r.run_start;
        r.colours_differ &= (colours_seen >> c & 1) == 0;
        colours_seen |= 1U << c;
    }
    return r;
}

/* The place of the first tile that does not go with the first one: by colour, by number,
 * or by a colour seen before. */
static unsigned place_of_other_colour(struct meld meld, struct reading r)
{
    unsigned i = r.first_place;
    while (meld.at[i] == CARD_JOKER ||
           tile_colour(meld.at[i]) == tile_colour(meld.at[r.first_place]))
        i++;
    return i;
}

static unsigned place_of_broken_order(struct meld meld, struct reading r)
{
    unsigned i = r.first_place;
    while (meld.at[i] == CARD_JOKER || (int)tile_number(meld.at[i]) - (int)i == r.run_start)
        i++;
    return i;
}

static unsigned place_of_second_of_colour(struct meld meld)
{
    unsigned seen = 0, i = 0;
    for (; meld.at[i] == CARD_JOKER || (seen >> tile_colour(meld.at[i]) & 1) == 0; i++)
        if (meld.at[i] != CARD_JOKER)
            seen |= 1U << tile_colour(meld.at[i]);
    return i;
}

/* Why three or more tiles are neither a run nor a set: by what they look most like. */
static void meld_explain(struct meld meld, struct reading r, struct error *error)
{
    if (r.tile_count == 0)
        refuse(error, RULE_XA_05, REASON_MELD_OF_JOKERS);
    else if (r.one_number && !r.colours_differ)
        refuse_place(error, RULE_X_10, REASON_SET_COLOUR_TWICE, meld,
                     place_of_second_of_colour(meld));
    else if (r.one_number && r.tile_count > 1)
        refuse_count(error, RULE_X_10, REASON_SET_TOO_LONG, (int)meld.count, SET_MAX);
    else if (r.one_colour && r.in_order)
        refuse_place(error, RULE_X_11, REASON_RUN_ENDS, meld, r.first_place);
    else if (r.one_colour)
        refuse_place(error, RULE_X_11, REASON_RUN_NUMBERS, meld,
                     place_of_broken_order(meld, r));
    else if (r.in_order)
        refuse_place(error, RULE_X_11, REASON_RUN_COLOURS, meld,
                     place_of_other_colour(meld, r));
    else
        refuse_place(error, RULE_X_11, REASON_MELD_MIXED, meld,
                     place_of_other_colour(meld, r));
}

/* The place of the first ordinary tile; the meld's count if all are jokers. */
static unsigned first_tile(struct meld meld)
{
    unsigned i = 0;
    while (i < meld.count && meld.at[i] == CARD_JOKER)
        i++;
    return i;
}

/* Neighbours in a run are neighbours among the kinds, and the ends keep it within a colour. */
static bool is_run(struct meld meld, unsigned first)
{
    int start = (int)tile_number(meld.at[first]) - (int)first;
    if (start < 1 || start + (int)meld.count - 1 > NUMBERS) /* */
        return false;
    for (unsigned i = first + 1; i < meld.count; i++)
        if (meld.at[i] != CARD_JOKER && meld.at[i] != meld.at[first] + (i - first))
            return false;
    return true;
}

static bool is_set(struct meld meld, unsigned first)
{
    unsigned number = tile_number(meld.at[first]), seen = 0;
    if (meld.count > SET_MAX)
        return false;
    for (unsigned i = first; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        unsigned colour = tile_colour(meld.at[i]);
        if (tile_number(meld.at[i]) != number || (seen >> colour & 1) != 0)
            return false;
        seen |= 1U << colour;
    }
    return true;
}

static unsigned meld_kinds(const struct options *chosen, struct meld meld,
                           struct error *error)
{
    (void)chosen;
    if (meld.count < MELD_MIN) {
        refuse_count(error, RULE_X_09, REASON_MELD_TOO_SHORT, (int)meld.count, MELD_MIN);
        return 0;
    }
    unsigned first = first_tile(meld), kinds = 0;
    if (first < meld.count)
        kinds = (is_run(meld, first) ? MELD_RUN : 0U) | (is_set(meld, first) ? MELD_SET : 0U);
    if (kinds == 0)
        meld_explain(meld, meld_reading(meld), error);
    return kinds;
}

/* A role is a tile in a run or a tile in a set: the bit is the tile's. */
static struct roles roles_of_joker(struct meld meld, unsigned kinds, unsigned place)
{
    const uint64_t all_colours = 1ULL | 1ULL << NUMBERS | 1ULL << 2 * NUMBERS | 1ULL << 3 * NUMBERS;
    struct roles roles = {0, 0};
    unsigned first = first_tile(meld);
    card tile = meld.at[first];
    if ((kinds & MELD_RUN) != 0)
        roles.run = 1ULL << (tile + place - first);
    if ((kinds & MELD_SET) != 0) {
        roles.set = all_colours << (tile_number(tile) - 1);
        for (unsigned i = 0; i < meld.count; i++)
            if (meld.at[i] != CARD_JOKER)
                roles.set &= ~(1ULL << meld.at[i]);
    }
    return roles;
}

static struct roles roles_of_card(card what)
{
    return (struct roles){1ULL << what, 1ULL << what};
}

static void mark_cards(struct roles roles, bool is_wanted[KINDS_MAX])
{
    for (uint64_t left = roles.run | roles.set; left != 0; left &= left - 1)
        is_wanted[__builtin_ctzll(left)] = true;
}

static const struct joker_rules joker_rules = {roles_of_joker, roles_of_card, mark_cards};

/* ---- The turn ---- */

static bool first_meld_holds(const struct bag *laid, struct error *error)
{
    if (exclusiv_opening_is_worth(laid, FIRST_POINTS))
        return true;
    int have = FIRST_POINTS - 1;
    while (!exclusiv_opening_is_worth(laid, have))
        have--;
    return refuse_count(error, RULE_X_13, REASON_FIRST_MELD_POINTS, have, FIRST_POINTS);
}

static const struct rebuild_rules rebuild_rules = {
    .table_card_stays = RULE_X_26,
    .table_joker_stays = RULE_X_31,
    .not_in_rack = RULE_X_26};

static void end_of_turn(struct state *state)
{
    bool is_literal = state_option(state, OPTION_STOCK_END) == STOCK_END_LITERAL;
    if (state->rack[state->seat].count == 0)
        round_end(state, state->seat); /* */
    else if (is_literal && stock_count(&state->stock) == 0)
        round_end(state, SEAT_NONE); /* X-38, XA-06 */
    else
        turn_end(state);
}

static bool draw(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (stock_count(&state->stock) == 0) {
        bool is_stuck = state_option(state, OPTION_STOCK_END) == STOCK_END_STUCK;
        return refuse(error, is_stuck ? RULE_XA_06 : RULE_X_38, REASON_STOCK_EMPTY);
    }
    turn_draw(state, 0);
    end_of_turn(state);
    return true;
}

static bool pass(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (state_option(state, OPTION_STOCK_END) != STOCK_END_STUCK)
        return refuse(error, RULE_XA_06, REASON_NO_PASSING);
    if (stock_count(&state->stock) > 0)
        return refuse(error, RULE_XA_06, REASON_STOCK_LEFT);
    round_end(state, SEAT_NONE);
    return true;
}

static bool play(struct state *state, const struct action *action, struct error *error)
{
    const struct table *after = &action->table;
    struct change change;
    unsigned meld_before;
    change_of(state, after, &change);
    if (!rebuild_conserves(state, after, &change, &rebuild_rules, error) ||
        !melds_hold(state, after, &change, error))
        return false;
    if (!state_is_opened(state) && !first_meld_holds(&change.laid, error))
        return false;
    if (!jokers_settled(state, after, &change, &joker_rules, JOKERS_MAX, &meld_before))
        return refuse_joker(error, RULE_X_30, meld_before);
    if (change.laid_count == 0)
        return refuse(error, RULE_XA_09, REASON_NO_OWN_CARD_LAID);
    rebuild_commit(state, after, &change);
    state->opened |= (uint8_t)(1U << state->seat);
    end_of_turn(state);
    return true;
}

/* ---- Time-out (X-33, XA-01, XA-11, XA-12) ---- */

/* The draft lies open: everybody has seen which of its tiles came from the rack. */
static void show_draft(struct state *state, const struct bag *drafted)
{
    struct cards *shown = &state->shown[state->seat];
    for (unsigned kind = 0; kind <= CARD_JOKER; kind++)
        for (unsigned i = cards_count_of(shown, (card)kind); i < drafted->of[kind]; i++)
            cards_add(shown, (card)kind);
}

/* The correct combinations of the draft; a faulty group is taken up whole (XA-12). */
static void keep_correct(const struct state *state, const struct table *draft,
                         struct table *out)
{
    struct error ignored;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < draft->meld_count; i++)
        if (meld_kinds(&state->options, table_meld(draft, i), &ignored) != 0)
            table_add(out, table_meld(draft, i));
}

static bool time_out(struct state *state, const struct action *action, struct error *error)
{
    const struct table *draft = &action->table;
    struct table stays;
    struct change drafted, change;
    unsigned meld_before;
    if (options_turn_s(&state->options) == 0)
        return refuse(error, RULE_XA_01, REASON_NO_CLOCK);
    change_of(state, draft, &drafted);
    card missing = missing_from_rack(state, &drafted.laid);
    if (!supply_holds(state, draft, missing, error))
        return false;
    if (missing != CARD_NONE)
        return refuse_card(error, RULE_X_26, REASON_NOT_IN_RACK, missing);
    show_draft(state, &drafted.laid);
    keep_correct(state, draft, &stays);
    change_of(state, &stays, &change);
    bool is_legal =
        (state_is_opened(state) || exclusiv_opening_is_worth(&change.laid, FIRST_POINTS)) &&
        jokers_settled(state, &stays, &change, &joker_rules, JOKERS_MAX, &meld_before);
    if (is_legal) {
        rebuild_commit(state, &stays, &change);
        state->opened |= (uint8_t)(1U << state->seat);
    }
    if (is_legal && change.laid_count > 0) {
        end_of_turn(state);
    } else if (stock_count(&state->stock) > 0) {
        turn_draw(state, 0); /* XA-01, XA-11 */
        end_of_turn(state);
    } else {
        round_end(state, SEAT_NONE); /* XA-06: the first who does not lay */
    }
    return true;
}

const struct game game_exclusiv = {
    .id = "exclusiv",
    .family = FAMILY_TILE,
    .kind_names = kind_names,
    .kind_count = TILE_KINDS,
    .rank_count = NUMBERS,
    .run_order = RUN_RISING,
    .rack_orders = 1U << ORDER_RUNS | 1U << ORDER_SETS,
    .stack_count = 1,
    .has_jokers = true,
    .timeout_has_table = true,
    .draw_ends_turn = true,
    .first_points = FIRST_POINTS,
    .evening_points = 200,
    .has_sight = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rule_turn = RULE_X_08,
    .copies = copies,
    .supply_rule = supply_rule,
    .deal_size = deal_size,
    .points = points,
    .opening_is_worth = exclusiv_opening_is_worth,
    .meld_kinds = meld_kinds,
    .on = {[ACTION_DRAW] = draw,
           [ACTION_PLAY] = play,
           [ACTION_PASS] = pass,
           [ACTION_TIMEOUT] = time_out},
    .scores = scores_by_racks,
    .points_left = points,
    .settle = settle_by_racks,
    .sample = PLAYER(exclusiv_sample),
};
