/* lessons_tests.c - every lesson is played through the core, right and wrong: each right way meets
 * its goal, no wrong one does, and a refusal cites the rule that it is to teach. */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "lessons/lessons.h"

enum { LESSONS_MIN = 10, SEEDS = 3 };

void host_print(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
}

/* What came of a try: the rule that refused it, or RULE_NONE and the outcome. */
static enum rule play(const struct lesson *lesson, const struct lesson_try *try, uint64_t seed,
                      enum outcome *outcome)
{
    static struct practice practice;
    const struct game *game = game_at(game_find(lesson->game, strlen(lesson->game)));
    struct text actions = text_of(try->actions), one;
    struct error error;
    CHECK_ABOUT(practice_begin(&practice, text_of(lesson->position), seed), lesson->id);
    *outcome = GOAL_OPEN;
    while (lesson_next_action(&actions, &one)) {
        struct action action;
        CHECK_ABOUT(*outcome == GOAL_OPEN, lesson->id);
        if (!action_read(game, one.at, one.size, &action, &error) ||
            !practice_act(&practice, &action, &error))
            return (enum rule)error.rule;
        *outcome = goal_judge(&practice, text_of(lesson->goal));
    }
    return RULE_NONE;
}

static void check_tries(const struct lesson *lesson, const struct lesson_try *tries,
                        enum outcome wanted)
{
    CHECK_ABOUT(tries->actions != NULL, lesson->id);
    for (; tries->actions != NULL; tries++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            char about[256];
            enum outcome outcome;
            enum rule rule = play(lesson, tries, seed, &outcome);
            const char *said = rule == RULE_NONE ? "" : rule_name(rule);
            snprintf(about, sizeof about, "%s %s: %s: %s %d", lesson->game, lesson->id,
                     tries->actions, said, (int)outcome);
            if (tries->rule != NULL)
                CHECK_ABOUT(rule != RULE_NONE && strcmp(said, tries->rule) == 0, about);
            else
                CHECK_ABOUT(rule == RULE_NONE && outcome == wanted, about);
        }
}

/* How the table lies in the beginning is of the cards that are there. */
static void check_draft(const struct lesson *lesson)
{
    const struct game *game = game_at(game_find(lesson->game, strlen(lesson->game)));
    struct table table;
    struct error error;
    if (lesson->draft != NULL)
        CHECK_ABOUT(table_read(game, lesson->draft, strlen(lesson->draft), &table, &error),
                    lesson->id);
}

static void check_lesson(const struct game *game, const struct lesson *lesson)
{
    CHECK_ABOUT(goal_holds(game, text_of(lesson->goal)), lesson->id);
    check_tries(lesson, lesson->right, GOAL_MET);
    check_tries(lesson, lesson->wrong, GOAL_MISSED);
    check_draft(lesson);
}

static void goals_that_say_nothing(void)
{
    static const char *const bad[] = {"",       "lots 3",  "laid",       "laid x",
                                      "lays x", "melds [", "until never", "out 3", "laid 3;; x"};
    const struct game *game = game_at(0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_ABOUT(!goal_holds(game, text_of(bad[i])), bad[i]);
    CHECK(goal_holds(game, text_of("laid 3; out | points 40;lays r7 | until draw")));
}

int main(void)
{
    for (unsigned i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        unsigned count = lesson_count(game);
        char name[128];
        if (count == 0)
            continue; /* a game that is tried out may have none */
        snprintf(name, sizeof name, "%s: %u lessons can be done, and can be got wrong", game->id,
                 count);
        test_begin(name);
        CHECK(count >= LESSONS_MIN);
        for (unsigned j = 0; j < count; j++)
            check_lesson(game, lesson_at(game, j));
    }
    test_begin("a goal that says nothing is refused");
    goals_that_say_nothing();
    return test_finish() == 0 ? 0 : 1;
}
