/* fleet_plants.c - the bugs that can be planted into the lives of a fleet. See fleet_plants.h. */
#include "fleet_plants.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sentences/sentences.h"

enum { PLANT_SEEDS = 300 };

static const struct {
    const char *name, *sentence;
} plants[PLANTS] = {
    [PLANT_NO_EPOCH] = {"no_epoch", "a planted bug is found: no epoch is asked for"},
    [PLANT_OWN_CLOCK] = {"own_clock",
                         "a planted bug is found: the lease counts by one's own clock"},
    [PLANT_HEARD] = {"heard", "a planted bug is found: an unknown commit is taken as done"},
    [PLANT_FORGETS] = {"forgets",
                       "a planted bug is found: nobody looks for what was acknowledged"},
    [PLANT_TWICE] = {"twice", "a planted bug is found: a lease is given to two"},
    [PLANT_STALE] = {"stale", "a planted bug is found: nobody asks whose what is told is"},
    [PLANT_SEED] = {"seed", "a planted bug is found: a seed is dealt with twice"},
    [PLANT_LEAK] = {"leak",
                    "a planted bug is found: an answer tells something of a hidden card"}};

/* Says each seed before it is lived. */
static void live_planted(enum plant plant, uint64_t count, uint64_t first, int to,
                         plant_life *life)
{
    bool is_told = freopen("/dev/null", "w", stdout) != NULL &&
                   freopen("/dev/null", "w", stderr) != NULL;
    test_begin(plants[plant].sentence);
    for (uint64_t seed = first; is_told && seed < first + count && test_failures() == 0; seed++) {
        is_told = write(to, &seed, sizeof seed) == sizeof seed;
        life(seed, plant);
    }
    _exit(!is_told || test_failures() > 0);
}

/* In a process of its own: what it breaks stays there. The seed that finds it, or 0. */
static uint64_t found_by(enum plant plant, uint64_t count, uint64_t first, plant_life *life)
{
    uint64_t seed = 0;
    int pipes[2], status = 0;
    fflush(stdout);
    if (pipe(pipes) != 0)
        return 0;
    pid_t child = fork();
    if (child == 0)
        live_planted(plant, count, first, pipes[1], life);
    close(pipes[1]);
    while (read(pipes[0], &seed, sizeof seed) == sizeof seed)
        continue;
    close(pipes[0]);
    bool is_found = child > 0 && waitpid(child, &status, 0) == child &&
                    !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return is_found ? seed : 0;
}

int plants_find(const char *name, uint64_t count, uint64_t first, plant_life *life)
{
    for (int plant = PLANT_NONE + 1; plant < PLANTS; plant++) {
        if (strcmp(plants[plant].name, name) != 0)
            continue;
        uint64_t seed = found_by((enum plant)plant, count, first, life);
        if (seed != 0)
            printf("seed %llu failed\n", (unsigned long long)seed);
        return seed != 0;
    }
    return 2;
}

void plants_name(void)
{
    for (int plant = PLANT_NONE + 1; plant < PLANTS; plant++)
        puts(plants[plant].name);
}

void plants_check(plant_life *life)
{
    for (int plant = PLANT_NONE + 1; plant < PLANTS && test_failures() == 0; plant++) {
        test_begin(plants[plant].sentence);
        CHECK(found_by((enum plant)plant, PLANT_SEEDS, 1, life) != 0);
    }
}
