/* reader.c - the thread that makes records. It gives way to all others: whoever wants to look
 * back has more time than whoever plays. */
#include "server/reader.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "server/record.h"

enum { NICENESS = 10 };

enum reader_state { READER_RESTS, READER_IS_ASKED, READER_IS_DONE, READER_ENDS };

struct reader {
    uv_async_t async; /* first, so that its address is the reader's */
    struct store *store;
    struct reader_report report;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum reader_state state; /* under the lock */
    uint64_t table;
    uint32_t match_number;
    /* the result, the loop's while it is done and the thread's while it is asked */
    bool is_made;
    uint32_t seq;
    struct writer text;
};

static void *work(void *context)
{
    struct reader *reader = context;
    setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux, of this thread alone */
    pthread_mutex_lock(&reader->lock);
    while (reader->state != READER_ENDS) {
        if (reader->state != READER_IS_ASKED) {
            pthread_cond_wait(&reader->changed, &reader->lock);
            continue;
        }
        pthread_mutex_unlock(&reader->lock);
        reader->is_made = record_make(reader->store, reader->table, reader->match_number,
                                      &reader->text, &reader->seq);
        pthread_mutex_lock(&reader->lock);
        if (reader->state == READER_IS_ASKED)
            reader->state = READER_IS_DONE;
        uv_async_send(&reader->async);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

static enum reader_state change_state(struct reader *reader, enum reader_state state)
{
    pthread_mutex_lock(&reader->lock);
    enum reader_state before = reader->state;
    reader->state = state;
    pthread_cond_signal(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    return before;
}

static void on_async(uv_async_t *async)
{
    struct reader *reader = (struct reader *)async;
    pthread_mutex_lock(&reader->lock);
    bool is_done = reader->state == READER_IS_DONE;
    pthread_mutex_unlock(&reader->lock);
    if (!is_done)
        return;
    struct writer text = reader->text;
    reader->text = (struct writer){NULL, 0, 0};
    change_state(reader, READER_RESTS); /* the next one may be asked for from the report */
    reader->report.made(reader->report.context, reader->is_made, reader->seq,
                        (struct text){text.at == NULL ? "" : text.at, text.size});
    writer_free(&text);
}

static void release(uv_handle_t *handle)
{
    struct reader *reader = (struct reader *)handle;
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    writer_free(&reader->text);
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
    pthread_cond_init(&reader->changed, NULL);
    if (uv_async_init(loop, &reader->async, on_async) != 0) {
        release((uv_handle_t *)&reader->async);
        return NULL;
    }
    if (pthread_create(&reader->thread, NULL, work, reader) != 0) {
        uv_close((uv_handle_t *)&reader->async, release);
        return NULL;
    }
    return reader;
}

void reader_make(struct reader *reader, uint64_t table, uint32_t match_number)
{
    reader->table = table;
    reader->match_number = match_number;
    enum reader_state before = change_state(reader, READER_IS_ASKED);
    assert(before == READER_RESTS);
    (void)before;
}

void reader_stop(struct reader *reader)
{
    if (reader == NULL)
        return;
    change_state(reader, READER_ENDS);
    pthread_join(reader->thread, NULL);
    uv_close((uv_handle_t *)&reader->async, release);
}
