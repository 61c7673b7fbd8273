/* contest.c - a tournament being played. A task is a deal of a meeting in all its rotations. Every
 * meeting has decks of its own: with the same ones for all, what somebody owes to the cards would
 * count once for each meeting, and ratings would seem surer than they are. */
#include "contest.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/jobs.h"
#include "arguments.h"
#include "contest_record.h"
#include "wire/memory.h"

enum {
    START_MS = 200, /* a program that cannot start has said so by then */
    STATE_MS = 5000,
    PROGRESS_MS = 500,
    PROGRESS_LINE_MS = 10000, /* where lines stay */
    OPTIONS_SIZE = 256
};

/* What one thread has to itself. */
struct worker {
    struct workspace *work;
    struct entrant entrants[CONTESTANTS_MAX];
    struct writer record;
};

struct result {
    struct arena_outcome outcomes[SEATS_MAX]; /* by rotation */
    uint8_t order[SEATS_MAX];
    struct hello hello[SEATS_MAX]; /* by place */
    bool is_broken;                /* a record could not be written */
    struct problem problem;
};

struct running {
    struct contest *contest;
    struct worker *workers;
    int64_t started_ms, shown_ms, kept_ms;
    uint64_t first; /* where this run began */
    bool has_failed, is_unkept;
};

static volatile sig_atomic_t is_interrupted;

static void on_signal(int number)
{
    (void)number;
    is_interrupted = 1;
}

/* The first signal pauses; a second one does what it always did. */
static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told where it is met */
}

/* ---- Playing ---- */

/* Who sits in which place: in a round robin everybody sits behind everybody else. */
static void find_order(const struct contest *contest, uint64_t deal, uint8_t order[SEATS_MAX])
{
    unsigned seats = contest->arena.seats;
    bool is_robin = contest->count > seats;
    schedule_order(seats, is_robin ? (unsigned)(deal % schedule_orders(seats)) : 0, order);
}

static void record_match(const struct contest *contest, struct worker *worker,
                         const struct record_place *place, struct entrant *const *entrants,
                         struct arena *arena, struct result *result)
{
    const struct contestant *seats[SEATS_MAX];
    struct arena_outcome *outcome = &result->outcomes[place->rotation];
    if (contest->record_folder == NULL) {
        arena_play(arena, place->deal, place->rotation, outcome);
        return;
    }
    for (unsigned seat = 0; seat < arena->seats; seat++)
        seats[seat] = entrants[(seat + place->rotation) % arena->seats]->as;
    contest_record_begin(&worker->record, place, seats, arena->seats);
    arena->note = contest_record_note;
    arena->note_context = &worker->record;
    arena_play(arena, place->deal, place->rotation, outcome);
    if (!contest_record_end(&worker->record, place, outcome, &result->problem))
        result->is_broken = true;
}

static void play(void *context, unsigned number, uint64_t task, void *out)
{
    struct running *running = context;
    const struct contest *contest = running->contest;
    struct worker *worker = &running->workers[number];
    struct result *result = out;
    struct entrant *entrants[SEATS_MAX];
    struct arena arena = contest->arena;
    unsigned index = (unsigned)(task / contest->deals);
    const struct meeting *meeting = &contest->tournament.meetings[index];
    struct record_place place = {.folder = contest->record_folder,
                                 .seed = arena.seed,
                                 .meeting = index + 1,
                                 .deal = task};
    memset(result, 0, sizeof *result);
    find_order(contest, task % contest->deals, result->order);
    for (unsigned i = 0; i < arena.seats; i++) {
        entrants[i] = &worker->entrants[meeting->who[result->order[i]]];
        arena.players[i] = entrant_player(entrants[i]);
    }
    for (; place.rotation < arena.seats && !result->is_broken; place.rotation++)
        record_match(contest, worker, &place, entrants, &arena, result);
    for (unsigned i = 0; i < arena.seats; i++)
        if (entrants[i]->external != NULL)
            result->hello[i] = *external_hello(entrants[i]->external);
}

/* ---- Counting ---- */

/* Says why nothing more can be played; false if it can. */
static bool has_failed(const struct contest *contest, const struct meeting *meeting,
                       const struct result *result)
{
    if (result->is_broken)
        complain_of("%s", result->problem.text);
    for (unsigned i = 0; i < contest->arena.seats; i++) {
        const struct arena_outcome *outcome = &result->outcomes[i];
        if (result->is_broken || outcome->end != ARENA_FORFEITED ||
            outcome->fault.kind != FAULT_UNABLE)
            continue;
        complain_of("%s: %s", contest->bots[meeting->who[result->order[outcome->forfeiter]]].name,
                    outcome->fault.text);
        return true;
    }
    return result->is_broken;
}

static void note(struct contest *contest, const struct meeting *meeting,
                 const struct result *result)
{
    for (unsigned i = 0; i < contest->arena.seats; i++) {
        const struct arena_outcome *outcome = &result->outcomes[i];
        struct tournament_bot *bots = contest->tournament.bots;
        const uint8_t *who = meeting->who, *order = result->order;
        if (result->hello[i].version > 0)
            bots[who[order[i]]].hello = result->hello[i];
        if (outcome->end == ARENA_FORFEITED)
            tournament_note_fault(&bots[who[order[outcome->forfeiter]]],
                                  (enum fault_kind)outcome->fault.kind, outcome->fault.text);
    }
}

bool contest_is_settled(const struct contest *contest, const struct figures *figures)
{
    enum { DEALS_MIN = 50 };
    if (!contest->is_sequential || figures->deals < DEALS_MIN)
        return false;
    double bound = log(0.95 / 0.05);
    return fabs(figures_log_ratio(figures, contest->elo_0, contest->elo_1)) >= bound;
}

static uint64_t take(void *context, uint64_t task, const void *given)
{
    struct running *running = context;
    struct contest *contest = running->contest;
    const struct result *result = given;
    uint64_t index = task / contest->deals, end = (index + 1) * contest->deals;
    struct meeting *meeting = &contest->tournament.meetings[index];
    if (has_failed(contest, meeting, result)) {
        running->has_failed = true;
        return TASK_NONE;
    }
    for (unsigned i = 0; i < contest->arena.seats; i++)
        figures_add(&meeting->figures, &result->outcomes[i], result->order);
    figures_end_deal(&meeting->figures);
    note(contest, meeting, result);
    uint64_t next = contest_is_settled(contest, &meeting->figures) ? end : task + 1;
    contest->tournament.next = next;
    if (next == end && contest->met != NULL)
        contest->met(contest, meeting);
    return next;
}

/* ---- Meanwhile ---- */

static bool keep(struct running *running)
{
    struct contest *contest = running->contest;
    struct problem problem;
    running->kept_ms = external_now_ms();
    if (contest->state_path == NULL ||
        tournament_write(&contest->tournament, contest->state_path, &problem))
        return true;
    if (!running->is_unkept)
        complain_of("%s", problem.text);
    running->is_unkept = true;
    return false;
}

static void print_time(FILE *out, uint64_t seconds)
{
    if (seconds >= 3600)
        fprintf(out, "%" PRIu64 " h %02" PRIu64 " min", seconds / 3600, seconds / 60 % 60);
    else if (seconds >= 60)
        fprintf(out, "%" PRIu64 " min %02" PRIu64 " s", seconds / 60, seconds % 60);
    else
        fprintf(out, "%" PRIu64 " s", seconds);
}

static void show_progress(struct running *running, bool is_last)
{
    const struct contest *contest = running->contest;
    bool is_terminal = isatty(STDERR_FILENO) == 1;
    int64_t now_ms = external_now_ms();
    int64_t pause_ms = is_terminal ? PROGRESS_MS : PROGRESS_LINE_MS;
    uint64_t all = contest->deals * contest->tournament.meeting_count;
    uint64_t done = contest->tournament.next, here = done - running->first;
    if (!contest->shows_progress || (!is_last && now_ms - running->shown_ms < pause_ms))
        return;
    running->shown_ms = now_ms;
    fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " rounds, %.1f %%", is_terminal ? "\r\033[K" : "",
            done * contest->arena.seats, all * contest->arena.seats,
            100.0 * (double)done / (double)all);
    if (here > 0 && !is_last) {
        double ms = (double)(now_ms - running->started_ms) / (double)here * (double)(all - done);
        fprintf(stderr, ", ");
        print_time(stderr, (uint64_t)(ms / 1000 + 0.5));
        fprintf(stderr, " left");
    }
    fprintf(stderr, "%s", is_terminal && !is_last ? "" : "\n");
}

static bool goes_on(void *context)
{
    struct running *running = context;
    show_progress(running, false);
    if (external_now_ms() - running->kept_ms >= STATE_MS)
        keep(running);
    return is_interrupted == 0;
}

/* ---- The beginning and the end ---- */

/* The programs of the first thread start at once: a name that is no program is told before
 * anything is played. */
static bool start_programs(const struct contest *contest, struct worker *worker)
{
    int64_t until_ms = external_now_ms() + START_MS;
    bool is_good = true;
    for (unsigned i = 0; i < contest->count; i++) {
        struct external *external = worker->entrants[i].external;
        if (external == NULL || external_check(external, until_ms))
            continue;
        complain_of("%s: %s", contest->bots[i].name, external_fault(external)->text);
        is_good = false;
    }
    return is_good;
}

static void open_workers(struct running *running)
{
    const struct contest *contest = running->contest;
    char options[OPTIONS_SIZE];
    snprintf(options, sizeof options,
             "{\"game\":\"%s\",\"players\":%u,\"clock_ms\":%u,\"rounds\":%u}",
             game_at(contest->arena.game_index)->id, contest->arena.seats,
             (unsigned)contest->turn_ms,
             contest->arena.match_rounds > 0 ? contest->arena.match_rounds : 1);
    struct entrant_setup setup = {contest->turn_ms, contest->steps, options};
    running->workers = memory_new(contest->jobs * sizeof *running->workers);
    for (unsigned i = 0; i < contest->jobs; i++) {
        struct worker *worker = &running->workers[i];
        worker->work = memory_new(workspace_size());
        for (unsigned j = 0; j < contest->count; j++)
            entrant_open(&worker->entrants[j], &contest->bots[j], worker->work, &setup);
    }
}

static void close_workers(struct running *running)
{
    for (unsigned i = 0; i < running->contest->jobs; i++) {
        struct worker *worker = &running->workers[i];
        for (unsigned j = 0; j < running->contest->count; j++)
            entrant_close(&worker->entrants[j]);
        writer_free(&worker->record);
        free(worker->work);
    }
    free(running->workers);
}

static enum contest_end run(struct running *running)
{
    struct contest *contest = running->contest;
    const struct jobs_work work = {running, sizeof(struct result), play, take, goes_on};
    uint64_t all = contest->deals * contest->tournament.meeting_count;
    uint64_t next = jobs_run(&work, contest->jobs, running->first, all);
    if (next == TASK_NONE)
        complain_of("the system cannot start threads");
    bool is_kept = keep(running);
    if (contest->tournament.next > running->first || running->shown_ms != running->started_ms)
        show_progress(running, true);
    if (running->has_failed || next == TASK_NONE || (!is_kept && next < all))
        return CONTEST_FAILED;
    return !is_kept ? CONTEST_UNKEPT : next < all ? CONTEST_PAUSED : CONTEST_PLAYED;
}

enum contest_end contest_run(struct contest *contest)
{
    struct running running = {.contest = contest, .first = contest->tournament.next};
    enum contest_end end = CONTEST_FAILED;
    running.started_ms = running.shown_ms = external_now_ms();
    watch_signals();
    open_workers(&running);
    uint64_t all = contest->deals * contest->tournament.meeting_count;
    if ((running.first >= all || start_programs(contest, running.workers)) && keep(&running))
        end = run(&running);
    close_workers(&running);
    return end;
}
