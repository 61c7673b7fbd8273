/* command_solve.c - `rummery solve`: the best play for each position, one answer a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "commands.h"
#include "solver/solver.h"
#include "solver/steps.h"
#include "step_sentence.h"

struct settings {
    enum goal goal;
    bool has_time;
    bool has_steps;
    unsigned best; /* so many plays, 0: the best one alone */
};

static struct settings settings;
static struct workspace *workspace;
static struct play best_plays[MANY_MAX];

static long long thread_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* The position after the draw, in the games that begin a turn with it. */
static void after_draw(const struct game *game, struct position *p)
{
    struct cards *rack = &p->state.rack[p->seat];
    if (game->draw_ends_turn)
        return;
    p->state.phase = PHASE_DRAWN;
    if (game->has_discard && p->state.taken_from == TAKEN_NOTHING && rack->count > 0) {
        p->state.taken = rack->at[rack->count - 1];
        p->state.taken_from = TAKEN_STOCK;
    }
}

/* Each sentence names the melds as they lie by then. */
static void answer_steps(const struct question *q, const struct position *p,
                         const struct play *play, cJSON *answer)
{
    struct move_step steps[STEPS_MAX];
    struct table draft = p->state.table;
    char text[TEXT_MAX];
    cJSON *list = cJSON_AddArrayToObject(answer, "steps");
    unsigned count = steps_of(q->game, &p->state.table, &play->table, steps, STEPS_MAX);
    for (unsigned i = 0; i < count && i < STEPS_MAX; i++) {
        step_sentence(q->game, &draft, &steps[i], text, sizeof text);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
        step_apply(&draft, &steps[i]);
    }
}

static void answer_play(const struct question *q, const struct play *play, cJSON *answer)
{
    char text[TEXT_MAX];
    struct action action = {.kind = ACTION_PLAY, .table = play->table};
    action_print(q->game, &action, text);
    cJSON_AddNumberToObject(answer, "tiles", play->cards);
    cJSON_AddNumberToObject(answer, "value", play->points);
    cJSON_AddStringToObject(answer, "action", text);
    if (!play->is_exact)
        cJSON_AddFalseToObject(answer, "exact");
}

/* The best plays, as they were found: those after the first are not made calm. */
static void answer_best(const struct question *q, const struct state *state,
                        const struct weights *weights, unsigned count, cJSON *answer)
{
    cJSON *list = cJSON_AddArrayToObject(answer, "plays");
    unsigned found = solve_many(workspace, state, weights, best_plays, count);
    for (unsigned i = 0; i < found; i++) {
        cJSON *play = cJSON_CreateObject();
        answer_play(q, &best_plays[i], play);
        cJSON_AddItemToArray(list, play);
    }
}

static bool answer_position(struct question *q, const struct settings *s, cJSON *answer)
{
    enum { RUNS = 3 };
    struct position p;
    struct weights weights;
    struct play play;
    long long least = 0;
    bool is_found = false;
    if (!position_read(q, &p))
        return false;
    after_draw(q->game, &p);
    weights_of_goal(q->game, s->goal, &weights);
    for (int run = 0; run < (s->has_time ? RUNS : 1); run++) {
        long long start = thread_ns();
        is_found = solve(workspace, &p.state, &weights, &play);
        long long spent = thread_ns() - start;
        least = run == 0 || spent < least ? spent : least;
    }
    if (is_found) {
        solve_calmly(workspace, &p.state, &weights, &play);
        answer_play(q, &play, answer);
    } else {
        cJSON_AddNumberToObject(answer, "tiles", 0);
        cJSON_AddNumberToObject(answer, "value", 0);
        cJSON_AddNullToObject(answer, "action");
    }
    if (s->has_steps && is_found)
        answer_steps(q, &p, &play, answer);
    if (s->best > 0)
        answer_best(q, &p.state, &weights, s->best, answer);
    if (s->has_time)
        cJSON_AddNumberToObject(answer, "ns", (double)least);
    return true;
}

static bool answer_loose(struct question *q, const char *text, cJSON *answer)
{
    char printed[TEXT_MAX];
    struct error error;
    struct cards loose, left;
    struct table table;
    struct state nothing = {.seats = 0};
    if (!cards_read(q->game, false, text, strlen(text), &loose, &error))
        return problem_set(&q->problem, "loose: at character %d: this is not a card of the game",
                           error.offset + 1);
    if (!position_supply_holds(q, &nothing, &loose))
        return false;
    if (!solve_loose(workspace, q->game_index, &q->options, &loose, &table, &left))
        return problem_set(&q->problem, "the table of %s is never rearranged", q->game->id);
    table_print(q->game, &table, printed);
    cJSON_AddStringToObject(answer, "table", printed);
    cards_print(q->game, &left, printed);
    cJSON_AddStringToObject(answer, "left", printed);
    return true;
}

static bool answer_question(struct question *q, const void *given, cJSON *answer)
{
    const char *loose = NULL;
    if (!solver_knows(q->game))
        return problem_set(&q->problem, "there is no solver for %s yet", q->game->id);
    if (!json_get_text(q->line, "loose", &loose, &q->problem))
        return false;
    return loose != NULL ? answer_loose(q, loose, answer) : answer_position(q, given, answer);
}

static char *solve_answer(const char *line, size_t size, bool *is_error)
{
    return answer_line(line, size, answer_question, &settings, is_error);
}

static bool read_count(const char *text, unsigned *out)
{
    char *end;
    unsigned long count = strtoul(text, &end, 10);
    *out = (unsigned)count;
    return text[0] >= '1' && text[0] <= '9' && *end == '\0' && count <= MANY_MAX;
}

static bool read_settings(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--time") == 0)
            settings.has_time = true;
        else if (strcmp(argv[i], "--steps") == 0)
            settings.has_steps = true;
        else if (strcmp(argv[i], "--best") == 0 && i + 1 < argc &&
                 read_count(argv[i + 1], &settings.best))
            i++;
        else if (strcmp(argv[i], "--maximize") == 0 && i + 1 < argc &&
                 (strcmp(argv[i + 1], "value") == 0 || strcmp(argv[i + 1], "cards") == 0))
            settings.goal = strcmp(argv[++i], "value") == 0 ? GOAL_VALUE : GOAL_CARDS;
        else
            return false;
    }
    return true;
}

int command_solve(int argc, char **argv)
{
    if (!read_settings(argc, argv))
        return usage_of("solve");
    workspace = calloc(1, workspace_size());
    if (workspace == NULL) {
        fprintf(stderr, "rummery: not enough memory\n");
        return EXIT_WRONG_INPUT;
    }
    int code = answer_input(solve_answer);
    free(workspace);
    return code;
}
