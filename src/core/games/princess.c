/* princess.c - Princess Rummy: seven castle figures in four colours, each player's own
 * melds, a discard pile and bracelets (docs/rules/princess.md). First the cards and melds,
 * then the turn and its end. */
#include "../game.h"
#include "princess.h"

enum { IDLE_TURNS_MAX = 10 };

#define COLOUR(c) c "1", c "2", c "3", c "4", c "5", c "6", c "7"

static const char kind_names[][KIND_NAME_SIZE] = {COLOUR("g"), COLOUR("y"), COLOUR("r"),
                                                  COLOUR("b")};
_Static_assert(sizeof kind_names / sizeof *kind_names == CARD_KINDS, "every card has a name");

static const struct option_spec option_deal = {
    .option = OPTION_DEAL, .name = "deal", .standard = 10, .min = 10, .max = 13, .step = 3};
static const struct option_spec option_first_meld = {.option = OPTION_FIRST_MELD,
                                                     .name = "first_meld",
                                                     .standard = 13,
                                                     .min = 0,
                                                     .max = 13,
                                                     .step = 13};
static const struct option_spec option_run_max = {
    .option = OPTION_RUN_MAX, .name = "run_max", .standard = 14, .min = 7, .max = 14, .step = 7};
static const struct option_spec option_extend_before_own = {
    .option = OPTION_EXTEND_BEFORE_OWN, .name = "extend_before_own", .words = {"yes", "no"}};
static const struct option_spec option_rediscard = {
    .option = OPTION_REDISCARD, .name = "rediscard", .words = {"yes", "no"}};
static const struct option_spec option_bracelets = {
    .option = OPTION_BRACELETS,
    .name = "bracelets",
    .standard = 0 | 1 << 2 | 2 << 4 | 3 << 6,
    .letters = "gyrb"};

static const struct option_spec *const options[] = {
    &option_rounds,    &option_target,     &option_no_clock, &option_first,
    &option_deal,      &option_first_meld, &option_run_max,  &option_extend_before_own,
    &option_rediscard, &option_bracelets,  &option_days,
};

static unsigned copies(const struct options *chosen, card what)
{
    (void)chosen;
    return what < CARD_KINDS ? COPIES : 0;
}

static enum rule supply_rule(const struct options *chosen, card what)
{
    (void)chosen;
    (void)what;
    return RULE_R_02;
}

static unsigned deal_size(const struct options *chosen)
{
    return chosen->of[OPTION_DEAL];
}

static int points(card what)
{
    return (int)card_number(what);
}

/* thirteen cards are for two players only. */
static bool fit(const struct options *chosen, unsigned seats)
{
    return chosen->of[OPTION_DEAL] == 10 || seats == 2;
}

/* ---- Melds ---- */

/* The first place whose card does not follow the one before, by one measure. */
static unsigned place_of_other_colour(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count && card_colour(meld.at[i]) == card_colour(meld.at[0]))
        i++;
    return i;
}

static unsigned place_of_broken_order(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count &&
           card_number(meld.at[i]) == number_after(card_number(meld.at[i - 1])))
        i++;
    return i;
}

static unsigned place_of_other_number(struct meld meld)
{
    unsigned i = 1;
    while (i < meld.count && card_number(meld.at[i]) == card_number(meld.at[0]))
        i++;
    return i;
}

static unsigned place_of_second_of_colour(struct meld meld)
{
    unsigned seen = 0, i = 0;
    for (; i < meld.count && (seen >> card_colour(meld.at[i]) & 1) == 0; i++)
        seen |= 1U << card_colour(meld.at[i]);
    return i;
}

/* Why three or more cards are neither a run nor a group: by what they look most like. */
static void meld_explain(struct meld meld, struct error *error)
{
    unsigned other_number = place_of_other_number(meld);
    unsigned other_colour = place_of_other_colour(meld);
    unsigned broken_order = place_of_broken_order(meld);
    if (other_number == meld.count)
        refuse_place(error, RULE_R_09, REASON_SET_COLOUR_TWICE, meld,
                     place_of_second_of_colour(meld));
    else if (other_colour == meld.count)
        refuse_place(error, RULE_R_07, REASON_RUN_NUMBERS, meld, broken_order);
    else if (broken_order == meld.count)
        refuse_place(error, RULE_R_07, REASON_RUN_COLOURS, meld, other_colour);
    else
        refuse_place(error, RULE_R_07, REASON_MELD_MIXED, meld, other_number);
}

static unsigned meld_kinds(const struct options *chosen, struct meld meld,
                           struct error *error)
{
    int count = (int)meld.count, run_max = chosen->of[OPTION_RUN_MAX];
    if (count < MELD_MIN) {
        bool is_pair = count == 2 && is_group(meld);
        refuse_count(error, is_pair ? RULE_R_09 : RULE_R_07, REASON_MELD_TOO_SHORT, count,
                     MELD_MIN);
        return 0;
    }
    if (is_group(meld) && place_of_other_number(meld) == meld.count &&
        place_of_second_of_colour(meld) == meld.count)
        return MELD_SET; /* at most four, since the colours differ */
    bool is_run = !is_group(meld) && place_of_other_colour(meld) == meld.count &&
                  place_of_broken_order(meld) == meld.count;
    if (is_run && count <= run_max)
        return MELD_RUN;
    if (is_run)
        refuse_count(error, RULE_RA_02, REASON_RUN_TOO_LONG, count, run_max);
    else
        meld_explain(meld, error);
    return 0;
}

uint32_t princess_table_takes(const struct table *table)
{
    uint32_t takes = 0;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        uint32_t first = 1U << meld.at[0], second = 1U << meld.at[1];
        uint32_t last = 1U << meld.at[meld.count - 1];
        if (second == kinds_after(first))
            takes |= kinds_before(first) | kinds_after(last);
        else if (meld.count < COLOURS)
            takes |= (uint32_t)KINDS_NUMBER_1 << (card_number(meld.at[0]) - 1) &
                     ~(first | second | last);
    }
    return takes;
}

/* ---- Laying ---- */

static const struct own_rules own_rules = {
    .is_set = is_group, .meld_stays = RULE_RA_14, .not_in_rack = RULE_R_12, .not_own = RULE_R_15};

/* R-13, RA-03, RA-04: one of the first own melds has the points, as it lies in the end. */
static bool first_meld_holds(const struct state *state, const struct table *after,
                             unsigned laid_count, struct error *error)
{
    int best = 0, need = (int)state_option(state, OPTION_FIRST_MELD);
    bool has_new = after->meld_count > state->table.meld_count;
    if (state_is_opened(state))
        return true;
    for (unsigned i = state->table.meld_count; i < after->meld_count; i++) {
        int sum = meld_points(table_meld(after, i));
        best = sum > best ? sum : best;
    }
    if (has_new && best < need)
        return refuse_count(error, RULE_R_13, REASON_FIRST_MELD_POINTS, best, need);
    if (!has_new && laid_count > 0 &&
        state_option(state, OPTION_EXTEND_BEFORE_OWN) == OPTION_NO)
        return refuse(error, RULE_RA_03, REASON_EXTENDED_TOO_EARLY);
    return true;
}

static unsigned table_count_of(const struct table *table, card what)
{
    unsigned count = 0;
    for (unsigned i = table_card_count(table); i > 0; i--)
        count += table->at[i - 1] == what;
    return count;
}

/* How many cards like the one taken were laid this turn. */
static unsigned laid_of_taken(const struct state *state)
{
    if (state->phase != PHASE_LAID)
        return 0;
    return table_count_of(&state->table, state->taken) -
           table_count_of(&state->table_before, state->taken);
}

bool princess_taken_is_barred(const struct state *state)
{
    if (state_option(state, OPTION_REDISCARD) != OPTION_NO ||
        state->taken_from != TAKEN_DISCARD || !state_sees_rack(state))
        return false;
    return cards_count_of(&state->rack[state->seat], state->taken) + laid_of_taken(state) < 2;
}

static bool play_keeps_discard(const struct state *state, const struct change *change,
                               struct error *error)
{
    unsigned left = state->rack[state->seat].count - change->laid_count;
    if (left == 0)
        return refuse(error, RULE_R_22, REASON_WHOLE_HAND_LAID);
    if (left == 1 && princess_taken_is_barred(state) && change->laid.of[state->taken] == 0)
        return refuse_card(error, RULE_RA_06, REASON_CARD_JUST_TAKEN, state->taken);
    return true;
}

static bool play(struct state *state, const struct action *action, struct error *error)
{
    const struct table *after = &action->table;
    struct change change;
    uint8_t seat_bit = (uint8_t)(1U << state->seat);
    if (state->phase == PHASE_START)
        return refuse(error, RULE_R_11, REASON_DRAW_FIRST);
    if (state->phase == PHASE_LAID)
        return refuse(error, RULE_R_12, REASON_LAID_ALREADY);
    change_of(state, after, &change);
    if (!own_melds_hold(state, after, &change, &own_rules, error) ||
        !first_meld_holds(state, after, change.laid_count, error) ||
        !play_keeps_discard(state, &change, error))
        return false;
    pile_note_play(state);
    if (change.laid_count > 0) {
        state->laid |= seat_bit;
        state->laid_since_shuffle = 1;
    }
    if (after->meld_count > state->table.meld_count)
        state->opened |= seat_bit;
    rebuild_commit(state, after, &change);
    state->phase = PHASE_LAID;
    return true;
}

/* ---- Drawing and discarding ---- */

static void end_turn(struct state *state)
{
    bool has_laid = state->phase == PHASE_LAID && table_card_count(&state->table) >
                                                      table_card_count(&state->table_before);
    bool is_idle = !has_laid && state->taken_from != TAKEN_STOCK;
    state->idle_turns = (uint8_t)(is_idle ? state->idle_turns + 1 : 0);
    state->taken = CARD_NONE;
    state->taken_from = TAKEN_NOTHING;
    if (state->phase == PHASE_LAID)
        pile_forget_play(state);
    if (state->rack[state->seat].count == 0)
        round_end(state, state->seat); /* */
    else if (state->idle_turns == IDLE_TURNS_MAX * state->seats)
        round_end(state, SEAT_NONE); /* RA-05 */
    else
        turn_end(state);
}

static void put_on_discard(struct state *state, card what)
{
    turn_lay(state, what);
    cards_add(&state->discard, what);
    end_turn(state);
}

/* RA-05: a stock that is asked for and empty. */
static bool stock_is_renewed(struct state *state, enum action_kind for_what)
{
    if (!state->laid_since_shuffle) {
        round_end(state, SEAT_NONE);
        return true;
    }
    if (state->discard.count <= 1)
        return false;
    pile_ask_shuffle(state, for_what);
    return true;
}

static bool draw(struct state *state, const struct action *action, struct error *error)
{
    unsigned from = action->from;
    if (state->phase != PHASE_START)
        return refuse(error, RULE_R_11, REASON_DRAWN_ALREADY);
    if (from == FROM_DISCARD && state->discard.count == 0)
        return refuse(error, RULE_R_11, REASON_DISCARD_EMPTY);
    if (from == FROM_DISCARD)
        pile_take(state);
    else if (stock_count(&state->stock) > 0)
        pile_draw(state);
    else if (!stock_is_renewed(state, ACTION_DRAW))
        return refuse(error, RULE_RA_05, REASON_NOTHING_TO_SHUFFLE);
    return true;
}

static void resume(struct state *state)
{
    enum action_kind for_what = (enum action_kind)state->shuffle_for;
    state->laid_since_shuffle = 0;
    state->shuffle_for = 0;
    pile_draw(state);
    if (for_what == ACTION_TIMEOUT)
        put_on_discard(state, state->taken);
}

static bool discard(struct state *state, const struct action *action, struct error *error)
{
    card what = action->what;
    const struct cards *rack = &state->rack[state->seat];
    if (state->phase == PHASE_START)
        return refuse(error, RULE_R_11, REASON_DRAW_FIRST);
    if (cards_count_of(rack, what) == 0 && state_sees_rack(state))
        return refuse_card(error, RULE_R_20, REASON_NOT_IN_RACK, what);
    bool is_back = what == state->taken && state->taken_from == TAKEN_DISCARD &&
                   state_option(state, OPTION_REDISCARD) == OPTION_NO;
    if (is_back && princess_taken_is_barred(state))
        return refuse_card(error, RULE_RA_06, REASON_CARD_JUST_TAKEN, what);
    struct cards *shown = &state->shown[state->seat];
    if (is_back && laid_of_taken(state) == 0 && cards_count_of(shown, what) < 2)
        cards_add(shown, what); /* so the hand holds its twin */
    put_on_discard(state, what);
    return true;
}

static bool time_out(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    if (options_turn_s(&state->options) == 0)
        return refuse(error, RULE_RA_19, REASON_NO_CLOCK);
    if (state->phase == PHASE_LAID)
        pile_undo_play(state);
    if (state->phase == PHASE_START && stock_count(&state->stock) == 0) {
        if (stock_is_renewed(state, ACTION_TIMEOUT))
            return true;
        state->took = state->discard.count; /* the only discard, taken and laid back */
        end_turn(state);
        return true;
    }
    if (state->phase == PHASE_START)
        pile_draw(state);
    put_on_discard(state, state->taken);
    return true;
}

/* ---- Scores ---- */

/* */
static int points_left(card what)
{
    (void)what;
    return 1;
}

static void settle(unsigned winner, unsigned laid, unsigned seats,
                   struct score scores[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++) {
        if (seat != winner)
            scores[seat].bonus = 0; /* */
        if ((laid >> seat & 1) == 0 && seat != winner)
            scores[seat] = (struct score){0}; /* R-26; RA-18: who went out has laid cards */
    }
}

static bool scores_of(const struct state *state, struct score scores[SEATS_MAX])
{
    const struct table *table = &state->table;
    unsigned bracelets = state_option(state, OPTION_BRACELETS);
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        scores[meld.owner].laid += meld_points(meld); /* */
        if (state->winner == SEAT_NONE)
            continue;
        for (unsigned j = 0; j < meld.count; j++)
            if (card_colour(meld.at[j]) == (bracelets >> (2 * state->winner) & 3))
                scores[state->winner].bonus++; /* */
    }
    for (unsigned seat = 0; seat < state->seats; seat++)
        scores[seat].left -= state->rack[seat].count * points_left(CARD_UNKNOWN);
    settle(state->winner, state->laid, state->seats, scores);
    return true;
}

const struct game game_princess = {
    .id = "princess",
    .family = FAMILY_FIGURE,
    .kind_names = kind_names,
    .kind_count = CARD_KINDS,
    .rank_count = FIGURES,
    .run_order = RUN_CIRCLING,
    .rack_orders = 1U << ORDER_RUNS | 1U << ORDER_SETS,
    .stack_count = 1,
    .melds_are_owned = true,
    .has_discard = true,
    .first_is_one_meld = true,
    .evening_points = 100,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rule_turn = RULE_R_20,
    .rule_shuffle = RULE_RA_05,
    .copies = copies,
    .supply_rule = supply_rule,
    .deal_size = deal_size,
    .points = points,
    .options_fit = fit,
    .meld_kinds = meld_kinds,
    .begin = pile_begin,
    .on = {[ACTION_DRAW] = draw,
           [ACTION_PLAY] = play,
           [ACTION_DISCARD] = discard,
           [ACTION_TIMEOUT] = time_out},
    .resume = resume,
    .scores = scores_of,
    .points_left = points_left,
    .settle = settle,
    .sample = PLAYER(princess_sample),
};
