/* command_puzzles.c - `rummery puzzles`: makes a pack of puzzles, checks one, or says how well
 * players of rising strength solve it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "core/inspect.h"
#include "puzzles/make.h"
#include "puzzles/pack.h"
#include "puzzle_workers.h"

enum { LINE_MAX_SIZE = 8192, ROUNDS_A_PUZZLE = 2000 };

struct pack {
    struct puzzle *at;
    unsigned count;
};

static int make(unsigned game_index, unsigned count, uint64_t seed, unsigned jobs)
{
    struct puzzle *puzzles = calloc(count, sizeof *puzzles);
    struct workers *workers = workers_start(game_index, seed, jobs);
    struct writer writer = {0};
    bool is_made = false;
    if (puzzles != NULL && workers != NULL) {
        struct puzzle_source source = {workers, workers_next};
        is_made = puzzles_make(&source, count, (uint64_t)count * ROUNDS_A_PUZZLE, puzzles);
    }
    for (unsigned i = 0; i < count && is_made; i++)
        puzzle_write(&writer, &puzzles[i]);
    if (is_made)
        fwrite(writer.at, 1, writer.size, stdout);
    else
        fprintf(stderr, "rummery: no more puzzles came of so many rounds\n");
    writer_free(&writer);
    workers_stop(workers);
    free(puzzles);
    return is_made ? EXIT_DONE : EXIT_WRONG_INPUT;
}

static bool read_pack(const char *name, unsigned game_index, struct pack *out)
{
    char line[LINE_MAX_SIZE];
    FILE *file = fopen(name, "r");
    bool is_good = file != NULL;
    if (file == NULL)
        complain_of("cannot open %s", name);
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        struct text text = {line, strcspn(line, "\n")};
        is_good = out->count < PUZZLES_MAX && puzzle_read(text, &out->at[out->count]) &&
                  out->at[out->count].view.seen.game == game_index;
        if (is_good)
            out->count++;
        else
            complain_of("%s: line %u is not a puzzle of this game", name, out->count + 1);
    }
    if (file != NULL)
        fclose(file);
    return is_good;
}

/* Each is judged anew, as if it came from a round. */
static int check(struct workspace *work, const struct pack *pack, unsigned every)
{
    unsigned wrong = 0, looked = 0;
    for (unsigned i = 0; i < pack->count; i += every, looked++) {
        const struct puzzle *told = &pack->at[i];
        struct puzzle found;
        enum puzzle_fault fault = puzzle_judge(work, &told->view, &found);
        if (fault == PUZZLE_GOOD && found.grade == told->grade && found.cards == told->cards &&
            puzzle_is_solved(&found, told->task == TASK_LAY ? &found.answer : &told->answer))
            continue;
        printf("puzzle %u is not what it is said to be (%d)\n", i + 1, (int)fault);
        wrong++;
    }
    printf("%u of %u hold\n", looked - wrong, looked);
    return wrong == 0 ? EXIT_DONE : EXIT_WRONG_INPUT;
}

/* How many of a hundred each player solves, grade by grade. */
static int rates(struct workspace *work, const struct pack *pack, uint64_t seed, unsigned tries)
{
    unsigned solved[SOLVERS][GRADES] = {{0}}, tried[GRADES] = {0};
    for (unsigned i = 0; i < pack->count; i++) {
        const struct puzzle *puzzle = &pack->at[i];
        tried[puzzle->grade - 1] += tries;
        for (unsigned solver = 0; solver < SOLVERS; solver++) {
            struct random random;
            random_seed(&random, seed + (uint64_t)i * SOLVERS + solver);
            for (unsigned j = 0; j < tries; j++)
                solved[solver][puzzle->grade - 1] +=
                    solver_tries(work, puzzle, solver, &random);
        }
    }
    for (unsigned solver = 0; solver < SOLVERS; solver++) {
        printf("player %u", solver + 1);
        for (unsigned grade = 0; grade < GRADES; grade++)
            printf(" %5.1f",
                   tried[grade] == 0 ? 0.0 : 100.0 * solved[solver][grade] / tried[grade]);
        printf("\n");
    }
    return EXIT_DONE;
}

static int look_at(struct workspace *work, unsigned game_index, const char *name, bool is_rates,
                   unsigned long every, uint64_t seed, unsigned tries)
{
    struct pack pack = {.at = calloc(PUZZLES_MAX, sizeof *pack.at)};
    if (pack.at == NULL) {
        fprintf(stderr, "rummery: not enough memory\n");
        return EXIT_WRONG_INPUT;
    }
    int code = EXIT_WRONG_INPUT;
    if (read_pack(name, game_index, &pack))
        code = is_rates ? rates(work, &pack, seed, tries) : check(work, &pack, (unsigned)every);
    free(pack.at);
    return code;
}

int command_puzzles(int argc, char **argv)
{
    unsigned long count = 10, seed = 1, every = 1, tries = 1, jobs = 1;
    const char *check_name = NULL, *rates_name = NULL;
    const struct argument arguments[] = {
        {.name = "--count", .number = &count, .max = PUZZLES_MAX},
        {.name = "--seed", .number = &seed, .max = ULONG_MAX},
        {.name = "--jobs", .number = &jobs, .max = WORKERS_MAX},
        {.name = "--check", .text = &check_name},
        {.name = "--every", .number = &every, .max = PUZZLES_MAX},
        {.name = "--rates", .text = &rates_name},
        {.name = "--tries", .number = &tries, .max = 1000},
    };
    if (!arguments_read(&argc, argv, arguments, sizeof arguments / sizeof *arguments) ||
        argc != 1 || count == 0 || every == 0 || tries == 0 || jobs == 0 ||
        (check_name != NULL && rates_name != NULL))
        return usage_of("puzzles");
    unsigned game_index = game_find(argv[0], strlen(argv[0]));
    if (game_index == game_count() || !solver_knows(game_at(game_index))) {
        complain_of("there are no puzzles of '%s'", argv[0]);
        return EXIT_USAGE;
    }
    struct workspace *work = calloc(1, workspace_size());
    if (work == NULL) {
        fprintf(stderr, "rummery: not enough memory\n");
        return EXIT_WRONG_INPUT;
    }
    const char *name = check_name != NULL ? check_name : rates_name;
    int code = name == NULL ? make(game_index, (unsigned)count, seed, (unsigned)jobs)
                            : look_at(work, game_index, name, rates_name != NULL, every, seed,
                                      (unsigned)tries);
    free(work);
    return code;
}
