/* flood.c - the floods: bare sockets from many addresses of 127.0.0.0/8, paced, because an
 * attacker who takes the processor of the same machine says nothing about the server. */
#include "flood.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SOCKETS_MAX = 12000,
    LINES = 32,          /* WebSockets that speak */
    LINES_A_TABLE = 8,   /* of one key */
    READERS = 24,
    TEXT_MAX_SIZE = 4096,
    PIPELINED = 300,
    ADDRESSES = 157,
    SOCKETS_AN_ADDRESS = 64
};

static const uint64_t SECOND_NS = 1000000000;
static int sockets[SOCKETS_MAX];
static unsigned socket_count;

/* ---- Sockets ---- */

/* From the address 127.A.B.1; -1 if the server does not let it in. */
static int open_socket(const struct flood_target *target, unsigned a, unsigned b, bool waits)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)target->port)};
    from.sin_addr.s_addr = htonl(127U << 24 | a << 16 | b << 8 | 1);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    if (!waits)
        fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static void put(int fd, const char *bytes, size_t size)
{
    ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
    (void)sent; /* whoever floods does not care */
}

static void say(int fd, const char *text)
{
    put(fd, text, strlen(text));
}

/* Takes what has come; false if the server has closed. */
static bool drain(int fd)
{
    static char sink[65536];
    ssize_t got;
    while ((got = recv(fd, sink, sizeof sink, MSG_DONTWAIT)) > 0)
        ;
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

/* A masked text frame whose mask is zero. */
static void say_message(int fd, const char *text)
{
    unsigned char frame[TEXT_MAX_SIZE];
    size_t size = strlen(text), head = size < 126 ? 6 : 8;
    memset(frame, 0, 8);
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[2] = (unsigned char)(size >> 8);
        frame[3] = (unsigned char)size;
    }
    memcpy(&frame[head], text, size);
    put(fd, (const char *)frame, head + size);
}

static const char upgrade[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/* ---- Tables of their own ---- */

struct own_table {
    char name[32], key[64];
};

static void post_table(int fd, unsigned number)
{
    char body[256], request[512];
    snprintf(body, sizeof body,
             "{\"id\":\"flood-%08d-%08u\",\"game\":\"exclusiv\","
             "\"seats\":[{\"name\":\"F\"},{\"bot\":1}]}", (int)getpid(), number);
    snprintf(request, sizeof request,
             "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
    say(fd, request);
}

static void take_field(const char *answer, const char *name, char *out, size_t room)
{
    char start[32];
    snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *at = strstr(answer, start);
    size_t size = at == NULL ? 0 : strcspn(at + strlen(start), "\"");
    if (size >= room)
        size = 0;
    memcpy(out, at == NULL ? "" : at + strlen(start), size);
    out[size] = '\0';
}

static struct own_table make_table(const struct flood_target *target, unsigned number)
{
    struct own_table table = {"", ""};
    char answer[TEXT_MAX_SIZE];
    size_t size = 0;
    ssize_t got = 0;
    int fd = open_socket(target, 200, number, true);
    if (fd < 0)
        return table;
    post_table(fd, number);
    do {
        size += (size_t)got;
        answer[size] = '\0';
        take_field(answer, "key", table.key, sizeof table.key);
    } while (table.key[0] == '\0' && size < sizeof answer - 1 &&
             (got = recv(fd, &answer[size], sizeof answer - 1 - size, 0)) > 0);
    take_field(answer, "table", table.name, sizeof table.name);
    close(fd);
    return table;
}

/* Lines to tables of the own, each with a key. */
static void begin_lines(const struct flood_target *target)
{
    struct own_table table = {"", ""};
    char hello[256];
    for (unsigned i = 0; i < LINES; i++) {
        if (i % LINES_A_TABLE == 0)
            table = make_table(target, i);
        int fd = open_socket(target, 201, i, false);
        if (fd < 0)
            continue;
        snprintf(hello, sizeof hello,
                 "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"%s\"}", table.name,
                 table.key);
        say(fd, upgrade);
        say_message(fd, hello);
        sockets[socket_count++] = fd;
    }
}

/* ---- The floods ---- */

static int next_line(unsigned count)
{
    int fd = socket_count == 0 ? -1 : sockets[count % socket_count];
    if (fd >= 0)
        drain(fd);
    return fd;
}

static void step_profile(const struct flood_target *target, unsigned count)
{
    char text[128];
    (void)target;
    snprintf(text, sizeof text, "{\"id\":\"%u\",\"do\":\"profile\",\"name\":\"N%u\"}", count,
             count);
    say_message(next_line(count), text);
}

static void step_talk(const struct flood_target *target, unsigned count)
{
    (void)target;
    say_message(next_line(count), count / LINES % 2 == 0
                                      ? "{\"do\":\"say\",\"phrase\":3}"
                                      : "{\"do\":\"draft\",\"table\":\"[r5 r6 r7]\"}");
}

static void step_keys(const struct flood_target *target, unsigned count)
{
    char text[160];
    snprintf(text, sizeof text,
             "{\"do\":\"hello\",\"version\":1,\"table\":\"%s\",\"key\":\"wrong-%u\"}",
             target->record_tables[0], count);
    say_message(next_line(count), text);
}

/* Each on a line that is kept open; one that was closed is opened again. */
static int kept_line(const struct flood_target *target, unsigned a, unsigned index)
{
    while (socket_count <= index)
        sockets[socket_count++] = -1;
    if (sockets[index] >= 0 && !drain(sockets[index])) {
        close(sockets[index]);
        sockets[index] = -1;
    }
    if (sockets[index] < 0)
        sockets[index] = open_socket(target, a, index, false);
    return sockets[index];
}

static void step_record(const struct flood_target *target, unsigned count)
{
    char text[160];
    snprintf(text, sizeof text, "GET /api/tables/%s/record HTTP/1.1\r\nHost: localhost\r\n\r\n",
             target->record_tables[count % FLOOD_RECORDS]);
    say(kept_line(target, 202, count % READERS), text);
}

static void step_tables(const struct flood_target *target, unsigned count)
{
    post_table(kept_line(target, 203, count % 200), count + 1000);
}

static void step_page(const struct flood_target *target, unsigned count)
{
    say(kept_line(target, 204, count % 16), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

static void step_silence(const struct flood_target *target, unsigned count)
{
    unsigned place = count % (ADDRESSES * SOCKETS_AN_ADDRESS);
    if (place < socket_count)
        close(sockets[place]);
    else
        socket_count = place + 1;
    sockets[place] = open_socket(target, 205, place / SOCKETS_AN_ADDRESS, false);
    say(sockets[place], upgrade);
}

static void step_vanish(const struct flood_target *target, unsigned count)
{
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static char requests[PIPELINED * sizeof request];
    if (requests[0] == '\0')
        for (unsigned i = 0; i < PIPELINED; i++)
            strcat(requests + i * (sizeof request - 1), request);
    int fd = open_socket(target, 206, count % 200, false);
    say(fd, requests);
    close(fd);
}

static void begin_nothing(const struct flood_target *target)
{
    (void)target;
}

const struct flood floods[] = {
    {"profile", begin_lines, step_profile, 19 * LINES},
    {"record", begin_nothing, step_record, 8 * READERS},
    {"tables", begin_nothing, step_tables, 200},
    {"silence", begin_nothing, step_silence, 500},
    {"page", begin_nothing, step_page, 400},
    {"vanish", begin_nothing, step_vanish, 20},
    {"talk", begin_lines, step_talk, 19 * LINES},
    {"keys", begin_lines, step_keys, 19 * LINES},
    {NULL, NULL, NULL, 0},
};

/* ---- The process ---- */

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What could not be done in time is not made up for. */
static void run(const struct flood *flood, const struct flood_target *target)
{
    flood->begin(target);
    double began_s = now_s();
    for (unsigned count = 0;; count++) {
        double wait_s = began_s + (double)count / flood->steps_per_s - now_s();
        if (wait_s > 0) {
            uint64_t wait_ns = (uint64_t)(wait_s * 1e9);
            struct timespec time = {(time_t)(wait_ns / SECOND_NS), (long)(wait_ns % SECOND_NS)};
            nanosleep(&time, NULL);
        } else if (wait_s < -1) {
            began_s -= wait_s;
        }
        flood->step(target, count);
    }
}

pid_t flood_begin(const struct flood *flood, const struct flood_target *target)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    run(flood, target);
    _exit(0);
}

void flood_end(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
