/* suite_match.c - rounds, totals, targets, starters, deals and reshuffles through match. */
#include "harness.h"

static struct match begin(const char *header)
{
    struct match match = {0};
    struct error error;
    CHECK_ABOUT(match_read(&match, true, header, text_size(header), &error), header);
    return match;
}

static bool line(struct match *match, const char *text)
{
    struct error error;
    return match_read(match, false, text, text_size(text), &error);
}

/* Deals the sorted pack, turned by `turn` places so that the racks differ. */
static void deal_sorted(struct match *match, unsigned turn)
{
    const struct game *game = state_game(&match->state);
    struct action action = {.kind = ACTION_DEAL};
    struct cards pack;
    struct error error;
    game_pack(game, &match->state.options, &pack);
    for (unsigned i = 0; i < pack.count; i++)
        cards_add(&action.cards, pack.at[(i + turn) % pack.count]);
    CHECK(match_apply(match, &action, &error));
}

/* Draws until the stock is gone: a drawn round. */
static void draw_out(struct match *match)
{
    while (match->need == NEED_ACTION)
        CHECK(line(match, "draw"));
}

static void test_rounds(void)
{
    test_begin("X-37 the match ends after the agreed rounds; XA-15 the next seat begins each");
    struct match match = begin("match exclusiv players=3 rounds=3 first=2");
    for (unsigned round = 0; round < 3; round++) {
        CHECK(match.need == NEED_DEAL && match.rounds_played == round);
        deal_sorted(&match, 7);
        CHECK(match.state.seat == (2 + round) % 3);
        draw_out(&match);
    }
    CHECK(match.need == NEED_NOTHING && match.rounds_played == 3);
    CHECK(match.total[0] == 0 && match.total[1] == 0 && match.total[2] == 0);
    CHECK(!line(&match, "draw"));
    test_begin("X-37 one round is the default");
    match = begin("match exclusiv players=2 first=0");
    deal_sorted(&match, 0);
    draw_out(&match);
    CHECK(match.need == NEED_NOTHING);
}

static void test_over(void)
{
    struct options options = {{0}};
    int32_t totals[SEATS_MAX] = {99, 40, 100, 100};
    test_begin("R-30 a target ends the match once anybody has reached it");
    options.of[OPTION_TARGET] = 100;
    CHECK(!match_is_over(&options, 5, totals, 2));
    CHECK(match_is_over(&options, 5, totals, 3));
    CHECK(!match_is_over(&options, 0, totals, 3));
    test_begin("R-30 with rounds and a target the match ends with whichever comes first");
    options.of[OPTION_ROUNDS] = 6;
    CHECK(!match_is_over(&options, 5, totals, 2));
    CHECK(match_is_over(&options, 6, totals, 2));
    test_begin("RA-10 XA-16 equal totals share the victory");
    CHECK(match_leaders(totals, 4) == (1U << 2 | 1U << 3));
    CHECK(match_leaders(totals, 2) == 1);
}

static void test_lot(void)
{
    struct error error;
    struct action action = {.kind = ACTION_LOT, .seat = 3};
    test_begin("X-07 lots decide who begins");
    struct match match = begin("match exclusiv players=3");
    CHECK(match.need == NEED_LOT && !line(&match, "draw") && !line(&match, "deal r1"));
    CHECK(!match_apply(&match, &action, &error));
    CHECK(line(&match, "lot 1") && match.need == NEED_DEAL && match.first == 1);
    deal_sorted(&match, 0);
    CHECK(match.state.seat == 1);
    CHECK(!line(&match, "lot 1"));
}

static void test_bad_deals(void)
{
    struct action action = {.kind = ACTION_DEAL};
    struct error error;
    test_begin("X-02 a deck with a card too many or too few is refused, and nothing changes");
    struct match match = begin("match exclusiv players=2 first=0"), before = match;
    game_pack(game_at(0), &match.state.options, &action.cards);
    action.cards.at[0] = action.cards.at[2];
    CHECK(!match_apply(&match, &action, &error));
    CHECK(error.rule == RULE_X_02 && error.reason == REASON_DECK_IS_WRONG);
    game_pack(game_at(0), &match.state.options, &action.cards);
    action.cards.at[--action.cards.count] = 0;
    CHECK(!match_apply(&match, &action, &error));
    CHECK(memcmp(&match, &before, sizeof match) == 0);
    CHECK(!state_deal(&match.state, &action.cards, &error));
    struct action early = {.kind = ACTION_DRAW};
    CHECK(!state_apply(&match.state, 0, &early, &error) && error.rule == RULE_X_08);
    deal_sorted(&match, 0);
    CHECK(!state_deal(&match.state, &action.cards, &error));
    CHECK(error.reason == REASON_NOT_EXPECTED_NOW);
    CHECK(!state_shuffle(&match.state, &action.cards, &error));
}

static void test_foreign_decks(void)
{
    struct error error;
    test_begin("X-02 P-02 R-02 a deck with a card the game does not have is refused");
    for (unsigned i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        struct options options;
        struct match match;
        options_default(game, &options);
        options.of[OPTION_FIRST] = 0;
        match_init(&match, i, SEATS_MIN, &options);
        static const card foreign[] = {CARD_UNKNOWN, CARD_JOKER, CARD_JOKER - 1};
        for (unsigned j = 0; j < sizeof foreign; j++) {
            struct action action = {.kind = ACTION_DEAL};
            game_pack(game, &options, &action.cards);
            action.cards.at[0] = foreign[j];
            bool is_own = foreign[j] < game->kind_count ||
                          (foreign[j] == CARD_JOKER && game->has_jokers);
            CHECK(is_own || !match_apply(&match, &action, &error));
        }
    }
}

static void test_stacks(void)
{
    static const uint8_t expected[3][STACKS_MAX] = {
        {19, 19, 18, 18, 18}, {17, 17, 17, 17, 16}, {16, 15, 15, 15, 15}};
    test_begin("P-07 PA-13 the five stacks are as even as possible");
    for (unsigned seats = 2; seats <= 4; seats++) {
        char header[] = "match photo players=2 first=0";
        header[text_size("match photo players=")] = (char)('0' + seats);
        struct match match = begin(header);
        deal_sorted(&match, 0);
        CHECK(memcmp(match.state.stock.count, expected[seats - 2], STACKS_MAX) == 0);
    }
    test_begin("P-09 a bare draw takes from the fullest stack, and the record names it");
    struct match match = begin("match photo players=2 first=0");
    struct action action = {.kind = ACTION_DRAW};
    struct error error;
    char text[TEXT_MAX];
    deal_sorted(&match, 0);
    CHECK(match_apply(&match, &action, &error));
    action_print(game_at(match.state.game), &action, text);
    CHECK_ABOUT(text_equals(text, "draw 1"), text);
    CHECK(line(&match, "pass") && line(&match, "draw") && match.state.stock.count[1] == 18);
    CHECK(line(&match, "pass") && line(&match, "draw 5") && match.state.stock.count[4] == 17);
}

/* Every seat takes the top discard and puts another card there. */
static void idle_turn(struct match *match)
{
    char text[TEXT_MAX] = "discard ";
    CHECK(line(match, "draw discard"));
    const struct state *state = &match->state;
    card_print(state_game(state), state->rack[state->seat].at[0], &text[8]);
    CHECK_ABOUT(line(match, text), text);
}

static void test_idle(void)
{
    test_begin("RA-05 ten turns of each without laying or drawing from the stock end the round");
    struct match match = begin("match princess players=3 first=0");
    deal_sorted(&match, 5);
    for (unsigned i = 0; i < 29; i++)
        idle_turn(&match);
    CHECK(match.need == NEED_ACTION && match.state.idle_turns == 29);
    struct match other = match;
    idle_turn(&match);
    CHECK(match.need == NEED_NOTHING && match.state.winner == SEAT_NONE);
    test_begin("RA-05 a card from the stock begins the count anew");
    CHECK(line(&other, "draw"));
    char text[TEXT_MAX] = "discard ";
    card_print(state_game(&other.state), other.state.rack[other.state.seat].at[0], &text[8]);
    CHECK(line(&other, text) && other.state.idle_turns == 0 && other.need == NEED_ACTION);
}

/* Draws from the stock and discards what was drawn. */
static void draw_and_discard(struct match *match)
{
    char text[TEXT_MAX] = "discard ";
    CHECK(line(match, "draw"));
    if (match->need != NEED_ACTION)
        return;
    card_print(state_game(&match->state), match->state.taken, &text[8]);
    CHECK_ABOUT(line(match, text), text);
}

static void test_reshuffle(void)
{
    struct random random;
    struct action action;
    struct error error;
    random_seed(&random, 5);
    test_begin("RA-05 an empty stock is renewed from the discard pile but its top card");
    struct match match = begin("match princess players=2 first=0");
    deal_sorted(&match, 3);
    while (match.need == NEED_ACTION)
        draw_and_discard(&match);
    CHECK(match.need == NEED_SHUFFLE && match.state.phase == PHASE_SHUFFLE);
    CHECK(match.state.discard.count == 36 && !line(&match, "draw"));
    struct action early = {.kind = ACTION_DRAW, .from = FROM_DISCARD};
    struct state waiting = match.state;
    CHECK(!state_apply(&waiting, waiting.seat, &early, &error) && error.rule == RULE_R_20);
    random_chance(&random, &match, &action);
    CHECK(action.cards.count == 35);
    struct action wrong = action;
    wrong.cards.at[0] = match.state.discard.at[35] == wrong.cards.at[0]
                            ? (card)(wrong.cards.at[0] ^ 1)
                            : match.state.discard.at[35];
    CHECK(!match_apply(&match, &wrong, &error) && error.rule == RULE_RA_05);
    CHECK(match_apply(&match, &action, &error));
    CHECK(match.state.discard.count == 1 && stock_count(&match.state.stock) == 34);
    CHECK(match.state.phase == PHASE_DRAWN && match.state.taken == action.cards.at[0]);
    CHECK(state_check(&match.state) == NULL);
    test_begin("RA-05 if nobody has laid since, the next empty stock ends the round");
    char text[TEXT_MAX] = "discard ";
    card_print(state_game(&match.state), match.state.taken, &text[8]);
    CHECK(line(&match, text));
    while (match.need == NEED_ACTION)
        draw_and_discard(&match);
    CHECK(match.need == NEED_NOTHING && match.state.winner == SEAT_NONE);
    CHECK(match.total[0] == 0 && match.total[1] == 0);
}

static void test_reshuffle_at_time_out(void)
{
    struct random random;
    struct action action;
    struct error error;
    random_seed(&random, 6);
    test_begin("RA-19 a time-out that needs a new stock draws from it and discards that card");
    struct match match = begin("match princess players=2 first=0 turn_seconds=60");
    deal_sorted(&match, 3);
    while (stock_count(&match.state.stock) > 0)
        draw_and_discard(&match);
    CHECK(line(&match, "timeout") && match.need == NEED_SHUFFLE);
    unsigned seat = match.state.seat;
    random_chance(&random, &match, &action);
    CHECK(match_apply(&match, &action, &error));
    CHECK(match.state.seat != seat && match.state.discard.count == 2);
    CHECK(match.state.discard.at[1] == action.cards.at[0]);
    CHECK(state_check(&match.state) == NULL);
}

static bool same_cards(const struct cards *a, const struct cards *b)
{
    struct bag x, y;
    bag_of_cards(a, &x);
    bag_of_cards(b, &y);
    return memcmp(&x, &y, sizeof x) == 0;
}

/* One turn runs out after a play, the other without one. */
static void test_undone_play(const char *name, const char *draw, bool laid_since_shuffle)
{
    test_begin(name);
    struct match with = begin("match princess players=2 first=0 turn_seconds=60");
    deal_sorted(&with, 6);
    with.state.laid_since_shuffle = laid_since_shuffle;
    CHECK(line(&with, draw));
    struct match without = with;
    CHECK(line(&with, "play 0[g4 g5 g6 g7]") && with.state.laid_since_shuffle);
    CHECK(line(&with, "timeout") && line(&without, "timeout"));
    CHECK(same_cards(&with.state.rack[0], &without.state.rack[0]));
    CHECK(state_check(&with.state) == NULL);
    with.state.rack[0] = without.state.rack[0];
    with.state.shown[0] = without.state.shown[0];
    CHECK(memcmp(&with, &without, sizeof with) == 0);
}

static void test_wrong_game_action(void)
{
    struct action action = {.kind = ACTION_DISCARD};
    struct error error;
    test_begin("an action the game does not have is refused, whoever builds it");
    struct match match = begin("match exclusiv players=2 first=0");
    deal_sorted(&match, 0);
    CHECK(!match_apply(&match, &action, &error));
    CHECK(error.rule == RULE_NOTATION && error.reason == REASON_ACTION_UNKNOWN);
    action.kind = ACTION_COUNT;
    CHECK(!match_apply(&match, &action, &error) && error.rule == RULE_NOTATION);
    action.kind = ACTION_SHUFFLE;
    CHECK(!match_apply(&match, &action, &error) && error.rule == RULE_NOTATION);
    CHECK(game_find("template", 8) == game_count() - 1 && game_find("chess", 5) == game_count());
}

void suite_match(void)
{
    test_rounds();
    test_over();
    test_lot();
    test_bad_deals();
    test_foreign_decks();
    test_stacks();
    test_idle();
    test_reshuffle();
    test_reshuffle_at_time_out();
    test_undone_play("RA-19 a play that the clock undoes leaves only what everybody has seen",
                     "draw", true);
    test_undone_play("RA-19 RA-05 nobody has laid if the clock undid it", "draw", false);
    test_undone_play("RA-19 the same with the top of the discard pile", "draw discard", false);
    test_wrong_game_action();
}
