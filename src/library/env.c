/* env.c - rounds for programs that learn, behind include/rummery_env.h: everything that is given
 * is judged here, so that env/ meets only what fits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/env.h"
#include "library/library.h"
#include "rummery_env.h"

_Static_assert((int)RUMMERY_ENV_LAYOUT == (int)ENV_LAYOUT, "the same layout outside");
_Static_assert((int)RUMMERY_ENV_PLAYS_MAX == (int)ENV_PLAYS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_ENV_COUNT_MAX == (int)ENV_ROUNDS_MAX, "the same limits outside");
_Static_assert((int)RUMMERY_ENV_PASS == (int)ENV_PASS, "the same actions outside");
_Static_assert((int)RUMMERY_ENV_PLAY == (int)ENV_PLAY, "the same actions outside");
_Static_assert(sizeof(struct rummery_env_field) == 64, "part of the ABI");

/* Only the rounds lie behind it: what it takes to think is the solver's. */
struct rummery_env {
    size_t size;
    struct env *env;
};

int rummery_env_layout(void)
{
    return ENV_LAYOUT;
}

/* ---- Making ---- */

static struct rummery_env *allocate(size_t size)
{
    struct rummery_env *made = malloc(sizeof *made);
    if (made == NULL)
        return NULL;
    made->size = size;
    made->env = malloc(size);
    if (made->env != NULL)
        return made;
    free(made);
    return NULL;
}

static int read_spec(const char *setup, int plays, const int32_t *levels, struct env_spec *out,
                     struct rummery_error *error)
{
    struct match match;
    struct error why;
    memset(out, 0, sizeof *out);
    if (!setup_read(setup, &match, &why))
        return fail_rule(error, game_at(0), &why);
    out->options = match.state.options;
    out->game = match.state.game;
    out->seats = match.state.seats;
    if (plays < 1 || plays > ENV_PLAYS_MAX)
        return fail(error, RUMMERY_ARGUMENT, "from 1 to 32 plays can be actions");
    out->plays = (uint8_t)plays;
    for (unsigned seat = 0; levels != NULL && seat < SEATS_MAX && seat < out->seats; seat++) {
        if (levels[seat] < 0 || levels[seat] > LEVEL_MAX)
            return fail(error, RUMMERY_ARGUMENT, "levels of computer players are 1 to 7");
        out->levels[seat] = (uint8_t)levels[seat];
    }
    if (!env_fits(out))
        return fail(error, RUMMERY_ARGUMENT, "at least one seat is not a computer player's");
    return RUMMERY_OK;
}

struct rummery_env *rummery_env_new(struct rummery_solver *solver, const char *setup, int plays,
                                    const int32_t *levels, int count, uint64_t seed,
                                    struct rummery_error *error)
{
    struct env_spec spec;
    if (solver == NULL || setup == NULL) {
        fail_null(error);
        return NULL;
    }
    if (count < 1 || count > ENV_ROUNDS_MAX) {
        fail(error, RUMMERY_ARGUMENT, "there are 1 to 65536 rounds");
        return NULL;
    }
    if (read_spec(setup, plays, levels, &spec, error) != RUMMERY_OK)
        return NULL;
    struct rummery_env *made = allocate(env_size(&spec, (unsigned)count));
    if (made == NULL)
        fail_memory(error);
    else
        env_init(made->env, solver->work, &spec, (unsigned)count, seed);
    return made;
}

struct rummery_env *rummery_env_copy(const struct rummery_env *env)
{
    struct rummery_env *copy = env == NULL ? NULL : allocate(env->size);
    if (copy != NULL)
        memcpy(copy->env, env->env, env->size);
    return copy;
}

void rummery_env_free(struct rummery_env *env)
{
    if (env != NULL)
        free(env->env);
    free(env);
}

/* ---- Sizes ---- */

int rummery_env_count(const struct rummery_env *env)
{
    return env == NULL ? RUMMERY_ARGUMENT : (int)env_count(env->env);
}

int rummery_env_seats(const struct rummery_env *env)
{
    return env == NULL ? RUMMERY_ARGUMENT : env_spec_of(env->env)->seats;
}

int rummery_env_actions(const struct rummery_env *env)
{
    return env == NULL ? RUMMERY_ARGUMENT : (int)env_action_count(env_spec_of(env->env));
}

int rummery_env_observation_size(const struct rummery_env *env)
{
    return env == NULL ? RUMMERY_ARGUMENT : (int)env_observation_size(env_spec_of(env->env));
}

int rummery_env_information_size(const struct rummery_env *env)
{
    return env == NULL ? RUMMERY_ARGUMENT : (int)env_information_size(env_spec_of(env->env));
}

int rummery_env_field(const struct rummery_env *env, int index, struct rummery_env_field *out)
{
    struct env_field field;
    if (env == NULL || out == NULL || index < 0 ||
        !env_field_at(env_spec_of(env->env), (unsigned)index, &field))
        return RUMMERY_ARGUMENT;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", field.name);
    out->offset = (int64_t)field.offset;
    out->rows = (int32_t)field.rows;
    out->columns = (int32_t)field.columns;
    return RUMMERY_OK;
}

/* ---- All rounds ---- */

static bool has_round(const struct rummery_env *env, int round)
{
    return env != NULL && round >= 0 && round < (int)env_count(env->env);
}

int rummery_env_reset(struct rummery_env *env, struct rummery_solver *solver, uint64_t seed)
{
    if (env == NULL || solver == NULL)
        return RUMMERY_ARGUMENT;
    env_reset(env->env, solver->work, seed);
    return RUMMERY_OK;
}

int rummery_env_reset_round(struct rummery_env *env, struct rummery_solver *solver, int round)
{
    if (!has_round(env, round) || solver == NULL)
        return RUMMERY_ARGUMENT;
    env_reset_round(env->env, solver->work, (unsigned)round);
    return RUMMERY_OK;
}

static struct env_out out_of(const struct rummery_env_out *out)
{
    return (struct env_out){out->observations, out->information, out->masks,
                            out->rewards,      out->dones,       out->seats};
}

int rummery_env_step(struct rummery_env *env, struct rummery_solver *solver,
                     const int64_t *actions, const struct rummery_env_out *out,
                     struct rummery_error *error)
{
    if (env == NULL || solver == NULL || actions == NULL || out == NULL)
        return fail_null(error);
    struct env_out written = out_of(out);
    unsigned done = env_step(env->env, solver->work, actions, &written);
    if (done == env_count(env->env))
        return RUMMERY_OK;
    fail(error, RUMMERY_ARGUMENT, "an action is not legal now");
    if (error != NULL)
        error->have = (int32_t)done;
    return RUMMERY_ARGUMENT;
}

int rummery_env_look(const struct rummery_env *env, const struct rummery_env_out *out)
{
    if (env == NULL || out == NULL)
        return RUMMERY_ARGUMENT;
    struct env_out written = out_of(out);
    env_look(env->env, &written);
    return RUMMERY_OK;
}

/* ---- One round ---- */

int rummery_env_seat(const struct rummery_env *env, int round)
{
    if (!has_round(env, round))
        return RUMMERY_ARGUMENT;
    const struct state *state = env_state(env->env, (unsigned)round);
    return state->seat < state->seats ? state->seat : RUMMERY_NOBODY;
}

int rummery_env_act(struct rummery_env *env, struct rummery_solver *solver, int round,
                    int64_t action, struct rummery_error *error)
{
    if (!has_round(env, round) || solver == NULL)
        return fail(error, RUMMERY_ARGUMENT, "there is no such round, or no solver");
    if (!env_act(env->env, solver->work, (unsigned)round, action))
        return fail(error, RUMMERY_ARGUMENT, "the action is not legal now");
    return RUMMERY_OK;
}

int rummery_env_apply(struct rummery_env *env, struct rummery_solver *solver, int round,
                      const char *text, struct rummery_error *error)
{
    struct action action;
    struct error why;
    if (!has_round(env, round) || solver == NULL || text == NULL)
        return fail(error, RUMMERY_ARGUMENT, "there is no such round, no solver or no action");
    const struct game *game = game_at(env_spec_of(env->env)->game);
    if (!action_read(game, text, strlen(text), &action, &why) ||
        !env_apply(env->env, solver->work, (unsigned)round, &action, &why))
        return fail_rule(error, game, &why);
    return RUMMERY_OK;
}

static int give_action(const struct rummery_env *env, const struct action *action, char *out,
                       size_t room)
{
    char words[TEXT_MAX];
    size_t size = action_print(game_at(env_spec_of(env->env)->game), action, words);
    return give((struct text){words, size}, out, room);
}

int rummery_env_action(const struct rummery_env *env, int round, int64_t number, char *out,
                       size_t room)
{
    struct action action;
    if (!has_round(env, round) || !can_give(out, room) ||
        !env_action(env->env, (unsigned)round, number, &action))
        return RUMMERY_ARGUMENT;
    return give_action(env, &action, out, room);
}

int rummery_env_ask(struct rummery_env *env, struct rummery_solver *solver, int round, int level,
                    char *out, size_t room, struct rummery_error *error)
{
    struct action action;
    if (!has_round(env, round) || solver == NULL || !can_give(out, room))
        return fail(error, RUMMERY_ARGUMENT, "there is no such round, or no solver");
    if (level < LEVEL_MIN || level > LEVEL_MAX)
        return fail(error, RUMMERY_ARGUMENT, "levels of computer players are 1 to 7");
    if (!env_ask(env->env, solver->work, (unsigned)round, (unsigned)level, &action))
        return fail(error, RUMMERY_NOT_NOW, "the round is over");
    return give_action(env, &action, out, room);
}

int rummery_env_mask(const struct rummery_env *env, int round, uint8_t *out, size_t room)
{
    if (!has_round(env, round) || out == NULL)
        return RUMMERY_ARGUMENT;
    size_t size = env_action_count(env_spec_of(env->env));
    if (room < size)
        return RUMMERY_ARGUMENT;
    memcpy(out, env_mask(env->env, (unsigned)round), size);
    return (int)size;
}

static bool can_observe(const struct rummery_env *env, int round, int seat, const uint8_t *out)
{
    return has_round(env, round) && out != NULL && seat >= 0 &&
           seat < env_spec_of(env->env)->seats;
}

int rummery_env_observe(const struct rummery_env *env, int round, int seat, uint8_t *out,
                        size_t room)
{
    if (!can_observe(env, round, seat, out) ||
        room < env_observation_size(env_spec_of(env->env)))
        return RUMMERY_ARGUMENT;
    env_observe(env->env, (unsigned)round, (unsigned)seat, out);
    return (int)env_observation_size(env_spec_of(env->env));
}

int rummery_env_inform(const struct rummery_env *env, int round, int seat, uint8_t *out,
                       size_t room)
{
    if (!can_observe(env, round, seat, out) ||
        room < env_information_size(env_spec_of(env->env)))
        return RUMMERY_ARGUMENT;
    env_inform(env->env, (unsigned)round, (unsigned)seat, out);
    return (int)env_information_size(env_spec_of(env->env));
}

int rummery_env_view(const struct rummery_env *env, int round, int seat,
                     struct rummery_view *view)
{
    if (!has_round(env, round) || view == NULL ||
        (seat != RUMMERY_NOBODY && (seat < 0 || seat >= env_spec_of(env->env)->seats)))
        return RUMMERY_ARGUMENT;
    view_of(env_state(env->env, (unsigned)round),
            seat == RUMMERY_NOBODY ? SEAT_WATCHER : (unsigned)seat, &view->view);
    return RUMMERY_OK;
}

int rummery_env_scores(const struct rummery_env *env, int round, int32_t *out, int count)
{
    int32_t scores[SEATS_MAX];
    if (!has_round(env, round) || out == NULL || count < env_spec_of(env->env)->seats)
        return RUMMERY_ARGUMENT;
    const struct state *state = env_state(env->env, (unsigned)round);
    if (state->phase != PHASE_OVER)
        return RUMMERY_NOT_NOW;
    state_scores(state, scores);
    memcpy(out, scores, state->seats * sizeof *out);
    return state->seats;
}
