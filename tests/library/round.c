/* round.c - a program of somebody else: rounds between computer players by views, a play that is
 * judged, a position that is solved. Built against an installed copy of the library, in C. */
#include <rummery.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int condition, const char *what)
{
    if (condition)
        return;
    printf("FAILED %s\n", what);
    exit(1);
}

/* ---- A match between computer players, each of which is given nothing but its view ---- */

static void play_turn(struct rummery_match *match, struct rummery_view *view,
                      struct rummery_bot *bot)
{
    struct rummery_error error;
    char action[RUMMERY_TEXT_MAX];
    int seat = rummery_match_seat(match);
    check(rummery_view_look(view, match, seat, &error) == RUMMERY_OK, "a view of who is on turn");
    check(rummery_bot_decide(bot, view, action, sizeof action, &error) > 0, "a decision");
    check(rummery_view_judge(view, action, &error) == RUMMERY_OK, "right by the view");
    check(rummery_match_act(match, seat, action, &error) == RUMMERY_OK, error.words);
}

static void check_record(const struct rummery_match *match)
{
    struct rummery_error error;
    int size = rummery_match_record(match, NULL, 0);
    char *record = malloc((size_t)size + 1), *again = malloc((size_t)size + 1);
    check(record != NULL && again != NULL, "memory");
    rummery_match_record(match, record, (size_t)size + 1);
    struct rummery_match *replayed = rummery_match_read(record, &error);
    check(replayed != NULL, "a record is read back");
    check(rummery_match_record(replayed, again, (size_t)size + 1) == size &&
              strcmp(record, again) == 0,
          "a record is read back to the same");
    rummery_match_free(replayed);
    free(record);
    free(again);
}

static void play_match(const char *setup, uint64_t seed)
{
    struct rummery_error error;
    struct rummery_match *match = rummery_match_new(setup, &error);
    struct rummery_view *view = rummery_view_new();
    struct rummery_bot *bot[2] = {rummery_bot_new(5, seed), rummery_bot_new(3, seed + 1)};
    int32_t totals[RUMMERY_SEATS_MAX];
    int turns = 0;
    check(match != NULL && view != NULL && bot[0] != NULL && bot[1] != NULL, "memory");
    rummery_match_seed(match, seed);
    for (; rummery_match_need(match) != RUMMERY_NEED_NOTHING; turns++) {
        if (rummery_match_need(match) != RUMMERY_NEED_ACTION)
            check(rummery_match_chance(match, &error) == RUMMERY_OK, "chance");
        else
            play_turn(match, view, bot[rummery_match_seat(match) % 2]);
    }
    check(rummery_match_totals(match, totals, RUMMERY_SEATS_MAX) == rummery_match_seats(match),
          "totals");
    check_record(match);
    printf("%s: %d lines, %d against %d\n", setup, rummery_match_line_count(match), totals[0],
           totals[1]);
    rummery_bot_free(bot[0]);
    rummery_bot_free(bot[1]);
    rummery_view_free(view);
    rummery_match_free(match);
}

/* ---- A position ---- */

static void judge_and_solve(void)
{
    static const char position[] =
        "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2";
    struct rummery_error error;
    struct rummery_play play;
    char action[RUMMERY_TEXT_MAX];
    struct rummery_view *view = rummery_view_new();
    struct rummery_solver *solver = rummery_solver_new();
    check(view != NULL && solver != NULL, "memory");
    check(rummery_view_read(view, position, &error) == RUMMERY_OK, "a position is read");
    check(rummery_view_judge(view, "play [b8 g8 y8] [r8 r9]", &error) == RUMMERY_RULE,
          "a wrong play");
    check(strcmp(error.rule, "X-09") == 0 && error.meld == 1 && error.words[0] != '\0',
          "the rule that forbids it");
    printf("%s: %s (%s)\n", error.rule, error.words, error.reason);
    check(rummery_solver_solve(solver, view, RUMMERY_GOAL_CARDS, 5, &error) >= 1, "plays");
    check(rummery_solver_action(solver, 0, action, sizeof action) > 0, "the best of them");
    check(rummery_solver_play(solver, 0, &play) == RUMMERY_OK && play.cards == 2 &&
              play.is_exact == 1 && play.is_out == 0,
          "what it brings");
    check(rummery_view_apply(view, action, &error) == RUMMERY_OK, "the best play is legal");
    printf("%s: %d cards, %d points\n", action, play.cards, play.points);
    rummery_solver_free(solver);
    rummery_view_free(view);
}

int main(void)
{
    check(strcmp(rummery_version(), RUMMERY_VERSION) == 0, "header and library of one version");
    for (int i = 0; i < rummery_game_count(); i++) {
        char setup[64];
        snprintf(setup, sizeof setup, "%s players=2 rounds=2", rummery_game_name(i));
        play_match(setup, 7 + (uint64_t)i);
    }
    judge_and_solve();
    return 0;
}
