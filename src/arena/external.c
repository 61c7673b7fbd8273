/* external.c - runs a program as a player. It gets one line a turn and has so many milliseconds
 * for one line in return. Lines that nobody asked for are dropped before the next turn, and who
 * is late is stopped, so that an answer is always that to the turn it follows. */
#include "arena/external.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/process.h"
#include "wire/memory.h"
#include "wire/reasons.h"
#include "wire/safe_text.h"

enum {
    EXCERPT_SIZE = 160,
    HURRY_MS = 50 /* so often it is asked whether there is a hurry */
};

struct external {
    char *command, *options;
    struct external_setup setup;
    struct process process;
    struct fault fault;
    struct hello hello;
    bool is_new;       /* the process has said nothing yet */
    bool has_answered; /* this program, whichever process, once */
    bool has_totals;
    int32_t totals[SEATS_MAX];
    unsigned rounds_played;
    uint64_t seq;
    struct writer writer;
    char answer[TURN_LINE_MAX];
    size_t size; /* of what was read and not used yet */
};

int64_t external_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The process ---- */

static bool run(struct external *external)
{
    external->size = 0;
    external->is_new = true;
    if (process_start(&external->process, external->command, external->setup.is_quiet))
        return true;
    return fault_set(&external->fault, FAULT_UNABLE, "cannot be started: %s", strerror(errno));
}

/* It does not go on: because it has ended, or else for the reason given. */
static bool halt(struct external *external, enum fault_kind kind, const char *why)
{
    char end[PROCESS_END_SIZE];
    process_stop(&external->process, kind == FAULT_CRASHED, end);
    if (end[0] == '\0' && kind != FAULT_CRASHED)
        return fault_set(&external->fault, kind, "%s", why);
    return fault_set(&external->fault, external->has_answered ? FAULT_CRASHED : FAULT_UNABLE,
                     "%s%s", end[0] == '\0' ? why : "ended with ", end);
}

static bool is_hurried(const struct external *external)
{
    const atomic_bool *flag = external->setup.is_hurried;
    return flag != NULL && atomic_load(flag);
}

/* False once the moment has come. */
static bool wait_for(const struct external *external, int file, short events, int64_t due_ms)
{
    struct pollfd wait = {.fd = file, .events = events};
    for (;;) {
        int64_t left_ms = due_ms - external_now_ms();
        if (left_ms <= 0 || is_hurried(external))
            return false;
        bool is_sliced = external->setup.is_hurried != NULL && left_ms > HURRY_MS;
        if (poll(&wait, 1, is_sliced ? HURRY_MS : (int)left_ms) > 0)
            return true;
    }
}

static bool late(struct external *external)
{
    char text[64];
    snprintf(text, sizeof text, "no answer within %u ms", (unsigned)external->setup.turn_ms);
    return halt(external, FAULT_TIMEOUT, text);
}

static bool tell(struct external *external, int64_t due_ms)
{
    const struct writer *writer = &external->writer;
    for (size_t done = 0; done < writer->size;) {
        if (!wait_for(external, external->process.to, POLLOUT, due_ms))
            return late(external);
        ssize_t size = write(external->process.to, writer->at + done, writer->size - done);
        if (size < 0 && errno != EAGAIN && errno != EINTR)
            return halt(external, FAULT_CRASHED, "closed its standard input");
        done += size > 0 ? (size_t)size : 0;
    }
    return true;
}

/* More of what it says: false where nothing more will come. */
static bool read_more(struct external *external)
{
    size_t room = sizeof external->answer - external->size;
    ssize_t size = read(external->process.from, external->answer + external->size, room);
    if (size > 0)
        external->size += (size_t)size;
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The size of the first line in the buffer, without its end; false if none comes in time. */
static bool hear(struct external *external, int64_t due_ms, size_t *line_size)
{
    for (;;) {
        char *end = memchr(external->answer, '\n', external->size);
        if (end != NULL) {
            *line_size = (size_t)(end - external->answer);
            return true;
        }
        if (external->size == sizeof external->answer)
            return halt(external, FAULT_JUNK, "a line without end, of more than 64 KiB");
        if (!wait_for(external, external->process.from, POLLIN, due_ms))
            return late(external);
        if (!read_more(external))
            return halt(external, FAULT_CRASHED, "closed its standard output");
    }
}

static void drop_line(struct external *external, size_t size)
{
    external->size -= size + 1;
    memmove(external->answer, external->answer + size + 1, external->size);
}

/* What was said before the turn cannot be an answer to it: a second answer, a late remark. A
 * greeting stays, and so does a line that has no end yet. */
static void drop_unasked(struct external *external)
{
    struct pollfd wait = {.fd = external->process.from, .events = POLLIN};
    char *end;
    if (external->is_new)
        return;
    while (external->size < sizeof external->answer && poll(&wait, 1, 0) > 0 &&
           (wait.revents & POLLIN) != 0)
        if (!read_more(external))
            break;
    while ((end = memchr(external->answer, '\n', external->size)) != NULL)
        drop_line(external, (size_t)(end - external->answer));
}

/* ---- The greeting ---- */

/* Whether the line is the first of the process and a greeting, which is answered at once. */
static bool is_greeting(struct external *external, size_t size, int64_t due_ms, bool *is_good)
{
    struct hello hello, own = {.version = HELLO_VERSION, .name = "rummery"};
    struct problem problem = {""};
    char end[PROCESS_END_SIZE];
    bool is_first = external->is_new;
    external->is_new = false;
    *is_good = true;
    if (!is_first || !hello_line_read(external->answer, size, &hello, &problem))
        return false;
    drop_line(external, size);
    if (hello.version != HELLO_VERSION) {
        process_stop(&external->process, true, end);
        *is_good = fault_set(&external->fault, FAULT_UNABLE,
                             "its hello cannot be understood: %s",
                             hello.version == 0 ? problem.text : "this is version 1");
        return true;
    }
    external->hello = hello;
    snprintf(own.options, sizeof own.options, "%s", external->options);
    writer_clear(&external->writer);
    hello_line_write(&external->writer, &own);
    *is_good = tell(external, due_ms);
    return true;
}

/* ---- The player ---- */

static void keep_excerpt(struct external *external, size_t size)
{
    char raw[EXCERPT_SIZE], text[EXCERPT_SIZE];
    size = size < sizeof raw - 1 ? size : sizeof raw - 1;
    memcpy(raw, external->answer, size);
    raw[size] = '\0';
    for (size_t i = 0; i < size; i++)
        raw[i] = raw[i] == '\0' ? '?' : raw[i];
    safe_text(raw, text, sizeof text);
    fault_set(&external->fault, FAULT_JUNK, "%s", text);
}

/* Reads the lines that come until one answers this turn. */
static bool take_answer(struct external *external, const struct view *view, int64_t due_ms,
                        struct action *out)
{
    for (;;) {
        struct error error;
        size_t size = 0;
        bool is_stale, is_good;
        if (!hear(external, due_ms, &size))
            return false;
        if (is_greeting(external, size, due_ms, &is_good)) {
            if (!is_good)
                return false;
            continue;
        }
        keep_excerpt(external, size);
        bool is_read = act_line_read(view, external->seq, external->answer, size, out,
                                     &is_stale, &error);
        drop_line(external, size);
        if (is_stale)
            continue;
        if (!is_read)
            out->kind = ACTION_COUNT; /* which nobody may do */
        external->has_answered = true;
        return true;
    }
}

static bool decide(void *context, const struct view *view, struct random *random,
                   struct action *out)
{
    struct external *external = context;
    struct turn_news news = {.seq = ++external->seq,
                             .left_ms = external->setup.turn_ms,
                             .totals = external->has_totals ? external->totals : NULL,
                             .rounds_played = external->rounds_played,
                             .has_seed = random != NULL,
                             .seed = random == NULL ? 0 : random_below(random, UINT32_MAX)};
    if (external->process.id == 0 && !run(external))
        return false;
    drop_unasked(external);
    int64_t due_ms = external_now_ms() + external->setup.turn_ms;
    writer_clear(&external->writer);
    turn_line_write(&external->writer, view, &news);
    return tell(external, due_ms) && take_answer(external, view, due_ms, out);
}

static void told(void *context, const int32_t *totals, unsigned rounds_played)
{
    struct external *external = context;
    external->has_totals = true;
    memcpy(external->totals, totals, sizeof external->totals);
    external->rounds_played = rounds_played;
}

static void refused(void *context, const struct game *game, const struct error *error)
{
    struct external *external = context;
    struct fault before = external->fault;
    char why[EXPLAINED_MAX];
    writer_clear(&external->writer);
    writer_open(&external->writer, '{');
    if (error->rule > RULE_NOTATION) {
        reason_explain(game, error, why);
        writer_field_word(&external->writer, "error", "rule");
        writer_field_word(&external->writer, "rule", rule_name((enum rule)error->rule));
        writer_field_word(&external->writer, "why", why);
    } else {
        writer_field_word(&external->writer, "error", "malformed");
    }
    writer_close(&external->writer, '}');
    writer_put(&external->writer, "\n", 1);
    tell(external, external_now_ms() + external->setup.turn_ms);
    external->fault = before;
}

static const struct fault *fault_of(void *context)
{
    return external_fault(context);
}

struct arena_player external_player(struct external *external)
{
    return (struct arena_player){.context = external,
                                 .decide = decide,
                                 .told = told,
                                 .refused = refused,
                                 .fault = fault_of};
}

const struct fault *external_fault(const struct external *external)
{
    return &external->fault;
}

const struct hello *external_hello(const struct external *external)
{
    return &external->hello;
}

void external_set_clock(struct external *external, uint32_t turn_ms,
                        const atomic_bool *is_hurried_now)
{
    external->setup.turn_ms = turn_ms;
    external->setup.is_hurried = is_hurried_now;
}

bool external_sit(struct external *external, const struct view *view, struct random *random,
                  struct action *out)
{
    struct state copy;
    struct error error;
    struct fault said;
    for (int i = 0; i < STRIKES_MAX; i++) {
        if (!decide(external, view, random, out))
            return false;
        struct action action = *out;
        copy = view->seen;
        memset(&error, 0, sizeof error);
        if (action.kind < ACTION_TIMEOUT && state_apply(&copy, copy.seat, &action, &error))
            return true;
        said = external->fault;
        fault_set_refusal(&external->fault, game_at(view->seen.game), &error, said.text);
        refused(external, game_at(view->seen.game), &error);
    }
    return false;
}

/* ---- The beginning and the end ---- */

static char *copy_of(const char *text)
{
    char *copy = memory_new(strlen(text) + 1);
    strcpy(copy, text);
    return copy;
}

struct external *external_new(const struct external_setup *setup)
{
    struct external *external = memory_new(sizeof *external);
    external->setup = *setup;
    external->command = copy_of(setup->command);
    external->options = copy_of(setup->options == NULL ? "" : setup->options);
    signal(SIGPIPE, SIG_IGN); /* a program that ended is noticed by what it does not answer */
    return external;
}

bool external_check(struct external *external, int64_t until_ms)
{
    size_t size;
    bool is_good = true;
    if (external->process.id == 0 && !run(external))
        return false;
    while (memchr(external->answer, '\n', external->size) == NULL) {
        if (external->size == sizeof external->answer ||
            !wait_for(external, external->process.from, POLLIN, until_ms))
            return true; /* it runs; what it has to say it will say at its first turn */
        if (!read_more(external))
            return halt(external, FAULT_CRASHED, "closed its standard output");
    }
    size = (size_t)((char *)memchr(external->answer, '\n', external->size) - external->answer);
    is_greeting(external, size, external_now_ms() + external->setup.turn_ms, &is_good);
    return is_good;
}

void external_stop(struct external *external)
{
    char end[PROCESS_END_SIZE];
    if (external == NULL)
        return;
    process_stop(&external->process, true, end);
    writer_free(&external->writer);
    free(external->command);
    free(external->options);
    free(external);
}
