/* suite_bots.c - a game that the solver does not know (template_game.c) has computer players of
 * every level all the same, and nobody stops over a hint that cannot be given. */
#include "bots/bot.h"
#include "random_play.h"

enum { ROUNDS = 20 };

static unsigned find_template(void)
{
    unsigned index = game_find("template", 8);
    CHECK(index < game_count());
    CHECK(!solver_knows(game_at(index)));
    return index;
}

static bool is_as_the_simple_player(const struct view *view, unsigned level,
                                    const struct circumstances *circumstances,
                                    struct random *random, struct action *out)
{
    struct random same = *random;
    struct action simple = {0};
    state_game(&view->seen)->sample(&view->seen, &same, &simple);
    bot_decide(test_workspace(), view, level, circumstances, random, out);
    return memcmp(out, &simple, sizeof simple) == 0;
}

static void play_rounds(unsigned level)
{
    struct standing standing = {.rounds_played = 1};
    struct circumstances circumstances = {&standing, 10};
    struct random random;
    struct match match;
    struct action action;
    struct error error;
    struct view view;
    random_seed(&random, level);
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_match(&random, find_template(), SEATS_MIN + round % 3, &match);
        while (match.need != NEED_NOTHING) {
            if (match.need == NEED_ACTION) {
                view_of(&match.state, match.state.seat, &view);
                CHECK(is_as_the_simple_player(&view, level,
                                              round % 2 == 0 ? NULL : &circumstances, &random,
                                              &action));
            } else {
                random_chance(&random, &match, &action);
            }
            bool is_done = match_apply(&match, &action, &error);
            CHECK(is_done);
            if (!is_done)
                return;
        }
    }
}

/* Two of a kind are held, so that there would be something to lay. */
static void ask_for_hints(void)
{
    const struct game *game = game_at(find_template());
    static struct play play;
    struct options options;
    struct state state;
    struct weights weights;
    struct cards left;
    struct table table;
    options_default(game, &options);
    state_init(&state, find_template(), SEATS_MIN, &options, 0);
    state.phase = PHASE_START;
    cards_add(&state.rack[0], 0);
    cards_add(&state.rack[0], 0);
    weights_of_goal(game, GOAL_CARDS, &weights);
    CHECK(!solve(test_workspace(), &state, &weights, &play));
    CHECK(!solve_all(test_workspace(), &state, &play));
    CHECK(solve_many(test_workspace(), &state, &weights, &play, 1) == 0);
    CHECK(!solve_loose(test_workspace(), state.game, &options, &state.rack[0], &table, &left));
}

static void decide_simply(unsigned game_index)
{
    struct random random, same;
    struct match match;
    struct action action, simple = {0};
    struct error error;
    struct view view;
    random_seed(&random, 7);
    random_match(&random, game_index, SEATS_MIN, &match);
    while (match.need != NEED_ACTION) {
        random_chance(&random, &match, &action);
        CHECK(match_apply(&match, &action, &error));
    }
    view_of(&match.state, match.state.seat, &view);
    same = random;
    state_game(&match.state)->sample(&view.seen, &same, &simple);
    memset(&action, 0xff, sizeof action);
    bot_decide_simply(&view, &random, &action);
    CHECK(memcmp(&action, &simple, sizeof simple) == 0);
}

void suite_bots(void)
{
    static const char *const names[] = {"level 1 plays a game without a solver",
                                        "level 2 plays a game without a solver",
                                        "level 3 plays a game without a solver",
                                        "level 4 plays a game without a solver",
                                        "level 5 plays a game without a solver",
                                        "level 6 plays a game without a solver",
                                        "level 7 plays a game without a solver"};
    _Static_assert(sizeof names / sizeof *names == LEVEL_MAX, "a name for every level");
    for (unsigned level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        test_begin(names[level - LEVEL_MIN]);
        play_rounds(level);
    }
    test_begin("a game without a solver has no hint");
    ask_for_hints();
    test_begin("the simple player of every game needs no workspace");
    for (unsigned i = 0; i < game_count(); i++)
        decide_simply(i);
}
