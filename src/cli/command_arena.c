/* command_arena.c - `rummery arena`: reads who is to meet whom and how, or goes on with what was
 * paused, and prints what came of it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/jobs.h"
#include "arguments.h"
#include "commands.h"
#include "contest.h"
#include "contest_print.h"
#include "exploit.h"
#include "wire/memory.h"

enum {
    CLOCK_MS = 1000,
    MS_MAX = 3600000,
    STEPS_LIMIT = 10000000,
    ROUNDS_MAX = 100000000,
    MATCH_ROUNDS_MAX = 100,
    EXIT_PAUSED = 130 /* as a shell calls what was interrupted */
};

/* What decides the figures: the same when a tournament goes on. */
enum field {
    FIELD_GAME,
    FIELD_BOTS,
    FIELD_ROUNDS,
    FIELD_SEED,
    FIELD_CLOCK,
    FIELD_PLAYERS,
    FIELD_MATCH,
    FIELD_TEST,
    FIELD_STEPS,
    FIELD_COUNT
};

static const char *const field_names[FIELD_COUNT] = {
    [FIELD_GAME] = "game",         [FIELD_BOTS] = "--bots",   [FIELD_ROUNDS] = "--rounds",
    [FIELD_SEED] = "--seed",       [FIELD_CLOCK] = "--clock", [FIELD_PLAYERS] = "--players",
    [FIELD_MATCH] = "--match",     [FIELD_TEST] = "--sprt",   [FIELD_STEPS] = "--steps"};

struct wishes {
    const char *fields[FIELD_COUNT];
    unsigned long jobs, policies;
    const char *record, *state, *resume;
    bool is_json, is_table, has_progress;
};

static bool read_wishes(struct wishes *wishes, int argc, char **argv)
{
    struct argument arguments[FIELD_COUNT + 8] = {
        {.name = "--jobs", .number = &wishes->jobs, .max = JOBS_MAX},
        {.name = "--search", .number = &wishes->policies, .max = EXPLOIT_POLICIES_MAX},
        {.name = "--record", .text = &wishes->record},
        {.name = "--state", .text = &wishes->state},
        {.name = "--resume", .text = &wishes->resume},
        {.name = "--json", .flag = &wishes->is_json},
        {.name = "--table", .flag = &wishes->is_table},
        {.name = "--progress", .flag = &wishes->has_progress},
    };
    int count = 8;
    for (unsigned i = FIELD_BOTS; i < FIELD_COUNT; i++)
        arguments[count++] =
            (struct argument){.name = field_names[i], .text = &wishes->fields[i]};
    if (!arguments_read(&argc, argv, arguments, count) || argc > 1)
        return false;
    if (argc == 1)
        wishes->fields[FIELD_GAME] = argv[0];
    bool is_searching = wishes->policies > 0;
    if (wishes->jobs == 0)
        complain_of("--jobs takes a number from 1 on");
    else if (wishes->is_json && wishes->is_table)
        complain_of("--json and --table exclude each other");
    else if (wishes->state != NULL && wishes->resume != NULL)
        complain_of("--resume goes on writing its own file: leave --state out");
    else if (is_searching && (wishes->record != NULL || wishes->state != NULL ||
                              wishes->resume != NULL || wishes->jobs > 1 || wishes->is_table))
        complain_of("--search takes no --jobs, --record, --state, --resume or --table");
    else
        return wishes->resume != NULL || (argc == 1 && wishes->fields[FIELD_BOTS] != NULL);
    return false;
}

/* What is not said here is taken from the file; what is must be as it was. */
static bool merge(struct wishes *wishes, struct value saved)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        const char *here = wishes->fields[i], *then = tournament_value(saved, field_names[i]);
        wishes->fields[i] = then;
        if (here == NULL || (then != NULL && strcmp(here, then) == 0))
            continue;
        complain_of("%s was begun with %s %s, and cannot go on with %s", wishes->resume,
                    field_names[i], then == NULL ? "left out" : then, here);
        return false;
    }
    return true;
}

/* A number among the fields, or what it is if it is left out. */
static bool read_number(const struct wishes *wishes, enum field field, unsigned long standard,
                        unsigned long max, unsigned long *out)
{
    const char *text = wishes->fields[field];
    char *end = NULL;
    *out = standard;
    if (text == NULL)
        return true;
    errno = 0;
    *out = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out <= max)
        return true;
    complain_of("%s takes a number up to %lu", field_names[field], max);
    return false;
}

static bool read_test(const char *text, struct contest *contest)
{
    char *end;
    if (text == NULL)
        return true;
    contest->is_sequential = true;
    contest->elo_0 = strtod(text, &end);
    if (*end != ',')
        return false;
    contest->elo_1 = strtod(end + 1, &end);
    return *end == '\0' && contest->elo_0 < contest->elo_1;
}

/* Whether the numbers of players and bots suit what is asked for. */
static bool fits(const struct contest *contest, const struct wishes *wishes)
{
    unsigned seats = contest->arena.seats;
    if (wishes->policies > 0)
        return contest->count == 1 && !contest->is_sequential &&
               policy_suits(game_at(contest->arena.game_index));
    if (seats < SEATS_MIN || seats > SEATS_MAX || contest->count < seats) {
        complain_of("%u bots cannot play with %u at a table; --players says how many do",
                    contest->count, seats);
        return false;
    }
    if (schedule_count(contest->count, seats) == 0) {
        complain_of("%u bots with %u at a table are more than %d meetings", contest->count, seats,
                    (int)MEETINGS_MAX);
        return false;
    }
    return !contest->is_sequential || seats == 2;
}

/* `list` gets the names of the bots, which are cut up there. */
static bool read_contest(const struct wishes *wishes, struct contest *contest, char *list)
{
    unsigned long rounds, seed, clock_ms, players, match_rounds, steps;
    const char *game = wishes->fields[FIELD_GAME];
    if (!read_number(wishes, FIELD_ROUNDS, 1000, ROUNDS_MAX, &rounds) ||
        !read_number(wishes, FIELD_SEED, 1, ULONG_MAX, &seed) ||
        !read_number(wishes, FIELD_CLOCK, CLOCK_MS, MS_MAX, &clock_ms) ||
        !read_number(wishes, FIELD_PLAYERS, 0, SEATS_MAX, &players) ||
        !read_number(wishes, FIELD_MATCH, 0, MATCH_ROUNDS_MAX, &match_rounds) ||
        !read_number(wishes, FIELD_STEPS, 0, STEPS_LIMIT, &steps) ||
        !read_test(wishes->fields[FIELD_TEST], contest) || rounds == 0)
        return false;
    contest->arena.game_index = game_find(game, strlen(game));
    if (contest->arena.game_index == game_count()) {
        complain_of("%s is not a game", game);
        return false;
    }
    options_default(game_at(contest->arena.game_index), &contest->arena.options);
    contest->arena.seed = seed;
    contest->arena.match_rounds = (unsigned)match_rounds;
    contest->turn_ms = (uint32_t)clock_ms;
    contest->steps = (unsigned)steps;
    contest->jobs = (unsigned)wishes->jobs;
    if (!contestants_read(list, game_at(contest->arena.game_index), contest->bots,
                          &contest->count))
        return false;
    contest->arena.seats = players == 0 ? contest->count : (unsigned)players;
    if (!fits(contest, wishes))
        return false;
    contest->rounds = rounds;
    contest->deals = (rounds + contest->arena.seats - 1) / contest->arena.seats;
    return true;
}

/* Who beats the only contestant? */
static int run_search(struct contest *contest, const struct wishes *wishes)
{
    struct workspace *work = memory_new(workspace_size()), *other = memory_new(workspace_size());
    struct entrant entrant;
    struct entrant_setup setup = {contest->turn_ms, contest->steps, NULL};
    entrant_open(&entrant, &contest->bots[0], other, &setup);
    contest->arena.seats = 2;
    contest->arena.players[1] = entrant_player(&entrant);
    bool is_done = exploit_search(&contest->arena, contest->bots[0].name,
                                  (unsigned)wishes->policies, contest->rounds, work);
    if (!is_done)
        complain_of("out of memory");
    entrant_close(&entrant);
    free(work);
    free(other);
    return is_done ? EXIT_DONE : EXIT_WRONG_INPUT;
}

/* Makes the meetings, and fills in what was played; false if that cannot be. */
static bool prepare(struct contest *contest, const struct wishes *wishes, struct value saved)
{
    struct tournament *tournament = &contest->tournament;
    struct problem problem = {""};
    for (unsigned i = 0; i < FIELD_COUNT; i++)
        tournament->fields[i] =
            (struct tournament_field){field_names[i], wishes->fields[i]};
    tournament->field_count = FIELD_COUNT;
    tournament->count = contest->count;
    tournament->meeting_count = schedule_count(contest->count, contest->arena.seats);
    tournament->meetings = memory_new(tournament->meeting_count * sizeof(struct meeting));
    schedule_make(contest->count, contest->arena.seats, tournament->meetings);
    uint64_t all = contest->deals * tournament->meeting_count;
    if (saved.at != NULL &&
        (!tournament_restore(tournament, saved, &problem) || tournament->next > all)) {
        complain_of("%s: its numbers are damaged", wishes->resume);
        return false;
    }
    if (wishes->state != NULL && access(wishes->state, F_OK) == 0) {
        complain_of("%s is there already: go on with --resume, or take it away", wishes->state);
        return false;
    }
    if (wishes->record != NULL && mkdir(wishes->record, 0777) != 0 && errno != EEXIST) {
        complain_of("cannot make %s: %s", wishes->record, strerror(errno));
        return false;
    }
    contest->record_folder = wishes->record;
    contest->state_path = wishes->resume != NULL ? wishes->resume : wishes->state;
    contest->shows_progress = wishes->has_progress || isatty(STDERR_FILENO) == 1;
    return true;
}

static bool has_endless(const struct contest *contest)
{
    for (unsigned i = 0; i < contest->tournament.meeting_count; i++)
        if (contest->tournament.meetings[i].figures.endless > 0)
            return true;
    return false;
}

/* The meetings that were over before the pause are told again, so that what is printed is the
 * same as without one. */
static void tell_past(const struct contest *contest)
{
    for (uint64_t i = 0; i < contest->tournament.next / contest->deals; i++)
        contest->met(contest, &contest->tournament.meetings[i]);
}

static int play(struct contest *contest, const struct wishes *wishes)
{
    bool is_table = wishes->is_table || (!wishes->is_json && isatty(STDOUT_FILENO) == 1);
    contest->met = is_table ? print_meeting_table : print_meeting_json;
    tell_past(contest);
    enum contest_end end = contest_run(contest);
    if (end == CONTEST_FAILED)
        return EXIT_WRONG_INPUT;
    if (end == CONTEST_PAUSED) {
        if (contest->state_path != NULL)
            complain_of("paused; it goes on with: rummery arena --resume %s",
                        contest->state_path);
        else
            complain_of("stopped; with --state FILE it could go on later");
        return EXIT_PAUSED;
    }
    if (is_table)
        print_ratings_table(contest);
    else
        print_ratings_json(contest);
    fflush(stdout);
    print_forfeits(contest);
    if (!has_endless(contest))
        return end == CONTEST_UNKEPT ? EXIT_WRONG_INPUT : EXIT_DONE;
    complain_of("a round did not end");
    return EXIT_WRONG_INPUT;
}

int command_arena(int argc, char **argv)
{
    static struct contest contest;
    struct wishes wishes = {.jobs = 1};
    struct problem problem = {""};
    struct json_line saved = {.text = NULL};
    int code = EXIT_WRONG_INPUT;
    if (!read_wishes(&wishes, argc, argv))
        return usage_of("arena");
    if (wishes.resume != NULL) {
        bool is_read = tournament_read(wishes.resume, &saved, &problem);
        if (!is_read)
            complain_of("%s", problem.text);
        if (!is_read || !merge(&wishes, saved.object) || wishes.fields[FIELD_GAME] == NULL ||
            wishes.fields[FIELD_BOTS] == NULL) {
            json_line_free(&saved);
            return EXIT_WRONG_INPUT;
        }
    }
    const char *names = wishes.fields[FIELD_BOTS];
    char *list = strcpy(memory_new(strlen(names) + 1), names);
    if (!read_contest(&wishes, &contest, list))
        code = usage_of("arena");
    else if (wishes.policies > 0)
        code = run_search(&contest, &wishes);
    else if (prepare(&contest, &wishes, saved.object))
        code = play(&contest, &wishes);
    tournament_free(&contest.tournament);
    free(list);
    json_line_free(&saved);
    return code;
}
