/* template_game.c - the smallest game the core can hold: proof that a fourth one fits in,
 * and a place to start from (docs/adding-a-game.md). Twelve cards, 1 to 6 twice. On turn a
 * seat draws a card, or lays a pair; who has laid everything wins; an empty stock ends the
 * round. It borrows rule numbers of exclusiv, since it has none of its own. */
#include "core/game.h"

enum { KINDS = 6, COPIES = 2, DEAL = 2, PAIR = 2 };

static const char kind_names[][KIND_NAME_SIZE] = {"a1", "a2", "a3", "a4", "a5", "a6"};

static const struct option_spec *const options[] = {
    &option_rounds, &option_target, &option_first,
};

static unsigned copies(const struct options *chosen, card what)
{
    (void)chosen;
    return what < KINDS ? COPIES : 0;
}

static enum rule supply_rule(const struct options *chosen, card what)
{
    (void)chosen;
    (void)what;
    return RULE_X_02;
}

static unsigned deal_size(const struct options *chosen)
{
    (void)chosen;
    return DEAL;
}

static int points(card what)
{
    return what + 1;
}

static unsigned meld_kinds(const struct options *chosen, struct meld meld,
                           struct error *error)
{
    (void)chosen;
    if (meld.count == PAIR && meld.at[0] == meld.at[1])
        return MELD_SET;
    refuse_count(error, RULE_X_09, REASON_MELD_TOO_SHORT, (int)meld.count, PAIR);
    return 0;
}

static void end_of_turn(struct state *state)
{
    if (state->rack[state->seat].count == 0)
        round_end(state, state->seat);
    else if (stock_count(&state->stock) == 0)
        round_end(state, SEAT_NONE);
    else
        turn_end(state);
}

static bool draw(struct state *state, const struct action *action, struct error *error)
{
    (void)action;
    (void)error;
    turn_draw(state, 0);
    end_of_turn(state);
    return true;
}

static bool play(struct state *state, const struct action *action, struct error *error)
{
    static const struct rebuild_rules rules = {RULE_X_26, RULE_X_31, RULE_X_26};
    struct change change;
    change_of(state, &action->table, &change);
    if (!rebuild_conserves(state, &action->table, &change, &rules, error) ||
        !melds_hold(state, &action->table, &change, error))
        return false;
    if (change.laid_count == 0)
        return refuse(error, RULE_XA_09, REASON_NO_OWN_CARD_LAID);
    rebuild_commit(state, &action->table, &change);
    end_of_turn(state);
    return true;
}

static void sample(const struct state *state, struct random *random, struct action *out)
{
    const struct cards *rack = &state->rack[state->seat];
    card what = rack->at[random_below(random, rack->count)], pair[PAIR] = {what, what};
    out->kind = ACTION_DRAW;
    out->from = FROM_STOCK;
    if (cards_count_of(rack, what) < PAIR)
        return;
    out->kind = ACTION_PLAY;
    out->table = state->table;
    table_add(&out->table, (struct meld){pair, PAIR, SEAT_NONE});
}

extern const struct game game_template;
const struct game game_template = {
    .id = "template",
    .family = FAMILY_TILE,
    .kind_names = kind_names,
    .kind_count = KINDS,
    .rank_count = KINDS,
    .run_order = RUN_RISING,
    .rack_orders = 1U << ORDER_RUNS,
    .stack_count = 1,
    .draw_ends_turn = true,
    .evening_points = 20,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rule_turn = RULE_X_08,
    .copies = copies,
    .supply_rule = supply_rule,
    .deal_size = deal_size,
    .points = points,
    .meld_kinds = meld_kinds,
    .on = {[ACTION_DRAW] = draw, [ACTION_PLAY] = play},
    .scores = scores_by_racks,
    .points_left = points,
    .settle = settle_by_racks,
    .sample = sample,
};
