/* cut_line.c - see cut_line.h. Everything is under one lock, which the thread gives up only
 * while it waits. */
#include "cut_line.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SOCKET_NAME ".s.PGSQL.5432"
enum { PAIRS_MAX = 16, CHUNK = 1 << 16, WAIT_MS = 5, KEPT_ANSWER_MS = 20000 };

struct pair {
    int ends[2]; /* who asked, the database; -1: closed */
};

char cut_line_folder[64];
static char real[108];
static int listener;
static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair pairs[PAIRS_MAX];
static size_t pair_count;
static bool is_ending, is_armed, is_keeping, is_silent;
static enum way cut_way;
static size_t left, counts[2];
static int kept_end = -1; /* the database's end of the line whose bytes are kept */
static char kept[CHUNK];
static size_t kept_size;

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (end >= 0 && connect(end, (const struct sockaddr *)&address, sizeof address) == 0)
        return end;
    close(end);
    return -1;
}

static void write_all(int end, const char *at, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(end, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        at += sent;
        size -= (size_t)sent;
    }
}

static void close_pair(struct pair *pair)
{
    for (unsigned i = 0; i < 2; i++) {
        if (pair->ends[i] >= 0)
            close(pair->ends[i]);
        pair->ends[i] = -1;
    }
}

static void accept_one(void)
{
    int from = accept(listener, NULL, NULL);
    int to = connect_to(real);
    if (from < 0 || to < 0 || pair_count == PAIRS_MAX) {
        close(from);
        close(to);
        return;
    }
    pairs[pair_count++] = (struct pair){{from, to}};
}

/* What came on one end goes to the other, as far as nothing is cut. */
static void hand_on(struct pair *pair, unsigned from)
{
    static char chunk[CHUNK];
    enum way way = from == 0 ? TO_DATABASE : FROM_DATABASE;
    ssize_t got = recv(pair->ends[from], chunk, sizeof chunk, MSG_DONTWAIT);
    size_t size = got > 0 ? (size_t)got : 0;
    bool is_cut = is_armed && cut_way == way && size > left;
    if (got <= 0) {
        close_pair(pair);
        return;
    }
    write_all(pair->ends[1 - from], chunk, is_cut ? left : size);
    counts[way] += size;
    left -= is_armed && cut_way == way && !is_cut ? size : 0;
    if (!is_cut)
        return;
    is_armed = false;
    if (is_keeping) {
        kept_end = pair->ends[1];
        kept_size = size - left;
        memcpy(kept, chunk + left, kept_size);
        pair->ends[1] = -1;
    }
    close_pair(pair);
}

static void *work(void *context)
{
    (void)context;
    pthread_mutex_lock(&lock);
    while (!is_ending) {
        struct pollfd waits[1 + 2 * PAIRS_MAX] = {{.fd = listener, .events = POLLIN}};
        for (size_t i = 0; i < pair_count; i++)
            for (unsigned end = 0; end < 2; end++)
                waits[1 + 2 * i + end] = (struct pollfd){.fd = pairs[i].ends[end],
                                                         .events = POLLIN};
        size_t count = pair_count;
        pthread_mutex_unlock(&lock);
        poll(waits, 1 + 2 * count, WAIT_MS);
        pthread_mutex_lock(&lock);
        if (is_silent) {
            pthread_mutex_unlock(&lock);
            poll(NULL, 0, WAIT_MS);
            pthread_mutex_lock(&lock);
            continue;
        }
        for (size_t i = 0; i < count; i++)
            for (unsigned end = 0; end < 2; end++)
                if (waits[1 + 2 * i + end].revents != 0 && pairs[i].ends[end] >= 0)
                    hand_on(&pairs[i], end);
        size_t used = 0;
        for (size_t i = 0; i < pair_count; i++)
            if (pairs[i].ends[0] >= 0)
                pairs[used++] = pairs[i];
        pair_count = used;
        if (waits[0].revents != 0)
            accept_one();
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

void cut_line_begin(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(real, sizeof real, "%s/" SOCKET_NAME, folder);
    snprintf(cut_line_folder, sizeof cut_line_folder, "/tmp/rummery-line-%s", "XX" "XX" "XX");
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (mkdtemp(cut_line_folder) == NULL || listener < 0)
        abort();
    snprintf(address.sun_path, sizeof address.sun_path, "%s/" SOCKET_NAME, cut_line_folder);
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, PAIRS_MAX) != 0 || pthread_create(&thread, NULL, work, NULL) != 0)
        abort();
}

void cut_line_end(void)
{
    char path[108];
    pthread_mutex_lock(&lock);
    is_ending = true;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    for (size_t i = 0; i < pair_count; i++)
        close_pair(&pairs[i]);
    close(listener);
    snprintf(path, sizeof path, "%s/" SOCKET_NAME, cut_line_folder);
    unlink(path);
    rmdir(cut_line_folder);
}

static void arm(enum way way, size_t bytes, bool keeps)
{
    pthread_mutex_lock(&lock);
    is_armed = true;
    is_keeping = keeps;
    cut_way = way;
    left = bytes;
    pthread_mutex_unlock(&lock);
}

void cut_line_at(enum way way, size_t bytes)
{
    arm(way, bytes, false);
}

void cut_line_keeping(void)
{
    arm(TO_DATABASE, 0, true);
}

void cut_line_deliver(void)
{
    char answer[CHUNK];
    pthread_mutex_lock(&lock);
    if (kept_end >= 0) {
        struct pollfd wait = {.fd = kept_end, .events = POLLIN};
        write_all(kept_end, kept, kept_size);
        if (poll(&wait, 1, KEPT_ANSWER_MS) == 1)
            (void)!read(kept_end, answer, sizeof answer);
        close(kept_end);
        kept_end = -1;
    }
    pthread_mutex_unlock(&lock);
}

void cut_line_silence(bool from_now_on)
{
    pthread_mutex_lock(&lock);
    is_silent = from_now_on;
    pthread_mutex_unlock(&lock);
}

bool cut_line_was_cut(void)
{
    pthread_mutex_lock(&lock);
    bool was_cut = !is_armed;
    is_armed = false;
    pthread_mutex_unlock(&lock);
    return was_cut;
}

size_t cut_line_count(enum way way)
{
    pthread_mutex_lock(&lock);
    size_t count = counts[way];
    counts[way] = 0;
    pthread_mutex_unlock(&lock);
    return count;
}
