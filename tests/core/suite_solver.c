/* suite_solver.c - the solver where the core runs: the booklets' examples with their best
 * plays, and rounds of greedy players in which the core accepts all they do. Exactness is
 * tested natively against two references (tests/solver). */
#include "bots/greedy.h"
#include "harness.h"
#include "solver/solver_internal.h"

enum { ROOM_SIZE = 4 << 20, ROUNDS = 10 }; /* a workspace takes no more */

static _Alignas(16) uint8_t room[ROOM_SIZE];

struct workspace *test_workspace(void)
{
    ASSERT(workspace_size() <= sizeof room);
    return (struct workspace *)room;
}

struct example {
    const char *name;
    const char *game;
    const char *table;
    const char *rack;
    bool is_opened;
    unsigned cards;
    int points;
};

static const struct example examples[] = {
    {"X-22 blue 9 and 13 go to blue 10-11-12", "exclusiv", "[b10 b11 b12]", "b13 b9 y1", true, 2,
     22},
    {"X-27 the red 8 comes out for red 7-8-9", "exclusiv", "[b8 g8 y8 r8]", "r7 r9", true, 2, 16},
    {"X-28 a second blue 3 splits the run", "exclusiv", "[b1 b2 b3 b4 b5]", "b3", true, 1, 3},
    {"X-29 three runs become four sets", "exclusiv", "[g4 g5 g6 g7] [y4 y5 y6 y7] [b4 b5 b6]",
     "r4 r6 r7", true, 3, 17},
    {"X-13 thirty-nine points are not enough", "exclusiv", "-", "r13 b13 g13", false, 0, 0},
    {"X-13 with a joker they are", "exclusiv", "-", "r13 b13 g13 *", false, 4, 64},
    {"XA-19 the red 7 frees the joker", "exclusiv", "[r4 r5 r6 *] [r7 b7 g7 y7]", "b1 b2", true,
     2, 3},
    {"XA-19 it does not while it has to stay in its set", "exclusiv",
     "[r4 r5 r6 *] [r7 b7 g7]", "b1 b2", true, 0, 0},
    {"XA-05 three jokers that begin a run are not cut off as a meld", "exclusiv",
     "[* * * r4 r5 r6 r7 r8 r9 r10]", "* b1", true, 1, 25},
    {"P-25 the Berlin delicacy leaves its set", "photo", "[Ff CHf Pf Df Ef]", "De Dc", true, 2,
     2},
    {"PA-10 an own joker opens", "photo", "-", "GBp GBc *", false, 3, 12},
    {"R-22 one card is kept", "princess", "-", "g4 g5 g6 g7", false, 3, 18},
    {"R-19 a card goes to another's meld", "princess", "1[y7 r7 b7]", "g7 y1", true, 1, 0},
};

static void solve_example(struct workspace *work, const struct example *example)
{
    unsigned index = game_find(example->game, text_size(example->game));
    const struct game *game = game_at(index);
    struct options options;
    struct state state, after;
    struct weights weights;
    struct play play = {.cards = 0};
    struct error error;
    test_begin(example->name);
    options_default(game, &options);
    state_init(&state, index, SEATS_MIN, &options, 0);
    state.viewer = 0;
    state.phase = game->has_discard || game->stack_count > 1 ? PHASE_DRAWN : PHASE_START;
    state.opened = example->is_opened;
    state.stock.count[0] = 10;
    CHECK(table_read(game, example->table, text_size(example->table), &state.table, &error));
    CHECK(cards_read(game, false, example->rack, text_size(example->rack), &state.rack[0],
                     &error));
    weights_of_goal(game, GOAL_CARDS, &weights);
    bool is_found = solve(work, &state, &weights, &play);
    CHECK(is_found == (example->cards > 0));
    if (!is_found)
        return;
    CHECK(play.cards == example->cards && play.points == example->points && play.is_exact);
    struct action action = {.kind = ACTION_PLAY, .table = play.table};
    after = state;
    CHECK(state_apply(&after, 0, &action, &error));
}

static void play_greedily(struct workspace *work, unsigned index, struct random *random)
{
    struct match match;
    struct action action;
    struct error error;
    struct view view;
    struct options options;
    options_default(game_at(index), &options);
    match_init(&match, index, SEATS_MIN + random_below(random, 3), &options);
    while (match.need != NEED_NOTHING) {
        if (match.need == NEED_ACTION) {
            view_of(&match.state, match.state.seat, &view);
            greedy_decide(work, &view, &action);
        } else {
            random_chance(random, &match, &action);
        }
        bool is_done = match_apply(&match, &action, &error);
        CHECK(is_done);
        if (!is_done)
            return;
    }
}

void suite_solver(void)
{
    struct workspace *work = test_workspace();
    struct random random;
    test_begin("the core judges every answer of the solver");
    CHECK(solver_judges());
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++)
        solve_example(work, &examples[i]);
    random_seed(&random, 21);
    for (unsigned index = 0; index < game_count(); index++) {
        test_begin("greedy players play whole rounds");
        for (unsigned i = 0; solver_knows(game_at(index)) && i < ROUNDS; i++)
            play_greedily(work, index, &random);
    }
}
