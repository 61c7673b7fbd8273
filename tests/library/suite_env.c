/* suite_env.c - rounds for programs that learn, through their header: nothing, numbers that there
 * are not, buffers that are too small, junk for actions, memory that fails. */
#include <stdlib.h>
#include <string.h>

#include "rummery_env.h"
#include "suites.h"

enum { COUNT = 3, ROOM = 16384 };

static struct rummery_solver *solver;

static void nothing(void)
{
    struct rummery_env_out out = {0};
    struct rummery_env_field field;
    struct rummery_view *view = rummery_view_new();
    uint8_t bytes[8];
    int64_t actions[1] = {0};
    int32_t scores[4];
    char text[8];
    CHECK(rummery_env_new(NULL, "photo players=2", 1, NULL, 1, 1, NULL) == NULL);
    CHECK(rummery_env_new(solver, NULL, 1, NULL, 1, 1, NULL) == NULL);
    CHECK(rummery_env_copy(NULL) == NULL);
    CHECK(rummery_env_count(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_seats(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_actions(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_observation_size(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_information_size(NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_field(NULL, 0, &field) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_reset(NULL, solver, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_reset_round(NULL, solver, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_step(NULL, solver, actions, &out, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_look(NULL, &out) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_seat(NULL, 0) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_act(NULL, solver, 0, 0, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_apply(NULL, solver, 0, "draw", NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_action(NULL, 0, 0, text, sizeof text) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_ask(NULL, solver, 0, 1, text, sizeof text, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_mask(NULL, 0, bytes, sizeof bytes) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_observe(NULL, 0, 0, bytes, sizeof bytes) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_inform(NULL, 0, 0, bytes, sizeof bytes) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_view(NULL, 0, 0, view) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_scores(NULL, 0, scores, 4) == RUMMERY_ARGUMENT);
    rummery_env_free(NULL);
    rummery_view_free(view);
}

static void no_such_rounds(void)
{
    static const int32_t all_bots[4] = {1, 1, 1, 1}, too_strong[4] = {0, 8, 0, 0};
    struct rummery_error error;
    const char *setup = "princess players=2";
    for (int i = 0; i < 3; i++) {
        static const int counts[] = {0, -1, RUMMERY_ENV_COUNT_MAX + 1};
        static const int plays[] = {0, -1, RUMMERY_ENV_PLAYS_MAX + 1};
        CHECK(rummery_env_new(solver, setup, 1, NULL, counts[i], 1, &error) == NULL);
        CHECK(rummery_env_new(solver, setup, plays[i], NULL, 1, 1, &error) == NULL);
        CHECK(error.code == RUMMERY_ARGUMENT && error.words[0] != '\0');
    }
    CHECK(rummery_env_new(solver, setup, 1, all_bots, 1, 1, &error) == NULL);
    CHECK(rummery_env_new(solver, setup, 1, too_strong, 1, 1, &error) == NULL);
    for (unsigned i = 0; i < junk_count; i++) {
        struct rummery_env *env = rummery_env_new(solver, junk[i], 1, NULL, 1, 1, &error);
        CHECK(env != NULL || error.code != RUMMERY_OK);
        rummery_env_free(env);
    }
}

static void wrong_calls(struct rummery_env *env)
{
    struct rummery_env_out out = {0};
    struct rummery_env_field field;
    struct rummery_error error;
    struct rummery_view *view = rummery_view_new();
    static uint8_t bytes[ROOM];
    int32_t scores[4];
    int64_t actions[COUNT] = {0, 0, INT64_MAX};
    char text[8];
    int size = rummery_env_observation_size(env), more = rummery_env_information_size(env);
    CHECK(rummery_env_step(env, solver, actions, &out, &error) == RUMMERY_ARGUMENT);
    CHECK(error.have == 2);
    CHECK(rummery_env_step(env, solver, NULL, &out, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_step(env, NULL, actions, &out, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_step(env, solver, actions, NULL, &error) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_field(env, -1, &field) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_field(env, 1000, &field) == RUMMERY_ARGUMENT);
    for (int round = -1; round <= COUNT; round += COUNT + 1) {
        CHECK(rummery_env_seat(env, round) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_act(env, solver, round, 0, NULL) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_mask(env, round, bytes, ROOM) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_observe(env, round, 0, bytes, ROOM) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_view(env, round, 0, view) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_reset_round(env, solver, round) == RUMMERY_ARGUMENT);
    }
    for (int seat = -2; seat <= 4; seat += 6) {
        CHECK(rummery_env_observe(env, 0, seat, bytes, ROOM) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_inform(env, 0, seat, bytes, ROOM) == RUMMERY_ARGUMENT);
        CHECK(rummery_env_view(env, 0, seat, view) == RUMMERY_ARGUMENT);
    }
    CHECK(rummery_env_observe(env, 0, 0, bytes, (size_t)size - 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_observe(env, 0, 0, bytes, (size_t)size) == size);
    CHECK(rummery_env_inform(env, 0, 0, bytes, (size_t)more - 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_inform(env, 0, 0, bytes, (size_t)more) == more);
    CHECK(rummery_env_mask(env, 0, bytes, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_scores(env, 0, scores, 4) == RUMMERY_NOT_NOW);
    CHECK(rummery_env_scores(env, 0, scores, 1) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_ask(env, solver, 0, 9, text, sizeof text, NULL) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_action(env, 0, -1, text, sizeof text) == RUMMERY_ARGUMENT);
    CHECK(rummery_env_act(env, solver, 0, -1, NULL) == RUMMERY_ARGUMENT);
    rummery_view_free(view);
}

/* Some junk is an action by chance; a round goes on, or is as it was. */
static void junk_for_actions(struct rummery_env *env)
{
    struct rummery_error error;
    for (int step = 0; step < 20; step++) {
        char text[RUMMERY_TEXT_MAX];
        for (unsigned i = 0; i < junk_count; i++) {
            struct rummery_env *copy = rummery_env_copy(env);
            int code = rummery_env_apply(copy, solver, 1, junk[i], &error);
            CHECK(code == RUMMERY_OK || error.code == code);
            rummery_env_free(copy);
        }
        if (rummery_env_seat(env, 1) == RUMMERY_NOBODY) {
            CHECK(rummery_env_apply(env, solver, 1, "draw", &error) == RUMMERY_NOT_NOW);
            rummery_env_reset_round(env, solver, 1);
        }
        CHECK(rummery_env_ask(env, solver, 1, 5, text, sizeof text, &error) > 0);
        CHECK(rummery_env_apply(env, solver, 1, text, &error) == RUMMERY_OK);
    }
}

static void failing_memory(void)
{
    for (long count = 1; count < 6; count++) {
        struct rummery_error error = {0};
        memory_fails_after(count);
        struct rummery_env *env = rummery_env_new(solver, "photo players=2", 2, NULL, 2, 1, &error);
        struct rummery_env *copy = rummery_env_copy(env);
        memory_fails_after(-1);
        CHECK(env != NULL || error.code == RUMMERY_NO_MEMORY);
        rummery_env_free(copy);
        rummery_env_free(env);
    }
}

void suite_env(void)
{
    static const char *const setups[] = {"exclusiv players=2", "photo players=3",
                                         "princess players=4"};
    solver = rummery_solver_new();
    test_begin("nothing where an environment is needed is an answer");
    nothing();
    test_begin("rounds that there are not cannot be made");
    no_such_rounds();
    for (unsigned i = 0; i < 3; i++) {
        struct rummery_env *env = rummery_env_new(solver, setups[i], 4, NULL, COUNT, i, NULL);
        test_begin("wrong numbers and small buffers are answers");
        wrong_calls(env);
        test_begin("junk for actions changes nothing, or is one");
        junk_for_actions(env);
        rummery_env_free(env);
    }
    test_begin("memory that fails makes no environment, and loses none");
    failing_memory();
    rummery_solver_free(solver);
}
