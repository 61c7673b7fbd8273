/* reader.c - reads logs on one thread. It gives way to all others, and after a record it rests
 * three times as long as it worked: whoever wants to look back has more time than whoever
 * plays. */
#include "server/reader.h"

#include <assert.h>
#include <stdlib.h>

#include "hub/record.h"
#include "hub/rooms.h"
#include "server/worker.h"
#include "wire/memory.h"

enum { NICENESS = 10, REST_TIMES = 3 };
enum { ERRANDS_MAX = READER_TABLES_MAX + 1 }; /* a record comes in, too */
static const uint64_t REST_MAX_NS = 1000000000;

enum errand_kind { ERRAND_RECORD, ERRAND_TABLE };

struct errand {
    struct job job;
    enum errand_kind kind;
    uint64_t table, ticket;
    uint32_t match_number, until;
    /* the result */
    bool is_made;
    uint32_t seq;
    struct writer text;
    struct room *room;
};

struct reader {
    struct worker *worker;
    struct store *store;
    struct reader_report report;
    unsigned errand_count; /* not yet reported */
    bool is_making;        /* one of them is a record */
};

static uint64_t errand_do(void *context, struct job *job, void *own)
{
    struct store *store = ((struct reader *)context)->store;
    struct errand *errand = (struct errand *)job;
    uint64_t began_ns = uv_hrtime();
    (void)own;
    if (errand->kind == ERRAND_TABLE) {
        errand->room = record_table(store, errand->table, errand->until);
        return 0;
    }
    errand->is_made = record_make(store, errand->table, errand->match_number, &errand->text,
                                  &errand->seq);
    uint64_t rest_ns = REST_TIMES * (uv_hrtime() - began_ns);
    return rest_ns < REST_MAX_NS ? rest_ns : REST_MAX_NS;
}

/* The next one may be asked for from the report. */
static void errand_report(void *context, struct job *job)
{
    struct reader *reader = context;
    struct errand *errand = (struct errand *)job;
    const struct reader_report *to = &reader->report;
    reader->errand_count--;
    switch (errand->kind) {
    case ERRAND_RECORD:
        reader->is_making = false;
        to->made(to->context, errand->is_made, errand->seq,
                 (struct text){errand->text.at == NULL ? "" : errand->text.at,
                               errand->text.size});
        break;
    case ERRAND_TABLE:
        to->table_read(to->context, errand->ticket, errand->room);
        break;
    }
    writer_free(&errand->text);
    free(errand);
}

static void errand_forget(void *context, struct job *job)
{
    struct errand *errand = (struct errand *)job;
    (void)context;
    writer_free(&errand->text);
    room_free(errand->room);
    free(errand);
}

struct reader *reader_start(uv_loop_t *loop, struct store *store,
                            const struct reader_report *report)
{
    struct reader *reader = calloc(1, sizeof *reader);
    const struct worker_config config = {.context = reader, .work = errand_do,
                                         .report = errand_report, .forget = errand_forget,
                                         .threads = 1, .niceness = NICENESS};
    if (reader == NULL)
        return NULL;
    reader->store = store;
    reader->report = *report;
    reader->worker = worker_start(loop, &config);
    if (reader->worker != NULL)
        return reader;
    free(reader);
    return NULL;
}

static void hand_over(struct reader *reader, const struct errand *wanted)
{
    struct errand *errand = memory_new(sizeof *errand);
    *errand = *wanted;
    reader->errand_count++;
    worker_do(reader->worker, &errand->job);
}

void reader_make(struct reader *reader, uint64_t table, uint32_t match_number)
{
    assert(!reader->is_making && reader->errand_count < ERRANDS_MAX);
    reader->is_making = true;
    hand_over(reader, &(struct errand){
        .kind = ERRAND_RECORD, .table = table, .match_number = match_number});
}

bool reader_read(struct reader *reader, uint64_t table, uint32_t until, uint64_t ticket)
{
    if (reader->errand_count >= READER_TABLES_MAX)
        return false;
    hand_over(reader, &(struct errand){
        .kind = ERRAND_TABLE, .table = table, .ticket = ticket, .until = until});
    return true;
}

void reader_stop(struct reader *reader)
{
    if (reader == NULL)
        return;
    worker_stop(reader->worker);
    free(reader);
}
