/* process.c - starting and ending programs. Several threads may do so at the same time: pipes are
 * made and forked under one lock, so that no program inherits those of another. */
#include "arena/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PIPE_ENDS = 4, /* what it reads: end, our end; what it writes: our end, end */
    FILES_MIN = 3, /* below are the standard ones, which may be closed here */
    LAST_WORDS_MS = 100,
    SHELL_SIGNAL = 128 /* a shell tells the signal of its child by this and its number */
};

static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

static void close_all(const int ends[PIPE_ENDS])
{
    for (int i = 0; i < PIPE_ENDS; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* Moves an end above the standard files, and lets nobody inherit it. */
static bool settle(int *end)
{
    int file = fcntl(*end, F_DUPFD_CLOEXEC, FILES_MIN);
    close(*end);
    *end = file;
    return file >= 0;
}

static bool open_pipes(int ends[PIPE_ENDS])
{
    bool is_done = pipe(&ends[0]) == 0 && pipe(&ends[2]) == 0;
    for (int i = 0; is_done && i < PIPE_ENDS; i++)
        is_done = settle(&ends[i]);
    return is_done;
}

static void run_child(const char *command, const int ends[PIPE_ENDS], bool is_quiet)
{
    static const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGABRT};
    sigset_t none;
    setpgid(0, 0); /* so that the shell's own children can be stopped with it */
    dup2(ends[0], STDIN_FILENO);
    dup2(ends[3], STDOUT_FILENO);
    int nowhere = is_quiet ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool process_start(struct process *process, const char *command, bool is_quiet)
{
    int ends[PIPE_ENDS] = {-1, -1, -1, -1};
    memset(process, 0, sizeof *process);
    pthread_mutex_lock(&forking);
    pid_t id = open_pipes(ends) ? fork() : -1;
    if (id == 0)
        run_child(command, ends, is_quiet);
    int problem = errno;
    pthread_mutex_unlock(&forking);
    if (id < 0) {
        close_all(ends);
        errno = problem;
        return false;
    }
    setpgid(id, id);
    close(ends[0]);
    close(ends[3]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fcntl(ends[2], F_SETFL, O_NONBLOCK);
    *process = (struct process){.id = id, .to = ends[1], .from = ends[2]};
    return true;
}

static void describe(int status, char end[PROCESS_END_SIZE])
{
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - SHELL_SIGNAL;
    if (WIFSIGNALED(status) || (number > 0 && number < SIGRTMIN))
        snprintf(end, PROCESS_END_SIZE, "signal %d, %s", number, strsignal(number));
    else
        snprintf(end, PROCESS_END_SIZE, "exit status %d", WEXITSTATUS(status));
}

/* Whether it has ended by itself, now or within a moment. */
static bool has_ended(const struct process *process, int wait_ms, int *status)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (;; wait_ms--) {
        pid_t id = waitpid(process->id, status, WNOHANG);
        if (id != 0 || wait_ms <= 0)
            return id == process->id;
        nanosleep(&moment, NULL);
    }
}

void process_stop(struct process *process, bool is_patient, char end[PROCESS_END_SIZE])
{
    int status = 0;
    end[0] = '\0';
    if (process->id == 0)
        return;
    if (is_patient)
        close(process->to);
    bool is_over = has_ended(process, is_patient ? LAST_WORDS_MS : 0, &status);
    kill(-process->id, SIGKILL);
    if (is_over)
        describe(status, end);
    else
        while (waitpid(process->id, NULL, 0) < 0 && errno == EINTR)
            continue;
    if (!is_patient)
        close(process->to);
    close(process->from);
    process->id = 0;
}
