/* server_process.c - `rummery serve` as a process of its own, watched through /proc. */
#include "server_process.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define METRICS_KEY "figures-of-a-benchmark"

enum { LINE_MAX_SIZE = 128, METRICS_MAX = 16384 };

/* Limits for visitors are the benchmark's own business, unless they are what is measured. A
 * limited server has fewer places, so that they can be filled. */
static void run_server(const char *program, const char *data, const char *port, bool is_limited)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* whoever measures may be stopped: nobody is left behind */
    if (is_limited)
        execl(program, program, "serve", "--bind", "127.0.0.1", "--port", port, "--data", data,
              "--connections-max", "2000", "--tables-max", "1000", "--metrics-key", METRICS_KEY,
              "--log", "error", (char *)NULL);
    else
        execl(program, program, "serve", "--bind", "127.0.0.1", "--port", port, "--data", data,
              "--connections-max", "100000", "--connections-per-address", "100000", "--tables-max",
              "1000000", "--tables-per-hour", "1000000", "--metrics-key", METRICS_KEY, "--log",
              "error", (char *)NULL);
    perror("cannot start the server");
    _exit(127);
}

/* The first line it prints is its address. */
static bool read_port(int from, unsigned *port)
{
    char line[LINE_MAX_SIZE];
    size_t size = 0;
    ssize_t got;
    while (size < sizeof line - 1 && (got = read(from, &line[size], 1)) == 1 &&
           line[size] != '\n')
        size++;
    line[size] = '\0';
    const char *colon = strrchr(line, ':');
    *port = colon == NULL ? 0 : (unsigned)strtoul(colon + 1, NULL, 10);
    return *port != 0;
}

static bool start(struct server_process *out, const char *program, const char *data,
                  unsigned port, bool is_limited)
{
    int lines[2];
    char number[16];
    snprintf(number, sizeof number, "%u", port);
    if (pipe(lines) != 0)
        return false;
    out->pid = fork();
    if (out->pid == 0) {
        dup2(lines[1], STDOUT_FILENO);
        close(lines[0]);
        close(lines[1]);
        run_server(program, data, number, is_limited);
    }
    close(lines[1]);
    bool is_started = out->pid > 0 && read_port(lines[0], &out->port);
    close(lines[0]);
    if (out->pid > 0 && !is_started)
        server_kill(out);
    return is_started;
}

bool server_start(struct server_process *out, const char *program, const char *data,
                  unsigned port)
{
    return start(out, program, data, port, false);
}

bool server_start_limited(struct server_process *out, const char *program, const char *data)
{
    return start(out, program, data, 0, true);
}

bool server_stop(struct server_process *server)
{
    int status = 0;
    kill(server->pid, SIGTERM);
    waitpid(server->pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void server_kill(struct server_process *server)
{
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
}

bool server_is_alive(struct server_process *server)
{
    siginfo_t info;
    info.si_pid = 0;
    return waitid(P_PID, (id_t)server->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
}

uint64_t server_memory(const struct server_process *server)
{
    static const char *const fields[] = {"Private_Clean:", "Private_Dirty:"};
    char path[64], line[LINE_MAX_SIZE];
    uint64_t sum = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)server->pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
            if (strncmp(line, fields[i], strlen(fields[i])) == 0)
                sum += 1024 * strtoull(&line[strlen(fields[i])], NULL, 10);
    if (file != NULL)
        fclose(file);
    return sum;
}

double server_cpu_seconds(const struct server_process *server)
{
    char path[64], line[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)server->pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    fclose(file);
    /* the name in brackets may hold spaces; the twelfth and thirteenth field behind it */
    const char *rest = strrchr(line, ')');
    if (rest == NULL || sscanf(rest + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu",
                               &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double server_metric(const struct server_process *server, const char *name)
{
    static const char request[] =
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Authorization: Bearer " METRICS_KEY "\r\n\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    char text[METRICS_MAX] = "", line[LINE_MAX_SIZE];
    size_t size = 0;
    ssize_t got;
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int socket_number = socket(AF_INET, SOCK_STREAM, 0);
    if (socket_number < 0)
        return 0;
    if (connect(socket_number, (const struct sockaddr *)&address, sizeof address) == 0 &&
        write(socket_number, request, sizeof request - 1) > 0)
        while (size < sizeof text - 1 &&
               (got = read(socket_number, &text[size], sizeof text - 1 - size)) > 0)
            size += (size_t)got;
    close(socket_number);
    text[size] = '\0';
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(text, line);
    return at == NULL ? 0 : strtod(&at[strlen(line)], NULL);
}

bool data_make(char out[SERVER_PATH_MAX])
{
    const char *folder = getenv("TMPDIR");
    /* the six letters that mkdtemp() replaces */
    snprintf(out, SERVER_PATH_MAX, "%s/rummery-%s", folder == NULL ? "/tmp" : folder,
             "XX" "XX" "XX");
    return mkdtemp(out) != NULL;
}

void data_remove(const char *data)
{
    DIR *folder = opendir(data);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
    rmdir(data);
}
