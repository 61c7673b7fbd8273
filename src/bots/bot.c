/* bot.c - one door for all levels, and the first four of them. They are the solver with poor
 * eyes: a card they overlook becomes unknown, which nobody can lay, and a meld they overlook is
 * not on the table they look at. How often that happens (habits.c) was tuned so that each level
 * beats the one below, but does not crush it. */
#include "bot.h"

#include "core/inspect.h"
#include "expert.h"
#include "greedy.h"
#include "habits.h"

_Static_assert(LEVEL_MIN + CARELESS_LEVELS == LEVEL_GREEDY, "every level has its eyes");

/* Where waiting does not pay, nothing is stronger than the expert. */
struct effort bot_effort(const struct game *game, unsigned level)
{
    struct effort effort = expert_effort(game);
    ASSERT(level == LEVEL_EXPERT || level == LEVEL_TO_WIN);
    if (level == LEVEL_TO_WIN && policy_suits(game)) {
        effort.steps = 0;
        effort.policy = (struct policy){0};
    }
    return effort;
}

static void think(struct workspace *work, const struct view *view, unsigned level,
                  const struct circumstances *circumstances, struct random *random,
                  struct action *out)
{
    struct effort effort = bot_effort(state_game(&view->seen), level);
    if (circumstances != NULL)
        effort.standing = circumstances->standing;
    if (circumstances != NULL && circumstances->steps > 0 && effort.steps > 0)
        effort.steps = circumstances->steps;
    expert_decide(work, view, &effort, random, out);
}

void bot_decide_simply(const struct view *view, struct random *random, struct action *out)
{
    ASSERT(view->seen.viewer == view->seen.seat);
    memset(out, 0, sizeof *out);
    state_game(&view->seen)->sample(&view->seen, random, out);
}

void bot_decide(struct workspace *work, const struct view *view, unsigned level,
                const struct circumstances *circumstances, struct random *random,
                struct action *out)
{
    const struct game *game = state_game(&view->seen);
    ASSERT(work != NULL || !solver_knows(game));
    ASSERT(level >= LEVEL_MIN && level <= LEVEL_MAX);
    ASSERT(view->seen.viewer == view->seen.seat);
    memset(out, 0, sizeof *out);
    if (!solver_knows(game))
        bot_decide_simply(view, random, out);
    else if (level >= LEVEL_EXPERT)
        think(work, view, level, circumstances, random, out);
    else if (level < LEVEL_GREEDY)
        careless_decide(work, view, &habits_of(game)->eyes[level - LEVEL_MIN], random, out);
    else
        greedy_decide(work, view, out);
}
