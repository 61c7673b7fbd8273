/* suite_threads.c - several threads at once, each with handles of its own, and all of them reading
 * one view: what each comes to is what it would come to alone. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummery_device.h"
#include "suites.h"

enum { THREADS = 4 };

struct job {
    uint64_t seed;
    const struct rummery_view *shared;
    char *record;
    int json, plays, advised;
};

/* A round of two people with devices, as they are advised. */
static void follow_advice(const char *setup, struct job *job)
{
    struct rummery_table *table = rummery_table_new(setup, "Anna", 0, NULL);
    struct rummery_device *device[2];
    struct rummery_intent hint = {.kind = RUMMERY_INTENT_HINT};
    rummery_table_seed(table, job->seed);
    rummery_table_join(table, "Ben", 0, NULL);
    for (int person = 0; person < 2; person++)
        device[person] = rummery_device_new(table, person, 0, NULL);
    for (unsigned i = 0; i < 120; i++) {
        struct rummery_advice advice;
        rummery_device_do(device[i % 2], &hint, i, NULL);
        rummery_device_advice(device[i % 2], &advice, NULL);
        if (advice.kind != RUMMERY_ADVICE_WAIT)
            job->advised += rummery_device_do(device[i % 2], &advice.act, i, NULL) == RUMMERY_OK;
    }
    size_t used = strlen(job->record);
    rummery_table_record(table, &job->record[used], BIG - used);
    for (int person = 0; person < 2; person++)
        rummery_device_free(device[person]);
    rummery_table_free(table);
}

static void *work(void *context)
{
    struct job *job = context;
    struct rummery_solver *solver = rummery_solver_new();
    for (int game = 0; game < rummery_game_count(); game++) {
        char setup[64];
        snprintf(setup, sizeof setup, "%s players=2", rummery_game_name(game));
        struct rummery_match *match = play_some(setup, job->seed, 60);
        size_t used = strlen(job->record);
        rummery_match_record(match, &job->record[used], BIG - used);
        rummery_match_free(match);
        follow_advice(setup, job);
        job->json += rummery_view_json(job->shared, NULL, 0);
        job->plays += rummery_solver_solve(solver, job->shared, RUMMERY_GOAL_CARDS, 9, NULL);
    }
    rummery_solver_free(solver);
    return NULL;
}

void suite_threads(void)
{
    struct job jobs[2 * THREADS];
    pthread_t threads[THREADS];
    struct rummery_view *view = rummery_view_new();
    test_begin("threads with handles of their own do not disturb each other");
    CHECK(rummery_view_read(view, "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9",
                            NULL) == RUMMERY_OK);
    for (unsigned i = 0; i < 2 * THREADS; i++)
        jobs[i] = (struct job){i % THREADS, view, calloc(1, BIG), 0, 0, 0};
    for (unsigned i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        const struct job *alone = &jobs[THREADS + i];
        work(&jobs[THREADS + i]);
        CHECK(strcmp(jobs[i].record, alone->record) == 0 && alone->record[0] != '\0');
        CHECK(jobs[i].advised == alone->advised && alone->advised > 60);
        CHECK(jobs[i].json == alone->json && jobs[i].plays == alone->plays && alone->plays > 0);
    }
    for (unsigned i = 0; i < 2 * THREADS; i++)
        free(jobs[i].record);
    rummery_view_free(view);
}
