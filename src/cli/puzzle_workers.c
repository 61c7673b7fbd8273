/* puzzle_workers.c - each process writes what it found of each of its rounds into its pipe. */
#include "puzzle_workers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct workers {
    unsigned count;
    pid_t pid[WORKERS_MAX];
    FILE *found[WORKERS_MAX];
};

/* What a round came to. */
struct finding {
    uint64_t number;
    bool is_puzzle;
    struct puzzle puzzle;
};

/* Goes on until nobody reads any more. */
static void search(unsigned game_index, uint64_t seed, unsigned first, unsigned step, FILE *out)
{
    struct workspace *work = calloc(1, workspace_size());
    static struct finding finding;
    for (finding.number = first; work != NULL; finding.number += step) {
        finding.is_puzzle = round_puzzle(work, game_index, seed, finding.number, &finding.puzzle);
        if (fwrite(&finding, sizeof finding, 1, out) != 1 || fflush(out) != 0)
            break;
    }
}

static bool start_one(struct workers *workers, unsigned game_index, uint64_t seed,
                      unsigned which)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    workers->pid[which] = fork();
    if (workers->pid[which] == 0) {
        close(ends[0]);
        FILE *out = fdopen(ends[1], "w");
        if (out != NULL)
            search(game_index, seed, which, workers->count, out);
        _exit(0);
    }
    close(ends[1]);
    workers->found[which] = fdopen(ends[0], "r");
    return workers->pid[which] > 0 && workers->found[which] != NULL;
}

struct workers *workers_start(unsigned game_index, uint64_t seed, unsigned count)
{
    struct workers *workers = calloc(1, sizeof *workers);
    if (workers == NULL)
        return NULL;
    workers->count = count;
    for (unsigned i = 0; i < count; i++) {
        if (start_one(workers, game_index, seed, i))
            continue;
        workers_stop(workers);
        return NULL;
    }
    return workers;
}

bool workers_next(void *context, uint64_t number, struct puzzle *out)
{
    struct workers *workers = context;
    static struct finding finding;
    FILE *from = workers->found[number % workers->count];
    if (fread(&finding, sizeof finding, 1, from) != 1 || finding.number != number)
        return false;
    *out = finding.puzzle;
    return finding.is_puzzle;
}

void workers_stop(struct workers *workers)
{
    for (unsigned i = 0; workers != NULL && i < workers->count; i++) {
        if (workers->found[i] != NULL)
            fclose(workers->found[i]);
        if (workers->pid[i] <= 0)
            continue;
        kill(workers->pid[i], SIGKILL);
        waitpid(workers->pid[i], NULL, 0);
    }
    free(workers);
}
