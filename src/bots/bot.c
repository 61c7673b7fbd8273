/* bot.c - one door for all levels, and the first four of them. They are the solver with poor
 * eyes: a card they overlook becomes unknown, which nobody can lay, and a meld they overlook is
 * not on the table they look at. How often that happens is a table below; it was tuned by
 * `rummery arena` so that each level beats the one below, but does not crush it. */
#include "bot.h"

#include "core/internal.h"
#include "greedy.h"
#include "look.h"

enum { LEVELS_BELOW_GREEDY = LEVEL_GREEDY - 1 };

/* By level, for each game. A game that is not listed is played by its own simple player. */
static const struct {
    const char *id;
    struct eyes eyes[LEVELS_BELOW_GREEDY];
} players[] = {
    {"exclusiv",
     {{.card = 300, .meld = 700, .pause = 300},
      {.card = 120, .meld = 400, .pause = 100},
      {.card = 20, .meld = 100},
      {.card = 20, .meld = 350, .rearranges = true}}},
    {"photo",
     {{.card = 300, .meld = 700, .pause = 300},
      {.card = 120, .meld = 400, .pause = 100},
      {.card = 20, .meld = 100},
      {.card = 20, .meld = 350, .rearranges = true}}},
    {"princess",
     {{.card = 300, .meld = 700, .pile = 700, .discard = 800, .pause = 300},
      {.card = 120, .meld = 400, .pile = 400, .discard = 500, .pause = 100},
      {.card = 50, .meld = 200, .pile = 200, .discard = 300},
      {.card = 10, .meld = 50, .pile = 100, .discard = 150}}},
};

static const struct eyes *eyes_of(const struct game *game, unsigned level)
{
    for (unsigned i = 0; i < sizeof players / sizeof *players; i++)
        if (word_equals(players[i].id, game->id, word_size_of(game->id)))
            return &players[i].eyes[level - LEVEL_MIN];
    return NULL;
}

void bot_decide(struct workspace *work, const struct view *view, unsigned level,
                struct random *random, struct action *out)
{
    const struct game *game = state_game(&view->seen);
    ASSERT(level >= LEVEL_MIN && level <= LEVEL_MAX);
    ASSERT(view->seen.viewer == view->seen.seat);
    memset(out, 0, sizeof *out);
    if (level < LEVEL_GREEDY && eyes_of(game, level) != NULL)
        look_decide(work, view, eyes_of(game, level), random, out);
    else if (solver_knows(game))
        greedy_decide(work, view, out);
    else
        game->sample(&view->seen, random, out);
}
