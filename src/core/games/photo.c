/* photo.c - Photo Rummy: 102 cards of 17 capitals in 6 categories, each once, and jokers
 * (docs/rules/photo.md). First the cards and melds, then the turn. */
#include "../game.h"
#include "photo.h"

enum { DEAL_SIZE = 8, JOKER_POINTS = 10 };

#define CAPITAL(sign) sign "p", sign "c", sign "s", sign "e", sign "f", sign "l"

static const char kind_names[][KIND_NAME_SIZE] = {
    CAPITAL("S"),   CAPITAL("A"),   CAPITAL("N"),  CAPITAL("F"),  CAPITAL("I"), CAPITAL("GB"),
    CAPITAL("L"),   CAPITAL("E"),   CAPITAL("FIN"), CAPITAL("DK"), CAPITAL("P"), CAPITAL("CH"),
    CAPITAL("B"),   CAPITAL("IRL"), CAPITAL("NL"), CAPITAL("GR"), CAPITAL("D")};
_Static_assert(sizeof kind_names / sizeof *kind_names == PHOTO_KINDS, "every photo has a name");

static const struct option_spec *const options[] = {
    &option_rounds, &option_target,     &option_no_clock,
    &option_first,  &option_joker_swap, &option_days,
};

static unsigned copies(const struct options *chosen, card what)
{
    (void)chosen;
    return what == CARD_JOKER ? JOKERS_MAX : what < PHOTO_KINDS ? 1 : 0;
}

static enum rule supply_rule(const struct options *chosen, card what)
{
    (void)chosen;
    (void)what;
    return RULE_P_02;
}

static unsigned deal_size(const struct options *chosen)
{
    (void)chosen;
    return DEAL_SIZE;
}

static int points(card what)
{
    return what == CARD_JOKER ? JOKER_POINTS : 1;
}

/* ---- Melds ---- */

struct photo_reading photo_reading_of(struct meld meld)
{
    struct photo_reading r = {.one_capital = true, .one_category = true, .odd_place = NOWHERE};
    unsigned capital = 0, category = 0;
    for (unsigned i = 0; i < meld.count; i++) {
        if (meld.at[i] == CARD_JOKER)
            continue;
        if (r.photo_count++ == 0) {
            r.first_place = i;
            capital = photo_capital(meld.at[i]);
            category = photo_category(meld.at[i]);
        }
        r.one_capital &= photo_capital(meld.at[i]) == capital;
        r.one_category &= photo_category(meld.at[i]) == category;
        if (!r.one_capital && !r.one_category && r.odd_place == NOWHERE)
            r.odd_place = i;
    }
    return r;
}

static unsigned meld_kinds(const struct options *chosen, struct meld meld,
                           struct error *error)
{
    (void)chosen;
    int count = (int)meld.count;
    struct photo_reading r = photo_reading_of(meld);
    if (count == 0)
        refuse_count(error, RULE_P_12, REASON_MELD_TOO_SHORT, count, ROW_MIN);
    else if (2 * r.photo_count <= meld.count)
        refuse_count(error, RULE_P_16, REASON_MELD_TOO_MANY_JOKERS,
                     count - (int)r.photo_count, (int)r.photo_count);
    else if (!r.one_capital && !r.one_category)
        refuse_place(error, RULE_P_11, REASON_MELD_MIXED, meld, r.odd_place);
    else if (r.one_capital && count < ROW_MIN)
        refuse_count(error, RULE_P_12, REASON_ROW_TOO_SHORT, count, ROW_MIN);
    else if (r.one_capital && count > ROW_MAX)
        refuse_count(error, RULE_P_34, REASON_ROW_TOO_LONG, count, ROW_MAX);
    else if (r.one_capital)
        return MELD_RUN;
    else if (count < SET_MIN)
        refuse_count(error, RULE_P_11, REASON_SET_TOO_SHORT, count, SET_MIN);
    else if (count > SET_MAX)
        refuse_count(error, RULE_P_34, REASON_SET_TOO_LONG, count, SET_MAX);
    else
        return MELD_SET;
    return 0;
}

/* PA-05: a role is a row of a capital or a set of a category; any photo of it fills it. */
static struct roles roles_of_card(card what)
{
    return (struct roles){1ULL << photo_capital(what), 1ULL << photo_category(what)};
}

static struct roles roles_of_joker(struct meld meld, unsigned kinds, unsigned place)
{
    (void)place;
    struct roles roles = roles_of_card(meld.at[photo_reading_of(meld).first_place]);
    roles.run = (kinds & MELD_RUN) != 0 ? roles.run : 0;
    roles.set = (kinds & MELD_SET) != 0 ? roles.set : 0;
    return roles;
}

static void mark_cards(struct roles roles, bool is_wanted[KINDS_MAX])
{
    for (uint64_t left = roles.run; left != 0; left &= left - 1)
        for (unsigned category = 0; category < CATEGORIES; category++)
            is_wanted[photo_of((unsigned)__builtin_ctzll(left), category)] = true;
    for (uint64_t left = roles.set; left != 0; left &= left - 1)
        for (unsigned capital = 0; capital < CAPITALS; capital++)
            is_wanted[photo_of(capital, (unsigned)__builtin_ctzll(left))] = true;
}

static const struct joker_rules joker_rules = {roles_of_joker, roles_of_card, mark_cards};
static const struct rebuild_rules rebuild_rules = {
    .table_card_stays = RULE_P_23,
    .table_joker_stays = RULE_NONE,
    .not_in_rack = RULE_P_23};

/* ---- The turn ---- */

static unsigned lower(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned missing_to(unsigned min, unsigned have)
{
    return have < min ? min - have : 0;
}

/* PA-10: how many rack jokers a first combination out of these photos needs. One will do
 * for a row of two or a set of three; two would be no fewer than the photos (P-16). */
static unsigned first_meld_jokers(const struct bag *laid)
{
    unsigned of_capital[CAPITALS] = {0}, of_category[CATEGORIES] = {0}, needed = ROW_MIN;
    for (unsigned kind = 0; kind < PHOTO_KINDS; kind++) {
        of_capital[photo_capital((card)kind)] += laid->of[kind];
        of_category[photo_category((card)kind)] += laid->of[kind];
    }
    for (unsigned i = 0; i < CAPITALS; i++)
        needed = lower(needed, missing_to(ROW_MIN, of_capital[i]));
    for (unsigned i = 0; i < CATEGORIES; i++)
        needed = lower(needed, missing_to(SET_MIN, of_category[i]));
    return needed;
}

/* The player's own jokers among those that lie on the table in the end: a rack joker may
 * be laid while a freed one goes to the rack, so that counting the difference is not
 * enough. */
static bool first_meld_holds(const struct state *state, const struct change *change,
                             unsigned jokers_after, unsigned *rack_jokers,
                             struct error *error)
{
    const struct cards *rack = &state->rack[state->seat];
    unsigned held = cards_count_of(rack, CARD_JOKER);
    if (!state_sees_rack(state))
        held += cards_count_of(rack, CARD_UNKNOWN);
    *rack_jokers = first_meld_jokers(&change->laid);
    if (*rack_jokers > 1 || *rack_jokers > held || *rack_jokers > jokers_after)
        return refuse(error, RULE_P_17, REASON_FIRST_MELD_MISSING);
    return true;
}

static void end_of_turn(struct state *state)
{
    if (state->rack[state->seat].count == 0)
        round_end(state, state->seat); /* P-28; PA-07: also with the last card of the stock */
    else if (stock_count(&state->stock) == 0)
        round_end(state, SEAT_NONE); /* P-32 */
    else
        turn_end(state);
}

static bool draw(struct state *state, const struct action *action, struct error *error)
{
    unsigned from = action->from;
    unsigned stack = from - 1;
    ASSERT(stack < STACKS_MAX);
    if (state->phase != PHASE_START)
        return refuse(error, RULE_P_09, REASON_DRAWN_ALREADY);
    if (stock_count(&state->stock) == 0)
        return refuse(error, RULE_P_32, REASON_STOCK_EMPTY);
    if (state->stock.count[stack] == 0)
        return refuse_count(error, RULE_PA_13, REASON_STACK_EMPTY, (int)from, 0);
    turn_draw(state, stack);
    state->phase = PHASE_DRAWN;
    return true;
}

static bool play(struct state *state, const struct action *action, struct error *error)
{
    const struct table *after = &action->table;
    struct change change;
    unsigned rack_jokers = 0, meld_before, jokers_after = table_jokers(after);
    if (state->phase != PHASE_DRAWN)
        return refuse(error, RULE_P_09, REASON_DRAW_FIRST);
    change_of(state, after, &change);
    if (!rebuild_conserves(state, after, &change, &rebuild_rules, error) ||
        !melds_hold(state, after, &change, error))
        return false;
    if (!state_is_opened(state) &&
        !first_meld_holds(state, &change, jokers_after, &rack_jokers, error))
        return false;
    if (!jokers_settled(state, after, &change, &joker_rules, JOKERS_MAX, &meld_before))
        return refuse_joker(error, RULE_P_26, meld_before);
    /* the joker of the first combination is the player's own, not one kept from before */
    if (rack_jokers > 0 && !jokers_settled(state, after, &change, &joker_rules,
                                           jokers_after - rack_jokers, &meld_before))
        return refuse(error, RULE_P_17, REASON_FIRST_MELD_MISSING);
    /* A first combination that needs a joker shows that the rack held one. */
    struct cards *shown = &state->shown[state->seat];
    if (cards_count_of(shown, CARD_JOKER) < rack_jokers)
        cards_add(shown, CARD_JOKER);
    rebuild_commit(state, after, &change);
    state->opened |= (uint8_t)(1U << state->seat);
    end_of_turn(state);
    return true;
}

static bool pass(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (state->phase != PHASE_DRAWN)
        return refuse(error, RULE_P_09, REASON_DRAW_FIRST);
    end_of_turn(state);
    return true;
}

/* PA-17: the card is drawn if it was not, and the turn passed. */
static bool time_out(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (options_turn_s(&state->options) == 0)
        return refuse(error, RULE_PA_17, REASON_NO_CLOCK);
    if (state->phase == PHASE_START && stock_count(&state->stock) > 0)
        turn_draw(state, stock_fullest(&state->stock));
    end_of_turn(state);
    return true;
}

const struct game game_photo = {
    .id = "photo",
    .family = FAMILY_POSTCARD,
    .kind_names = kind_names,
    .kind_count = PHOTO_KINDS,
    .rank_count = CATEGORIES,
    .run_order = RUN_ANYHOW,
    .rack_orders = 1U << ORDER_RUNS | 1U << ORDER_SETS,
    .stack_count = STACKS_MAX,
    .has_jokers = true,
    .jokers_come_back = true,
    .evening_points = 100,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rule_turn = RULE_P_09,
    .copies = copies,
    .supply_rule = supply_rule,
    .deal_size = deal_size,
    .points = points,
    .meld_kinds = meld_kinds,
    .on = {[ACTION_DRAW] = draw,
           [ACTION_PLAY] = play,
           [ACTION_PASS] = pass,
           [ACTION_TIMEOUT] = time_out},
    .scores = scores_by_racks,
    .points_left = points,
    .settle = settle_by_racks,
    .sample = PLAYER(photo_sample),
};
