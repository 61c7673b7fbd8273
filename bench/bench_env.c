/* bench_env.c - how many steps a second rounds for learning take on one core, with random legal
 * actions: observation, mask and rewards are written at every step. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "env/env.h"
#include "times.h"

enum { ROUNDS = 256, PLAYS = 8, REPEATS = 3, SECOND_US = 1000000 };

struct buffers {
    struct workspace *work;
    struct env *env;
    struct env_out out;
    int64_t actions[ROUNDS];
};

static bool allocate(const struct env_spec *spec, struct buffers *b)
{
    b->work = calloc(1, workspace_size());
    b->env = malloc(env_size(spec, ROUNDS));
    b->out.observations = malloc(ROUNDS * env_observation_size(spec));
    b->out.masks = malloc(ROUNDS * (size_t)env_action_count(spec));
    b->out.rewards = malloc(ROUNDS * SEATS_MAX * sizeof *b->out.rewards);
    b->out.dones = malloc(ROUNDS);
    b->out.seats = malloc(ROUNDS);
    return b->work != NULL && b->env != NULL && b->out.observations != NULL &&
           b->out.masks != NULL && b->out.rewards != NULL && b->out.dones != NULL &&
           b->out.seats != NULL;
}

static void release(struct buffers *b)
{
    free(b->work);
    free(b->env);
    free(b->out.observations);
    free(b->out.masks);
    free(b->out.rewards);
    free(b->out.dones);
    free(b->out.seats);
}

static void choose(struct buffers *b, unsigned actions, struct random *random)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint8_t *mask = b->out.masks + i * (size_t)actions;
        unsigned legal = 0;
        for (unsigned j = 0; j < actions; j++)
            legal += mask[j];
        unsigned wanted = random_below(random, legal), j = 0;
        while (mask[j] == 0 || wanted-- > 0)
            j++;
        b->actions[i] = j;
    }
}

static void measure(const struct env_spec *spec, struct buffers *b)
{
    unsigned actions = env_action_count(spec);
    unsigned long steps = 0, episodes = 0;
    double best = 0;
    struct random random;
    random_seed(&random, 1);
    env_init(b->env, b->work, spec, ROUNDS, 1);
    env_look(b->env, &b->out);
    for (unsigned repeat = 0; repeat < REPEATS; repeat++) {
        double start = thread_us(), spent = 0;
        unsigned long count = 0;
        for (; spent < (double)SECOND_US; spent = thread_us() - start, count += ROUNDS) {
            choose(b, actions, &random);
            env_step(b->env, b->work, b->actions, &b->out);
            for (unsigned i = 0; i < ROUNDS; i++)
                episodes += b->out.dones[i];
        }
        steps += count;
        best = (double)count / spent > best ? (double)count / spent : best;
    }
    printf("{\"bench\":\"env.steps\",\"game\":\"%s\",\"players\":%u,\"plays\":%u,"
           "\"steps_per_second\":%.0f,\"steps_per_round\":%.1f}\n",
           game_at(spec->game)->id, spec->seats, spec->plays, best * (double)SECOND_US,
           (double)steps / (double)(episodes > 0 ? episodes : 1));
}

void bench_env(void)
{
    for (unsigned game = 0; game < game_count(); game++)
        for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats += 2) {
            struct env_spec spec = {.game = (uint8_t)game, .seats = (uint8_t)seats, .plays = PLAYS};
            struct buffers b = {0};
            options_default(game_at(game), &spec.options);
            if (allocate(&spec, &b))
                measure(&spec, &b);
            release(&b);
        }
}
