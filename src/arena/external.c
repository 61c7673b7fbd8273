/* external.c - runs a program as a player. It gets one line a turn and has so many milliseconds
 * for one line in return; what it says on standard error goes to the referee's. */
#include "arena/external.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/turn_line.h"
#include "wire/reasons.h"

struct external {
    char *command;
    uint32_t turn_ms;
    pid_t process; /* 0: not running */
    int to, from;
    uint64_t seq;
    struct writer writer;
    char answer[TURN_LINE_MAX];
    size_t size; /* of what was read and not used yet */
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void run_child(const char *command, const int to[2], const int from[2])
{
    setpgid(0, 0); /* so that the shell's own children can be stopped with it */
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool run(struct external *external)
{
    int to[2], from[2];
    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    fcntl(to[1], F_SETFD, FD_CLOEXEC);
    fcntl(from[0], F_SETFD, FD_CLOEXEC);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    pid_t process = fork();
    if (process == 0)
        run_child(external->command, to, from);
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    setpgid(process, process);
    external->process = process;
    external->to = to[1];
    external->from = from[0];
    external->size = 0;
    return true;
}

static void halt(struct external *external)
{
    if (external->process == 0)
        return;
    close(external->to);
    close(external->from);
    kill(-external->process, SIGKILL);
    waitpid(external->process, NULL, 0);
    external->process = 0;
}

static bool wait_for(int file, short events, int64_t due_ms)
{
    struct pollfd wait = {.fd = file, .events = events};
    int left_ms = (int)(due_ms - now_ms());
    int ready = left_ms <= 0 ? 0 : poll(&wait, 1, left_ms);
    return ready > 0 || (ready < 0 && errno == EINTR);
}

static bool tell(struct external *external, int64_t due_ms)
{
    const struct writer *writer = &external->writer;
    for (size_t done = 0; done < writer->size;) {
        if (!wait_for(external->to, POLLOUT, due_ms))
            return false;
        ssize_t size = write(external->to, writer->at + done, writer->size - done);
        if (size < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        done += size > 0 ? (size_t)size : 0;
    }
    return true;
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
        if (external->size == sizeof external->answer ||
            !wait_for(external->from, POLLIN, due_ms))
            return false;
        ssize_t size = read(external->from, external->answer + external->size,
                            sizeof external->answer - external->size);
        if (size == 0 || (size < 0 && errno != EINTR))
            return false;
        external->size += size > 0 ? (size_t)size : 0;
    }
}

static bool decide(void *context, const struct view *view, struct random *random,
                   struct action *out)
{
    struct external *external = context;
    struct error error;
    size_t size = 0;
    (void)random;
    if (external->process == 0 && !run(external))
        return false;
    int64_t due_ms = now_ms() + external->turn_ms;
    writer_clear(&external->writer);
    turn_line_write(&external->writer, view, ++external->seq, external->turn_ms);
    if (!tell(external, due_ms) || !hear(external, due_ms, &size)) {
        halt(external); /* a late answer must not be taken for the next one */
        return false;
    }
    if (!act_line_read(view, external->answer, size, out, &error))
        out->kind = ACTION_COUNT; /* which nobody may do */
    external->size -= size + 1;
    memmove(external->answer, external->answer + size + 1, external->size);
    return true;
}

static void refused(void *context, const struct game *game, const struct error *error)
{
    struct external *external = context;
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
    tell(external, now_ms() + external->turn_ms);
}

struct external *external_start(const char *command, uint32_t turn_ms)
{
    struct external *external = calloc(1, sizeof *external);
    char *copy = malloc(strlen(command) + 1);
    if (external == NULL || copy == NULL) {
        free(external);
        free(copy);
        return NULL;
    }
    strcpy(copy, command);
    external->command = copy;
    external->turn_ms = turn_ms;
    signal(SIGPIPE, SIG_IGN); /* a program that ended is noticed by what it does not answer */
    if (run(external))
        return external;
    external_stop(external);
    return NULL;
}

struct arena_player external_player(struct external *external)
{
    return (struct arena_player){
        .context = external, .decide = decide, .refused = refused};
}

void external_stop(struct external *external)
{
    if (external == NULL)
        return;
    halt(external);
    writer_free(&external->writer);
    free(external->command);
    free(external);
}
