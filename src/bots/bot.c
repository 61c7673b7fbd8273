/* bot.c - one door for all levels, and the first four of them. They are the solver with poor
 * eyes: a card they overlook becomes unknown, which nobody can lay, and a meld they overlook is
 * not on the table they look at. How often that happens is a table below; it was tuned by
 * `rummery arena` so that each level beats the one below, but does not crush it. */
#include "bot.h"

#include "core/internal.h"
#include "expert.h"
#include "greedy.h"
#include "look.h"

enum { LEVELS_BELOW_GREEDY = LEVEL_GREEDY - 1 };

/* By level, for each game that the solver knows. One that is not listed is played greedily. */
static const struct {
    const char *id;
    struct eyes eyes[LEVELS_BELOW_GREEDY];
} players[] = {
    {"exclusiv",
     {{.card = 500, .meld = 920, .pause = 620},
      {.card = 20, .meld = 745, .rearranges = true},
      {.card = 20, .meld = 630, .rearranges = true},
      {.card = 20, .meld = 400, .rearranges = true}}},
    {"photo",
     {{.card = 130, .meld = 350, .pause = 80},
      {.card = 0, .meld = 0},
      {.card = 20, .meld = 615, .rearranges = true},
      {.card = 20, .meld = 373, .rearranges = true}}},
    {"princess",
     {{.card = 450, .meld = 740, .pause = 370, .pile = 900, .discard = 950},
      {.card = 350, .meld = 620, .pause = 240, .pile = 810, .discard = 830},
      {.card = 260, .meld = 500, .pause = 130, .pile = 640, .discard = 640},
      {.card = 160, .meld = 360, .pause = 30, .pile = 420, .discard = 400}}},
};

static const struct eyes *eyes_of(const struct game *game, unsigned level)
{
    for (unsigned i = 0; i < sizeof players / sizeof *players; i++)
        if (word_equals(players[i].id, game->id, word_size_of(game->id)))
            return &players[i].eyes[level - LEVEL_MIN];
    return NULL;
}

/* Where waiting does not pay, nothing is stronger than the expert. */
struct effort bot_effort(const struct game *game, unsigned level)
{
    struct effort effort = expert_effort(game);
    ASSERT(level == LEVEL_EXPERT || level == LEVEL_TO_WIN);
    if (level == LEVEL_TO_WIN && policy_suits(game)) {
        effort.rollouts = 0;
        effort.policy = (struct policy){0};
    }
    return effort;
}

/* A turn can have several actions: each has a share of its time. */
struct share {
    const struct circumstances *of;
    unsigned thousandths;
};

static unsigned spent_of_share(void *context)
{
    const struct share *share = context;
    unsigned spent = share->of->spent(share->of->context) * ALL_SPENT / share->thousandths;
    return spent < ALL_SPENT ? spent : ALL_SPENT;
}

static void think(struct workspace *work, const struct view *view, unsigned level,
                  const struct circumstances *circumstances, struct random *random,
                  struct action *out)
{
    struct effort effort = bot_effort(state_game(&view->seen), level);
    struct share share = {circumstances, expert_share(view)};
    if (circumstances != NULL)
        effort.standing = circumstances->standing;
    if (circumstances != NULL && circumstances->spent != NULL) {
        effort.spent = spent_of_share;
        effort.context = &share;
    }
    expert_decide(work, view, &effort, random, out);
}

void bot_decide(struct workspace *work, const struct view *view, unsigned level,
                const struct circumstances *circumstances, struct random *random,
                struct action *out)
{
    const struct game *game = state_game(&view->seen);
    ASSERT(level >= LEVEL_MIN && level <= LEVEL_MAX);
    ASSERT(view->seen.viewer == view->seen.seat);
    memset(out, 0, sizeof *out);
    if (work == NULL || !solver_knows(game))
        game->sample(&view->seen, random, out);
    else if (level >= LEVEL_EXPERT)
        think(work, view, level, circumstances, random, out);
    else if (level < LEVEL_GREEDY && eyes_of(game, level) != NULL)
        look_decide(work, view, eyes_of(game, level), random, out);
    else
        greedy_decide(work, view, out);
}
