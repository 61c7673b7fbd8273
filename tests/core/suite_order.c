/* suite_order.c - tables in good order: corners that the best play has to find, a play that is
 * settled so that what need not move lies as it lay, and loose cards put into melds. */
#include "random_play.h"
#include "solver/solver.h"

enum { MATCHES = 6 };

/* How many melds of the table before lie there still, each with an equal of its own. */
static unsigned same_melds(const struct table *before, const struct table *after)
{
    bool is_used[CARDS_CAP] = {false};
    unsigned same = 0;
    for (unsigned i = 0; i < before->meld_count; i++) {
        struct meld old = table_meld(before, i);
        for (unsigned j = 0; j < after->meld_count; j++) {
            struct meld new = table_meld(after, j);
            if (is_used[j] || new.count != old.count || memcmp(new.at, old.at, old.count) != 0)
                continue;
            is_used[j] = true;
            same++;
            break;
        }
    }
    return same;
}

/* Solves the position and settles the play; false if there is none. */
static bool settle(const struct state *state, struct play *play, struct play *calm)
{
    struct weights weights;
    struct state after = *state;
    struct action action = {.kind = ACTION_PLAY};
    struct error error;
    weights_of_goal(state_game(state), GOAL_CARDS, &weights);
    if (!solve(test_workspace(), state, &weights, play))
        return false;
    *calm = *play;
    solve_calmly(test_workspace(), state, &weights, calm);
    action.table = calm->table;
    CHECK(state_apply(&after, state->seat, &action, &error));
    CHECK(state->rack[state->seat].count == after.rack[state->seat].count + play->cards);
    CHECK(calm->cards == play->cards && calm->points == play->points);
    return true;
}

static struct state opened_state(const char *id, unsigned joker_swap, const char *table,
                                 const char *rack)
{
    unsigned index = game_find(id, text_size(id));
    const struct game *game = game_at(index);
    struct options options;
    struct state state;
    struct error error;
    options_default(game, &options);
    options.of[OPTION_JOKER_SWAP] = (uint16_t)joker_swap;
    state_init(&state, index, SEATS_MIN, &options, 0);
    state.phase = game->stack_count > 1 ? PHASE_DRAWN : PHASE_START;
    state.opened = 1;
    state.stock.count[0] = 10;
    CHECK(table_read(game, table, text_size(table), &state.table, &error));
    CHECK(cards_read(game, false, rack, text_size(rack), &state.rack[0], &error));
    return state;
}

static void test_swapped(const char *name, unsigned joker_swap, const char *table,
                         const char *rack, unsigned cards, unsigned left_alone)
{
    struct play play, calm;
    test_begin(name);
    struct state state = opened_state("exclusiv", joker_swap, table, rack);
    bool is_found = settle(&state, &play, &calm);
    CHECK(is_found);
    if (!is_found)
        return;
    CHECK(play.cards == cards);
    CHECK(same_melds(&state.table, &calm.table) == left_alone);
}

static void test_settled(const char *name, const char *table, const char *rack, unsigned cards,
                         unsigned left_alone)
{
    test_swapped(name, JOKER_SWAP_ANY, table, rack, cards, left_alone);
}

/* what lays most cards does not open, and what opens has to be found. */
static void test_opening(const char *name, const char *rack, unsigned cards, int points)
{
    struct play play, calm;
    test_begin(name);
    struct state state = opened_state("exclusiv", JOKER_SWAP_ANY, "-", rack);
    state.opened = 0;
    bool is_found = settle(&state, &play, &calm);
    CHECK(is_found && play.cards == cards && play.points == points);
}

/* Photo lays new cards behind what lay there. */
static void test_photos(const char *name, const char *table, const char *rack,
                        const char *expected)
{
    struct play play, calm;
    char text[TEXT_MAX];
    test_begin(name);
    struct state state = opened_state("photo", JOKER_SWAP_ANY, table, rack);
    bool is_found = settle(&state, &play, &calm);
    CHECK(is_found);
    if (!is_found)
        return;
    table_print(state_game(&state), &calm.table, text);
    CHECK_ABOUT(text_equals(text, expected), text);
}

static void test_examples(void)
{
    test_opening("X-13 two 13s with a joker open, where a longer run has only 33",
                 "r13 b13 * y1 y3 y4", 3, 51);
    test_opening("X-13 a run with a joker opens, where a longer one has only 33",
                 "r12 r13 * y1 y3 y4", 3, 50);
    test_settled("X-21 four jokers find room at one run", "[r5 r6 r7]", "* * * *", 4, 0);
    test_settled("X-11 a run that three jokers begin stays", "[* * * r12 r13]", "b1 b2 b3", 3, 1);
    test_settled("X-11 a run that three jokers begin grows", "[* * * r9 r10]", "r11 b1", 1, 0);
    test_photos("P-18 a photo goes to its row, and the set stays as it lay",
                "[Sf Af Nf Ff] [GBs GBc GBp]", "GBe", "[Sf Af Nf Ff] [GBs GBc GBp GBe]");
    test_photos("P-21 what lay apart stays apart, and one row grows",
                "[GBs GBc GBp] [GBf GBe *]", "GBl", "[GBs GBc GBp GBl] [GBf GBe *]");
    test_photos("P-19 a joker goes behind the photos", "[GBs GBc GBp]", "* GBe",
                "[GBs GBc GBp GBe *]");
    test_settled("XA-05 a tile and two jokers keep one joker as a run and one as a set",
                 "[r4 * r6] [b4 g4 *]", "r7 r8 b5 b6 g5 g6", 6, 0);
    test_settled("XA-05 such a tile frees one joker, and another is kept beside it",
                 "[r5 * r7] [b6 g6 *]", "r6 b5 g5 b7 b8 g7 g8 r8 r9", 9, 0);
    test_swapped("XA-02 such a tile frees it from the rack", JOKER_SWAP_RACK,
                 "[r5 * r7] [b6 g6 *]", "r6 b5 g5 b7 b8 g7 g8 r8 r9", 9, 0);
    test_swapped("XA-02 two jokers need two tiles of the rack", JOKER_SWAP_RACK,
                 "[r5 * r7] [r5 * r7] [b6 r6 g6 y6]", "r6 b1 b2", 3, 2);
    test_settled("X-23 a tile goes to a set of one tile and two jokers", "[b13 * *]", "r13 y1", 1,
                 0);
    test_settled("X-12 a new run leaves all melds alone, and their jokers",
                 "[* r6 r7] [b9 g9 y9] [y11 y12 *]", "b1 b2 b3 r1", 3, 3);
    test_settled("X-12 sets with a joker in the middle lie as they lay",
                 "[b9 * g9] [r5 r6 *] [y2 * g2 r2]", "b1 b2 b3", 3, 3);
    test_settled("X-19 a run that grows leaves the others alone", "[r5 r6 r7] [b9 g9 y9]",
                 "r8 b1 g1", 1, 1);
    test_settled("X-30 a joker that is freed leaves the others alone",
                 "[b1 b2 b3] [r5 * r7] [g9 r9 y9]", "r6 y1 y2", 3, 2);
    test_settled("X-27 the red 8 leaves its set, and nothing else moves",
                 "[b8 g8 y8 r8] [b1 b2 b3] [y5 y6 y7]", "r7 r9", 2, 2);
    test_settled("X-29 where all has to move, all moves",
                 "[g4 g5 g6 g7] [y4 y5 y6 y7] [b4 b5 b6]", "r4 r6 r7", 3, 0);
}

static void test_at_random(void)
{
    struct random random;
    unsigned moved_less = 0, moved_more = 0;
    random_seed(&random, 11);
    test_begin("what is settled is as good, and hardly ever moves more melds");
    for (unsigned i = 0; i < MATCHES; i++) {
        struct match match;
        struct action action;
        struct error error;
        random_match(&random, game_find("exclusiv", 8), SEATS_MIN + i % 3, &match);
        while (match.need != NEED_NOTHING) {
            const struct state *state = &match.state;
            struct play play, calm;
            if (match.need == NEED_ACTION && state->table.meld_count > 2 &&
                random_below(&random, 4) == 0 && settle(state, &play, &calm)) {
                unsigned before = same_melds(&state->table, &play.table);
                unsigned after = same_melds(&state->table, &calm.table);
                moved_less += after > before;
                moved_more += after < before;
            }
            random_action(&random, &match, &action);
            CHECK(match_apply(&match, &action, &error));
        }
    }
    CHECK(moved_less > 10 * moved_more);
}

/* A card of the own rack that is not known can be discarded, so that all others may lie. */
static void test_hand(const char *name, const char *hand, const char *taken, bool is_opened,
                      unsigned cards)
{
    const struct game *game = game_at(game_find("princess", 8));
    struct options options;
    struct state state;
    struct weights weights;
    struct play play = {.cards = 0};
    struct cards card_taken = {0};
    struct error error;
    test_begin(name);
    options_default(game, &options);
    options.of[OPTION_REDISCARD] = OPTION_NO;
    state_init(&state, game_find("princess", 8), SEATS_MIN, &options, 0);
    state.viewer = 0;
    state.opened = is_opened;
    state.phase = PHASE_DRAWN;
    CHECK(cards_read(game, true, hand, text_size(hand), &state.rack[0], &error));
    CHECK(cards_read(game, false, taken, text_size(taken), &card_taken, &error));
    state.taken = card_taken.at[0];
    state.taken_from = TAKEN_DISCARD;
    weights_of_goal(game, GOAL_CARDS, &weights);
    bool is_found = solve(test_workspace(), &state, &weights, &play);
    CHECK(is_found == (cards > 0) && play.cards == cards);
}

static void test_loose(const char *name, const char *id, const char *loose, const char *table,
                       const char *left)
{
    unsigned index = game_find(id, text_size(id));
    const struct game *game = game_at(index);
    struct options options;
    struct cards cards, rest;
    struct table out;
    struct error error;
    char text[TEXT_MAX];
    test_begin(name);
    options_default(game, &options);
    CHECK(cards_read(game, false, loose, text_size(loose), &cards, &error));
    bool is_done = solve_loose(test_workspace(), index, &options, &cards, &out, &rest);
    CHECK(is_done == (table != NULL));
    if (table == NULL || !is_done)
        return;
    table_print(game, &out, text);
    CHECK_ABOUT(text_equals(text, table), text);
    cards_print(game, &rest, text);
    CHECK_ABOUT(text_equals(text, left), text);
}

void suite_order(void)
{
    test_examples();
    test_hand("R-13 five low cards are worth 13 only together", "g1 g2 g3 g4 g5 y7", "g5",
              false, 5);
    test_hand("RA-06 with a card left that is unknown the one just taken is laid",
              "g4 g5 g6 ?", "g6", true, 3);
    test_hand("RA-06 without one it may be laid where another card is left", "g4 g5 g6 y1",
              "g6", true, 3);
    test_hand("RA-06 the card just taken may not be the only one left", "g4 g5 g6 y1", "y1",
              true, 0);
    test_at_random();
    test_loose("X-11 loose tiles become a run, and one is left", "exclusiv", "r6 b1 r5 r7",
               "[r5 r6 r7]", "b1");
    test_loose("X-09 loose tiles that fit nowhere are left as they are", "exclusiv",
               "b1 g9 r5 r6", "-", "b1 g9 r5 r6");
    test_loose("XA-05 a loose joker alone is left", "exclusiv", "*", "-", "*");
    test_loose("X-17 a loose joker goes where it is needed", "exclusiv", "b9 * g9 b1",
               "[g9 b9 *]", "b1");
    test_loose("P-12 loose photos become a row", "photo", "GBp Fc GBc GBs", "[GBp GBc GBs]",
               "Fc");
    test_loose("RA-14 laid cards are never rearranged in princess", "princess", "g1 g2 g3", NULL,
               NULL);
}
