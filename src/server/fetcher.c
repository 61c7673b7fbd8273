/* fetcher.c - fetches tables, and looks for those that need something, on one thread. */
#include "server/fetcher.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub/rooms.h"
#include "server/worker.h"
#include "wire/memory.h"

struct errand {
    struct job job;
    struct fetched fetched; /* only what is wanted, at first */
    struct looked *looked;  /* the same; NULL: a table is to be fetched */
};

struct fetcher {
    struct worker *worker;
    struct store *store;
    uint8_t secret[STORE_SECRET_SIZE];
    struct fetcher_report report;
};

static uint64_t errand_do(void *context, struct job *job, void *own)
{
    const struct fetcher *fetcher = context;
    struct errand *errand = (struct errand *)job;
    (void)own;
    if (errand->looked != NULL) {
        struct look wanted = errand->looked->wanted;
        table_look(fetcher->store, &wanted, errand->looked);
    } else {
        struct fetch wanted = errand->fetched.wanted;
        table_fetch(fetcher->store, fetcher->secret, &wanted, &errand->fetched);
    }
    return 0;
}

static void errand_report(void *context, struct job *job)
{
    const struct fetcher_report *to = &((struct fetcher *)context)->report;
    struct errand *errand = (struct errand *)job;
    if (errand->looked != NULL)
        to->looked(to->context, errand->looked);
    else
        to->fetched(to->context, &errand->fetched);
    free(errand->looked);
    free(errand);
}

static void errand_forget(void *context, struct job *job)
{
    struct errand *errand = (struct errand *)job;
    (void)context;
    room_free(errand->fetched.room);
    free(errand->looked);
    free(errand);
}

struct fetcher *fetcher_start(uv_loop_t *loop, struct store *store,
                              const uint8_t secret[STORE_SECRET_SIZE],
                              const struct fetcher_report *report)
{
    struct fetcher *fetcher = calloc(1, sizeof *fetcher);
    const struct worker_config config = {.context = fetcher, .work = errand_do,
                                         .report = errand_report, .forget = errand_forget,
                                         .threads = 1};
    if (fetcher == NULL)
        return NULL;
    fetcher->store = store;
    fetcher->report = *report;
    memcpy(fetcher->secret, secret, STORE_SECRET_SIZE);
    fetcher->worker = worker_start(loop, &config);
    if (fetcher->worker != NULL)
        return fetcher;
    sodium_memzero(fetcher->secret, sizeof fetcher->secret);
    free(fetcher);
    return NULL;
}

void fetcher_fetch(struct fetcher *fetcher, const struct fetch *wanted)
{
    struct errand *errand = memory_new(sizeof *errand);
    errand->fetched.wanted = *wanted;
    worker_do(fetcher->worker, &errand->job);
}

void fetcher_look(struct fetcher *fetcher, const struct look *wanted)
{
    struct errand *errand = memory_new(sizeof *errand);
    errand->looked = memory_new(sizeof *errand->looked);
    errand->looked->wanted = *wanted;
    worker_do(fetcher->worker, &errand->job);
}

void fetcher_stop(struct fetcher *fetcher)
{
    if (fetcher == NULL)
        return;
    worker_stop(fetcher->worker);
    sodium_memzero(fetcher->secret, sizeof fetcher->secret);
    free(fetcher);
}
