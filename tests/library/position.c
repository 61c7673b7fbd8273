/* position.c - a program of somebody else that carries the library within itself: a meld and a play
 * are judged by the rules, and a position is solved. Linked with nothing shared at all. */
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

static void judge_melds(void)
{
    struct rummery_error error;
    check(rummery_meld_judge("photo players=2", "[GBc GBs *]", &error) == RUMMERY_OK, "a row");
    check(rummery_meld_judge("photo players=2", "[GBc GBs]", &error) == RUMMERY_RULE &&
              strcmp(error.rule, "P-12") == 0 && strcmp(error.reason, "ROW_TOO_SHORT") == 0,
          "a row that is too short");
    check(rummery_meld_judge("photo players=2", "[GBc GBq]", &error) == RUMMERY_TEXT &&
              error.offset == 5,
          "a card that there is not");
}

int main(void)
{
    static const char position[] =
        "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2";
    struct rummery_error error;
    struct rummery_play play;
    char action[RUMMERY_TEXT_MAX];
    struct rummery_view *view = rummery_view_new();
    struct rummery_solver *solver = rummery_solver_new();
    judge_melds();
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
    return 0;
}

