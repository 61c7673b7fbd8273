/* expert.c - thinks ahead: the unseen cards are dealt out at random again and again, each
 * candidate is tried in the same imagined rounds, and greedy players play them out. After each
 * stage the worse half of the candidates is dropped (sequential halving), so that the time goes
 * where plays are close. */
#include "expert.h"

#include "candidates.h"
#include "core/internal.h"
#include "greedy.h"
#include "world.h"

static const struct {
    const char *id;
    struct effort effort;
} efforts[] = {
    {"exclusiv", {.rollouts = 64, .plays_max = 3, .turns_max = 12}},
    {"photo", {.rollouts = 400, .plays_max = 6, .turns_max = 100}},
    {"princess", {.rollouts = 400, .plays_max = 6, .turns_max = 200}},
};

struct effort expert_effort(const struct game *game)
{
    for (unsigned i = 0; i < sizeof efforts / sizeof *efforts; i++)
        if (word_equals(efforts[i].id, game->id, word_size_of(game->id)))
            return efforts[i].effort;
    return (struct effort){.rollouts = 100, .plays_max = 4, .turns_max = 20};
}

enum { WORLDS_MIN = 6 };

/* A candidate and how it did. */
struct trial {
    uint8_t index;
    int64_t sum;
};

static void try_all(struct workspace *work, const struct view *view,
                    const struct cards *unseen, const struct candidates *candidates,
                    unsigned turns_max, struct random *random, struct trial *trials,
                    unsigned count)
{
    struct state world, copy;
    struct error error;
    world_imagine(view, unseen, random, &world);
    uint64_t seed = (uint64_t)random_below(random, UINT32_MAX);
    for (unsigned i = 0; i < count; i++) {
        struct action action = candidates->at[trials[i].index];
        struct random stream; /* the same for all of them */
        copy = world;
        random_seed(&stream, seed);
        /* in a position that cannot come about, nothing may be left to do */
        if (state_apply(&copy, copy.seat, &action, &error))
            trials[i].sum +=
                world_play_out(work, &copy, view->seen.seat, turns_max, &stream);
    }
}

/* The best first; among equals the earlier one. */
static void sort_trials(struct trial *trials, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        struct trial trial = trials[i];
        unsigned j = i;
        for (; j > 0 && trials[j - 1].sum < trial.sum; j--)
            trials[j] = trials[j - 1];
        trials[j] = trial;
    }
}

void expert_decide(struct workspace *work, const struct view *view, const struct effort *effort,
                   struct random *random, struct action *out)
{
    struct effort standard = expert_effort(state_game(&view->seen));
    struct candidates candidates;
    struct trial trials[CANDIDATES_MAX] = {{0}};
    struct cards unseen;
    effort = effort != NULL ? effort : &standard;
    candidates_list(work, view, effort->plays_max, &candidates);
    unsigned count = candidates.count, stages = 0;
    for (unsigned i = 0; i < count; i++)
        trials[i] = (struct trial){.index = (uint8_t)i};
    for (unsigned left = count; left > 1; left = (left + 1) / 2)
        stages++;
    world_unseen(view, &unseen);
    if (count == 0 || !world_can_be(view, &unseen)) {
        greedy_decide(work, view, out);
        return;
    }
    bool is_late = false;
    unsigned tried = 0;
    for (; count > 1 && !is_late; count = (count + 1) / 2) {
        unsigned worlds = effort->rollouts / (stages * count) + 1;
        for (unsigned i = 0; i < worlds && !is_late; i++, tried++) {
            is_late = effort->is_late != NULL && effort->is_late(effort->context);
            try_all(work, view, &unseen, &candidates, effort->turns_max, random, trials,
                    count);
        }
        sort_trials(trials, count);
    }
    /* a few worlds are worse than none */
    *out = candidates.at[is_late && tried < WORLDS_MIN ? 0 : trials[0].index];
}
