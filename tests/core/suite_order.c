/* suite_order.c - tables in good order: a play is settled so that what need not move lies as it
 * lay, and loose cards are put into as many melds as there can be. */
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

static void test_settled(const char *name, const char *table, const char *rack, unsigned cards,
                         unsigned left_alone)
{
    const struct game *game = game_at(game_find("exclusiv", 8));
    struct options options;
    struct state state;
    struct play play, calm;
    struct error error;
    test_begin(name);
    options_default(game, &options);
    state_init(&state, game_find("exclusiv", 8), SEATS_MIN, &options, 0);
    state.phase = PHASE_START;
    state.opened = 1;
    state.stock.count[0] = 10;
    CHECK(table_read(game, table, text_size(table), &state.table, &error));
    CHECK(cards_read(game, false, rack, text_size(rack), &state.rack[0], &error));
    bool is_found = settle(&state, &play, &calm);
    CHECK(is_found);
    if (!is_found)
        return;
    CHECK(play.cards == cards);
    CHECK(same_melds(&state.table, &calm.table) == left_alone);
}

static void test_examples(void)
{
    test_settled("X-12 a new run leaves all melds alone, and their jokers",
                 "[* r6 r7] [b9 g9 y9] [y11 y12 *]", "b1 b2 b3 r1", 3, 3);
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
