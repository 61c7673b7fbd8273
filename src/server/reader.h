/* reader.h - the thread that makes records: it reads logs beside the committer and plays them
 * once more, so that neither commits nor the loop wait for it. One record at a time. */
#ifndef RUMMERY_READER_H
#define RUMMERY_READER_H

#include <uv.h>

#include "store/store.h"

/* Called on the loop. The text is valid during the call only. */
struct reader_report {
    void *context;
    void (*made)(void *context, bool is_made, uint32_t seq, struct text text);
};

struct reader;

/* Nobody else may call store_read_log() until reader_stop(). NULL if there is no thread or
 * memory to be had. */
struct reader *reader_start(uv_loop_t *loop, struct store *store,
                            const struct reader_report *report);
/* Not before the last one was reported. */
void reader_make(struct reader *reader, uint64_t table, uint32_t match_number);
/* Waits for what is being made and forgets it. The memory is released when the loop has run
 * once more. */
void reader_stop(struct reader *reader);

#endif
