/* yardstick.c - how strong could one be? `all` is shown every card: it tries each candidate of
 * the expert in the round as it is and goes on as the expert imagines it, so that nothing is left
 * to guess but the reshuffle. The policies are given views like every bot: `f` lays nothing
 * before everything, `hoard` opens and then holds, `kind` does to others as they do. `told` is an
 * expert who knows that the others are of that kind. */
#include "yardstick.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/candidates.h"
#include "bots/expert.h"
#include "bots/world.h"
#include "bots/worth.h"

static bool decide_by_all(void *context, const struct state *state, struct random *random,
                          struct action *out)
{
    struct workspace *work = ((struct yardstick *)context)->work;
    struct effort effort = expert_effort(game_at(state->game));
    struct candidates candidates;
    struct view view;
    int most = INT32_MIN;
    uint64_t seed = random_below(random, UINT32_MAX);
    effort.turns_max = ROUND_ACTIONS_MAX;
    effort.plays_max = CANDIDATES_MAX / 2;
    view_of(state, state->seat, &view);
    candidates_list(work, &view, &effort, &candidates);
    for (unsigned i = 0; i < candidates.count; i++) {
        struct action action = candidates.at[i];
        struct state copy = *state;
        struct random stream;
        struct error error;
        random_seed(&stream, seed);
        if (!state_apply(&copy, copy.seat, &action, &error))
            continue;
        world_play_out(work, &copy, state->seat, &effort, &stream);
        int worth = worth_of(&copy, state->seat, NULL);
        if (worth > most) {
            most = worth;
            *out = candidates.at[i];
        }
    }
    return most > INT32_MIN;
}

static bool decide_by_policy(void *context, const struct view *view, struct random *random,
                             struct action *out)
{
    const struct yardstick *yardstick = context;
    if (policy_suits(game_at(view->seen.game)))
        policy_decide(yardstick->work, &view->seen, &yardstick->policy, false, out);
    else
        bot_decide(yardstick->work, view, LEVEL_GREEDY, NULL, random, out);
    return true;
}

/* Knows that the others play in kind, and thinks about everything that could be done about it. */
static bool decide_being_told(void *context, const struct view *view, struct random *random,
                              struct action *out)
{
    const struct yardstick *yardstick = context;
    const struct policy others = policy_in_kind(game_at(view->seen.game));
    const struct effort effort = {.steps = 3000,
                                  .plays_max = 6,
                                  .turns_max = 200,
                                  .tries_max = 1,
                                  .doubt = 6,
                                  .others = &others};
    expert_decide(yardstick->work, view, &effort, random, out);
    return true;
}

static const struct {
    char letter;
    size_t offset;
    unsigned max;
} numbers[] = {
    {'o', offsetof(struct policy, opening), OPEN_AFTER_ANOTHER},
    {'l', offsetof(struct policy, opens_least), 1},
    {'h', offsetof(struct policy, hold), UINT8_MAX},
    {'a', offsetof(struct policy, lays_all), 1},
    {'k', offsetof(struct policy, kind), UINT8_MAX},
    {'n', offsetof(struct policy, near), UINT8_MAX},
    {'s', offsetof(struct policy, stock), UINT8_MAX},
    {'j', offsetof(struct policy, thief), 1},
};

enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

/* One letter and its number; returns what follows, or NULL. */
static const char *read_number(const char *text, struct policy *out)
{
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        char *end;
        if (text[0] != numbers[i].letter || text[1] < '0' || text[1] > '9')
            continue;
        unsigned long value = strtoul(text + 1, &end, 10);
        ((uint8_t *)out)[numbers[i].offset] = (uint8_t)value;
        return value <= numbers[i].max ? end : NULL;
    }
    return NULL;
}

bool yardstick_read(const char *name, const struct game *game, struct yardstick *out)
{
    size_t size = strcspn(name, ":");
    *out = (struct yardstick){.sees_all = strcmp(name, "all") == 0,
                              .is_told = strcmp(name, "told") == 0};
    if (out->sees_all || out->is_told)
        return solver_knows(game);
    if (size == strlen("hoard") && strncmp(name, "hoard", size) == 0)
        out->policy.opening = OPEN_AT_ONCE;
    else if (size == strlen("kind") && strncmp(name, "kind", size) == 0)
        out->policy = policy_in_kind(game);
    else if (size != 1 || name[0] != 'f')
        return false;
    name += size;
    while (name != NULL && *name == ':')
        name = read_number(name + 1, &out->policy);
    return name != NULL && *name == '\0';
}

void yardstick_print(const struct policy *policy, char out[YARDSTICK_NAME_SIZE])
{
    size_t size = 1;
    strcpy(out, "f");
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        unsigned value = ((const uint8_t *)policy)[numbers[i].offset];
        if (value > 0)
            size += (size_t)snprintf(out + size, YARDSTICK_NAME_SIZE - size, ":%c%u",
                                     numbers[i].letter, value);
    }
}

struct arena_player yardstick_player(struct yardstick *yardstick)
{
    struct arena_player player = {.context = yardstick};
    if (yardstick->sees_all)
        player.decide_seeing = decide_by_all;
    else if (yardstick->is_told)
        player.decide = decide_being_told;
    else
        player.decide = decide_by_policy;
    return player;
}
