/* reader.c - the thread that reads logs. It gives way to all others, and after a record it rests
 * three times as long as it worked: whoever wants to look back has more time than whoever
 * plays. */
#include "server/reader.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "hub/record.h"
#include "hub/rooms.h"

enum { NICENESS = 10, REST_TIMES = 3 };
static const uint64_t SECOND_NS = 1000000000;

enum job_kind { JOB_RECORD, JOB_TABLE };
enum { JOBS_MAX = READER_TABLES_MAX + 1 };

struct job {
    enum job_kind kind;
    uint64_t table, ticket;
    uint32_t match_number, until;
};

struct reader {
    uv_async_t async; /* first, so that its address is the reader's */
    struct store *store;
    struct reader_report report;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    struct job jobs[JOBS_MAX]; /* the first is under way */
    unsigned job_count;
    bool is_done; /* with the first: it waits to be reported */
    bool is_ending;
    bool is_making; /* a record; only the loop looks at it */
    /* the result, the loop's while it is done and the thread's before */
    bool is_made;
    uint32_t seq;
    struct writer text;
    struct room *room;
};

static void job_do(struct reader *reader, const struct job *job)
{
    switch (job->kind) {
    case JOB_RECORD:
        reader->is_made = record_make(reader->store, job->table, job->match_number,
                                      &reader->text, &reader->seq);
        break;
    case JOB_TABLE:
        reader->room = record_table(reader->store, job->table, job->until);
        break;
    }
}

/* Under the lock, which others may have meanwhile; the end is not held up. */
static void rest(struct reader *reader, uint64_t worked_ns)
{
    uint64_t rest_ns = REST_TIMES * worked_ns;
    if (rest_ns > SECOND_NS)
        rest_ns = SECOND_NS;
    uint64_t until_ns = uv_hrtime() + rest_ns; /* CLOCK_MONOTONIC, as the condition has it */
    const struct timespec until = {(time_t)(until_ns / SECOND_NS), (long)(until_ns % SECOND_NS)};
    int result = 0;
    while (!reader->is_ending && result == 0)
        result = pthread_cond_timedwait(&reader->changed, &reader->lock, &until);
}

static void *work(void *context)
{
    struct reader *reader = context;
    setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux, of this thread alone */
    pthread_mutex_lock(&reader->lock);
    while (!reader->is_ending) {
        if (reader->job_count == 0 || reader->is_done) {
            pthread_cond_wait(&reader->changed, &reader->lock);
            continue;
        }
        struct job job = reader->jobs[0];
        pthread_mutex_unlock(&reader->lock);
        uint64_t began_ns = uv_hrtime();
        job_do(reader, &job);
        pthread_mutex_lock(&reader->lock);
        reader->is_done = true;
        uv_async_send(&reader->async);
        if (job.kind == JOB_RECORD)
            rest(reader, uv_hrtime() - began_ns);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

/* The next one may be asked for from the report. */
static void report(struct reader *reader, const struct job *job, struct writer *text,
                   struct room *room)
{
    const struct reader_report *to = &reader->report;
    switch (job->kind) {
    case JOB_RECORD:
        reader->is_making = false;
        to->made(to->context, reader->is_made, reader->seq,
                 (struct text){text->at == NULL ? "" : text->at, text->size});
        break;
    case JOB_TABLE:
        to->table_read(to->context, job->ticket, room);
        break;
    }
}

static void on_async(uv_async_t *async)
{
    struct reader *reader = (struct reader *)async;
    pthread_mutex_lock(&reader->lock);
    bool is_done = reader->is_done;
    struct job job = reader->jobs[0];
    struct writer text = reader->text;
    struct room *room = reader->room;
    if (is_done) {
        reader->text = (struct writer){NULL, 0, 0};
        reader->room = NULL;
        reader->is_done = false;
        reader->job_count--;
        memmove(&reader->jobs[0], &reader->jobs[1], reader->job_count * sizeof *reader->jobs);
        pthread_cond_signal(&reader->changed);
    }
    pthread_mutex_unlock(&reader->lock);
    if (!is_done)
        return;
    report(reader, &job, &text, room);
    writer_free(&text);
}

static void release(uv_handle_t *handle)
{
    struct reader *reader = (struct reader *)handle;
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    writer_free(&reader->text);
    room_free(reader->room);
    free(reader);
}

struct reader *reader_start(uv_loop_t *loop, struct store *store,
                            const struct reader_report *report)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->store = store;
    reader->report = *report;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&reader->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (uv_async_init(loop, &reader->async, on_async) != 0) {
        release((uv_handle_t *)&reader->async);
        /* cppcheck-suppress memleak ; release frees what the handle is the first member of */
        return NULL;
    }
    if (pthread_create(&reader->thread, NULL, work, reader) != 0) {
        uv_close((uv_handle_t *)&reader->async, release);
        return NULL;
    }
    return reader;
}

static bool hand_over(struct reader *reader, struct job job)
{
    pthread_mutex_lock(&reader->lock);
    bool is_taken = reader->job_count < (job.kind == JOB_TABLE ? READER_TABLES_MAX : JOBS_MAX);
    if (is_taken)
        reader->jobs[reader->job_count++] = job;
    pthread_cond_signal(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    return is_taken;
}

void reader_make(struct reader *reader, uint64_t table, uint32_t match_number)
{
    assert(!reader->is_making);
    reader->is_making = true;
    bool is_taken = hand_over(reader, (struct job){
        .kind = JOB_RECORD, .table = table, .match_number = match_number});
    assert(is_taken);
    (void)is_taken;
}

bool reader_read(struct reader *reader, uint64_t table, uint32_t until, uint64_t ticket)
{
    return hand_over(reader, (struct job){
        .kind = JOB_TABLE, .table = table, .ticket = ticket, .until = until});
}

void reader_stop(struct reader *reader)
{
    if (reader == NULL)
        return;
    pthread_mutex_lock(&reader->lock);
    reader->is_ending = true;
    pthread_cond_signal(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
    uv_close((uv_handle_t *)&reader->async, release);
}
